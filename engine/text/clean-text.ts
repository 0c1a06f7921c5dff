/**
 * Invisible characters that can carry hidden text: zero-width and bidi controls, soft hyphens, Unicode tag characters
 * and others.
 */
// oxlint-disable no-misleading-character-class, no-control-regex -- single invisible characters are what is removed
const INVISIBLE =
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;
/** Matches joiners that only hide text, because they are neither between emoji nor in a script that needs joiners. */
const STRAY_JOINER = /(?<![\p{Extended_Pictographic}\u{fe0f}\p{Mn}\p{Mc}\p{Script=Arabic}])\u200d/gu;
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
const PLAIN = /^[\n\t\x20-\x7e]*$/;

/** Returns chat text as a person sees it: NFC, without invisible or control characters, with \n at the end of lines. */
export function cleanText(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .toWellFormed()
    .normalize("NFC")
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, "\n")
    .replace(CONTROL, "")
    .replace(INVISIBLE, "")
    .replace(STRAY_JOINER, "")
    .replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, " ");
}

/** Matches placeholders in angle brackets: `<fs type> -o uid=<user name>`. */
const PLACEHOLDERS =
  /^(?:[^<>]*<(?!(?:script|img|iframe|svg|style|object|embed|br|p|div|span)\b)[a-z][\w /-]*>)+[^<>]*$/i;

/**
 * Removes images and raw HTML. An image becomes its alt text, a tag becomes code, and a link with an unsafe scheme
 * becomes its text.
 */
export function neutralizeMarkdown(text: string): string {
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
