import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recordActivity } from "../activity/index.ts";
import {
  articles,
  channelAudiences,
  channelMembers,
  channelReaders,
  channels,
  chatIdentities,
  users,
} from "../db/schema.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import { buildArticle, buildArticleSource, buildChannel, buildUser, buildWorkspace } from "../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../testing/test-app.ts";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

/** Creates a workspace with an article from a private channel. The platform has listed the channel's members. */
async function newStage() {
  const { id: workspaceId } = await buildWorkspace(test.db);
  const channel = await buildChannel(test.db, { workspaceId, name: "finance", isPrivate: true, teamId: "T1" });
  await test.db
    .update(channelAudiences)
    .set({ isKnown: true, membersReadAt: new Date() })
    .where(eq(channelAudiences.channelId, channel.id));
  const article = await buildArticle(test.db, {
    workspaceId,
    channelId: channel.id,
    channelName: "finance",
    title: "Salaries of zebras",
    tags: ["zebra"],
    category: "Zebras",
  });
  const newPerson = async (externalId: string | null, values: Partial<typeof users.$inferInsert> = {}) => {
    const user = await buildUser(test.db, { workspaceId, membership: "editor", ...values });
    if (externalId) {
      await test.db
        .insert(chatIdentities)
        .values({ workspaceId, userId: user.id, platform: "slack", teamId: "T1", email: user.email, externalId });
    }
    return { ...(await test.signIn(user)), user };
  };
  const join = (externalId: string, channelId = channel.id) =>
    test.db.insert(channelMembers).values({ workspaceId, channelId, externalId });
  return { workspaceId, channel, article, newPerson, join };
}

const sees = async (person: SignedIn, url: string) => (await person.inject({ url })).body.includes("ebra");

describe("who reads an article", () => {
  it("from a private channel: its members, by the address they proved, at once and nobody else", async () => {
    const { article, newPerson, join } = await newStage();
    await join("U1");
    const member = await newPerson("U1");
    const colleague = await newPerson("U2");
    const unproven = await newPerson("U1", { emailProof: "nobody" });
    const owner = await newPerson(null, { membership: "owner" });
    for (const url of [
      "/api/articles",
      "/api/articles/recent",
      "/api/articles/search?keywords=zebra",
      "/api/articles/search?keywords=zebras%20of",
      "/api/articles/tags",
      "/api/articles/categories",
      `/api/articles/${article.id}`,
      "/api/analytics",
    ]) {
      const seen = [await sees(member, url), await sees(colleague, url), await sees(unproven, url)];
      expect([url, ...seen]).toEqual([url, true, false, false]);
    }
    // Nobody chose the channel for monitoring, and no chat account has the owner's address, so the owner may read the
    // article.
    expect(await sees(owner, "/api/articles")).toBe(true);
    await join("U2");
    expect(await sees(colleague, "/api/articles")).toBe(true);
    await test.db.delete(channelMembers).where(eq(channelMembers.externalId, "U2"));
    expect(await sees(colleague, "/api/articles")).toBe(false);
    expect((await colleague.inject({ url: `/api/articles/${article.id}` })).json().message).toBe(
      "This article does not exist (any more).",
    );
  });

  it("an owner whom the platform knows is a person like others, and somebody an admin let in reads it too", async () => {
    const { workspaceId, channel, newPerson } = await newStage();
    const owner = await newPerson("U7", { membership: "owner" });
    expect(await sees(owner, "/api/articles")).toBe(false);
    await test.db.insert(channelReaders).values({ workspaceId, channelId: channel.id, userId: owner.user.id });
    expect(await sees(owner, "/api/articles")).toBe(true);
  });

  it("from several channels: who may read all of them; a channel that is private from now on counts at once", async () => {
    const { workspaceId, article, newPerson, join } = await newStage();
    await join("U1");
    await join("U2");
    const board = await buildChannel(test.db, { workspaceId, name: "board", teamId: "T1" });
    await test.db.update(channelAudiences).set({ isKnown: true, membersReadAt: new Date() });
    await buildArticleSource(test.db, { workspaceId, articleId: article.id, channelId: board.id });
    await join("U1", board.id);
    const both = await newPerson("U1");
    const one = await newPerson("U2");
    expect([await sees(both, "/api/articles"), await sees(one, "/api/articles")]).toEqual([true, true]);
    await test.db.update(channels).set({ isPrivate: true }).where(eq(channels.id, board.id));
    expect([await sees(both, "/api/articles"), await sees(one, "/api/articles")]).toEqual([true, false]);
    // Removing the source or the channel does not widen the article's audience, because earlier versions still contain
    // the text.
    await test.db.delete(channels).where(eq(channels.id, board.id));
    await test.db.update(articles).set({ channelId: null }).where(eq(articles.id, article.id));
    expect([await sees(both, "/api/articles"), await sees(one, "/api/articles")]).toEqual([true, false]);
  });

  it("from a public channel: everybody but guests", async () => {
    const { channel, newPerson, join } = await newStage();
    await test.db.update(channels).set({ isPrivate: false }).where(eq(channels.id, channel.id));
    const unknown = await newPerson(null, { membership: "viewer" });
    const guest = await newPerson("U5");
    await test.db.update(chatIdentities).set({ isGuest: true }).where(eq(chatIdentities.userId, guest.user.id));
    expect([await sees(unknown, "/api/articles"), await sees(guest, "/api/articles")]).toEqual([true, false]);
    await join("U5");
    expect(await sees(guest, "/api/articles")).toBe(true);
  });
});

describe("what tells of an article", () => {
  it("is for its readers only: the log and what a search in it counts, bulk actions, exports, events", async () => {
    const { workspaceId, article, newPerson, join } = await newStage();
    await join("U1");
    const member = await newPerson("U1");
    const colleague = await newPerson("U2");
    const heard: (string[] | null)[] = [];
    const stop = test.deps.events.subscribe(workspaceId, (_, channelIds) => heard.push(channelIds));
    await inWorkspace(test.db, workspaceId, async (scope) => {
      await recordActivity(scope, test.deps.events, {
        type: "change",
        message: "“Salaries of zebras” was changed.",
        data: { articleId: article.id },
      });
    });
    await expect.poll(() => heard).toEqual([[article.channelId]]);
    stop();
    const ids = { ids: [article.id] };
    const doors = (person: SignedIn) =>
      Promise.all([
        sees(person, "/api/logs"),
        sees(person, "/api/logs?search=zebras"),
        sees(person, "/api/logs/export?format=csv"),
        person.inject({ url: "/api/logs/counts?search=zebras" }).then((answer) => answer.json().matching === 1),
        person
          .inject({ method: "POST", url: "/api/articles/bulk/retry", payload: ids })
          .then((answer) => answer.body.includes("zebras")),
        person
          .inject({ method: "POST", url: "/api/articles/export", payload: { ...ids, format: "markdown" } })
          .then((answer) => answer.body.includes("zebras")),
      ]);
    expect(await doors(member)).toEqual([true, true, true, true, true, true]);
    expect(await doors(colleague)).toEqual([false, false, false, false, false, false]);
  });

  it("and an article that is merged with it is read by those who read both, until that is taken back", async () => {
    const { workspaceId, article, newPerson, join } = await newStage();
    await join("U1");
    const member = await newPerson("U1");
    const colleague = await newPerson("U2");
    const summary = [{ form: "sentence" as const, text: "Zebras earn 5000.", language: null, sources: [] }];
    await test.db
      .update(articles)
      .set({ summary, summaryText: "Zebras earn 5000." })
      .where(eq(articles.id, article.id));
    const { id } = await buildArticle(test.db, { workspaceId, title: "How to restart", ownerId: colleague.user.id });
    const reads = async (person: SignedIn, of: string) =>
      (await person.inject({ url: `/api/articles/${of}` })).statusCode;
    const url = `/api/articles/${article.id}/merge`;
    expect((await colleague.inject({ url: `${url}/${id}` })).statusCode).toBe(404);
    const { audience } = (await member.inject({ url: `${url}/${id}` })).json();
    expect(audience).toMatchObject({
      from: { who: "members", people: 1 },
      into: { who: "everyone", people: 2 },
      merged: { who: "members", channels: ["finance"], people: 1 },
    });
    expect(await reads(colleague, id)).toBe(200);
    const merged = await member.inject({ method: "POST", url, payload: { into: id } });
    expect([merged.statusCode, merged.json().message]).toEqual([
      200,
      "The articles were merged. Added 1, already said 0, left out 0.",
    ]);
    expect([await reads(member, id), await reads(colleague, id)]).toEqual([200, 404]);
    // A person does not stay owner of an article that the person may not read.
    expect((await member.inject({ url: `/api/articles/${id}` })).json().owner?.id).not.toBe(colleague.user.id);

    const undone = await member.inject({ method: "POST", url: `/api/inbox/${merged.json().undo.id}/undo` });
    expect(undone.statusCode, undone.body).toBe(200);
    expect([await reads(member, id), await reads(colleague, id)]).toEqual([200, 200]);
    expect([await reads(member, article.id), await reads(colleague, article.id)]).toEqual([200, 404]);
    // Its history does not reveal the other article either.
    const page = await colleague.inject({ url: `/api/articles/${id}` });
    const versions = page.json().versions as { version: number }[];
    expect(versions).toHaveLength(3);
    const told = await Promise.all(
      versions.map(({ version }) => colleague.inject({ url: `/api/articles/${id}/versions/${version}` })),
    );
    expect([page, ...told].map(({ body }) => body).join("\n")).not.toMatch(/zebra/i);
    expect(page.json().owner?.id).toBe(colleague.user.id);
    expect(await sees(colleague, "/api/logs")).toBe(false);
  });
});
