import { createServer } from "node:net";
import { expect, it } from "vitest";
import { freePorts } from "../../scripts/free-ports.mjs";
import type { ArticlePage } from "../../shared/contract/articles.ts";
import { loadDemoTeams } from "./chat.ts";
import { createDemoWorld } from "./demo-world.ts";
import { toGoogleChatSpace } from "./google-chat-space.ts";
import { buildReviewedEdit, REVIEWED_ARTICLES } from "./reviewed-articles.ts";

const NOW = new Date("2026-11-21T10:00:00Z");
const world = createDemoWorld(NOW);
const noAddresses = { confluence: { url: "http://127.0.0.1" } as never };
const { readingOrder, asksInThreads } = world.platformsOf(noAddresses);

it("the demo reads each of its channels and spaces once when all of them are asked for", () => {
  const channels = world.slack.teams.flatMap((team) => team.channels.map(({ name }) => name));
  const spaces = world.googleChat.spaces.map(({ displayName }) => displayName);
  expect([...channels, ...spaces].sort()).toEqual(readingOrder.toSorted());
  expect(new Set(readingOrder).size).toBe(readingOrder.length);
});

it("the demo reads colleagues' chat only, and leaves a channel for the visitor to analyze", () => {
  const [business] = loadDemoTeams(NOW);
  const {
    readingOrder: read,
    unread,
    firstMessage,
    reviewed,
  } = world.platformsOf(noAddresses, { whole: false, rough: false });
  for (const name of unread) {
    const channel = world.slack.teams.flatMap(({ channels }) => channels).find((one) => one.name === name);
    expect(NOW.getTime() / 1000 - Number(channel?.messages.at(-1)?.ts)).toBeLessThan(2 * 3600);
  }
  expect([...read, ...unread].sort()).toEqual(business?.channels.map(({ name }) => name).sort());
  expect(unread).not.toEqual([]);
  expect(reviewed[0]).toMatchObject({ channel: read[0], cites: firstMessage });
});

it("the demo's person reviews articles before they are published, each by one message of a channel that is read", () => {
  const [business] = loadDemoTeams(NOW);
  const { readingOrder: read, reviewed } = world.platformsOf(noAddresses, { whole: false, rough: false });
  expect(reviewed.length).toBeGreaterThanOrEqual(24);
  for (const { channel, cites, with: other } of reviewed) {
    const texts = business?.channels.find(({ name }) => name === channel)?.messages.map(({ text }) => text) ?? [];
    for (const words of other === null ? [cites] : [cites, other])
      expect(
        texts.filter((text) => text.toLowerCase().includes(words.toLowerCase())),
        words,
      ).toHaveLength(1);
    expect(read).toContain(channel);
  }
});

it("the demo's person leaves whole sentences, under a title and headings that name the subject and no case of a customer", () => {
  const lines = REVIEWED_ARTICLES.flatMap(({ summary, sections }) => [
    ...summary,
    ...sections.filter(({ layout }) => layout === "prose").flatMap((section) => section.lines),
  ]);
  const sentences = lines.filter(({ form }) => form === "sentence").map(({ text }) => text);
  expect(sentences.length).toBeGreaterThan(100);
  expect(sentences.filter((text) => !/^[\p{Lu}\d"`*].*[.:!?]["*`)]?$/u.test(text))).toEqual([]);
  const named = /Bellweather|Marlowe|GA-551|48-20917|214\.60/;
  expect(sentences.filter((text) => named.test(text))).toEqual([]);
  for (const { title } of REVIEWED_ARTICLES) {
    expect(title.length).toBeLessThan(70);
    expect(title).not.toMatch(/[.!…]$|\b(?:yesterday|tomorrow|since)\b/);
  }
});

it("a sentence that the demo's person keeps or rewords keeps its messages, and their own has none", () => {
  const statement = (key: string, text: string) =>
    ({ key, text, form: "sentence", inline: [], language: null, sources: [key] }) as const;
  const draft = {
    summaryStatements: [statement("a", "Lead batteries need water.")],
    sections: [
      { role: "answer", heading: null, layout: "prose", statements: [statement("b", "Then open the hatch, mate")] },
    ],
  } as unknown as ArticlePage;
  const line = (text: string, insteadOf?: string) => ({ form: "sentence" as const, text, language: null, insteadOf });
  const { summary, why } = buildReviewedEdit(draft, {
    channel: "operations",
    cites: "",
    with: null,
    title: "Water the batteries",
    summary: [
      line("Lead batteries need water."),
      line("Then open the hatch."),
      line("Open it slowly.", "Then open"),
      line("Call Yusuf."),
    ],
    sections: [],
  });
  expect(summary.map(({ key, from }) => [key, from])).toEqual([
    ["a", undefined],
    ["b", undefined],
    [null, ["b"]],
    [null, undefined],
  ]);
  expect(why).toBe("The demo did this before you came.");
});

it("the visitor can add every platform with OAuth by it, and a Slack team is left for that", () => {
  const { slack, googleChat, confluence, notion, platformsOf } = createDemoWorld(NOW, "http://localhost:3000");
  const apps = { slack, "google-chat": googleChat, confluence, notion };
  for (const [platform, { oauth }] of Object.entries(apps))
    expect(oauth.apps.map(({ redirectUri }) => redirectUri)).toEqual([
      `http://localhost:3000/api/connections/${platform}/callback`,
    ]);
  const connected = platformsOf(noAddresses, { whole: false, rough: false }).chats.map(({ name }) => name);
  expect(slack.teams.map(({ team }) => team.name).filter((name) => !connected.includes(name))).toHaveLength(1);
});

it("messages of today are there in the channel that asks in threads, by members of the team", () => {
  const team = world.slack.teams.find(({ channels }) => channels.some(({ name }) => name === asksInThreads));
  const conversation = team?.channels.find(({ name }) => name === asksInThreads)?.messages.slice(-5) ?? [];
  const [root] = conversation;
  expect(conversation.map(({ thread_ts }) => thread_ts)).toEqual(conversation.map(() => root?.ts));
  expect(conversation.map(({ ts }) => ts)).toEqual(conversation.map(({ ts }) => ts).toSorted());
  expect(NOW.getTime() / 1000 - Number(root?.ts)).toBeLessThan(3600);
  const members = new Set(team?.users.map(({ id }) => id));
  expect(conversation.filter(({ user }) => !members.has(user ?? ""))).toEqual([]);
});

it("a channel moves to Google Chat with its people, in Google's marks and without its bots", () => {
  const users = [
    { id: "U1", name: "ada", real_name: "Ada", profile: { display_name: "", real_name: "Ada" } },
    { id: "U2", name: "bo", real_name: "Bo", profile: { display_name: "bo!", real_name: "Bo" } },
    { id: "U3", name: "silent", real_name: "Cy", profile: { display_name: "", real_name: "Cy" } },
  ].map((user) => ({ ...user, is_bot: false, deleted: false, tz: "UTC" }));
  const message = { type: "message" as const, ts: "1763719200.000100" };
  const { data, posts } = toGoogleChatSpace(
    { users },
    {
      id: "C1",
      name: "Git",
      is_private: false,
      is_archived: false,
      topic: { value: "" },
      purpose: { value: "Branches" },
      created: 0,
      messages: [
        { ...message, user: "U1", text: "<@U2> see <https://git-scm.com|this> &amp; `a &lt; b`" },
        { ...message, user: "U2", text: "joined", subtype: "channel_join" },
        { ...message, bot_id: "B1", text: "beep" },
      ],
    },
    "AAA",
  );
  expect(posts.map(({ userId, text }) => [userId, text])).toEqual([
    ["1", "<users/2> see <https://git-scm.com|this> & `a < b`"],
  ]);
  expect(data.people.map(({ name }) => name)).toEqual(["Ada", "bo!"]);
});

it("takes other ports where one of its own is in use", async () => {
  const [first = 0] = await freePorts(3, 20_000);
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(first + 1, "127.0.0.1", resolve));
  const next = await freePorts(3, first);
  taken.close();
  expect(next[0]).toBeGreaterThanOrEqual(first + 10);
  expect(next).toEqual([next[0], (next[0] ?? 0) + 1, (next[0] ?? 0) + 2]);
});
