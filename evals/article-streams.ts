import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Family, type RawMessage, readFamily } from "../demo/prepare/raw-chat.ts";
import { seededRandom } from "../scripts/seeded-random.ts";
import type { ChatMessage } from "../shared/domain/chat.ts";
import { chatMessages, readRows, type StreamRow } from "./bench-rows.ts";
import { gitterDialogs, simulatedChannel } from "./dialog-streams.ts";
import { asWorkplaceChat } from "./workplace-streams.ts";

/** One channel's talk to write articles of. */
export interface ArticleStream {
  /** The kind of community: what its figures are told under. */
  source: "gitter" | "irc" | "workplace" | "simulated";
  channel: string;
  messages: ChatMessage[];
  /** The true conversation of each message, where people told them apart. */
  conversationOf?: ReadonlyMap<string, number>;
}

/** freeCodeCamp's rooms in which things are asked and answered. */
const ROOMS = [
  "linux",
  "python",
  "java",
  "php",
  "Git",
  "SQL",
  "dotnet",
  "HelpBasejumps",
  "Backend-Challenges",
  "GameDev",
];

/**
 * Streams of permissive chat: stretches of freeCodeCamp's rooms, Ubuntu's IRC as it is and thinned to a workplace's tempo, and
 * Gitter dialogs in simulated channels. The same seed draws the same. `raw` holds the unpacked archives.
 */
export function articleStreams(data: string, raw: string, seed: number, length = 500): ArticleStream[] {
  const random = seededRandom(seed);
  const streams: ArticleStream[] = [];
  if (existsSync(join(raw, "fcc-gitter"))) {
    const rooms = readFamily("gitter-history" satisfies Family, raw);
    for (const room of ROOMS) {
      const said = (rooms.get(room) ?? []).filter(({ event, nick }) => !event && nick !== "camperbot");
      const start = Math.floor(random() * Math.max(1, said.length - length));
      streams.push({ source: "gitter", channel: room, messages: said.slice(start, start + length).map(asMessage) });
    }
  }
  const ubuntu = readRows<StreamRow>(data, "disentangle.dev.jsonl.gz").filter(({ channel }) => channel === "#ubuntu");
  const shuffled = ubuntu.toSorted(() => random() - 0.5);
  for (const row of shuffled.slice(0, 3)) streams.push(labelled("irc", row));
  for (const row of shuffled) streams.push(labelled("workplace", asWorkplaceChat(row, random)));
  const dialogs = gitterDialogs(data);
  for (const room of new Set(dialogs.map((dialog) => dialog.room))) {
    const some = dialogs.filter((dialog) => dialog.room === room).toSorted(() => random() - 0.5);
    streams.push(labelled("simulated", simulatedChannel(some.slice(0, 40), random)));
  }
  return streams.filter(({ messages }) => messages.length > 0);
}

function asMessage({ at, nick, text }: RawMessage, index: number): ChatMessage {
  const author = { externalId: nick, name: nick };
  return { externalId: String(index), threadId: null, author, sentAt: new Date(at), editedAt: null, text };
}

function labelled(source: ArticleStream["source"], row: StreamRow): ArticleStream {
  const spoken = row.messages.filter(({ system }) => !system);
  return {
    source,
    channel: row.channel,
    messages: chatMessages(spoken),
    conversationOf: new Map(spoken.flatMap(({ i, conv }) => (conv === null ? [] : [[String(i), conv] as const]))),
  };
}
