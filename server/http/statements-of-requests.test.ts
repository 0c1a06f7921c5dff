import pg from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { buildArticle, buildChannel } from "../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../testing/test-app.ts";

/**
 * What is sent to the database for a request of somebody signed in, whose cost is for the most part their number: the session, the
 * beginning of the transaction with its workspace in one statement, the end of it, and what the answer is made of.
 */
const SESSION_AND_TRANSACTION = 3;
const STATEMENTS: Record<string, number> = {
  "/api/auth/user": 1,
  "/api/stats": 1,
  "/api/articles/recent?limit=20": 1,
  "/api/articles?limit=60": 1,
  "/api/notifications": 1,
  // The items of the page with the counts, their articles, and who was asked to decide; of first articles how far a channel is trusted (2).
  "/api/inbox": 5,
  // Channels, when each is read next, and how far it is read with what its integration can do.
  "/api/channels": 4,
  // The limit of searches, what the words may mean, what matches, the page of it, and its cards.
  "/api/articles/search?keywords=worker&limit=20": 5,
};

let test: TestApp;
let person: SignedIn;
beforeAll(async () => {
  test = await createTestApp();
  person = await test.signIn();
  const { workspaceId } = person.viewer;
  const { id: channelId } = await buildChannel(test.db, { workspaceId });
  for (const state of ["stands", "draft", "review"] as const)
    await buildArticle(test.db, { workspaceId, channelId, state, title: `A worker that is ${state}` });
  // Whether the role of row-level security exists is asked once a process.
  await person.inject({ url: "/api/auth/user" });
});
afterAll(() => test.close());

it.each(Object.entries(STATEMENTS))("%s needs %i statements beside its session and transaction", async (url, most) => {
  const query = vi.spyOn(pg.Client.prototype, "query");
  try {
    const answer = await person.inject({ url });
    expect(answer.statusCode).toBe(200);
    const sent = query.mock.calls.map(([statement]) => textOf(statement));
    expect(sent, sent.join("\n\n")).toHaveLength(SESSION_AND_TRANSACTION + most);
  } finally {
    query.mockRestore();
  }
});

const textOf = (statement: unknown) =>
  typeof statement === "string" ? statement : String((statement as { text?: unknown } | undefined)?.text);
