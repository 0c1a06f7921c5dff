import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadDemoTeam } from "../../../demo/chat.ts";
import type { ChatMessage } from "../../../shared/domain/chat.ts";
import { conversations, messages } from "../../db/schema.ts";
import { type Database, inWorkspace, openDatabase } from "../../db/workspace-scope.ts";
import { MOST_MESSAGES } from "../../pipeline/conversation-sizes.ts";
import { formConversations } from "../../pipeline/form-conversations.ts";
import { buildChannel } from "../../testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-db.ts";
import { storeMessages } from "../messages/store-messages.ts";
import { groupNextMessages } from "./group-messages.ts";

let database: TestDatabase;
let db: Database;
let conversation: ChatMessage[];
beforeAll(async () => {
  database = await createTestDatabase();
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

type Place = Awaited<ReturnType<typeof buildChannel>>;
async function store({ workspaceId, id }: Place, batch: ChatMessage[]): Promise<void> {
  await inWorkspace(db, workspaceId, (scope) =>
    storeMessages(
      scope,
      id,
      { messages: batch, skipped: [], complete: [] },
      { from: "platform", readingSince: new Date(), secrets: { hmac: () => "" } },
    ),
  );
}
async function group({ workspaceId, id }: Place): Promise<void> {
  while ((await inWorkspace(db, workspaceId, (scope) => groupNextMessages(scope, id))) > 0) {}
}
async function keysOf({ id }: Place): Promise<Map<string, string | null>> {
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
    const long = Array.from({ length: 2 * MOST_MESSAGES + 90 }, (_, index): ChatMessage => {
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
    expect([...sizes.values()].toSorted((a, b) => b - a)).toEqual([MOST_MESSAGES, MOST_MESSAGES, 90]);
    expect([...sizes.keys()].toSorted()).toEqual(
      formConversations(long)
        .map(({ key }) => key)
        .toSorted(),
    );
  });
});
