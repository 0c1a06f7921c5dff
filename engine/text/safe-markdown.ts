/** Words in angle brackets that stand for something: `<fs type> -o uid=<user name>`. */
const PLACEHOLDERS =
  /^(?:[^<>]*<(?!(?:script|img|iframe|svg|style|object|embed|br|p|div|span)\b)[a-z][\w /-]*>)+[^<>]*$/i;

/** Pictures and raw HTML lose their power: a picture becomes its words, a tag becomes code, a link with another scheme its text. */
export function safeMarkdown(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : safeProse(part)))
    .join("");
}

const safeProse = (prose: string): string =>
  prose
    .replace(/!\[([^\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, "$1")
    .replace(/!\[([^\]]*)\]\[[^\]]*\]/g, "$1")
    .replace(/\[([^\]]+)\]\((?!https?:\/\/)(?:[^()]|\([^()]*\))*\)/gi, "$1")
    .replace(/<(https?:\/\/[^\s<>]+)>/g, "$1")
    .replace(
      /<\/?[a-z!?][^<>]*>(?:[^<>`]*<\/?[a-z!?][^<>]*>)*|<(?:script|img|iframe|svg|style|object|embed)\b[^`]*$/gi,
      (tags) => (PLACEHOLDERS.test(tags) ? tags.replace(/<[^<>]*>/g, (one) => `\`${one}\``) : `\`${tags}\``),
    );
