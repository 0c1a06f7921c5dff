import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type AnalysisStage, buildThread, openStage } from "../analysis/testing/analysis-stage.ts";
import { articles, conversations } from "../db/schema.ts";
import { emptyExpiredTrash } from "../jobs/empty-trash.ts";
import { createComparingEngine } from "../library/dedupe/testing/comparing-engine.ts";
import {
  LONG_WAIT_FOR_RESPONSE,
  openPublishingStage,
  type PublishingStage,
  type PublishingWorkspace,
} from "../publishing/testing/publishing-stage.ts";
import { buildArticle } from "../testing/factories.ts";
import type { SignedIn } from "../testing/test-app.ts";

let stage: PublishingStage;
let analysis: AnalysisStage & { close(): Promise<void> };
beforeAll(async () => {
  stage = await openPublishingStage(LONG_WAIT_FOR_RESPONSE);
  analysis = await openStage();
});
afterEach(() => {
  stage.confluence.clearFaults();
  stage.notion.clearFaults();
});
afterAll(async () => {
  await stage.close();
  await analysis.close();
});

const bulk = async (person: SignedIn, action: string, ids: string[], more: object = {}) => {
  const answer = await person.inject({
    method: "POST",
    url: `/api/articles/bulk/${action}`,
    payload: { ids, ...more },
  });
  return answer.json().results.map(({ outcome, message }: Record<string, string>) => [outcome, message]);
};
const remove = (person: SignedIn, id: string, pages = "remove") => bulk(person, "remove", [id], { pages });
const trashOf = async (person: SignedIn) => (await person.inject({ url: "/api/articles/trash" })).json();
const titlesIn = async (person: SignedIn, url = "/api/articles") =>
  (await person.inject({ url })).json().map(({ title }: { title: string }) => title);
const logOf = async (person: SignedIn) => (await person.inject({ url: "/api/logs" })).json()[0].message;

const publishedOn = async (desk: PublishingWorkspace, title: string) => {
  const id = await desk.write(title, "Press the button.");
  await expect.poll(async () => (await desk.publications(id)).every(({ state }) => state === "published")).toBe(true);
  return id;
};
const pagesOf = (ids: (string | null)[]) => ({
  confluence: stage.confluence.pages().filter(({ id }) => ids.includes(id)),
  notion: stage.notion.pages().filter(({ id }) => ids.includes(id)),
});

describe("the trash", () => {
  it("keeps a removed article out of everything but itself, with who removed it and until when", async () => {
    const desk = await stage.newDesk();
    const id = await desk.write("How to fold a map", "Twice.");
    await remove(desk.person, id);
    expect(await titlesIn(desk.person)).toEqual([]);
    expect(await titlesIn(desk.person, "/api/articles/search?keywords=map")).toEqual([]);
    expect((await desk.person.inject({ url: "/api/stats" })).json().articlesCreated).toBe(0);
    const [one, ...others] = await trashOf(desk.person);
    expect(others).toEqual([]);
    expect(one).toMatchObject({ id, title: "How to fold a map", by: "Ada Lovelace", pages: [] });
    expect(Date.parse(one.until) - Date.parse(one.trashedAt)).toBe(30 * 86_400_000);
    const page = (await desk.person.inject({ url: `/api/articles/${id}` })).json();
    expect(page).toMatchObject({ state: "trashed", trashedUntil: one.until });
    const stranger = await stage.newDesk();
    expect(await trashOf(stranger.person)).toEqual([]);
  });

  it("gives an article back with one press, and its pages out of the platforms' trash with what people wrote on them", async () => {
    const desk = await stage.newDesk("confluence", "notion");
    const id = await publishedOn(desk, "How to bring back a page");
    const ids = (await desk.publications(id)).map(({ externalId }) => externalId);
    stage.confluence.editAsPerson(pagesOf(ids).confluence[0]?.id ?? "", (page) => {
      page.storage += "<p>Somebody’s own words.</p>";
    });
    expect(await remove(desk.person, id)).toEqual([["done", ""]]);
    expect(pagesOf(ids)).toMatchObject({ confluence: [{ status: "trashed" }], notion: [{ inTrash: true }] });
    expect((await trashOf(desk.person))[0].pages).toEqual([
      { name: "confluence", isArchived: true },
      { name: "notion", isArchived: true },
    ]);

    expect(await bulk(desk.person, "restore", [id])).toEqual([["done", ""]]);
    expect(await titlesIn(desk.person)).toEqual(["How to bring back a page"]);
    expect(await trashOf(desk.person)).toEqual([]);
    expect(await logOf(desk.person)).toBe(
      "“How to bring back a page” from #support was restored from the trash. By Ada Lovelace.",
    );
    await expect
      .poll(() => pagesOf(ids))
      .toMatchObject({
        confluence: [{ status: "current", storage: expect.stringContaining("own words.") }],
        notion: [{ inTrash: false }],
      });
    await expect.poll(() => desk.article(id)).toMatchObject({ status: "published", state: "stands" });
    expect((await desk.publications(id)).map(({ externalId }) => externalId)).toEqual(ids);
    expect(await bulk(desk.person, "restore", [id])).toEqual([["failed", "This article is not in the trash."]]);
  });

  it("makes a page again where the platform's own trash was emptied", async () => {
    const desk = await stage.newDesk("confluence");
    const id = await publishedOn(desk, "How to make a page twice");
    const [before] = await desk.publications(id);
    await remove(desk.person, id);
    stage.confluence.purgeAsPerson(before?.externalId ?? "");
    await bulk(desk.person, "restore", [id]);
    await expect
      .poll(async () =>
        (await desk.publications(id)).map(({ state, externalId }) => [state, externalId === before?.externalId]),
      )
      .toEqual([["published", false]]);
  });

  it("asks nobody about pages of what is in it, and writes to none that were left", async () => {
    const desk = await stage.newDesk("confluence");
    const id = await publishedOn(desk, "How to leave a page alone");
    const [row] = await desk.publications(id);
    await remove(desk.person, id, "keep");
    expect((await trashOf(desk.person))[0].pages).toEqual([{ name: "confluence", isArchived: false }]);
    const [page] = stage.confluence.pages().filter(({ id: pageId }) => pageId === row?.externalId);
    expect(page).toMatchObject({ status: "current", version: { number: 1 } });
    expect((await desk.person.inject({ url: "/api/inbox" })).json().total).toBe(0);
    const refused = await desk.person.inject({
      method: "POST",
      url: `/api/articles/${id}/versions/1/restore`,
      payload: { from: 1 },
    });
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      "This article is in the trash. Restore it first.",
    ]);
  });

  it("is emptied by a person, article by article or as a whole, and nothing else goes with it", async () => {
    const desk = await stage.newDesk();
    const [one, two, three, stays] = [
      await desk.write("One", "1."),
      await desk.write("Two", "2."),
      await desk.write("Three", "3."),
      await desk.write("Stays", "4."),
    ];
    for (const id of [one, two, three]) await remove(desk.person, id);
    expect(await bulk(desk.person, "delete", [one, stays])).toEqual([
      ["done", ""],
      ["failed", "This article is not in the trash. Nothing was deleted."],
    ]);
    expect(await trashOf(desk.person)).toHaveLength(2);
    const emptied = await desk.person.inject({ method: "POST", url: "/api/articles/trash/empty" });
    expect(emptied.json()).toEqual({ deleted: 2 });
    expect(await trashOf(desk.person)).toEqual([]);
    expect(await titlesIn(desk.person)).toEqual(["Stays"]);
    expect(await logOf(desk.person)).toBe("2 articles were deleted from the trash for good. By Ada Lovelace.");
  });

  it("is emptied by the clock after 30 days, not before", async () => {
    const desk = await stage.newDesk();
    const old = await desk.write("Long ago", "1.");
    const recent = await desk.write("Lately", "2.");
    for (const id of [old, recent]) await remove(desk.person, id);
    const ago = (id: string, days: number) =>
      stage.db
        .update(articles)
        .set({ trashedAt: sql`now() - make_interval(days => ${days}, mins => 1)` })
        .where(eq(articles.id, id));
    await ago(old, 30);
    await ago(recent, 29);
    await emptyExpiredTrash(stage.deps);
    expect((await trashOf(desk.person)).map(({ title }: { title: string }) => title)).toEqual(["Lately"]);
  });

  it("gives back a draft as a draft", async () => {
    const desk = await stage.newDesk();
    const { id } = await buildArticle(stage.db, {
      workspaceId: desk.workspaceId,
      state: "draft",
      stateReason: "Not sure.",
    });
    await remove(desk.person, id);
    await bulk(desk.person, "restore", [id]);
    expect(await desk.article(id)).toMatchObject({ state: "draft", stateReason: "Not sure.", trashed: null });
  });
});

describe("the conversation of an article in the trash", () => {
  it("is the article's again once it is restored, with what was edited and said since", async () => {
    analysis.engine.current = createComparingEngine();
    const said = buildThread("KNOW ABOUT-printers: how does one restart it?", "The button is 3.");
    const channel = await analysis.newChannel(said);
    await channel.run("analyse");
    const all = () => analysis.db.select().from(articles).where(eq(articles.workspaceId, channel.workspaceId));
    const [article] = await all();
    await remove(channel.person, article?.id ?? "", "keep");
    analysis.team.reply(channel.externalId, said[0]?.ts ?? "", {
      user: "UCY",
      text: "One may KNOW ABOUT-printers: the button is 4.",
    });
    await channel.run("analyse");
    expect(await all()).toMatchObject([{ state: "trashed" }]);

    await bulk(channel.person, "restore", [article?.id ?? ""]);
    const [conversation] = await analysis.db
      .select()
      .from(conversations)
      .where(eq(conversations.workspaceId, channel.workspaceId));
    expect(conversation).toMatchObject({ articleId: article?.id, removedUpTo: null });
    await channel.run("analyse");
    const [after] = await all();
    expect(JSON.stringify(after?.body)).toContain("the button is 4");
  });

  it("takes what is deleted in it out of the trash too", async () => {
    analysis.engine.current = createComparingEngine();
    const said = buildThread("KNOW ABOUT-safes: what is the code?", "The code is 4711.");
    const channel = await analysis.newChannel(said);
    await channel.run("analyse");
    const [article] = await analysis.db.select().from(articles).where(eq(articles.workspaceId, channel.workspaceId));
    expect(JSON.stringify(article)).toContain("4711");
    await remove(channel.person, article?.id ?? "", "keep");
    analysis.team.delete(channel.externalId, said[1]?.ts ?? "");
    await channel.run("analyse");
    const [after] = await analysis.db.select().from(articles).where(eq(articles.workspaceId, channel.workspaceId));
    expect(after?.state).toBe("trashed");
    expect(JSON.stringify(after)).not.toContain("4711");
  });
});
