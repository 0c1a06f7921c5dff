import pg from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { buildArticle, buildChannel } from "../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../testing/test-app.ts";

/**
 * The number of SQL statements per signed-in request, which cause most of the request's cost. Three statements are not for the
 * answer: the session, the start of the transaction, and its end.
 */
const SESSION_AND_TRANSACTION = 3;
const STATEMENTS: Record<string, number> = {
  "/api/auth/user": 1,
  "/api/stats": 1,
  "/api/articles/recent?limit=20": 1,
  "/api/articles?limit=60": 1,
  "/api/notifications": 1,
  // The page's items with the counts, the authors of their articles' sentences, and the number of first articles that a channel
  // needs. The first request also reads the articles.
  "/api/inbox": 3,
  // Channels, their next checks, and their reading state with the rights of their integration.
  "/api/channels": 4,
  // The rate limit of searches, the embeddings of the words, the matches, one page of matches, their cards, and their passages.
  "/api/articles/search?keywords=worker&limit=20": 6,
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
  // The first query of a process checks whether the role of row-level security exists.
  await person.inject({ url: "/api/auth/user" });
});
afterAll(() => test.close());

it.each(Object.entries(STATEMENTS))("%s needs %i statements beside its session and transaction", async (url, most) => {
  await person.inject({ url });
  const query = vi.spyOn(pg.Client.prototype, "query");
  try {
    const answer = await person.inject({ url });
    expect(answer.statusCode).toBe(200);
    // Leaves out the queue's maintenance statements, which may run during any request.
    const sent = query.mock.calls.map(([statement]) => textOf(statement)).filter((text) => !text.includes("pgboss"));
    expect(sent, sent.join("\n\n")).toHaveLength(SESSION_AND_TRANSACTION + most);
  } finally {
    query.mockRestore();
  }
});

const textOf = (statement: unknown) =>
  typeof statement === "string" ? statement : String((statement as { text?: unknown } | undefined)?.text);
