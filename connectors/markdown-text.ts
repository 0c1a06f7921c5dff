/**
 * Converts chat text to Markdown. Characters with a meaning in Markdown but not in the chat are escaped, so that a text cannot
 * gain links, headings or HTML.
 */

/** Control characters, and the private-use characters that serve as placeholders for finished pieces and marks. */
const NOT_TEXT = /(?![\t\n])\p{Cc}|[\ue000-\ue004]/gu;
const PIECE_START = "\ue000";
const PIECE_END = "\ue001";
const PIECE = /\ue000(\d+)\ue001/g;

/** Well-formed text with uniform line ends and without control characters. */
export function cleanChatText(text: string): string {
  return text.toWellFormed().replaceAll("\r\n", "\n").replace(NOT_TEXT, "");
}

/** Normalizes a name to one line. */
export const cleanName = (name: string) => cleanChatText(name).replace(/\s+/g, " ").trim();

/** Replaces finished Markdown by placeholders while the remaining text is escaped. */
export class MarkdownPlaceholders {
  readonly #markdown: string[] = [];

  keep(markdown: string): string {
    return `${PIECE_START}${this.#markdown.push(markdown) - 1}${PIECE_END}`;
  }

  putBack(text: string): string {
    return text.replace(PIECE, (_all, index: string) => this.#markdown[Number(index)] ?? "");
  }
}

/** `standIn` is the placeholder for a finished mark until the literal characters around it are escaped. */
const MARKS = (
  [
    ["\\*", "**", "\ue002"],
    ["_", "_", "\ue003"],
    ["~", "~~", "\ue004"],
  ] as const
).map(([mark, markdown, standIn]) => {
  const inner = `(?=[^\\s${mark}])([^${mark}\\n]*?[^\\s${mark}])`;
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}${mark}])${mark}${inner}${mark}(?![\\p{L}\\p{N}${mark}])`, "gu");
  return { markdown, standIn, pattern };
});

/** Converts one line with *bold*, _italic_ and ~struck~ as chats write them; `decode` undoes the chat's own escaping. */
export function convertMarkedLine(line: string, decode: (text: string) => string = (text) => text): string {
  const marked = MARKS.reduce((text, { pattern, standIn }) => text.replace(pattern, `${standIn}$1${standIn}`), line);
  return escapeMarkdown(decode(marked)).replace(
    /[\ue002-\ue004]/g,
    (standIn) => MARKS.find((mark) => mark.standIn === standIn)?.markdown ?? "",
  );
}

/** Escapes only where Markdown would see a mark: `snake_case`, `2 * 3` and `C:\temp` stay readable. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/\\(?=[!-/:-@[-`{-~])/g, "\\\\")
    .replace(/\*(?=\S)|(?<=\S)\*/g, "\\*")
    .replace(/(?<![\p{L}\p{N}])_(?=\S)|(?<=\S)_(?![\p{L}\p{N}])/gu, "\\_")
    .replace(/(?<=\S)~|~(?=~)/g, "\\~")
    .replaceAll("`", "\\`")
    .replace(/\](?=[([:])/g, "\\]")
    .replace(/<(?=[A-Za-z/!?])/g, "\\<")
    .replace(/&(?=#?\w+;)/g, "\\&");
}

/** The maximum nesting of list marks; nobody reads deeper ones as a list. */
const MOST_NESTED = 20;

/** Escapes headings, rules, quotes and tables, which do not exist in a chat, also behind a list mark. */
export function escapeLineStart(line: string): string {
  let marks = "";
  let rest = line;
  for (let depth = 0; depth < MOST_NESTED; depth += 1) {
    if (isRuler(rest)) return marks + rest.replace(/\S/, "\\$&");
    const mark = /^\s*(?:[-*+]|\d{1,9}[.)])\s+(?=\S)/.exec(rest)?.[0];
    if (!mark) break;
    marks += mark;
    rest = rest.slice(mark.length);
  }
  return marks + rest.replace(/^(\s*)(>|#{1,6}(?:\s|$))/, "$1\\$2");
}

/** Lines of dashes and similar ones that Markdown reads as a heading, a rule or a table. */
function isRuler(line: string): boolean {
  const marks = line.trim();
  return (
    /^=+$/.test(marks) ||
    (marks.includes("-") && /^[|:\s-]+$/.test(marks)) ||
    /^(?:_\s*){3,}$|^(?:\*\s*){3,}$/.test(marks)
  );
}

export const toCodeSpan = (code: string) => (/^ .* $/.test(code) ? `\` ${code} \`` : `\`${code}\``);

export function toCodeBlock(code: string): string {
  return `\`\`\`\n${code.replace(/^\n/, "").replace(/\n$/, "")}\n\`\`\``;
}

/** `address` is http, https or mailto; `label` is plain text. Returns the bare address when the label adds nothing. */
export function toMarkdownLink(address: string, label: string): string {
  const safe = address.replace(/[\s<>()\\]/g, percentEncoded);
  const bare = safe.replace(/^mailto:/i, "");
  if (label === "" || label === address || label === bare) return bare;
  return `[${escapeMarkdown(label).replace(/\[|(?<!\\)\]/g, "\\$&")}](${safe})`;
}

/** `encodeURIComponent` leaves parentheses, which would end a Markdown link. */
const percentEncoded = (character: string) =>
  character === "(" ? "%28" : character === ")" ? "%29" : encodeURIComponent(character);
