import { withEmoji } from "./emoji.ts";

/** Who and what the ids in a text stand for. An unknown id answers undefined and is shown as it is. */
export interface SlackNames {
  user(id: string): string | undefined;
  channel(id: string): string | undefined;
}

/**
 * Slack's mrkdwn to Markdown. The order is Slack's own: code first (it stays as it is), then the `<…>` tokens, then emphasis,
 * and the three entities once, last. Characters that mean nothing at Slack but something in Markdown are escaped, so that
 * a text cannot grow links, headings or HTML on the way.
 * https://docs.slack.dev/messaging/formatting-message-text
 */
export function toMarkdown(mrkdwn: string, names: SlackNames): string {
  const clean = mrkdwn.toWellFormed().replace(NOT_TEXT, "").replaceAll("\r\n", "\n");
  const parts = clean.split(/```([\s\S]*?)```/);
  return parts
    .map((part, index) =>
      index % 2 === 1 ? codeBlock(part, names) : prose(part, names, index > 0, index < parts.length - 1),
    )
    .filter((part) => part !== "")
    .join("\n")
    .trim();
}

/** Control characters, and the private ones that mark finished pieces below. */
const NOT_TEXT = /(?![\t\n])\p{Cc}|[\ue000-\ue004]/gu;
const PIECE_START = "\ue000";
const PIECE_END = "\ue001";
const PIECE = /\ue000(\d+)\ue001/g;

function codeBlock(code: string, names: SlackNames): string {
  const lines = plain(code, names).replace(/^\n/, "").replace(/\n$/, "");
  return `\`\`\`\n${lines}\n\`\`\``;
}

/** Text between code blocks; its own line ends towards them are theirs. */
function prose(text: string, names: SlackNames, afterCode: boolean, beforeCode: boolean): string {
  let rest = text;
  if (afterCode) rest = rest.replace(/^[ \t]*\n?/, "");
  if (beforeCode) rest = rest.replace(/\n?[ \t]*$/, "");
  const pieces: string[] = [];
  const keep = (markdown: string) => `${PIECE_START}${pieces.push(markdown) - 1}${PIECE_END}`;
  const opaque = rest
    .replace(/`([^`\n]+)`/g, (_all, code: string) => keep(codeSpan(plain(code, names))))
    .replace(/<([^<>\n]+)>/g, (_all, token: string) => keep(tokenMarkdown(token, names)));
  const lines = withQuotes(opaque).map(({ quoted, text: line }) =>
    quoted ? `> ${lineMarkdown(line)}` : lineMarkdown(line),
  );
  return endQuotes(lines)
    .join("\n")
    .replace(PIECE, (_all, index: string) => pieces[Number(index)] ?? "");
}

const codeSpan = (code: string) => (/^ .* $/.test(code) ? `\` ${code} \`` : `\`${code}\``);

/** `>` quotes a line, `>>>` everything after it; both arrive escaped. */
function withQuotes(text: string): { quoted: boolean; text: string }[] {
  let allQuoted = false;
  return text.split("\n").map((line) => {
    const all = /^(?:&gt;){3} ?/.exec(line);
    const one = /^&gt; ?/.exec(line);
    if (all) allQuoted = true;
    return { quoted: allQuoted || one !== null, text: line.slice((all ?? one)?.[0].length ?? 0) };
  });
}

/** A line right after a quote would count as part of it in Markdown. */
function endQuotes(lines: string[]): string[] {
  return lines.flatMap((line, index) => {
    const follows = lines[index - 1]?.startsWith("> ") && !line.startsWith("> ") && line.trim() !== "";
    return follows ? ["", line] : [line];
  });
}

const BULLET = /^(\s*)([•◦▪▫‣●○])\s+/;

function lineMarkdown(line: string): string {
  const bullet = BULLET.exec(line);
  const depth = bullet ? Math.floor((bullet[1] ?? "").replaceAll("\t", "    ").length / 4) : 0;
  const text = bullet ? line.slice(bullet[0].length) : line;
  const markdown = withEmoji(escapeMarkdown(decodeEntities(emphasis(text))));
  return bullet ? `${"  ".repeat(depth)}- ${escapeLineStart(markdown)}` : escapeLineStart(markdown);
}

/** `standIn` holds the place of a finished Markdown mark until the literal ones around it are escaped. */
const MARKS = (
  [
    ["*", "**", "\ue002"],
    ["_", "_", "\ue003"],
    ["~", "~~", "\ue004"],
  ] as const
).map(([slack, markdown, standIn]) => {
  const mark = slack === "*" ? "\\*" : slack;
  const inner = `(?=[^\\s${mark}])([^${mark}\\n]*?[^\\s${mark}])`;
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}${mark}])${mark}${inner}${mark}(?![\\p{L}\\p{N}${mark}])`, "gu");
  return { markdown, standIn, pattern };
});

function emphasis(text: string): string {
  return MARKS.reduce((marked, { pattern, standIn }) => marked.replace(pattern, `${standIn}$1${standIn}`), text);
}

const decodeEntities = (text: string) =>
  text.replace(/&(amp|lt|gt);/g, (_all, name: "amp" | "lt" | "gt") => ({ amp: "&", lt: "<", gt: ">" })[name]);

/** Only where Markdown would read a meaning into it: `snake_case`, `2 * 3` and `C:\temp` stay readable. */
function escapeMarkdown(text: string): string {
  return text
    .replace(/\\(?=[!-/:-@[-`{-~])/g, "\\\\")
    .replace(/\*(?=\S)|(?<=\S)\*/g, "\\*")
    .replace(/(?<![\p{L}\p{N}])_(?=\S)|(?<=\S)_(?![\p{L}\p{N}])/gu, "\\_")
    .replace(/(?<=\S)~|~(?=~)/g, "\\~")
    .replaceAll("`", "\\`")
    .replace(/\](?=[([:])/g, "\\]")
    .replace(/<(?=[A-Za-z/!?])/g, "\\<")
    .replace(/&(?=#?\w+;)/g, "\\&")
    .replace(/[\ue002-\ue004]/g, (standIn) => MARKS.find((mark) => mark.standIn === standIn)?.markdown ?? "");
}

/** Lines of dashes and the like that Markdown takes for a heading, a rule or the head of a table. */
const RULER = /^\s*(=+|[|:\s-]*-[|:\s-]*|([_*])(\s*\2){2,})\s*$/;

/** Headings, rules and tables do not exist at Slack, neither do they behind the mark of a list. */
function escapeLineStart(line: string): string {
  if (RULER.test(line)) return line.replace(/\S/, "\\$&");
  const item = /^(\s*(?:[-*+]|\d{1,9}[.)])\s+)(.+)$/s.exec(line);
  if (item) return `${item[1]}${escapeLineStart(item[2] ?? "")}`;
  return line.replace(/^(\s*)(>|#{1,6}(?:\s|$))/, "$1\\$2");
}

/** The inside of `<…>`. */
function tokenMarkdown(token: string, names: SlackNames): string {
  const [target = "", label] = splitLabel(token);
  const shown = label === undefined ? undefined : escapeMarkdown(decodeEntities(label));
  if (!/^(https?:\/\/|mailto:)/i.test(target)) return escapeMarkdown(plainToken(token, names));
  const address = decodeEntities(target).replace(/[\s<>()\\]/g, percentEncoded);
  const bare = address.replace(/^mailto:/i, "");
  if (shown === undefined || decodeEntities(label ?? "") === bare || label === target) return bare;
  return `[${shown.replace(/\[|(?<!\\)\]/g, "\\$&")}](${address})`;
}

/** A token as a person reads it, for code and for everything that is not a link. */
function plainToken(token: string, names: SlackNames): string {
  const [target = "", label] = splitLabel(token);
  const id = target.slice(1);
  if (target.startsWith("@")) return `@${names.user(id) ?? (decodeEntities(label ?? "") || id)}`;
  if (target.startsWith("#")) return `#${decodeEntities(label ?? "") || names.channel(id) || id}`;
  if (target.startsWith("!subteam^")) return `@${(decodeEntities(label ?? "") || "group").replace(/^@/, "")}`;
  if (target.startsWith("!date^")) return decodeEntities(label ?? "") || "a date";
  if (target.startsWith("!")) return decodeEntities(label ?? "") || `@${id.split("^")[0] ?? ""}`;
  return decodeEntities(label || target.replace(/^mailto:/i, ""));
}

/** Code keeps every character; only what Slack added to it is taken back. */
function plain(text: string, names: SlackNames): string {
  const parts = text.split(/<([^<>\n]+)>/);
  return parts.map((part, index) => (index % 2 === 1 ? plainCodeToken(part, names) : decodeEntities(part))).join("");
}

const plainCodeToken = (token: string, names: SlackNames) =>
  /^[@#!]/.test(token) || /^[a-z][a-z0-9+.-]*:/i.test(token) ? plainToken(token, names) : `<${decodeEntities(token)}>`;

function splitLabel(token: string): [string, string | undefined] {
  const bar = token.indexOf("|");
  return bar < 0 ? [token, undefined] : [token.slice(0, bar), token.slice(bar + 1)];
}

/** `encodeURIComponent` leaves parentheses, which would end a Markdown link. */
const percentEncoded = (character: string) =>
  character === "(" ? "%28" : character === ")" ? "%29" : encodeURIComponent(character);
