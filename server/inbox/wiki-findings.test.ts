import { setTimeout } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createConnectors } from "../../connectors/registry.ts";
import { createSafeFetch } from "../../connectors/safe-fetch.ts";
import type { WikiFinding } from "../../shared/contract/wiki-findings.ts";
import { toFindingItemId } from "../../shared/domain/inbox.ts";
import { newId } from "../db/new-id.ts";
import { articles, conversations, runs, wikiFindings, wikiPages } from "../db/schema.ts";
import { buildArticle, buildChannel, buildUser } from "../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../testing/test-app.ts";
import { buildConversation, buildFinding } from "../wiki/testing/wiki-rows.ts";

let test: TestApp;
let workspaceId: string;
let owner: SignedIn;
let editor: SignedIn;
let finding: Awaited<ReturnType<typeof buildFinding>>;

const connectors = createConnectors({ fetch: createSafeFetch({ allow: [] }), slackDistribution: "internal" });
beforeAll(async () => void (test = await createTestApp({ connectors })));
afterAll(() => test.close());

beforeEach(async () => {
  const user = await buildUser(test.db);
  ({ workspaceId } = user);
  owner = await test.signIn(user);
  editor = await test.signIn(await buildUser(test.db, { workspaceId, membership: "editor" }));
  const { id: channelId } = await buildChannel(test.db, { workspaceId, name: "goods-in" });
  finding = await buildFinding(test.db, workspaceId, { channelId });
});

const list = async (by: SignedIn, query = "") =>
  (await by.inject({ url: `/api/wiki-findings${query}` })).json<WikiFinding[]>();
const counted = async (by: SignedIn) =>
  (await by.inject({ url: "/api/inbox" })).json<{ aboutWiki: number }>().aboutWiki;
const decide = async (by: SignedIn, choice: string) =>
  (await by.inject({ method: "POST", url: `/api/wiki-findings/${finding.id}/decide`, payload: { choice } })).statusCode;
const undo = async (by: SignedIn) =>
  (await by.inject({ method: "POST", url: `/api/inbox/${finding.id}/undo` })).statusCode;
const put = async (by: SignedIn, what: "assignments" | "snoozes", change: object) => {
  const payload = { ids: [toFindingItemId(finding.id)], ...change };
  return (await by.inject({ method: "PUT", url: `/api/inbox/${what}`, payload })).json().results;
};
const conversation = async () => {
  const [found] = await test.db.select().from(conversations).where(eq(conversations.id, finding.conversationId));
  if (!found) throw new Error("The conversation is gone");
  return found;
};
const row = async () => (await test.db.select().from(wikiFindings).where(eq(wikiFindings.id, finding.id)))[0];

describe("What the chat says otherwise than the wiki", () => {
  it("waits in the inbox with both texts, who said it, when, and the page's last change", async () => {
    expect(await list(editor)).toMatchObject([
      {
        id: finding.id,
        kind: "contradicts",
        page: { title: "Goods in", editedBy: "Moira Tennant", editedAt: "2026-03-09T08:12:00.000Z" },
        oldText: "Suppliers deliver until 13:30.",
        fresh: [{ text: "Suppliers deliver until 14:00 now." }],
        saidBy: [{ authorName: "Grace Hopper", channelName: "goods-in" }],
        times: 1,
        choices: ["page-is-right", "ignore", "own-article"],
        update: { version: "1", position: 0, text: "Suppliers deliver until 14:00 now." },
      },
    ]);
    expect(await counted(editor)).toBe(1);
  });

  it("offers no article where the conversation has one", async () => {
    const { id: articleId } = await buildArticle(test.db, { workspaceId });
    await test.db.update(conversations).set({ articleId }).where(eq(conversations.id, finding.conversationId));
    expect(await list(editor)).toMatchObject([{ choices: ["page-is-right", "ignore"] }]);
  });

  it("shows the chat's words without the chat's marks", async () => {
    const fresh = finding.fresh.map((statement) => ({
      ...statement,
      text: "*Suppliers* deliver until **14:00** now.",
    }));
    await test.db.update(wikiFindings).set({ fresh }).where(eq(wikiFindings.id, finding.id));
    expect(await list(editor)).toMatchObject([{ fresh: [{ text: "Suppliers deliver until 14:00 now." }] }]);
  });

  it("is decided once, by those who may decide the inbox and may read the page", async () => {
    const reader = await test.signIn(await buildUser(test.db, { workspaceId, membership: "viewer" }));
    expect(await decide(reader, "page-is-right")).toBe(403);
    await test.db.update(wikiPages).set({ readers: "unknown" }).where(eq(wikiPages.id, finding.pageId));
    expect([await decide(editor, "page-is-right"), await list(editor), await counted(editor)]).toEqual([404, [], 0]);
    expect(await decide(owner, "page-is-right")).toBe(200);
    expect(await row()).toMatchObject({ state: "decided", choice: "page-is-right", decidedBy: owner.viewer.userId });
    expect([await decide(owner, "ignore"), await list(owner), await counted(owner)]).toEqual([404, [], 0]);
  });

  it("becomes an article at a person's wish: its conversation is judged again", async () => {
    expect(await decide(editor, "own-article")).toBe(200);
    const isIt = eq(conversations.id, finding.conversationId);
    expect(await test.db.select().from(conversations).where(isIt)).toMatchObject([{ fingerprint: "" }]);
    const started = await test.db.select().from(runs).where(eq(runs.workspaceId, workspaceId));
    expect(started).toMatchObject([{ kind: "analyse", requestedBy: editor.viewer.userId }]);
  });

  it("is open again after its decision is undone within a day, and the person sees what can be undone", async () => {
    const { channelId } = await conversation();
    const again = await buildConversation(test.db, { workspaceId, channelId, text: "It is 14:00." });
    await test.db
      .insert(wikiFindings)
      .values({ ...finding, id: newId(), conversationId: again.id, createdAt: new Date() });
    for (const choice of ["page-is-right", "ignore", "own-article"]) {
      const decided = await editor.inject({
        method: "POST",
        url: `/api/wiki-findings/${finding.id}/decide`,
        payload: { choice },
      });
      expect(decided.json()).toMatchObject({ undo: { id: finding.id } });
      expect(await list(editor)).toEqual([]);
      expect((await editor.inject({ url: "/api/inbox/undoable" })).json()).toMatchObject([
        {
          id: finding.id,
          article: { title: "Goods in" },
          pageUrl: expect.stringMatching(/^https:/),
          choice,
          kind: null,
        },
      ]);
      expect((await owner.inject({ url: "/api/inbox/undoable" })).json()).toEqual([]);
      expect(await undo(editor)).toBe(200);
      expect(await list(editor)).toMatchObject([{ id: finding.id, times: 2 }]);
      expect((await editor.inject({ url: "/api/inbox/undoable" })).json()).toEqual([]);
    }
    expect(await undo(editor)).toBe(404);
    expect(await decide(editor, "ignore")).toBe(200);
    await test.db.update(wikiPages).set({ readers: "unknown" }).where(eq(wikiPages.id, finding.pageId));
    expect(await undo(editor)).toBe(404);
    const old = { decidedAt: sql`now() - interval '25 hours'` };
    await test.db.update(wikiFindings).set(old).where(eq(wikiFindings.pageId, finding.pageId));
    expect(await undo(owner)).toBe(404);
  });

  it("keeps every article when 'Write an article instead' is undone, which is refused once one was written from it", async () => {
    const isIts = eq(conversations.id, finding.conversationId);
    const before = await buildArticle(test.db, { workspaceId, createdAt: new Date(Date.now() - 3_600_000) });
    await test.db.update(conversations).set({ articleId: before.id }).where(isIts);
    expect([await decide(editor, "own-article"), await undo(editor)]).toEqual([200, 200]);
    expect(await conversation()).toMatchObject({ articleId: before.id, removedUpTo: null });

    expect(await decide(editor, "own-article")).toBe(200);
    const written = await buildArticle(test.db, { workspaceId });
    await test.db.update(conversations).set({ articleId: written.id, isEvidence: true }).where(isIts);
    expect(await undo(editor)).toBe(200);

    expect(await decide(editor, "own-article")).toBe(200);
    const after = await buildArticle(test.db, { workspaceId });
    await test.db.update(conversations).set({ articleId: after.id, isEvidence: false }).where(isIts);
    const refused = await editor.inject({ method: "POST", url: `/api/inbox/${finding.id}/undo` });
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      "The article is written. Move it to the trash to take the decision back.",
    ]);
    expect(await list(editor)).toEqual([]);
    const kept = await test.db.select().from(articles).where(eq(articles.workspaceId, workspaceId));
    expect(kept.map(({ state }) => state)).not.toContain("trashed");
    const removed = await owner.inject({
      method: "POST",
      url: "/api/articles/bulk/remove",
      payload: { ids: [after.id], pages: "keep" },
    });
    expect(removed.json()).toMatchObject({ results: [{ outcome: "done" }] });
    expect(await undo(editor)).toBe(200);
    expect(await list(editor)).toMatchObject([{ id: finding.id }]);
  });

  it("becomes an article also when a worker saves its conversation at that moment", async () => {
    const isIt = eq(conversations.id, finding.conversationId);
    const saving = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const worker = test.db.transaction(async (tx) => {
      await tx.update(conversations).set({ fingerprint: "judged without the decision" }).where(isIt);
      held.resolve();
      await saving.promise;
      await tx.update(wikiFindings).set({ confidence: 0.8 }).where(eq(wikiFindings.id, finding.id));
    });
    await held.promise;
    const decided = decide(editor, "own-article");
    await Promise.race([decided, setTimeout(300)]);
    saving.resolve();
    await worker;
    expect(await decided).toBe(200);
    expect(await conversation()).toMatchObject({ fingerprint: "" });
  });

  it("is snoozed until a day: it leaves the list and the counts, is listed apart, and comes back", async () => {
    const until = new Date(Date.now() + 86_400_000).toISOString();
    expect(await put(editor, "snoozes", { until })).toMatchObject([{ outcome: "done" }]);
    expect([await list(editor), await counted(editor)]).toEqual([[], 0]);
    expect(await list(editor, "?snoozed=true")).toMatchObject([{ id: finding.id, snoozedUntil: until }]);
    const apart = (await editor.inject({ url: "/api/inbox?snoozed=true" })).json();
    expect([apart.aboutWiki, apart.snoozed]).toEqual([1, 1]);
    expect(await put(owner, "snoozes", { until: null })).toMatchObject([{ outcome: "done" }]);
    expect([(await list(editor)).length, await counted(editor)]).toEqual([1, 1]);
  });

  it("is given to somebody who may decide and may read its page, and is then among theirs", async () => {
    const dueOn = "2031-01-20";
    const assignee = editor.viewer.userId;
    expect(await put(owner, "assignments", { assignee, dueOn })).toMatchObject([{ outcome: "done" }]);
    expect(await list(editor, "?mine=true")).toMatchObject([
      { id: finding.id, assignment: { assignee: { id: assignee }, dueOn } },
    ]);
    expect([await list(owner, "?mine=true"), (await list(owner)).length]).toEqual([[], 1]);
    expect((await editor.inject({ url: "/api/inbox" })).json().mine).toBe(1);
    const viewer = await buildUser(test.db, { workspaceId, membership: "viewer" });
    expect(await put(owner, "assignments", { assignee: viewer.id, dueOn })).toMatchObject([{ outcome: "failed" }]);
    await test.db.update(wikiPages).set({ readers: "unknown" }).where(eq(wikiPages.id, finding.pageId));
    expect(await put(owner, "assignments", { assignee, dueOn })).toMatchObject([{ outcome: "failed" }]);
    expect(await put(editor, "assignments", { assignee: null, dueOn })).toMatchObject([{ outcome: "failed" }]);
    expect(await put(editor, "snoozes", { until: null })).toMatchObject([{ outcome: "failed" }]);
    expect((await editor.inject({ url: "/api/inbox" })).json().mine).toBe(0);
  });

  it("changes no page, whatever is decided", async () => {
    const pages = () => test.db.select().from(wikiPages).where(eq(wikiPages.workspaceId, workspaceId));
    const before = await pages();
    for (const choice of ["page-is-right", "ignore", "own-article"]) {
      await test.db.update(wikiFindings).set({ state: "open", choice: null }).where(eq(wikiFindings.id, finding.id));
      expect(await decide(owner, choice)).toBe(200);
      expect(await pages()).toEqual(before);
    }
  });
});
