import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type AnalysisStage,
  buildThread,
  openStage,
  type StageChannel,
} from "../../analysis/testing/analysis-stage.ts";
import { createScriptedEngine } from "../../analysis/testing/scripted-engine.ts";
import { activityLogs, articles, channels, chatIdentities } from "../../db/schema.ts";
import { buildArticle, buildChannel, buildUser } from "../../testing/factories.ts";
import type { SignedIn } from "../../testing/test-app.ts";

let stage: AnalysisStage & { close(): Promise<void> };
beforeAll(async () => {
  stage = await openStage();
  stage.engine.current = createScriptedEngine();
});
afterAll(() => stage.close());

const articleOf = async ({ workspaceId }: StageChannel) => {
  const [row] = await stage.db.select().from(articles).where(eq(articles.workspaceId, workspaceId));
  if (!row) throw new Error("No article was written.");
  return row;
};
const pageOf = async (person: SignedIn, id: string) => (await person.inject({ url: `/api/articles/${id}` })).json();
const daysUntil = (at: Date | null) => Math.round(((at?.getTime() ?? 0) - Date.now()) / 86_400_000);

/** Links the chat account of Bo to a new person of the workspace. */
async function linkChatAccount(channel: StageChannel, externalId: string) {
  const person = await buildUser(stage.db, {
    workspaceId: channel.workspaceId,
    firstName: "Bo",
    membership: "reviewer",
  });
  const [row] = await stage.db.select().from(channels).where(eq(channels.id, channel.id));
  await stage.db.insert(chatIdentities).values({
    workspaceId: channel.workspaceId,
    userId: person.id,
    platform: "slack",
    teamId: row?.teamId ?? "",
    email: person.email,
    externalId,
  });
  return person;
}

describe("who takes care of an article", () => {
  it("is who answered where they are in the workspace, else an owner", async () => {
    const channel = await stage.newChannel(buildThread("KNOW one", "like this"));
    const bo = await linkChatAccount(channel, "UBO");
    await channel.run("analyse");
    const article = await articleOf(channel);
    expect(article.ownerId).toBe(bo.id);
    expect((await pageOf(channel.person, article.id)).owner).toEqual({ id: bo.id, name: "Bo Lovelace" });

    const other = await stage.newChannel(buildThread("KNOW two", "like that"));
    await other.run("analyse");
    expect((await articleOf(other)).ownerId).toBe(other.person.viewer.userId);
  });

  it("is chosen by an editor among those who may read it", async () => {
    const channel = await stage.newChannel();
    const { workspaceId, person } = channel;
    const hidden = await buildChannel(stage.db, { workspaceId, isPrivate: true, chosenBy: person.viewer.userId });
    const bo = await buildUser(stage.db, { workspaceId, membership: "viewer" });
    const open = await buildArticle(stage.db, { workspaceId });
    const secret = await buildArticle(stage.db, { workspaceId, channelId: hidden.id });
    const choose = (id: string, ownerId: string) =>
      person.inject({ method: "PUT", url: `/api/articles/${id}/owner`, payload: { ownerId } });
    expect((await choose(open.id, bo.id)).statusCode).toBe(200);
    expect((await pageOf(person, open.id)).owner.id).toBe(bo.id);
    const refused = await choose(secret.id, bo.id);
    expect([refused.statusCode, refused.json().message]).toEqual([
      400,
      "This person is not in the workspace or may not read the article. Choose somebody else.",
    ]);
    const stranger = await buildUser(stage.db);
    expect((await choose(open.id, stranger.id)).statusCode).toBe(400);
  });

  it("changes with one step when somebody is removed: to whom an admin names, and to nobody who may not read it", async () => {
    const channel = await stage.newChannel();
    const { workspaceId, person } = channel;
    const me = person.viewer.userId;
    const leaves = await buildUser(stage.db, { workspaceId });
    const takes = await buildUser(stage.db, { workspaceId });
    const hidden = await buildChannel(stage.db, { workspaceId, isPrivate: true, chosenBy: me });
    const open = await buildArticle(stage.db, { workspaceId, ownerId: leaves.id });
    const secret = await buildArticle(stage.db, { workspaceId, ownerId: leaves.id, channelId: hidden.id });
    const counts = async (of: SignedIn) =>
      Object.fromEntries(
        (await of.inject({ url: "/api/people" }))
          .json()
          .map((one: { id: string; articles: number }) => [one.id, one.articles]),
      );
    expect((await counts(person))[leaves.id]).toBe(2);
    expect((await counts(await stage.signIn(takes)))[leaves.id]).toBe(1);

    const url = `/api/people/${leaves.id}?articlesTo=${takes.id}`;
    expect((await person.inject({ method: "DELETE", url })).statusCode).toBe(200);
    const ownerOf = async (id: string) =>
      (await stage.db.select().from(articles).where(eq(articles.id, id)))[0]?.ownerId;
    expect([await ownerOf(open.id), await ownerOf(secret.id)]).toEqual([takes.id, me]);
    expect((await person.inject({ method: "DELETE", url: `/api/people/${takes.id}` })).statusCode).toBe(200);
    expect(await ownerOf(open.id)).toBe(me);
  });
});

describe("whether an article is still right", () => {
  it("is asked after the time of its kind, in the inbox, and answered there or on its page with one press", async () => {
    const channel = await stage.newChannel(buildThread("KNOW three", "like this"));
    const { person } = channel;
    await channel.run("analyse");
    const article = await articleOf(channel);
    expect(daysUntil(article.reviewAt)).toBe(180);
    expect((await pageOf(person, article.id)).freshness).toMatchObject({ confirmedAt: null, isDue: false });
    const open = async () => (await person.inject({ url: "/api/inbox?kind=review-due" })).json().items;
    expect(await open()).toEqual([]);

    const isDue = () =>
      stage.db.update(articles).set({ reviewAt: sql`now() - interval '1 minute'` }).where(eq(articles.id, article.id));
    await isDue();
    const [item] = await open();
    expect(item.reason).toMatch(/^Not verified since it was written on .+\. Is it still right\?$/);
    const decided = await person.inject({
      method: "POST",
      url: `/api/inbox/${item.id}/decide`,
      payload: { choice: "keep" },
    });
    expect(decided.json().message).toBe("The article is confirmed.");
    expect(await open()).toEqual([]);
    expect((await pageOf(person, article.id)).freshness).toMatchObject({ confirmedBy: "Ada Lovelace", isDue: false });

    const undone = await person.inject({ method: "POST", url: `/api/inbox/${decided.json().undo.id}/undo` });
    expect(undone.statusCode).toBe(200);
    expect(await open()).toHaveLength(1);
    expect((await pageOf(person, article.id)).freshness).toMatchObject({ confirmedAt: null, isDue: true });

    expect((await person.inject({ method: "POST", url: `/api/articles/${article.id}/confirm` })).statusCode).toBe(200);
    expect(await open()).toEqual([]);
    expect(daysUntil((await articleOf(channel)).reviewAt)).toBe(180);
  });

  it("is taken back by the undo of the answer: the earlier confirmation stands again", async () => {
    const { workspaceId, person } = await stage.newChannel();
    const { id } = await buildArticle(stage.db, { workspaceId });
    const grace = await stage.signIn(await buildUser(stage.db, { workspaceId, firstName: "Grace" }));
    const verify = async (who: SignedIn): Promise<string> => {
      const answer = await who.inject({ method: "POST", url: `/api/articles/${id}/confirm` });
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json().undo.id;
    };
    const undo = async (which: string) => {
      const answer = await person.inject({ method: "POST", url: `/api/inbox/${which}/undo` });
      return [answer.statusCode, answer.json().message];
    };
    const byGrace = await verify(grace);
    const { freshness: before } = await pageOf(person, id);
    const byAda = await verify(person);
    expect((await pageOf(person, id)).freshness.confirmedBy).toBe("Ada Lovelace");

    expect(await undo(byGrace)).toEqual([409, "The article was verified again since. That verification stays."]);
    expect((await pageOf(person, id)).freshness.confirmedBy).toBe("Ada Lovelace");
    expect(await undo(byAda)).toEqual([200, undefined]);
    expect((await pageOf(person, id)).freshness).toEqual(before);
    expect(before.confirmedBy).toBe("Grace Lovelace");
    expect(await undo(byAda)).toEqual([409, "This decision can no longer be undone."]);
    expect(await undo(byGrace)).toEqual([200, undefined]);
    expect((await pageOf(person, id)).freshness.confirmedAt).toBeNull();

    const log = await stage.db.select().from(activityLogs).where(eq(activityLogs.workspaceId, workspaceId));
    const messages = log.map(({ message }) => message);
    expect(messages.filter((message) => message.includes("A decision was undone."))).toHaveLength(2);
    expect(messages.filter((message) => message.includes("confirmed that it is still right."))).toHaveLength(2);
  });

  it("is nobody's to say of an article that is not shown", async () => {
    const { workspaceId, person } = await stage.newChannel();
    const { id } = await buildArticle(stage.db, { workspaceId, state: "draft" });
    const refused = await person.inject({ method: "POST", url: `/api/articles/${id}/confirm` });
    expect(refused.statusCode).toBe(409);
  });
});
