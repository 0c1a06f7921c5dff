import { pickSpokenRow } from "../server/cli/chat-rows.ts";
import { createChatMessages, type StreamRow } from "./bench-rows.ts";

/** The message that each message replies to; itself when it starts a conversation. */
export type Links = Map<number, number>;

/** Half an hour of silence starts a new topic. */
const GAP_MS = 30 * 60_000;
/** A mentioned person may have spoken longer ago. */
const NAMED_GAP_MS = 4 * GAP_MS;

interface Message {
  i: number;
  at: number;
  author: string;
  mentions: string[];
}
type Rule = (said: Message, before: Message[]) => Message | undefined;

/** The last message: everything is one conversation until nobody speaks for a while. */
const byGap: Rule = (said, before) => near(said, before.at(-1), GAP_MS);

/**
 * The last message of the mentioned person; otherwise the later one of the author's own last message and the last one that
 * mentions the author.
 */
const byMentionAndAuthor: Rule = (said, before) => {
  const named = before.findLast((other) => said.mentions.includes(other.author));
  const own = before.findLast((other) => other.author === said.author || other.mentions.includes(said.author));
  return near(said, named, NAMED_GAP_MS) ?? near(said, own, GAP_MS);
};

/** Simple baselines. */
export const GROUPING_RULES: [string, (row: StreamRow) => Links][] = [
  ["rule: gap", (row) => linked(row, byGap)],
  ["rule: mention, author", (row) => linked(row, byMentionAndAuthor)],
  [
    "rule: mention, author, gap",
    (row) => linked(row, (said, before) => byMentionAndAuthor(said, before) ?? byGap(said, before)),
  ],
];

function linked(row: StreamRow, parentOf: Rule): Links {
  const times = createChatMessages(row.messages);
  const names = new Set<string>();
  const before: Message[] = [];
  const links: Links = new Map();
  for (const [index, raw] of row.messages.entries()) {
    const spoken = pickSpokenRow(raw);
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
