import {
  cleanChatText,
  convertMarkedLine,
  escapeLineStart,
  escapeMarkdown,
  MarkdownPlaceholders,
  toCodeBlock,
  toCodeSpan,
  toMarkdownLink,
} from "../markdown-text.ts";
import { replaceEmojiCodes } from "./emoji.ts";

/** Returns names for the ids in a text. An id without a name (undefined) is shown unchanged. */
export interface SlackNames {
  user(id: string): string | undefined;
  channel(id: string): string | undefined;
}

/**
 * Converts Slack's mrkdwn to Markdown in Slack's own order: first code, which stays unchanged, then `<…>` tokens, then
 * emphasis, then the three entities. A character with a meaning in Markdown but not in Slack is escaped, so that a text
 * cannot become a link, heading or HTML. https://docs.slack.dev/messaging/formatting-message-text
 */
export function convertToMarkdown(mrkdwn: string, names: SlackNames): string {
  const parts = cleanChatText(mrkdwn).split(/```([\s\S]*?)```/);
  return parts
    .map((part, index) =>
      index % 2 === 1 ? toCodeBlock(plain(part, names)) : prose(part, names, index > 0, index < parts.length - 1),
    )
    .filter((part) => part !== "")
    .join("\n")
    .trim();
}

/** Converts the text between code blocks. A line break beside a code block belongs to the block. */
function prose(text: string, names: SlackNames, afterCode: boolean, beforeCode: boolean): string {
  let rest = text;
  if (afterCode) rest = rest.replace(/^[ \t]*\n?/, "");
  if (beforeCode) rest = rest.replace(/\n?[ \t]*$/, "");
  const pieces = new MarkdownPlaceholders();
  const opaque = rest
    .replace(/`([^`\n]+)`/g, (_all, code: string) => pieces.keep(toCodeSpan(plain(code, names))))
    .replace(/<([^<>\n]+)>/g, (_all, token: string) => pieces.keep(tokenMarkdown(token, names)));
  const lines = withQuotes(opaque).map(({ quoted, text: line }) =>
    quoted ? `> ${lineMarkdown(line)}` : lineMarkdown(line),
  );
  return pieces.putBack(endQuotes(lines).join("\n"));
}

/**
 * Separates quotes from other text. `>` quotes one line, and `>>>` the rest of the text. Slack sends both signs
 * escaped.
 */
function withQuotes(text: string): { quoted: boolean; text: string }[] {
  let allQuoted = false;
  return text.split("\n").map((line) => {
    const all = /^(?:&gt;){3} ?/.exec(line);
    const one = /^&gt; ?/.exec(line);
    if (all) allQuoted = true;
    return { quoted: allQuoted || one !== null, text: line.slice((all ?? one)?.[0].length ?? 0) };
  });
}

/** Adds a blank line after a quote, because Markdown would otherwise add the next line to the quote. */
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
  const markdown = replaceEmojiCodes(convertMarkedLine(text, decodeEntities));
  return bullet ? `${"  ".repeat(depth)}- ${escapeLineStart(markdown)}` : escapeLineStart(markdown);
}

const decodeEntities = (text: string) =>
  text.replace(/&(amp|lt|gt);/g, (_all, name: "amp" | "lt" | "gt") => ({ amp: "&", lt: "<", gt: ">" })[name]);

/** Converts the content of a `<…>` token. */
function tokenMarkdown(token: string, names: SlackNames): string {
  const [target = "", label] = splitLabel(token);
  if (!/^(https?:\/\/|mailto:)/i.test(target)) return escapeMarkdown(plainToken(token, names));
  return toMarkdownLink(decodeEntities(target), decodeEntities(label ?? ""));
}

/** Returns the visible text of a token, for code and for tokens that are no links. */
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

/** Returns the plain text of code. Every character stays, but Slack's own additions are undone. */
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
