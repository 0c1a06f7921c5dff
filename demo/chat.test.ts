import { createWriteStream, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { DEMO_TEAMS, loadDemoTeam, loadDemoTeams } from "./chat.ts";
import { hashNick, NICK } from "./prepare/people.ts";

const NOW = new Date("2026-11-21T10:00:00Z");
const HOUR = 3_600_000;

describe.each(DEMO_TEAMS)("the demo's %s team", (name) => {
  const team = loadDemoTeam(name, NOW);
  const known = new Set(team.users.map(({ id }) => id));
  const everything = team.channels.flatMap(({ messages }) => messages);

  it("lets only members and bots speak, and mentions only members", () => {
    const strangers = everything.filter(
      ({ user, bot_id }) => !(user ? known.has(user) || user === "USLACKBOT" : bot_id),
    );
    expect(strangers).toEqual([]);
    const mentioned = everything.flatMap(({ text }) => [...text.matchAll(/<@(\w+)>/g)].map(([, id = ""]) => id));
    expect(mentioned.filter((id) => !known.has(id))).toEqual([]);
  });

  it("gives every message a time of its own, oldest first", () => {
    for (const { messages } of team.channels) {
      const times = messages.map(({ ts }) => ts);
      expect(new Set(times).size).toBe(times.length);
      expect(times).toEqual(times.toSorted());
      expect(times.every((ts) => /^\d{10}\.\d{6}$/.test(ts))).toBe(true);
    }
  });

  it("has the first message of every thread, with the replies counted", () => {
    for (const { messages } of team.channels) {
      const replies = messages.filter(({ ts, thread_ts }) => thread_ts && thread_ts !== ts);
      for (const [root, inThread] of Map.groupBy(replies, ({ thread_ts }) => thread_ts)) {
        const parent = messages.find(({ ts }) => ts === root);
        expect(parent).toMatchObject({
          thread_ts: root,
          reply_count: inThread.length,
          latest_reply: inThread.at(-1)?.ts,
        });
      }
    }
  });

  it("names each member and each channel once", () => {
    for (const names of [team.users.map((user) => user.name), team.channels.map((channel) => channel.name)])
      expect(new Set(names).size).toBe(names.length);
  });

  it("writes links, mentions and nothing else in angle brackets, as Slack does", () => {
    for (const { text } of everything)
      expect(
        text.replace(/<(?:@U\w+|#C\w+(?:\|[^>]*)?|![\w^|]+|(?:https?|mailto):[^<>\s|]+(?:\|[^<>]*)?)>/g, ""),
      ).not.toMatch(/[<>]/);
  });

  it("ends shortly before now, on the weekday it was written", () => {
    const newest = (at: Date) =>
      Math.max(...loadDemoTeam(name, at).channels.flatMap(({ messages }) => messages.map(({ ts }) => Number(ts)))) *
      1000;
    const age = NOW.getTime() - newest(NOW);
    expect(age).toBeGreaterThanOrEqual(HOUR);
    expect(age).toBeLessThan(HOUR + 7 * 24 * HOUR);
    expect(newest(new Date(NOW.getTime() + 100 * 24 * HOUR)) - newest(NOW)).toBe(98 * 24 * HOUR);
  });
});
