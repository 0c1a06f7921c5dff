import { toPersonRow } from "../../server/cli/chat-rows.ts";
import { createChatMessages, type StreamRow } from "./bench-rows.ts";

/** Maps each message to the message that it replies to. A message that starts a conversation is mapped to itself. */
export type ReplyLinks = Map<number, number>;

/** A silence of half an hour starts a new topic. */
const GAP_MS = 30 * 60_000;
/** The longest time since a mentioned person's last message. */
const NAMED_GAP_MS = 4 * GAP_MS;

interface Message {
  i: number;
  at: number;
  author: string;
  mentions: string[];
}
type Rule = (said: Message, before: Message[]) => Message | undefined;

/** Replies to the last message, so that everything is one conversation until nobody writes for a while. */
const byGap: Rule = (said, before) => near(said, before.at(-1), GAP_MS);

/**
 * Replies to the last message of the mentioned person. Without a mention, replies to the author's own last message or
 * to the last message that mentions the author, whichever is later.
 */
const byMentionAndAuthor: Rule = (said, before) => {
  const named = before.findLast((other) => said.mentions.includes(other.author));
  const own = before.findLast((other) => other.author === said.author || other.mentions.includes(said.author));
  return near(said, named, NAMED_GAP_MS) ?? near(said, own, GAP_MS);
};

/** The simple rules that the engine is compared with. */
export const GROUPING_RULES: [string, (row: StreamRow) => ReplyLinks][] = [
  ["rule: gap", (row) => linked(row, byGap)],
  ["rule: mention, author", (row) => linked(row, byMentionAndAuthor)],
  [
    "rule: mention, author, gap",
    (row) => linked(row, (said, before) => byMentionAndAuthor(said, before) ?? byGap(said, before)),
  ],
];

function linked(row: StreamRow, parentOf: Rule): ReplyLinks {
  const times = createChatMessages(row.messages);
  const names = new Set<string>();
  const before: Message[] = [];
  const links: ReplyLinks = new Map();
  for (const [index, raw] of row.messages.entries()) {
    const spoken = toPersonRow(raw);
    if (!spoken) continue;
    const author = (spoken.author ?? "").toLowerCase();
    const words = (spoken.text ?? "").toLowerCase().slice(0, 1_000).split(/\s+/);
    const mentions = words.flatMap((word, at) => {
      const name = word.replace(/^@|[,:;.!?]+$/g, "");
      const addresses = word.startsWith("@") || (at === 0 && /[,:;]$/.test(word)) || name.length > 3;
      return addresses && name !== author && names.has(name) ? [name] : [];
    });
    const said = { i: raw.i, at: times[index]?.sentAt.getTime() ?? 0, author, mentions };
    links.set(said.i, parentOf(said, before)?.i ?? said.i);
    names.add(author);
    before.push(said);
  }
  return links;
}

function near(said: Message, other: Message | undefined, withinMs: number): Message | undefined {
  return other && said.at - other.at <= withinMs ? other : undefined;
}
