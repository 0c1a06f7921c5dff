import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { InboxPage } from "../../shared/contract/inbox.ts";
import { newId } from "../db/new-id.ts";
import { inboxDecisions } from "../db/schema.ts";
import { buildArticle } from "../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../testing/test-app.ts";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const readInbox = async (reader: SignedIn, query = ""): Promise<InboxPage> =>
  (await reader.inject({ url: `/api/inbox?limit=100${query}` })).json();

/** 40 drafts, the first being the most certain, and 8 articles due for review, the first being due longest. */
async function fullInbox(daysAgo: number): Promise<SignedIn> {
  const person = await test.signIn();
  const { workspaceId } = person.viewer;
  const at = (days: number) => new Date(Date.now() - days * 86_400_000);
  for (let place = 1; place <= 40; place++)
    await buildArticle(test.db, {
      workspaceId,
      title: `Draft ${place}`,
      state: "draft",
      confidence: 0.9 - place / 100,
      createdAt: at(daysAgo),
    });
  for (let place = 1; place <= 8; place++)
    await buildArticle(test.db, { workspaceId, title: `Due ${place}`, reviewAt: at(daysAgo + 10 - place) });
  return person;
}

async function decided(person: SignedIn, count: number): Promise<void> {
  const { workspaceId, userId } = person.viewer;
  const { rows } = await test.db.execute<{ id: string }>(
    sql`select id from articles where workspace_id = ${workspaceId} limit 1`,
  );
  const decision = { workspaceId, articleId: rows[0]?.id ?? "", subject: "draft.x", choice: "approve", before: {} };
  for (let made = 0; made < count; made++)
    await test.db.insert(inboxDecisions).values({ ...decision, id: newId(), decidedBy: userId } as never);
}

describe("an inbox whose people fall behind", () => {
  it("shows the surest drafts and what is due the longest, says so, and everything to whoever asks", async () => {
    const person = await fullInbox(20);
    await decided(person, 1);
    const calm = await readInbox(person);
    expect(calm).toMatchObject({ total: 20, setAside: 28, counts: { draft: 15, "review-due": 5 } });
    expect(calm.pressure).toContain("48 items wait, and one was decided within 14 days: the inbox asks less");
    const titles = calm.items.map(({ article }) => article.title).sort();
    const kept = [
      ...Array.from({ length: 15 }, (_, at) => `Draft ${at + 1}`),
      ...[1, 2, 3, 4, 5].map((at) => `Due ${at}`),
    ];
    expect(titles).toEqual(kept.sort());
    expect((await readInbox(person, "&everything=true")).items).toHaveLength(48);
  });

  it("asks for everything again once people decide", async () => {
    const person = await fullInbox(20);
    await decided(person, 24);
    expect(await readInbox(person)).toMatchObject({ total: 48, setAside: 0, pressure: null });
  });

  it("is not what a first import leaves: nobody had the time to decide", async () => {
    const person = await fullInbox(2);
    expect(await readInbox(person)).toMatchObject({ total: 48, setAside: 0, pressure: null });
  });
});
