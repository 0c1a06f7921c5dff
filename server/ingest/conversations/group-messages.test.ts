import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LocalEngine } from "../../../engine/contract.ts";
import { formConversations, groupWindow, MAX_CONVERSATION_MESSAGES } from "../../../engine/find/index.ts";
import type { ChatMessage } from "../../../shared/domain/chat.ts";
import { loadDemoTeam } from "../../../tools/demo/chat.ts";
import { createScriptedEngine } from "../../analysis/testing/scripted-engine.ts";
import { conversations, messages } from "../../db/schema.ts";
import { type Database, inWorkspace, openDatabase } from "../../db/workspace-scope.ts";
import { subscribeModules } from "../../subscriptions.ts";
import { buildChannel } from "../../testing/factories.ts";
import { refuseInTransactions, watchTransactions } from "../../testing/open-transactions.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-db.ts";
import { eraseMessages, storeMessages } from "../messages/store-messages.ts";
import { groupNextMessages } from "./group-messages.ts";

let database: TestDatabase;
let db: Database;
let conversation: ChatMessage[];
beforeAll(async () => {
  subscribeModules();
  database = await createTestDatabase();
  watchTransactions(database.pool);
  db = openDatabase(database.pool);
  const said = loadDemoTeam("real", new Date()).channels.find(({ name }) => name === "typescript")?.messages ?? [];
  conversation = said.slice(0, 1500).map((message) => ({
    externalId: message.ts,
    threadId: typeof message.thread_ts === "string" ? message.thread_ts : null,
    author: { externalId: message.user ?? "U0", name: message.user ?? "U0" },
    sentAt: new Date(Math.floor(Number(message.ts) * 1000)),
    editedAt: null,
    text: message.text,
  }));
});
afterAll(() => database.drop());

type BuiltChannel = Awaited<ReturnType<typeof buildChannel>>;
type Group = LocalEngine["group"];
async function store({ workspaceId, id }: BuiltChannel, batch: ChatMessage[], from: "platform" | "event" = "platform") {
  await inWorkspace(db, workspaceId, (scope) =>
    storeMessages(
      scope,
      id,
      { messages: batch, skipped: [], complete: [] },
      { from, readingSince: new Date(), secrets: { hmac: () => "" } },
    ),
  );
}
const groupNext = ({ workspaceId, id }: BuiltChannel, group: Group = async (window) => groupWindow(window)) => {
  const engine = refuseInTransactions<LocalEngine>({ ...createScriptedEngine(), group });
  return groupNextMessages({ db }, engine, { workspaceId, channelId: id });
};
async function group(place: BuiltChannel, by?: Group): Promise<void> {
  while ((await groupNext(place, by)) > 0) {}
}
async function keysOf({ id }: BuiltChannel): Promise<Map<string, string | null>> {
  const rows = await db
    .select({ externalId: messages.externalId, key: messages.conversationKey })
    .from(messages)
    .where(eq(messages.channelId, id));
  return new Map(rows.map(({ externalId, key }) => [externalId, key]));
}

describe("Grouping", () => {
  it("in windows and as messages arrive gives the same conversations as all at once", async () => {
    const expected = new Map(
      formConversations(conversation).flatMap(({ key, messages: members }) =>
        members.map((m) => [m.externalId, key] as const),
      ),
    );
    const channel = await buildChannel(db);
    for (let from = 0; from < conversation.length; from += 150) {
      await store(channel, conversation.slice(from, from + 150));
      await group(channel);
    }
    const keys = await keysOf(channel);
    const same = conversation.filter(({ externalId }) => keys.get(externalId) === expected.get(externalId)).length;
    expect(same / conversation.length).toBeGreaterThan(0.99);
    const counted = await db
      .select({ count: sql<number>`sum(message_count)::int` })
      .from(conversations)
      .where(eq(conversations.channelId, channel.id));
    expect(counted[0]?.count).toBe(conversation.length);
  });

  it("keeps the conversation of what was read first when its beginning is read later", async () => {
    const channel = await buildChannel(db);
    const newest = conversation.slice(-10);
    await store(channel, newest);
    await group(channel);
    const before = await keysOf(channel);
    for (let from = 0; from < conversation.length; from += 500)
      await store(channel, conversation.slice(from, from + 500));
    await group(channel);
    const after = await keysOf(channel);
    for (const { externalId } of newest) expect(after.get(externalId)).toBe(before.get(externalId));
    expect([...after.values()].every((key) => key !== null)).toBe(true);
    const expected = formConversations(conversation);
    const begunEarlier = expected.filter(({ messages: members }) => {
      const isNew = (member: ChatMessage) => newest.some(({ externalId }) => externalId === member.externalId);
      return members.some(isNew) && !members.every(isNew);
    });
    expect(begunEarlier.length).toBeGreaterThan(0);
    for (const { messages: members } of begunEarlier) {
      const keys = new Set(members.map(({ externalId }) => after.get(externalId)));
      expect(keys.size).toBe(1);
    }
  });

  it("goes on with a new conversation when a thread is longer than anybody reads, as it arrives and all at once", async () => {
    const long = Array.from({ length: 2 * MAX_CONVERSATION_MESSAGES + 90 }, (_, index): ChatMessage => {
      const said = conversation[index % conversation.length] as ChatMessage;
      return { ...said, externalId: `${10_000 + index}`, threadId: "10000", sentAt: new Date(1e12 + index * 1000) };
    });
    const channel = await buildChannel(db);
    for (let from = 0; from < long.length; from += 400) {
      await store(channel, long.slice(from, from + 400));
      await group(channel);
    }
    const sizes = new Map<string | null, number>();
    for (const key of (await keysOf(channel)).values()) sizes.set(key, (sizes.get(key) ?? 0) + 1);
    expect([...sizes.values()].toSorted((a, b) => b - a)).toEqual([
      MAX_CONVERSATION_MESSAGES,
      MAX_CONVERSATION_MESSAGES,
      90,
    ]);
    expect([...sizes.keys()].toSorted()).toEqual(
      formConversations(long)
        .map(({ key }) => key)
        .toSorted(),
    );
  });
});

describe("What happens while conversations are computed", () => {
  const MINUTES_AGO = Date.now() - 3_600_000;
  const said = (id: number, text: string, threadId: number | null = null): ChatMessage => ({
    externalId: `${id}`,
    threadId: threadId === null ? null : `${threadId}`,
    author: { externalId: `U${id}`, name: `U${id}` },
    sentAt: new Date(MINUTES_AGO + id * 1000),
    editedAt: null,
    text,
  });
  const SAID = [said(1, "How do I reset the database?"), said(2, "Run the job."), said(3, "Who is at lunch?")];
  const wordsOf = ({ messages: window }: Parameters<Group>[0]) => window.map(({ text }) => text);

  it("a message that is edited meanwhile is read anew, so that its words at the end decide", async () => {
    const channel = await buildChannel(db);
    await store(channel, SAID);
    const seen: string[][] = [];
    const grouped = await groupNext(channel, async (window) => {
      seen.push(wordsOf(window));
      if (seen.length === 1) await store(channel, [{ ...said(2, "Run it twice."), editedAt: new Date() }], "event");
      return groupWindow(window);
    });
    expect(grouped).toBe(3);
    expect(seen.map((words) => words[1])).toEqual(["Run the job.", "Run it twice."]);
  });

  it("a message that is deleted meanwhile is in no conversation and counted in none", async () => {
    const channel = await buildChannel(db);
    await store(channel, SAID);
    let tries = 0;
    const grouped = await groupNext(channel, async (window) => {
      tries += 1;
      if (tries === 1)
        await inWorkspace(db, channel.workspaceId, (scope) =>
          eraseMessages(scope, channel.id, [{ externalId: "2", sentAt: said(2, "").sentAt }]),
        );
      return new Map(window.messages.map(({ externalId }) => [externalId, "1"]));
    });
    expect([grouped, tries]).toEqual([2, 2]);
    expect(Object.fromEntries(await keysOf(channel))).toEqual({ 1: "1", 2: null, 3: "1" });
    expect(await countsOf(channel)).toEqual({ 1: 2 });
  });

  it("a message that is edited all the time holds its channel up no longer than three times", async () => {
    const channel = await buildChannel(db);
    await store(channel, SAID);
    let tries = 0;
    await group(channel, async (window) => {
      tries += 1;
      await store(channel, [{ ...said(3, `${tries} % done`), editedAt: new Date() }], "event");
      return groupWindow(window);
    });
    expect(tries).toBe(3);
    expect([...(await keysOf(channel)).values()]).not.toContain(null);
  });

  it("two workers that group at once put every message into one conversation, and no thread into two", async () => {
    const channel = await buildChannel(db);
    const threads = conversation.filter(({ threadId }) => threadId !== null);
    for (let from = 0; from < conversation.length; from += 500)
      await store(channel, conversation.slice(from, from + 500));
    const both = meeting();
    await Promise.all([1, 2].map(() => group(channel, async (window) => (await both(), groupWindow(window)))));
    const keys = await keysOf(channel);
    const expected = await buildChannel(db);
    for (let from = 0; from < conversation.length; from += 500)
      await store(expected, conversation.slice(from, from + 500));
    await group(expected);
    expect(keys).toEqual(await keysOf(expected));
    for (const { threadId, externalId } of threads) expect(keys.get(externalId)).toBe(keys.get(threadId ?? ""));
    expect(await countsOf(channel)).toEqual(await countsOf(expected));
  });

  it("a reply that only one of two workers has read joins its thread where the other put that", async () => {
    const channel = await buildChannel(db);
    await store(channel, [said(1, "The job fails."), said(2, "Which one?", 2), said(3, "The nightly one.", 2)]);
    const both = (key: string) => new Map(["1", "2", "3", "4"].map((id) => [id, id === "1" ? "1" : key]));
    let answers = () => {};
    const late = new Promise<void>((resolve) => (answers = resolve));
    const read: number[] = [];
    const first = groupNext(channel, async (window) => {
      read.push(window.messages.length);
      await expect.poll(() => read.length).toBe(2);
      return both("1");
    });
    await expect.poll(() => read).toEqual([3]);
    await store(channel, [said(4, "It has run out of memory.", 2)], "event");
    const second = groupNext(channel, async (window) => {
      read.push(window.messages.length);
      if (read.length > 2) return groupWindow(window);
      await late;
      return both("2");
    });
    await expect.poll(async () => (await keysOf(channel)).get("3")).toBe("1");
    answers();
    await Promise.all([first, second]);
    expect(Object.fromEntries(await keysOf(channel))).toEqual({ 1: "1", 2: "1", 3: "1", 4: "1" });
  });

  const countsOf = async ({ id }: BuiltChannel) => {
    const rows = await db.select().from(conversations).where(eq(conversations.channelId, id));
    return Object.fromEntries(rows.map(({ key, messageCount }) => [key, messageCount]));
  };

  /** Returns a function whose first calls wait until two callers have arrived. */
  function meeting(): () => Promise<void> {
    let come = 0;
    let open = () => {};
    const opened = new Promise<void>((resolve) => (open = resolve));
    return async () => {
      come += 1;
      if (come === 2) open();
      await opened;
    };
  }
});
