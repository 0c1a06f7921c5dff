/**
 * Converts chat text to Markdown. A character with a meaning in Markdown but not in the chat is escaped, so that a text
 * cannot become a link, heading or HTML.
 */

/** Matches control characters, and the private-use characters that serve as placeholders. */
const NOT_TEXT = /(?![\t\n])\p{Cc}|[\ue000-\ue004]/gu;
const PIECE_START = "\ue000";
const PIECE_END = "\ue001";
const PIECE = /\ue000(\d+)\ue001/g;

/** Returns well-formed text with uniform line ends and without control characters. */
export function cleanChatText(text: string): string {
  return text.toWellFormed().replaceAll("\r\n", "\n").replace(NOT_TEXT, "");
}

/** Normalizes a name to one line. */
export const cleanName = (name: string) => cleanChatText(name).replace(/\s+/g, " ").trim();

/** Replaces finished Markdown with placeholders while the remaining text is escaped. */
export class MarkdownPlaceholders {
  readonly #markdown: string[] = [];

  keep(markdown: string): string {
    return `${PIECE_START}${this.#markdown.push(markdown) - 1}${PIECE_END}`;
  }

  putBack(text: string): string {
    return text.replace(PIECE, (_all, index: string) => this.#markdown[Number(index)] ?? "");
  }
}

/** `standIn` is a placeholder for a finished mark, until the literal characters around it are escaped. */
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

/** Converts one line with *bold*, _italic_ and ~struck~ text. `decode` undoes the chat platform's own escaping. */
export function convertMarkedLine(line: string, decode: (text: string) => string = (text) => text): string {
  const marked = MARKS.reduce((text, { pattern, standIn }) => text.replace(pattern, `${standIn}$1${standIn}`), line);
  return escapeMarkdown(decode(marked)).replace(
    /[\ue002-\ue004]/g,
    (standIn) => MARKS.find((mark) => mark.standIn === standIn)?.markdown ?? "",
  );
}

/** Escapes only characters that Markdown would treat as markup: `snake_case`, `2 * 3` and `C:\temp` stay readable. */
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

/** The most levels of list marks. People do not read deeper levels as a list. */
const MOST_NESTED = 20;

/** Escapes headings, rules, quotes and tables, because chat text has none. Does the same after a list mark. */
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

/** Whether Markdown would read a line of dashes or similar characters as a heading, a rule or a table. */
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

/**
 * Builds a Markdown link. `address` is http, https or mailto; `label` is plain text. Returns the bare address if the
 * label adds nothing.
 */
export function toMarkdownLink(address: string, label: string): string {
  const safe = address.replace(/[\s<>()\\]/g, percentEncoded);
  const bare = safe.replace(/^mailto:/i, "");
  if (label === "" || label === address || label === bare) return bare;
  return `[${escapeMarkdown(label).replace(/\[|(?<!\\)\]/g, "\\$&")}](${safe})`;
}

/** Encodes parentheses, which would end a Markdown link and which `encodeURIComponent` leaves unchanged. */
const percentEncoded = (character: string) =>
  character === "(" ? "%28" : character === ")" ? "%29" : encodeURIComponent(character);
