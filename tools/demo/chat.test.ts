import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CONTENT_TYPES } from "../../shared/domain/facets.ts";
import { DEMO_TEAMS, loadDemoTeam, loadDemoTeams, loadKnowledge } from "./chat.ts";
import { hashNickname, listPossibleNicknames } from "./prepare/people.ts";
import { isUnwanted } from "./prepare/unwanted.ts";

const NOW = new Date("2026-11-21T10:00:00Z");
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const allMessages = (team: ReturnType<typeof loadDemoTeam>) => team.channels.flatMap(({ messages }) => messages);

describe.each(DEMO_TEAMS)("the demo's %s team", (name) => {
  const team = loadDemoTeam(name, NOW);
  const members = new Set(team.users.map(({ id }) => id));
  const everything = allMessages(team);

  it("lets only its members, its bots and Slack itself speak, and mentions only members", () => {
    const speakers = everything.filter(
      ({ user, bot_id }) => !(user === "USLACKBOT" || members.has(user ?? "") || bot_id),
    );
    expect(speakers).toEqual([]);
    const mentioned = everything.flatMap(({ text }) => [...text.matchAll(/<@(\w+)>/g)].map(([, id = ""]) => id));
    expect(mentioned.length).toBeGreaterThan(0);
    expect(mentioned.filter((id) => !members.has(id))).toEqual([]);
  });

  it("gives every message a time of its own, oldest first", () => {
    for (const { messages } of team.channels) {
      const times = messages.map(({ ts }) => ts);
      expect(new Set(times).size).toBe(times.length);
      expect(times).toEqual(times.toSorted());
      expect(times.filter((ts) => !/^\d{10}\.\d{6}$/.test(ts))).toEqual([]);
    }
  });

  it("has the first message of every thread, with the replies counted", () => {
    for (const { messages } of team.channels) {
      const replies = messages.filter(({ ts, thread_ts }) => thread_ts && thread_ts !== ts);
      for (const [root, thread] of Map.groupBy(replies, ({ thread_ts }) => thread_ts)) {
        const parent = messages.find(({ ts }) => ts === root);
        expect(parent).toMatchObject({ thread_ts: root, reply_count: thread.length, latest_reply: thread.at(-1)?.ts });
        expect(Number(root)).toBeLessThan(Number(thread[0]?.ts));
      }
    }
  });

  it("names each member and each channel once", () => {
    for (const named of [team.users, team.channels]) {
      expect(new Set(named.map((each) => each.name)).size).toBe(named.length);
      expect(new Set(named.map((each) => each.id)).size).toBe(named.length);
    }
  });

  it("is written in Slack's form: nothing but links and mentions in angle brackets, every & escaped", () => {
    const marks = /<(?:@U\w+|#C\w+(?:\|[^>]*)?|(?:https?:\/\/|mailto:)[^<>\s|]+(?:\|[^<>]*)?)>/g;
    const rest = everything.map(({ text }) => text.replace(marks, ""));
    expect(rest.filter((text) => /[<>]|&(?!amp;|lt;|gt;)/.test(text))).toEqual([]);
  });

  it("ends between an hour and a week ago, on the weekday on which it was written", () => {
    const newestAt = (now: Date) =>
      Math.max(...allMessages(loadDemoTeam(name, now)).map(({ ts }) => Number(ts))) * 1000;
    const age = NOW.getTime() - newestAt(NOW);
    expect(age).toBeGreaterThanOrEqual(HOUR);
    expect(age).toBeLessThan(HOUR + 7 * DAY);
    expect(newestAt(new Date(NOW.getTime() + 98 * DAY)) - newestAt(NOW)).toBeCloseTo(98 * DAY, 0);
  });
});

describe("the real chat", () => {
  const team = loadDemoTeam("real", NOW);
  const everything = allMessages(team);

  it("keeps no nickname of the people who wrote it, in no name and in no text", () => {
    const hashes = readFileSync(join(import.meta.dirname, "chat/real/nickname-hashes.json"), "utf8");
    const nicknames = new Set(JSON.parse(hashes) as string[]);
    expect(nicknames.size).toBeGreaterThan(500);
    const shown = [
      ...everything.map(({ text }) => text),
      ...everything.map(({ username }) => username ?? ""),
      ...team.users.flatMap(({ name, real_name, profile }) => [name, real_name, profile.display_name]),
    ];
    expect(shown.flatMap(listPossibleNicknames).filter((word) => nicknames.has(hashNickname(word)))).toEqual([]);
  });

  it("holds no address of a person, no public IP address and no insult", () => {
    const texts = everything.map(({ text }) => text);
    const addresses = texts.flatMap((text) => text.match(/[\w.+-]+@[\w-]+\.[a-z]{2,}/gi) ?? []);
    expect(addresses.filter((address) => !/^(someone@example\.com|git@)/.test(address))).toEqual([]);
    const ips = texts.flatMap((text) => text.match(/\b\d{2,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}\b/g) ?? []);
    expect(ips.filter((ip) => !/^(10|127|172|192\.168|203\.0\.113|255|169\.254)\./.test(ip))).toEqual([]);
    expect(texts.filter(isUnwanted)).toEqual([]);
  });

  it("keeps the noise: bots, joins and messages without threads", () => {
    const subtypes = Map.groupBy(everything, ({ subtype }) => subtype ?? "talk");
    expect(subtypes.get("bot_message")?.length).toBeGreaterThan(50);
    expect(subtypes.get("channel_join")?.length).toBeGreaterThan(0);
    expect(everything.filter(({ thread_ts }) => thread_ts)).toEqual([]);
  });
});

describe("the business chat", () => {
  const team = loadDemoTeam("business", NOW);
  const everything = allMessages(team);
  const knowledge = loadKnowledge(NOW);

  it("says which conversations are worth keeping, by messages that exist", () => {
    for (const { channel, about, messages } of knowledge) {
      const known = new Set(team.channels.find(({ id }) => id === channel)?.messages.map(({ ts }) => ts));
      expect(messages.filter((ts) => !known.has(ts))).toEqual([]);
      expect(messages.length, about).toBeGreaterThan(0);
    }
    const topics = new Set(knowledge.map(({ about }) => about));
    expect(topics.size).toBe(knowledge.length);
    const repeats = knowledge.flatMap((conversation) => conversation.repeats ?? []);
    expect(repeats.length).toBeGreaterThan(0);
    expect(repeats.filter((topic) => !topics.has(topic))).toEqual([]);
    expect(knowledge.filter(({ kind }) => !CONTENT_TYPES.includes(kind))).toEqual([]);
  });

  it("is mostly chatter: more than half of the messages belong to no such conversation", () => {
    const kept = new Set(knowledge.flatMap(({ channel, messages }) => messages.map((ts) => `${channel} ${ts}`)));
    expect(kept.size).toBeLessThan(everything.length / 2);
  });

  it("holds what a real workspace holds: edits, deletions, broadcasts, files, bots, long texts and other scripts", () => {
    const has = (test: (message: (typeof everything)[number]) => boolean) => everything.some(test);
    expect(has(({ edited }) => edited !== undefined)).toBe(true);
    for (const subtype of [
      "tombstone",
      "thread_broadcast",
      "channel_join",
      "channel_leave",
      "channel_topic",
      "bot_message",
    ])
      expect(
        has((message) => message.subtype === subtype),
        subtype,
      ).toBe(true);
    expect(has(({ files }) => files !== undefined)).toBe(true);
    expect(has(({ bot_id, subtype }) => bot_id !== undefined && subtype === undefined)).toBe(true);
    expect(has(({ text }) => text.length > 5_900)).toBe(true);
    for (const pattern of [/\p{Script=Arabic}/u, /\u200b/, /```/, /AKIAIOSFODNN7EXAMPLE/, /<mailto:/])
      expect(
        has(({ text }) => pattern.test(text)),
        String(pattern),
      ).toBe(true);
  });
});

it("loads both teams", () => {
  expect(loadDemoTeams(NOW).map(({ domain }) => domain)).toEqual(["larkmoor", "toolbench-commons"]);
});
