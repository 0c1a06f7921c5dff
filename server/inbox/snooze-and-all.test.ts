import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { articles, inboxAssignments, inboxDecisions } from "../db/schema.ts";
import { buildArticle, buildChannel, buildUser } from "../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../testing/test-app.ts";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const inboxOf = async (person: SignedIn, query = "") => (await person.inject({ url: `/api/inbox${query}` })).json();
const idsIn = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id);

async function snooze(person: SignedIn, ids: string[], until: string | null) {
  const payload = { ids, until };
  return (await person.inject({ method: "PUT", url: "/api/inbox/snoozes", payload })).json().results;
}

async function signedIn() {
  const me = await test.signIn();
  return { me, workspaceId: me.viewer.workspaceId, userId: me.viewer.userId };
}

describe("an item that is snoozed", () => {
  it("leaves the inbox and its counts until its day, is listed apart meanwhile, and comes back by itself", async () => {
    const { me, workspaceId } = await signedIn();
    const createdAt = new Date(Date.now() - DAY_MS);
    const { id } = await buildArticle(test.db, { workspaceId, state: "draft", createdAt });
    await buildArticle(test.db, { workspaceId, state: "draft", createdAt });
    const item = `draft.${id}`;
    const until = inDays(3);
    expect(await snooze(me, [item], until)).toMatchObject([{ outcome: "done" }]);

    const now = await inboxOf(me);
    expect([now.total, now.counts.draft, now.snoozed, idsIn(now).includes(item)]).toEqual([1, 1, 1, false]);
    const apart = await inboxOf(me, "?snoozed=true");
    expect(apart.items).toMatchObject([{ id: item, snoozedUntil: until }]);

    // Ends the snooze, as if three days had passed.
    const isItem = and(eq(inboxAssignments.workspaceId, workspaceId), eq(inboxAssignments.item, item));
    await test.db.update(inboxAssignments).set({ snoozedUntil: sql`now() - interval '1 second'` }).where(isItem);
    const later = await inboxOf(me);
    expect([later.total, later.snoozed]).toEqual([2, 0]);
    // It has waited since the snooze ended, so it is the newest.
    expect(idsIn(later)[0]).toBe(item);
    expect(later.items[0]).not.toHaveProperty("snoozedUntil");
  });

  it("comes back at once when somebody ends the snooze, and keeps who is to decide it", async () => {
    const { me, workspaceId, userId } = await signedIn();
    const { id } = await buildArticle(test.db, { workspaceId, state: "draft" });
    const item = `draft.${id}`;
    const given = { ids: [item], assignee: userId, dueOn: null };
    await me.inject({ method: "PUT", url: "/api/inbox/assignments", payload: given });
    await snooze(me, [item], inDays(1));
    await snooze(me, [item], null);
    const [back] = (await inboxOf(me)).items;
    expect(back).toMatchObject({ id: item, assignment: { assignee: { id: userId } } });

    await snooze(me, [item], inDays(1));
    await me.inject({ method: "PUT", url: "/api/inbox/assignments", payload: { ...given, assignee: null } });
    expect(idsIn(await inboxOf(me, "?snoozed=true"))).toEqual([item]);
    await snooze(me, [item], null);
    const rows = eq(inboxAssignments.workspaceId, workspaceId);
    expect(await test.db.$count(inboxAssignments, rows)).toBe(0);
  });

  it("is snoozed for a day ahead within a year, and only while it is open and readable", async () => {
    const { me, workspaceId, userId } = await signedIn();
    const { id } = await buildArticle(test.db, { workspaceId, state: "draft" });
    for (const until of [inDays(-1), inDays(400)])
      expect(await snooze(me, [`draft.${id}`], until)).toMatchObject([
        { outcome: "failed", message: "Choose a day within the next year." },
      ]);
    const hidden = await buildChannel(test.db, { workspaceId, isPrivate: true, chosenBy: userId });
    const secret = await buildArticle(test.db, { workspaceId, channelId: hidden.id, state: "draft" });
    const other = await test.signIn(await buildUser(test.db, { workspaceId, membership: "reviewer" }));
    expect(await snooze(other, [`draft.${secret.id}`], inDays(1))).toMatchObject([{ outcome: "failed" }]);
    expect(await test.db.$count(inboxAssignments, eq(inboxAssignments.workspaceId, workspaceId))).toBe(0);
  });

  it("is opened and decided by its address all the same", async () => {
    const { me, workspaceId } = await signedIn();
    const { id } = await buildArticle(test.db, { workspaceId, state: "draft", title: "By its address" });
    const item = `draft.${id}`;
    await snooze(me, [item], inDays(1));
    expect((await me.inject({ url: `/api/inbox/${item}` })).json()).toMatchObject({
      id: item,
      article: { title: "By its address" },
    });
    const payload = { choice: "approve" };
    expect((await me.inject({ method: "POST", url: `/api/inbox/${item}/decide`, payload })).statusCode).toBe(200);
    expect((await me.inject({ url: `/api/inbox/${item}` })).statusCode).toBe(404);
  });
});

describe("everything of a kind", () => {
  const MANY = 60;
  const decideAll = async (person: SignedIn, body: object) => {
    const results: { outcome: string; undo: { id: string } | null }[] = [];
    let parts = 0;
    for (let after: string | null | undefined; after !== null; parts += 1) {
      const payload = { ...body, ...(after && { after }) };
      const answer = await person.inject({ method: "POST", url: "/api/inbox/decide-all", payload });
      expect(answer.statusCode).toBe(200);
      results.push(...answer.json().results);
      after = answer.json().next;
    }
    return { results, parts };
  };

  it("is decided part by part on the server, also what no page has read, and each decision can be undone", async () => {
    const { me, workspaceId } = await signedIn();
    const ids: string[] = [];
    for (let made = 0; made < MANY; made += 1)
      ids.push((await buildArticle(test.db, { workspaceId, state: "draft" })).id);
    const held = await buildArticle(test.db, { workspaceId, state: "held" });
    const [later, ...asked] = ids;
    await snooze(me, [`draft.${later}`], inDays(1));
    const until = new Date().toISOString();
    const { results, parts } = await decideAll(me, { kind: "draft", choice: "decline", until });
    expect([results.length, parts]).toEqual([asked.length, 2]);
    expect(results.every(({ outcome, undo }) => outcome === "done" && undo !== null)).toBe(true);
    // Snoozed items, and those of another kind, still wait.
    expect(idsIn(await inboxOf(me))).toEqual([`held.${held.id}`]);
    expect((await inboxOf(me)).snoozed).toBe(1);

    const undo = { ids: results.slice(0, 20).map((one) => one.undo?.id) };
    await me.inject({ method: "POST", url: "/api/inbox/undo", payload: undo });
    expect((await inboxOf(me)).counts.draft).toBe(20);
  });

  it("leaves alone what came after the person had looked, and what the person may not read", async () => {
    const { workspaceId, userId } = await signedIn();
    const hidden = await buildChannel(test.db, { workspaceId, isPrivate: true, chosenBy: userId });
    const secret = await buildArticle(test.db, { workspaceId, channelId: hidden.id, state: "draft" });
    const seen = await buildArticle(test.db, { workspaceId, state: "draft", createdAt: new Date(Date.now() - DAY_MS) });
    const until = new Date(Date.now() - DAY_MS / 2).toISOString();
    await buildArticle(test.db, { workspaceId, state: "draft" });
    const other = await test.signIn(await buildUser(test.db, { workspaceId, membership: "reviewer" }));
    const { results } = await decideAll(other, { kind: "draft", choice: "approve", until });
    expect(results).toMatchObject([{ id: `draft.${seen.id}`, outcome: "done" }]);
    const [row] = await test.db
      .select({ state: articles.state })
      .from(articles)
      .where(and(eq(articles.workspaceId, workspaceId), eq(articles.id, secret.id)));
    expect(row?.state).toBe("draft");
  });
});

it("a note with a decision is kept with it and told in the log to those who may read the article", async () => {
  const { me, workspaceId, userId } = await signedIn();
  const hidden = await buildChannel(test.db, { workspaceId, isPrivate: true, chosenBy: userId });
  const { id } = await buildArticle(test.db, { workspaceId, channelId: hidden.id, state: "draft" });
  const other = await test.signIn(await buildUser(test.db, { workspaceId, membership: "reviewer" }));
  const note = "Checked with finance on the phone.";
  const payload = { choice: "decline", note: ` ${note} ` };
  await me.inject({ method: "POST", url: `/api/inbox/draft.${id}/decide`, payload });
  const [row] = await test.db
    .select({ note: inboxDecisions.note })
    .from(inboxDecisions)
    .where(eq(inboxDecisions.workspaceId, workspaceId));
  expect(row?.note).toBe(note);
  expect((await me.inject({ url: "/api/inbox/undoable" })).json()).toMatchObject([{ note }]);
  expect((await me.inject({ url: "/api/logs" })).body).toContain(note);
  expect((await other.inject({ url: "/api/logs" })).body).not.toContain(note);
});
