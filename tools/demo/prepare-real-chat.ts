/**
 * Makes tools/demo/chat/real from the published archives: `node tools/demo/prepare-real-chat.ts --raw DIR`. DIR holds `fcc-gitter`,
 * `livechat-gitter` and `irc-disentanglement`, unpacked (NOTICE says where they are published). The same archives always give
 * the same files.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { findOrdinaryWords, findShortForms } from "./prepare/ordinary-words.ts";
import { FictionalPeople, type FictionalPerson, hashNickname, slackId } from "./prepare/people.ts";
import { type ChatArchive, type RawMessage, readChatArchive } from "./prepare/raw-chat.ts";
import { isUnwanted } from "./prepare/unwanted.ts";
import { toSlackText } from "./prepare/wire-text.ts";
import type { SlackMessage, SlackTeam, SlackUser } from "./slack-wire.ts";

interface ChatExcerpt {
  name: string;
  archive: ChatArchive;
  room: string;
  /** The number of the room's messages before the first message that is taken. */
  from: number;
  count: number;
  purpose: string;
}

const STRETCHES: ChatExcerpt[] = [
  {
    name: "git",
    archive: "gitter-history",
    room: "Git",
    from: 1300,
    count: 450,
    purpose: "Git and GitHub: ask, and help",
  },
  {
    name: "linux",
    archive: "gitter-history",
    room: "linux",
    from: 5900,
    count: 450,
    purpose: "Distributions, shells, desktops",
  },
  { name: "sql", archive: "gitter-history", room: "SQL", from: 600, count: 400, purpose: "Queries and databases" },
  {
    name: "python",
    archive: "gitter-history",
    room: "python",
    from: 4100,
    count: 450,
    purpose: "Python, from the first loop on",
  },
  {
    name: "docker",
    archive: "live-chat",
    room: "docker",
    from: 0,
    count: 450,
    purpose: "Containers, images, compose, swarm",
  },
  {
    name: "typescript",
    archive: "live-chat",
    room: "Typescript",
    from: 200,
    count: 450,
    purpose: "Types and the compiler",
  },
  {
    name: "nodejs",
    archive: "live-chat",
    room: "nodejs",
    from: 0,
    count: 350,
    purpose: "Node.js, npm and the event loop",
  },
  {
    name: "ubuntu",
    archive: "ubuntu-irc",
    room: "2006-12-10.train-a",
    from: 1000,
    count: 500,
    purpose: "Ubuntu support",
  },
];

const BOTS = new Map([
  ["camperbot", "helper-bot"],
  ["ubottu", "fact-bot"],
  ["ubotu", "fact-bot"],
  ["floodbot1", "guard-bot"],
]);

/** The messages taken from each room are moved by whole weeks to end before this day, which keeps weekdays and hours. */
const END = Date.UTC(2026, 0, 5);
const WEEK = 7 * 86_400_000;

const { values } = parseArgs({ options: { raw: { type: "string" } } });
if (!values.raw) throw new Error("Say where the unpacked archives are: --raw DIR");
const target = join(import.meta.dirname, "chat/real");
mkdirSync(target, { recursive: true });

const archives = new Map(
  (["gitter-history", "live-chat", "ubuntu-irc"] as const).map((archive) => [
    archive,
    readChatArchive(archive, values.raw ?? ""),
  ]),
);
const nicksOf = (rooms: Iterable<RawMessage[]>) => new Set([...rooms].flat().map(({ nick }) => nick.toLowerCase()));
const usedRooms = STRETCHES.map(({ archive, room }) => archives.get(archive)?.get(room) ?? []);
const chatRooms = [...(archives.get("gitter-history")?.values() ?? []), ...(archives.get("live-chat")?.values() ?? [])];
const known = nicksOf([...chatRooms, ...usedRooms]);
const ordinary = findOrdinaryWords(known, archives);
const taken = STRETCHES.map(({ from, count }, index) => (usedRooms[index] ?? []).slice(from, from + count));
const people = new FictionalPeople(known, ordinary, findShortForms(usedRooms, ordinary, archives));
const authors = new Map<string, FictionalPerson>();

const channels = STRETCHES.map((stretch, index) => {
  const messages = toSlackMessages(taken[index] ?? []);
  writeLines(`${stretch.name}.json`, messages);
  return {
    id: slackId("C", stretch.name),
    name: stretch.name,
    is_private: false,
    is_archived: false,
    topic: { value: "" },
    purpose: { value: stretch.purpose },
    created: Math.floor(Number(messages[0]?.ts) - 86_400),
  };
});

const team: SlackTeam = {
  id: slackId("T", "real"),
  name: "Toolbench Commons",
  domain: "toolbench-commons",
  users: [...authors.values()].map(toSlackUser),
  channels,
};
const users = team.users.map((user) => `  ${JSON.stringify(user)}`).join(",\n");
const teamFile = JSON.stringify({ ...team, users: [] }, null, 2).replace('"users": []', `"users": [\n${users}\n]`);
writeFileSync(join(target, "team.json"), `${teamFile}\n`);
const survivors = [...nicksOf(usedRooms)].filter((nick) => nick.length > 3 && people.isUnmistakable(nick));
writeFileSync(join(target, "nickname-hashes.json"), `${JSON.stringify(survivors.map(hashNickname).sort())}\n`);

function toSlackMessages(stretch: RawMessage[]): SlackMessage[] {
  const shift = Math.floor((END - (stretch.at(-1)?.at ?? END)) / WEEK) * WEEK;
  const speakers = new Set(stretch.map(({ nick }) => nick.toLowerCase()));
  const messages: SlackMessage[] = [];
  let last = 0;
  for (const raw of stretch) {
    if (raw.event === "leave" || isUnwanted(raw.text)) continue;
    const text = raw.event ? "" : toSlackText(raw.text, people, speakers);
    if (!raw.event && !text) continue;
    const microseconds = Math.max((raw.at + shift) * 1000 + 100, last + 1);
    last = microseconds;
    const ts = `${Math.floor(microseconds / 1e6)}.${String(microseconds % 1e6).padStart(6, "0")}`;
    messages.push(toSlackMessage(raw, ts, text));
  }
  return messages;
}

function toSlackMessage(raw: RawMessage, ts: string, text: string): SlackMessage {
  const bot = BOTS.get(raw.nick.toLowerCase());
  for (const [, id = ""] of text.matchAll(/<@(U\w+)>/g)) authors.set(id, personWithId(id));
  if (bot) return { type: "message", subtype: "bot_message", bot_id: slackId("B", bot), username: bot, ts, text };
  const person = people.named(raw.nick);
  authors.set(person.id, person);
  if (!raw.event) return { type: "message", user: person.id, ts, text };
  return {
    type: "message",
    subtype: "channel_join",
    user: person.id,
    ts,
    text: `<@${person.id}> has joined the channel`,
  };
}

function personWithId(id: string): FictionalPerson {
  const person = people.withId(id);
  if (!person) throw new Error(`A mention points to nobody: ${id}`);
  return person;
}

function toSlackUser({ id, firstName, lastName }: FictionalPerson): SlackUser {
  const real_name = `${firstName} ${lastName}`;
  return {
    id,
    name: `${firstName}.${lastName}`.toLowerCase(),
    real_name,
    profile: { display_name: firstName, real_name },
    is_bot: false,
    deleted: false,
    tz: "Etc/UTC",
  };
}

/** Writes one message per line, so that a changed message is a changed line. */
function writeLines(file: string, messages: SlackMessage[]): void {
  const lines = messages.map((message) => JSON.stringify(message)).join(",\n");
  writeFileSync(join(target, file), `[\n${lines}\n]\n`);
}
