import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { activityLogs, publications } from "../../db/schema.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import { buildPageContent } from "../page-content.ts";
import {
  openPublishingStage,
  type PlatformName,
  type PublishingStage,
  type PublishingWorkspace,
} from "../testing/publishing-stage.ts";
import { checkPages } from "./check-pages.ts";
import { listIntegrationsToCheck } from "./check-pages-queries.ts";

let stage: PublishingStage;
beforeAll(async () => {
  stage = await openPublishingStage();
});
afterEach(() => {
  stage.confluence.clearFaults();
  stage.notion.clearFaults();
});
afterAll(() => stage.close());

const CONFIG = {
  confluence: () => ({ baseUrl: stage.confluence.url, spaceId: "DOC", apiKey: "bot@acme.example:confluence-token" }),
};

async function published(desk: PublishingWorkspace, title: string, platform: PlatformName = "confluence") {
  const id = await desk.write(title, "First.");
  await untilState(desk, id, platform, "published");
  return { id, ...(await publicationOf(desk, id, platform)) };
}
async function publicationOf(desk: PublishingWorkspace, articleId: string, platform: PlatformName) {
  const { id: publicationId, externalId, marker, url } = await desk.publication(articleId, platform);
  return { publicationId, pageId: externalId ?? "", marker, url };
}
const untilState = (desk: PublishingWorkspace, articleId: string, platform: PlatformName, state: string) =>
  expect.poll(async () => (await desk.publication(articleId, platform)).state).toBe(state);
/** Moves the time of the last check back by a day, then runs the job. */
async function lookADayLater(desk: PublishingWorkspace, platform: PlatformName) {
  await stage.db
    .update(publications)
    .set({ sweptAt: sql`now() - interval '25 hours'` })
    .where(eq(publications.workspaceId, desk.workspaceId));
  const due = await listIntegrationsToCheck(stage.db);
  const integration = { workspaceId: desk.workspaceId, id: desk.integrations[platform] };
  expect(due).toContainEqual(integration);
  return checkPages(stage.deps, integration, new AbortController().signal);
}

describe("A page that a person removed on the platform", () => {
  it("is said to be gone by the nightly look, stays removed when asked to, and is followed again when it is restored", async () => {
    const desk = await stage.newDesk("confluence");
    const { id, publicationId, pageId, marker } = await published(desk, "Removed at night");
    const { confluence } = stage.connectors.targets;
    await confluence.archive(CONFIG.confluence(), pageId);
    expect(await lookADayLater(desk, "confluence")).toMatchObject({ looked: 1, removed: 1 });
    expect(await desk.publication(id, "confluence")).toMatchObject({
      state: "removed",
      trouble: expect.stringContaining("Somebody removed the page"),
    });
    expect(await desk.retry(id, publicationId, "leave")).toBe(200);
    const left = { state: "removed", trouble: null, notice: expect.stringContaining("stays removed") };
    await expect.poll(() => desk.publication(id, "confluence")).toMatchObject(left);
    await desk.rewrite(id, "Second.");
    await expect.poll(() => desk.publication(id, "confluence")).toMatchObject(left);
    expect(await lookADayLater(desk, "confluence")).toMatchObject({ looked: 1, removed: 0, restored: 0 });
    expect(stage.confluence.countByMarker(marker)).toBe(0);

    stage.confluence.restoreAsPerson(pageId);
    expect(await lookADayLater(desk, "confluence")).toMatchObject({ restored: 1 });
    await untilState(desk, id, "confluence", "published");
    const page = stage.confluence.pages().find((one) => one.id === pageId);
    expect(page?.storage).toContain("Second.");
    expect(await desk.publication(id, "confluence")).toMatchObject({ notice: null, trouble: null });
  });

  it("and is to be forgotten never gets the article again, until a person asks for it", async () => {
    const desk = await stage.newDesk("confluence");
    const { id, publicationId, pageId, marker } = await published(desk, "Forgotten");
    expect(await desk.retry(id, publicationId, "forget")).toBe(409);
    await stage.connectors.targets.confluence.archive(CONFIG.confluence(), pageId);
    await lookADayLater(desk, "confluence");
    expect(await desk.retry(id, publicationId, "forget")).toBe(200);
    await untilState(desk, id, "confluence", "forgotten");
    await desk.rewrite(id, "Second.");
    expect(await desk.publication(id, "confluence")).toMatchObject({ state: "forgotten" });
    expect(stage.confluence.countByMarker(marker)).toBe(0);
    expect(await desk.article(id)).toMatchObject({ status: "library" });
    expect(await desk.retry(id, publicationId, "recreate")).toBe(200);
    await untilState(desk, id, "confluence", "published");
    expect(stage.confluence.countByMarker(marker)).toBe(1);
  });
});

describe("A page that a person made unreadable", () => {
  it("keeps neither the other pages from being looked at nor another workspace of the account from publishing", async () => {
    const desk = await stage.newDesk("confluence");
    const other = await stage.newDesk("confluence");
    const spoilt = await published(desk, "Made unreadable");
    const removed = await published(desk, "Removed beside it");
    stage.confluence.editAsPerson(spoilt.pageId, (page) => {
      page.storage += "<span>".repeat(300) + "</span>".repeat(300);
    });
    stage.confluence.trashAsPerson(removed.pageId);
    await published(other, "Published beside it");
    expect(await lookADayLater(desk, "confluence")).toMatchObject({ looked: 2, removed: 1 });
    await untilState(desk, removed.id, "confluence", "removed");
    await untilState(desk, spoilt.id, "confluence", "published");
  });
});

describe("The nightly look", () => {
  for (const platform of ["confluence", "notion"] as const) {
    it(`puts a copy on ${platform} away that carries an article's marker, opens no page it knows, and touches nobody else's`, async () => {
      const desk = await stage.newDesk(platform);
      const { id, pageId, marker } = await published(desk, `Doubled on ${platform}`, platform);
      const others: { pageId: string }[] = [];
      for (let n = 0; n < 3; n += 1) others.push(await published(desk, `Beside it ${n} on ${platform}`, platform));
      const target = stage.connectors.targets[platform];
      const config =
        platform === "confluence"
          ? CONFIG.confluence()
          : { apiKey: "ntn_notion-token", spaceId: "1a2b3c4d5e6f47018293a4b5c6d7e8f9", baseUrl: "" };
      const content = await inWorkspace(stage.db, desk.workspaceId, (scope) =>
        buildPageContent(stage.connectors, scope, {
          articleId: id,
          integrationId: desk.integrations[platform],
          marker,
        }),
      );
      const title = `Doubled on ${platform} (2)`;
      const copy = await target.publish(config, { title, labels: [], blocks: target.render(content) });
      const foreign = await target.publish(config, {
        title: `Somebody else's on ${platform}`,
        labels: [],
        blocks: target.render({ ...content, marker: "ref lk-0123456789abcdef" }),
      });
      const standIn = stage[platform];
      const before = standIn.calls.length;
      expect(await lookADayLater(desk, platform)).toMatchObject({ copies: 1, looked: 4, removed: 0 });
      const opened = standIn.calls.slice(before).filter(({ path }) => path.includes(`/${others[0]?.pageId}`)).length;
      expect(opened).toBeLessThanOrEqual(2);
      const left =
        platform === "confluence"
          ? stage.confluence
              .pages()
              .filter(({ status }) => status === "current")
              .map(({ id }) => id)
          : stage.notion
              .pages()
              .filter(({ inTrash }) => !inTrash)
              .map(({ id }) => id);
      expect(left).toContain(pageId);
      expect(left).toContain(foreign.externalId);
      expect(left).not.toContain(copy.externalId);
      const lines = await stage.db
        .select({ message: activityLogs.message })
        .from(activityLogs)
        .where(eq(activityLogs.workspaceId, desk.workspaceId));
      expect(lines.map(({ message }) => message).join()).toContain(title);
    });
  }

  it("says that a page was moved, and goes on with it where it is", async () => {
    const desk = await stage.newDesk("confluence");
    const { id } = await published(desk, "Moved");
    await stage.db
      .update(publications)
      .set({ url: "https://acme.example/where-it-was" })
      .where(eq(publications.articleId, id));
    expect(await lookADayLater(desk, "confluence")).toMatchObject({ moved: 1 });
    const row = await desk.publication(id, "confluence");
    expect(row).toMatchObject({ state: "published", notice: expect.stringContaining("moved the page") });
    expect(row.url).toContain(stage.confluence.url);
  });

  it("leaves everything as it is when the platform does not answer", async () => {
    const desk = await stage.newDesk("confluence");
    const { id } = await published(desk, "Out of reach");
    stage.confluence.fail({ times: 100, kind: { status: 503 } });
    expect(await lookADayLater(desk, "confluence")).toMatchObject({ looked: 0, removed: 0 });
    expect(await desk.publication(id, "confluence")).toMatchObject({ state: "published", trouble: null });
  });
});
