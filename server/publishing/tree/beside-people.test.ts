import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { explainMissingGitServer } from "../../../tools/stand-ins/git/http-backend.ts";
import { GIT_REPOSITORY } from "../../../tools/stand-ins/git/server.ts";
import { DEFAULT_PARENT } from "../../../tools/stand-ins/notion/server.ts";
import { DEFAULT_SECTION } from "../../../tools/stand-ins/zendesk/server.ts";
import { articles, publications, wikiPages, wikiReadings } from "../../db/schema.ts";
import { buildPage } from "../../wiki/testing/wiki-rows.ts";
import {
  openPublishingStage,
  type PublishingStage,
  type PublishingWorkspace,
  SECTION_OF_PEOPLE,
} from "../testing/publishing-stage.ts";
import { arrangeTarget } from "./arrange-target.ts";
import { listTargetsToArrange } from "./tree-queries.ts";

const missingGit = explainMissingGitServer();
let stage: PublishingStage;
beforeAll(async () => {
  stage = await openPublishingStage({}, missingGit ? [] : [GIT_REPOSITORY]);
});
afterEach(() => stage.git.clearFaults());
afterAll(() => stage.close());

type Platform = "notion" | "zendesk" | "git-docs";
const ABOUT = ["Label printer: paper", "Label printer: cleaning", "Label printer: driver"];
const NEAR = "Calibrating the label printer";

/** A workspace whose pages of people about label printers are in this place. */
async function readDesk(
  platform: Platform,
  { container, above = [], readers = "everybody" }: PeoplesPlace & { readers?: "everybody" | "admins" },
) {
  const desk = await stage.newDesk(platform);
  const place = { workspaceId: desk.workspaceId, integrationId: desk.integrations[platform] };
  await stage.db.insert(wikiReadings).values({ ...place, readers, listedAt: new Date() });
  for (const externalId of above) await buildPage(stage.db, { ...place, title: "Printers", texts: [], externalId });
  for (const title of ABOUT)
    await buildPage(stage.db, { ...place, title, texts: [`${title} is explained.`], above, containers: [container] });
  for (const title of ["Holidays", "Travel", "Payroll"])
    await buildPage(stage.db, { ...place, title, texts: [`${title} is explained.`] });
  return desk;
}

interface PeoplesPlace {
  container: string;
  /** The ids of people's pages above, where the place is one. */
  above?: string[];
}

const pageOf = async (desk: PublishingWorkspace, id: string, platform: Platform) =>
  (await desk.publication(id, platform)).externalId ?? "";
const untilPublished = (desk: PublishingWorkspace, id: string, platform: Platform) =>
  expect
    .poll(async () => {
      await desk.forgiveSlowness(id);
      return (await desk.publication(id, platform)).state;
    })
    .toBe("published");

async function publish(desk: PublishingWorkspace, platform: Platform, title: string, category = "Devices") {
  const id = await desk.write(title, `${title} is explained here.`);
  await stage.db.update(articles).set({ category }).where(eq(articles.id, id));
  await untilPublished(desk, id, platform);
  return id;
}
const isDue = async (desk: PublishingWorkspace, platform: Platform) =>
  (await listTargetsToArrange(stage.db)).some(({ id }) => id === desk.integrations[platform]);
const arrange = (desk: PublishingWorkspace, platform: Platform) =>
  arrangeTarget(
    stage.deps,
    { workspaceId: desk.workspaceId, id: desk.integrations[platform] },
    new AbortController().signal,
  );

interface MovingPlatform extends Omit<PeoplesPlace, "container"> {
  container: string;
  isThere(pageId: string): boolean;
  moveAway(pageId: string): void;
  pagesWith(marker: string): number;
}

const inNotion = (isThere: MovingPlatform["isThere"]) => ({
  isThere,
  moveAway: (pageId: string) => stage.notion.moveAsPerson(pageId, DEFAULT_PARENT.id),
  pagesWith: (marker: string) => stage.notion.countByMarker(marker),
});
const NOTION_PARENT = DEFAULT_PARENT.id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

const PLACES: [string, Platform, () => MovingPlatform][] = [
  [
    "below a page in Notion",
    "notion",
    () => {
      const parent = stage.notion.createAsPerson(NOTION_PARENT, "Printers");
      const isThere = (id: string) => stage.notion.pages().some((one) => one.id === id && one.parentId === parent);
      return { container: parent, above: [parent], ...inNotion(isThere) };
    },
  ],
  [
    "in a database in Notion",
    "notion",
    () => {
      const id = stage.notion.createDatabaseAsPerson(NOTION_PARENT, "Printers");
      const rowId = stage.notion.addRowAsPerson(id, "Ink");
      const row = stage.notion.pages().find((one) => one.id === rowId);
      const database = row?.within && "database" in row.within ? row.within.database : null;
      const isThere = (pageId: string) =>
        stage.notion
          .pages()
          .some((one) => one.id === pageId && one.within && "database" in one.within && one.within.database.id === id);
      return { container: `data_source:${database?.dataSourceId}`, ...inNotion(isThere) };
    },
  ],
  [
    "in a section of Zendesk",
    "zendesk",
    () => ({
      container: `section-${SECTION_OF_PEOPLE.id}`,
      isThere: (id) =>
        stage.zendesk.articles().some((one) => String(one.id) === id && one.sectionId === SECTION_OF_PEOPLE.id),
      moveAway: (id) => stage.zendesk.moveArticleAsPerson(id, DEFAULT_SECTION.id),
      pagesWith: (marker) => stage.zendesk.countByMarker(marker),
    }),
  ],
];

describe.each(PLACES)("An article whose nearest pages of people are %s", (_where, platform, prepare) => {
  it("is put there, stays there when it changes, and where a person puts it", async () => {
    const place = prepare();
    const desk = await readDesk(platform, place);
    const near = await publish(desk, platform, NEAR);
    const far = await publish(desk, platform, "Rotating the signing keys");
    await arrange(desk, platform);
    const pageId = await pageOf(desk, near, platform);
    expect(place.isThere(pageId)).toBe(true);
    expect(place.isThere(await pageOf(desk, far, platform))).toBe(false);
    expect(await isDue(desk, platform)).toBe(false);

    await desk.rewrite(near, "Said again.");
    await untilPublished(desk, near, platform);
    await expect.poll(async () => (await desk.publication(near, platform)).publishedVersion).toBe(2);
    expect(place.isThere(pageId)).toBe(true);

    place.moveAway(pageId);
    expect(await isDue(desk, platform)).toBe(false);
    await arrange(desk, platform);
    expect(place.isThere(pageId)).toBe(false);
  });

  it("is found there by a database that does not know its page, and made once", async () => {
    const place = prepare();
    const desk = await readDesk(platform, place);
    const id = await publish(desk, platform, NEAR);
    await arrange(desk, platform);
    const { externalId, marker } = await desk.publication(id, platform);
    expect(place.isThere(externalId ?? "")).toBe(true);
    await stage.db
      .update(publications)
      .set({ externalId: null, url: null, beside: null, placedIn: null, publishedVersion: null, publishedBlocks: null })
      .where(eq(publications.articleId, id));
    stage.restartWorker();
    await desk.rewrite(id, "Said again.");
    await untilPublished(desk, id, platform);
    expect(await pageOf(desk, id, platform)).toBe(externalId);
    expect(place.pagesWith(marker)).toBe(1);
  });

  it("leaves when people's pages there are not for everybody any more, whose place would tell of them", async () => {
    const place = prepare();
    const desk = await readDesk(platform, place);
    const id = await publish(desk, platform, NEAR);
    await arrange(desk, platform);
    const pageId = await pageOf(desk, id, platform);
    expect(place.isThere(pageId)).toBe(true);
    await stage.db.update(wikiPages).set({ readers: "restricted" }).where(eq(wikiPages.workspaceId, desk.workspaceId));
    expect(await isDue(desk, platform)).toBe(true);
    await arrange(desk, platform);
    expect(place.isThere(pageId)).toBe(false);
    expect(await isDue(desk, platform)).toBe(false);
  });

  it("stays in its category where only owners and admins get answers from the pages", async () => {
    const place = prepare();
    const desk = await readDesk(platform, { ...place, readers: "admins" });
    const id = await publish(desk, platform, NEAR);
    await arrange(desk, platform);
    expect(place.isThere(await pageOf(desk, id, platform))).toBe(false);
  });
});

describe.skipIf(missingGit)(missingGit ?? "An article whose nearest pages of people are in a folder in Git", () => {
  const folder = "guides/printers";
  const git = () => stage.git.repository();
  const open = async (readers: "everybody" | "admins" = "everybody") => {
    git().pushAsPerson({ [`${folder}/paper.md`]: `Paper, ${crypto.randomUUID()}.\n` }, "Write");
    return readDesk("git-docs", { container: folder, readers });
  };
  const pathOf = async (desk: PublishingWorkspace, id: string) => git().pathOf(await pageOf(desk, id, "git-docs"));

  it("is created in that folder, keeps its address, and stays where a person puts it", async () => {
    const desk = await open();
    const near = await publish(desk, "git-docs", NEAR);
    const far = await publish(desk, "git-docs", "Rotating the signing keys");
    expect(await pathOf(desk, near)).toBe(`${folder}/calibrating-the-label-printer.md`);
    expect((await desk.publication(near, "git-docs")).url).toContain(`/${folder}/`);
    expect(await pathOf(desk, far)).toMatch(/^docs\//);
    const text = git().read(await pathOf(desk, near));
    git().pushAsPerson({ [await pathOf(desk, near)]: null, "elsewhere/calibrating.md": text }, "Move it");
    await desk.rewrite(near, "Said again.");
    await expect.poll(async () => (await desk.publication(near, "git-docs")).publishedVersion).toBe(2);
    expect(await pathOf(desk, near)).toBe("elsewhere/calibrating.md");
    expect(git().read("elsewhere/calibrating.md")).toContain("Said again.");
  });

  it("is created once and in the place that was stored before, whatever of the call is lost", async () => {
    const desk = await open();
    stage.git.fail({ match: "git-receive-pack", kind: { afterWork: "reset" }, times: 1 });
    const id = await desk.write("Cleaning the label printer", "It is explained here.");
    await expect.poll(async () => (await desk.publication(id, "git-docs")).createdIn).toEqual([folder]);
    await stage.db.delete(wikiPages).where(eq(wikiPages.workspaceId, desk.workspaceId));
    await expect
      .poll(async () => {
        await desk.skipWaits(id);
        return (await desk.publication(id, "git-docs")).state;
      })
      .toBe("published");
    const { marker } = await desk.publication(id, "git-docs");
    const files = git()
      .files()
      .filter((path) => git().read(path)?.includes(marker));
    expect(files).toEqual([`${folder}/cleaning-the-label-printer.md`]);
  });

  it("is created in the configured folder where only owners and admins get answers from the pages", async () => {
    const desk = await open("admins");
    expect(await pathOf(desk, await publish(desk, "git-docs", "Driver of the label printer"))).toMatch(/^docs\//);
  });
});
