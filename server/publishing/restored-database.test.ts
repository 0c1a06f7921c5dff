import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../db/new-id.ts";
import { articles, channels, conversations, knowledgeIntegrations, publications } from "../db/schema.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import { buildArticle, buildChannel } from "../testing/factories.ts";
import { requestPublications } from "./request-publications.ts";
import {
  openPublishingStage,
  type PlatformName,
  type PublishingStage,
  type PublishingWorkspace,
} from "./testing/publishing-stage.ts";

let stage: PublishingStage;
beforeAll(async () => {
  stage = await openPublishingStage();
});
afterEach(() => {
  stage.confluence.clearFaults();
  stage.notion.clearFaults();
});
afterAll(() => stage.close());

const PLATFORMS = ["confluence", "notion"] as const;

const untilPublished = (desk: PublishingWorkspace, articleId: string, platform: PlatformName) =>
  expect
    .poll(async () => {
      await desk.forgiveSlowness(articleId);
      return (await desk.publication(articleId, platform)).state;
    })
    .toBe("published");

/**
 * Writes an article from a conversation, like the analysis. After a restore, the same conversation yields an article
 * with another id.
 */
async function writeFrom(
  desk: PublishingWorkspace,
  platform: PlatformName,
  key: string,
  title: string,
): Promise<string> {
  const id = await requestFrom(desk, key, title);
  await untilPublished(desk, id, platform);
  return id;
}

async function requestFrom(desk: PublishingWorkspace, key: string, title: string): Promise<string> {
  const { db, deps } = stage;
  const { workspaceId } = desk;
  const known = and(eq(channels.workspaceId, workspaceId), eq(channels.externalId, "C-restored"));
  const [found] = await db.select().from(channels).where(known);
  const channel = found ?? (await buildChannel(db, { workspaceId, externalId: "C-restored" }));
  const { id } = await buildArticle(db, { workspaceId, title, status: "processing" });
  const at = new Date("2026-11-20T09:00:00Z");
  await db
    .insert(conversations)
    .values({
      workspaceId,
      id: newId(),
      channelId: channel.id,
      key,
      firstAt: at,
      lastAt: at,
      articleId: id,
      messageCount: 2,
      fingerprint: key,
    })
    .onConflictDoUpdate({
      target: [conversations.workspaceId, conversations.channelId, conversations.key],
      set: { articleId: id },
    });
  await inWorkspace(db, workspaceId, (scope) => requestPublications(deps, scope, id));
  return id;
}

/** Returns a function that restores the database to this moment: it deletes all later rows. */
async function copyOf(desk: PublishingWorkspace, platform: PlatformName) {
  const { db } = stage;
  const { pagesKnownUntil } = await desk.integration(platform);
  const rows = await db.select({ id: articles.id }).from(articles).where(eq(articles.workspaceId, desk.workspaceId));
  return async function restore(): Promise<void> {
    const known = rows.map(({ id }) => id);
    const isLater = and(eq(articles.workspaceId, desk.workspaceId), sql`not (${inArray(articles.id, known)})`);
    await db.delete(articles).where(isLater);
    await db
      .delete(publications)
      .where(and(eq(publications.workspaceId, desk.workspaceId), ne(publications.state, "published")));
    await db
      .update(knowledgeIntegrations)
      .set({ pagesKnownUntil })
      .where(eq(knowledgeIntegrations.id, desk.integrations[platform]));
  };
}

const titlesOn = (platform: PlatformName, word: string) =>
  (platform === "confluence"
    ? stage.confluence.pages().filter(({ status }) => status === "current")
    : stage.notion.pages().filter(({ inTrash }) => !inTrash)
  )
    .map(({ title }) => title)
    .filter((title) => title.includes(word))
    .sort();

describe("A database restored from a copy taken earlier", () => {
  for (const platform of PLATFORMS)
    for (const how of ["under a running worker", "before the worker starts"] as const) {
      it(`${how} takes the pages in ${platform} that were made after the copy, and doubles none`, async () => {
        const desk = await stage.newDesk(platform);
        const word = how.split(" ")[0] ?? "";
        await writeFrom(desk, platform, "k1", `${word}: before the copy`);
        await writeFrom(desk, platform, "k2", `${word}: before the copy too`);
        const restore = await copyOf(desk, platform);
        await writeFrom(desk, platform, "k3", `${word}: after the copy`);
        await writeFrom(desk, platform, "k4", `${word}: after the copy too`);
        const before = titlesOn(platform, word);
        await restore();
        if (how === "before the worker starts") stage.restartWorker();
        const again = await writeFrom(desk, platform, "k4", `${word}: after the copy too`);
        await writeFrom(desk, platform, "k3", `${word}: after the copy, said otherwise`);
        await writeFrom(desk, platform, "k5", `${word}: new since the restore`);
        expect(titlesOn(platform, word)).toEqual(
          [
            ...before.filter((title) => !title.endsWith("after the copy")),
            `${word}: after the copy, said otherwise`,
            `${word}: new since the restore`,
          ].sort(),
        );
        expect(await desk.errors()).toEqual([]);
        // Restores a second time, from a copy that is newer than the first restore.
        const restoreAgain = await copyOf(desk, platform);
        await writeFrom(desk, platform, "k6", `${word}: after the second copy`);
        await restoreAgain();
        if (how === "before the worker starts") stage.restartWorker();
        await writeFrom(desk, platform, "k6", `${word}: after the second copy`);
        expect(titlesOn(platform, word).filter((title) => title.includes("second copy"))).toHaveLength(1);
        expect((await desk.publication(again, platform)).externalId).toBeTruthy();
      });
    }

  it("gives the second of two articles from one conversation the page it had, too", async () => {
    const desk = await stage.newDesk("confluence");
    const first = await writeFrom(desk, "confluence", "split", "Split: one");
    const restore = await copyOf(desk, "confluence");
    const writeSecond = async () => {
      const id = await writeFrom(desk, "confluence", "split", "Split: two");
      return (await desk.publication(id, "confluence")).externalId;
    };
    const page = await writeSecond();
    await restore();
    expect(await writeSecond()).toBe(page);
    expect((await desk.publication(first, "confluence")).externalId).not.toBe(page);
    expect(titlesOn("confluence", "Split")).toEqual(["Split: one", "Split: two"]);
  });

  it("doubles no page that a person has made unreadable since, says why, and publishes all others", async () => {
    const desk = await stage.newDesk("confluence");
    await writeFrom(desk, "confluence", "before", "Unreadable: before the copy");
    const restore = await copyOf(desk, "confluence");
    const spoilt = await writeFrom(desk, "confluence", "spoilt", "Unreadable: spoilt");
    const { externalId } = await desk.publication(spoilt, "confluence");
    stage.confluence.editAsPerson(externalId ?? "", (page) => {
      page.storage += "<span>".repeat(300) + "</span>".repeat(300);
    });
    await restore();
    stage.restartWorker();
    const again = await requestFrom(desk, "spoilt", "Unreadable: spoilt");
    await expect
      .poll(async () => {
        await desk.forgiveSlowness(again);
        return (await desk.publication(again, "confluence")).trouble;
      })
      .toContain("The page cannot be read");
    await writeFrom(desk, "confluence", "new", "Unreadable: new since the restore");
    expect(titlesOn("confluence", "Unreadable")).toEqual([
      "Unreadable: before the copy",
      "Unreadable: new since the restore",
      "Unreadable: spoilt",
    ]);
  });
});
