import { join } from "node:path";
import { mapMessage, type SlackPeople } from "../connectors/slack/map.ts";
import { type DemoTeam, loadDemoTeam } from "../demo/chat.ts";
import { formConversations } from "../engine/find/form-conversations.ts";
import { seededRandom } from "../scripts/seeded-random.ts";
import { readArchive } from "../scripts/training-messages/read-archive.ts";
import type { ChatMessage, Conversation } from "../shared/domain/chat.ts";
import { type BenchMessage, chatMessages, readRows, type StreamRow } from "./bench-rows.ts";
import { gitterDialogs, simulatedChannel } from "./dialog-streams.ts";
import { officeConversation, officeConversations } from "./office-conversations.ts";
import { ownConversations } from "./own-conversations.ts";
import { asWorkplaceChat } from "./workplace-streams.ts";

/** A channel to write articles from, as it comes out of a chat platform. */
export interface ArticleStream {
  source: "gitter" | "simulated" | "irc" | "workplace" | "threads" | "own" | "business" | "office";
  channel: string;
  conversations: Conversation[];
}

/** Rooms of freeCodeCamp where somebody asks and others answer. */
const ROOMS = [
  "Git",
  "SQL",
  "java",
  "linux",
  "python",
  "php",
  "dotnet",
  "HelpBasejumps",
  "GameDev",
  "Backend-Challenges",
];
const CHUNK = 400;

/** Channels of permissive chat, another part of it for every seed. `data` holds `bench` and `raw`. */
export function articleStreams(data: string, seed: number): ArticleStream[] {
  const random = seededRandom(seed);
  return [
    ...gitterRooms(data, random),
    ...dialogRooms(data, random),
    ...ircChannels(data, random),
    ...written(random),
    ...office(),
  ];
}

/** Offices of which nothing was fitted when their articles were read; their sentences are since (`office-gold.jsonl`). */
function office(): ArticleStream[] {
  const channels = Map.groupBy(officeConversations("unseen"), ({ channel }) => channel);
  return [...channels].map(([channel, rows]) => ({
    source: "office",
    channel,
    conversations: rows.map(officeConversation),
  }));
}

function gitterRooms(data: string, random: () => number): ArticleStream[] {
  return [...readArchive(join(data, "raw", "fcc-gitter.tar.gz"))].flatMap(([name, text]): ArticleStream[] => {
    const room = /archives\/(.+)\.tsv$/.exec(name)?.[1];
    if (!room || !ROOMS.includes(room)) return [];
    const rows = text
      .trim()
      .split("\n")
      .reverse()
      .map((line): BenchMessage => {
        const [, , ts = "", , author = "", , said = ""] = line.split("\t");
        return { ts, author, text: said.replace(/\\n/g, "\n").replace(/\\r|\\t/g, " ") };
      });
    const from = Math.floor(random() * Math.max(1, rows.length - CHUNK));
    return [streamOf("gitter", room, chatMessages(rows.slice(from, from + CHUNK)))];
  });
}

/** Dialogs that people told apart: laid into channels, and as the threads of one. */
function dialogRooms(data: string, random: () => number): ArticleStream[] {
  return [...Map.groupBy(gitterDialogs(data), ({ room }) => room)].flatMap(([room, dialogs]): ArticleStream[] => {
    const some = dialogs.toSorted(() => random() - 0.5).slice(0, 25);
    const threads = some.slice(12).map(({ messages }, index) => threadOf(`${room}-${index}`, messages));
    return [
      streamOf("simulated", room, chatMessages(simulatedChannel(some.slice(0, 12), random).messages)),
      { source: "threads", channel: room, conversations: threads },
    ];
  });
}

function ircChannels(data: string, random: () => number): ArticleStream[] {
  const rows = readRows<StreamRow>(data, "disentangle.train.jsonl.gz").filter(({ channel }) => channel === "#ubuntu");
  return rows
    .toSorted(() => random() - 0.5)
    .slice(0, 6)
    .map((row, index) => {
      const busy = { ...row, messages: row.messages.filter(({ system }) => !system).slice(0, CHUNK) };
      return index % 2
        ? streamOf("irc", row.channel, chatMessages(busy.messages))
        : streamOf("workplace", row.channel, chatMessages(asWorkplaceChat(row, random).messages));
    });
}

/** Office conversations of our own, and the demo's. */
function written(random: () => number): ArticleStream[] {
  const { fit, check } = ownConversations();
  const drawn = [...fit, ...check].toSorted(() => random() - 0.5).slice(0, 60);
  const own = [...Map.groupBy(drawn, ({ family }) => family)].map(
    ([family, rows]): ArticleStream => ({
      source: "own",
      channel: family ?? "office",
      conversations: rows.map(({ id, messages }) => threadOf(id, messages)),
    }),
  );
  return [...own, ...demoStreams(loadDemoTeam("business", new Date()))];
}

/** The channels of a team of the demo. */
export function demoStreams(team: DemoTeam): ArticleStream[] {
  const names = new Map(team.users.map((user) => [user.id, user.profile.display_name || user.real_name]));
  const bots = new Set(team.users.filter((user) => user.is_bot).map((user) => user.id));
  const channels = new Map(team.channels.map((channel) => [channel.id, channel.name]));
  const people: SlackPeople = {
    user: (id) => names.get(id),
    channel: (id) => channels.get(id),
    isBot: (id) => bots.has(id),
  };
  return team.channels.map((channel) => {
    const said = channel.messages.flatMap((raw) => {
      const mapped = mapMessage(raw, people);
      return mapped && "message" in mapped ? [mapped.message] : [];
    });
    return streamOf("business", channel.name, said);
  });
}

function streamOf(source: ArticleStream["source"], channel: string, messages: ChatMessage[]): ArticleStream {
  return { source, channel, conversations: formConversations(messages) };
}

function threadOf(key: string, messages: BenchMessage[]): Conversation {
  return { key, messages: chatMessages(messages).map((message) => ({ ...message, threadId: key })) };
}
