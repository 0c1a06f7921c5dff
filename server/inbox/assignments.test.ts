import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildArticle, buildChannel, buildUser } from "../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../testing/test-app.ts";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

async function team() {
  const me = await test.signIn();
  const { workspaceId, userId } = me.viewer;
  const other = await buildUser(test.db, {
    workspaceId,
    firstName: "Grace",
    lastName: "Hopper",
    membership: "reviewer",
  });
  return { me, workspaceId, userId, other, them: await test.signIn(other) };
}
const inboxOf = async (person: SignedIn, query = "") => (await person.inject({ url: `/api/inbox${query}` })).json();
const titlesIn = ({ items }: { items: { article: { title: string } }[] }) => items.map(({ article }) => article.title);
const assign = async (person: SignedIn, payload: object) =>
  (await person.inject({ method: "PUT", url: "/api/inbox/assignments", payload })).json().results;

describe("what waits in the inbox", () => {
  it("is given to somebody, with a day, and found by them under Mine", async () => {
    const { me, them, workspaceId, other } = await team();
    const { id } = await buildArticle(test.db, { workspaceId, title: "One", state: "draft" });
    await buildArticle(test.db, { workspaceId, title: "Two", state: "draft" });
    const items = [`draft.${id}`];
    expect(await assign(me, { ids: items, assignee: other.id, dueOn: "2026-12-01" })).toMatchObject([
      { outcome: "done" },
    ]);
    const all = await inboxOf(me);
    expect([all.total, all.mine]).toEqual([2, 0]);
    const given = all.items.find((item: { id: string }) => item.id === items[0]);
    expect(given.assignment).toEqual({ assignee: { id: other.id, name: "Grace Hopper" }, dueOn: "2026-12-01" });
    const mine = await inboxOf(them, "?mine=true");
    expect([titlesIn(mine), mine.total, mine.mine, mine.counts.draft]).toEqual([["One"], 1, 1, 1]);

    await assign(me, { ids: items, assignee: null, dueOn: null });
    expect((await inboxOf(them, "?mine=true")).items).toEqual([]);
    expect((await inboxOf(me)).items.every((item: object) => !("assignment" in item))).toBe(true);
  });

  it("is the owner's of an article that nobody was given", async () => {
    const { me, them, workspaceId, userId, other } = await team();
    const { id } = await buildArticle(test.db, { workspaceId, title: "Mine", state: "draft", ownerId: userId });
    expect(titlesIn(await inboxOf(me, "?mine=true"))).toEqual(["Mine"]);
    await assign(me, { ids: [`draft.${id}`], assignee: other.id, dueOn: null });
    expect(titlesIn(await inboxOf(me, "?mine=true"))).toEqual([]);
    expect(titlesIn(await inboxOf(them, "?mine=true"))).toEqual(["Mine"]);
  });

  it("is given to nobody who may not decide or not read it, and nobody gives away what is not open", async () => {
    const { me, workspaceId, userId, other } = await team();
    const hidden = await buildChannel(test.db, { workspaceId, isPrivate: true, chosenBy: userId });
    const secret = await buildArticle(test.db, { workspaceId, channelId: hidden.id, state: "draft" });
    const open = await buildArticle(test.db, { workspaceId, state: "draft" });
    const viewer = await buildUser(test.db, { workspaceId, membership: "viewer" });
    const refused = "This person may not decide about it, or may not read it. Choose somebody else.";
    const ids = [`draft.${secret.id}`, `draft.${open.id}`];
    expect(await assign(me, { ids, assignee: other.id, dueOn: null })).toMatchObject([
      { outcome: "failed", message: refused },
      { outcome: "done" },
    ]);
    expect(await assign(me, { ids: ids.slice(1), assignee: viewer.id, dueOn: null })).toMatchObject([
      { outcome: "failed", message: refused },
    ]);
    const gone = [`held.${open.id}`];
    expect(await assign(me, { ids: gone, assignee: userId, dueOn: null })).toMatchObject([{ outcome: "failed" }]);
    const stranger = await team();
    expect(await assign(stranger.me, { ids: ids.slice(1), assignee: null, dueOn: null })).toMatchObject([
      { outcome: "failed" },
    ]);
  });

  it("waits for nobody in particular once who it was given to has left", async () => {
    const { me, workspaceId, other } = await team();
    const { id } = await buildArticle(test.db, { workspaceId, state: "draft" });
    await assign(me, { ids: [`draft.${id}`], assignee: other.id, dueOn: "2026-12-01" });
    expect((await me.inject({ method: "DELETE", url: `/api/people/${other.id}` })).statusCode).toBe(200);
    expect((await inboxOf(me)).items[0].assignment).toEqual({ assignee: null, dueOn: "2026-12-01" });
  });
});

describe("what people decided about articles that waited", () => {
  it("is counted by their risk, each article once, without what was undone or is not for the reader", async () => {
    const { me, them, workspaceId, userId } = await team();
    const hidden = await buildChannel(test.db, { workspaceId, isPrivate: true, chosenBy: userId });
    const draft = (values: object) =>
      buildArticle(test.db, { workspaceId, state: "draft", confidence: 0.7, ...values });
    const decide = async (id: string, choice: string) => {
      const answer = await me.inject({ method: "POST", url: `/api/inbox/draft.${id}/decide`, payload: { choice } });
      return answer.json().undo.id;
    };
    await decide((await draft({})).id, "approve");
    await decide((await draft({ channelId: hidden.id })).id, "decline");
    const sure = await draft({ confidence: 0.9 });
    const undo = await decide(sure.id, "decline");
    await me.inject({ method: "POST", url: `/api/inbox/${undo}/undo` });
    const ask = async (person: SignedIn) => (await person.inject({ url: "/api/review-settings/decisions" })).json();
    expect(await ask(me)).toEqual([{ risk: 30, published: 1, declined: 1 }]);
    expect(await ask(them)).toEqual([{ risk: 30, published: 1, declined: 0 }]);
  });
});
