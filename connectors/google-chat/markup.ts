import {
  cleanChatText,
  cleanName,
  convertMarkedLine,
  escapeLineStart,
  escapeMarkdown,
  MarkdownPlaceholders,
  toCodeBlock,
  toCodeSpan,
  toMarkdownLink,
} from "../markdown-text.ts";

/** The name of 'users/123'; undefined when unknown. */
export type NameOf = (user: string) => string | undefined;

/**
 * Converts a message with Google Chat's markup (`formattedText`) to Markdown.
 * https://developers.google.com/workspace/chat/format-messages
 */
export function convertToMarkdown(formatted: string, nameOf: NameOf): string {
  const parts = cleanChatText(formatted).split(/```([\s\S]*?)```/);
  return parts
    .map((part, index) => (index % 2 === 1 ? toCodeBlock(plain(part, nameOf)) : prose(part.trim(), nameOf)))
    .filter((part) => part !== "")
    .join("\n")
    .trim();
}

function prose(text: string, nameOf: NameOf): string {
  const pieces = new MarkdownPlaceholders();
  const opaque = text
    .replace(/`([^`\n]+)`/g, (_all, code: string) => pieces.keep(toCodeSpan(plain(code, nameOf))))
    .replace(TOKEN, (_all, token: string) => pieces.keep(tokenMarkdown(token, nameOf)))
    // Underscores and asterisks in an address are not markup.
    .replace(/https?:\/\/[^\s<>()\ue000]+/g, (address) => pieces.keep(address));
  return pieces.putBack(opaque.split("\n").map(lineMarkdown).join("\n"));
}

/** Matches `<users/123>` and `<https://acme.com|label>`. People typed all other angle brackets. */
const TOKEN = /<(users\/[\w.@-]+|(?:https?:\/\/|mailto:)[^<>\s|]+(?:\|[^<>\n]*)?)>/gi;

const BULLET = /^(\s*)[*•-]\s+/;

function lineMarkdown(line: string): string {
  const bullet = BULLET.exec(line);
  const text = bullet ? line.slice(bullet[0].length) : line;
  if (text.trim() === "") return escapeLineStart(line);
  const depth = Math.floor((bullet?.[1] ?? "").replaceAll("\t", "    ").length / 4);
  const markdown = escapeLineStart(convertMarkedLine(text));
  return bullet ? `${"  ".repeat(depth)}- ${markdown}` : markdown;
}

function tokenMarkdown(token: string, nameOf: NameOf): string {
  if (token.startsWith("users/")) return escapeMarkdown(mention(token, nameOf));
  const { address, label } = linkOf(token);
  return toMarkdownLink(address, label);
}

/** Returns the visible text, for use inside code. */
const plain = (text: string, nameOf: NameOf) =>
  text.replace(TOKEN, (_all, token: string) => {
    if (token.startsWith("users/")) return mention(token, nameOf);
    const { address, label } = linkOf(token);
    return label || address;
  });

const mention = (user: string, nameOf: NameOf) =>
  `@${user === "users/all" ? "all" : cleanName(nameOf(user) ?? "") || user.slice("users/".length)}`;

function linkOf(token: string): { address: string; label: string } {
  const bar = token.indexOf("|");
  return bar < 0 ? { address: token, label: "" } : { address: token.slice(0, bar), label: token.slice(bar + 1).trim() };
}
