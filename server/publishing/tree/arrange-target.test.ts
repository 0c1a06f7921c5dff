import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { UNUSED_FOLDER } from "../../../connectors/category-folders.ts";
import { DEFAULT_PARENT, DEFAULT_TOKEN } from "../../../tools/stand-ins/notion/server.ts";
import {
  articles,
  categories,
  categoryPages,
  knowledgeIntegrations,
  publications,
  wikiPages,
  wikiReadings,
} from "../../db/schema.ts";
import { buildPage } from "../../wiki/testing/wiki-rows.ts";
import {
  type HelpCenterName,
  openPublishingStage,
  type PlatformName,
  type PublishingStage,
  type PublishingWorkspace,
} from "../testing/publishing-stage.ts";
import { arrangeTarget } from "./arrange-target.ts";
import { listTargetsToArrange } from "./tree-queries.ts";

let stage: PublishingStage;
beforeAll(async () => {
  stage = await openPublishingStage();
});
afterAll(() => stage.close());

const STILL = new AbortController().signal;

async function publish(desk: PublishingWorkspace, platform: PlatformName, title: string, category: string) {
  const id = await desk.write(title, `${title} is explained here.`);
  await stage.db.update(articles).set({ category }).where(eq(articles.id, id));
  await expect.poll(async () => (await desk.publication(id, platform)).state).toBe("published");
  return { id, pageId: (await desk.publication(id, platform)).externalId ?? "" };
}
const put = (desk: PublishingWorkspace, change: object, name: string) =>
  stage.db
    .update(categories)
    .set(change)
    .where(and(eq(categories.workspaceId, desk.workspaceId), eq(categories.name, name)));
const idOf = async (desk: PublishingWorkspace, name: string) => {
  const [row] = await stage.db
    .select()
    .from(categories)
    .where(and(eq(categories.workspaceId, desk.workspaceId), eq(categories.name, name)));
  return row?.id ?? "";
};
const isDue = async (desk: PublishingWorkspace, platform: PlatformName | HelpCenterName) =>
  (await listTargetsToArrange(stage.db)).some(({ id }) => id === desk.integrations[platform]);
/** Runs the scheduled job until all pages are arranged. */
async function arrange(desk: PublishingWorkspace, platform: PlatformName | HelpCenterName) {
  const target = { workspaceId: desk.workspaceId, id: desk.integrations[platform] };
  await stage.db.update(knowledgeIntegrations).set({ arrangeAt: null }).where(eq(knowledgeIntegrations.id, target.id));
  expect(await isDue(desk, platform)).toBe(true);
  await arrangeTarget(stage.deps, target, STILL);
}
/** Titles of the pages from the root, under which the product creates pages, down to the given page. */
function pathOf(platform: PlatformName, pageId: string): string[] {
  const pages: { id: string; title: string; parentId?: string | null | undefined }[] = stage[platform].pages();
  const page = pages.find(({ id }) => id === pageId);
  return page ? [...pathOf(platform, page.parentId ?? ""), page.title] : [];
}
const pagesTitled = (platform: PlatformName, title: string) =>
  platform === "confluence"
    ? stage.confluence.pages().filter((page) => page.title === title && page.status === "current")
    : stage.notion.pages().filter((page) => page.title === title && !page.inTrash);

describe.each(["confluence", "notion"] as const)("Pages on %s that are arranged by category", (platform) => {
  const named = (name: string) => `${name} of ${platform}`;

  it("are under a page for each category, below that of the category above it, and follow the tree", async () => {
    const desk = await stage.newDesk(platform);
    const [networking, vpn] = [named("Networking"), named("VPN")];
    const tunnel = await publish(desk, platform, named("Tunnel"), vpn);
    const router = await publish(desk, platform, named("Router"), networking);
    await put(desk, { parentId: await idOf(desk, networking) }, vpn);
    await arrange(desk, platform);
    expect(pathOf(platform, tunnel.pageId)).toEqual([networking, vpn, named("Tunnel")]);
    expect(pathOf(platform, router.pageId)).toEqual([networking, named("Router")]);
    expect(await isDue(desk, platform)).toBe(false);

    await put(desk, { parentId: null }, vpn);
    await put(desk, { name: named("Remote access") }, vpn);
    await arrange(desk, platform);
    expect(pathOf(platform, tunnel.pageId)).toEqual([named("Remote access"), named("Tunnel")]);

    await stage.db.update(articles).set({ category: networking }).where(eq(articles.id, tunnel.id));
    await arrange(desk, platform);
    expect(pathOf(platform, tunnel.pageId)).toEqual([networking, named("Tunnel")]);
    expect(pagesTitled(platform, named("Remote access")), "an empty page of a category").toEqual([]);
    expect(await isDue(desk, platform)).toBe(false);

    await desk.rewrite(tunnel.id, "Said again.");
    await expect
      .poll(async () => (await desk.publication(tunnel.id, platform)).publishedVersion)
      .toBe((await desk.article(tunnel.id)).version);
    expect(pathOf(platform, tunnel.pageId)).toEqual([networking, named("Tunnel")]);
  });

  it("are made once, whatever of a call is lost", async () => {
    const desk = await stage.newDesk(platform);
    const category = named("Backups");
    const { pageId } = await publish(desk, platform, named("Restore drill"), category);
    const standIn = stage[platform];
    const match = platform === "confluence" ? "POST /wiki/api/v2/pages" : "POST /v1/pages";
    standIn.fail({ match, kind: { afterWork: "reset" } });
    await arrange(desk, platform);
    expect(pagesTitled(platform, category)).toHaveLength(1);
    expect((await desk.integration(platform)).arrangeTrouble).not.toBeNull();
    standIn.clearFaults();
    await arrange(desk, platform);
    expect(pagesTitled(platform, category)).toHaveLength(1);
    expect(pathOf(platform, pageId)).toEqual([category, named("Restore drill")]);
    expect((await desk.integration(platform)).arrangeTrouble).toBeNull();
  });

  it("stay where a person puts them, and the page of a category that a person removed is not made again", async () => {
    const desk = await stage.newDesk(platform);
    const category = named("Hiring");
    const { pageId } = await publish(desk, platform, named("Interviews"), category);
    await arrange(desk, platform);
    const [page] = pagesTitled(platform, category);
    const { [platform]: target } = stage.connectors.targets;
    const config = {
      confluence: { baseUrl: stage.confluence.url, spaceId: "DOC", apiKey: "bot@acme.example:confluence-token" },
      notion: { spaceId: DEFAULT_PARENT.id, apiKey: DEFAULT_TOKEN.token },
    }[platform];
    await target.move?.(config as never, pageId, null);
    expect(await isDue(desk, platform)).toBe(false);
    expect(pathOf(platform, pageId)).toEqual([named("Interviews")]);

    stage[platform].trashAsPerson(page?.id ?? "");
    const offers = await publish(desk, platform, named("Offers"), category);
    await arrange(desk, platform);
    expect(pathOf(platform, offers.pageId)).toEqual([named("Offers")]);
    expect(pagesTitled(platform, category)).toEqual([]);
    expect(await isDue(desk, platform)).toBe(false);
  });

  it("leave the page of their category when they are held back, and its name is not left there", async () => {
    const desk = await stage.newDesk(platform);
    const category = named("Layoffs");
    const { id, pageId } = await publish(desk, platform, named("Severance"), category);
    await arrange(desk, platform);
    await stage.db.update(publications).set({ state: "held" }).where(eq(publications.articleId, id));
    await arrange(desk, platform);
    expect(pathOf(platform, pageId)).toEqual([named("Severance")]);
    expect(pagesTitled(platform, category)).toEqual([]);
  });
});

describe("Pages on a Confluence whose pages of people are read", () => {
  /** Adds a page of people to the platform, and to the pages that the product has read. */
  async function write(
    desk: PublishingWorkspace,
    title: string,
    { parentId = "", texts = [] as string[], readers = "place" as const } = {},
  ) {
    const externalId = stage.confluence.createAsPerson(title, "<p>x</p>", parentId ? { parentId } : {});
    const above = parentId ? [TOP, parentId] : [TOP];
    const place = { workspaceId: desk.workspaceId, integrationId: desk.integrations.confluence };
    const containers = parentId ? [parentId] : [];
    await buildPage(stage.db, { ...place, title, texts, externalId, above, containers, readers });
    return externalId;
  }
  const TOP = "1";
  async function readDesk(reading: Partial<typeof wikiReadings.$inferInsert> = {}) {
    const desk = await stage.newDesk("confluence");
    const { workspaceId } = desk;
    const values = { readers: "everybody" as const, listedAt: new Date(), ...reading };
    await stage.db.insert(wikiReadings).values({ ...values, workspaceId, integrationId: desk.integrations.confluence });
    const printers = await write(desk, `Printers of ${workspaceId}`);
    const about = ["Label printer: paper", "Label printer: cleaning", "Label printer: driver"];
    for (const title of about)
      await write(desk, `${title} ${workspaceId}`, { parentId: printers, texts: [`${title} is explained.`] });
    for (const title of ["Holidays", "Travel", "Payroll"])
      await write(desk, `${title} ${workspaceId}`, { texts: [`${title} is explained.`] });
    return { desk, printers };
  }
  const parentOf = (pageId: string) => stage.confluence.pages().find(({ id }) => id === pageId)?.parentId;

  it("stand beside the nearest pages of people where these agree, and under their category elsewhere", async () => {
    const { desk, printers } = await readDesk();
    const near = await publish(desk, "confluence", "Calibrating the label printer", "Hardware");
    const far = await publish(desk, "confluence", "Rotating the signing keys", "Security of keys");
    await arrange(desk, "confluence");
    expect(parentOf(near.pageId)).toBe(printers);
    expect(pagesTitled("confluence", "Hardware"), "a category without pages below it").toEqual([]);
    expect(pathOf("confluence", far.pageId).at(-2)).toBe("Security of keys");
    expect(await isDue(desk, "confluence")).toBe(false);

    await desk.rewrite(near.id, "Said again.");
    const version = async () => (await desk.publication(near.id, "confluence")).publishedVersion;
    await expect.poll(version).toBe((await desk.article(near.id)).version);
    expect(parentOf(near.pageId)).toBe(printers);
    const later = await publish(desk, "confluence", "Onboarding of mentors", "Hardware");
    await arrange(desk, "confluence");
    expect(pathOf("confluence", later.pageId).at(-2)).toBe("Hardware");
    expect(parentOf(near.pageId)).toBe(printers);
  });

  const isRead = (externalId: string) => eq(wikiPages.externalId, externalId);
  it.each([
    [
      "restricted",
      async (externalId: string) =>
        void (await stage.db.update(wikiPages).set({ readers: "restricted" }).where(isRead(externalId))),
    ],
    [
      "put below a restricted one",
      async (externalId: string) => {
        const [{ workspaceId = "", integrationId = "" } = {}] = await stage.db
          .select()
          .from(wikiPages)
          .where(isRead(externalId));
        const above = { workspaceId, integrationId, title: "", externalId: `r${externalId}`, texts: [] };
        await buildPage(stage.db, { ...above, readers: "restricted" });
        await stage.db
          .update(wikiPages)
          .set({ above: [TOP, `r${externalId}`] })
          .where(isRead(externalId));
      },
    ],
    [
      "removed or moved out of what is read",
      async (externalId: string) => void (await stage.db.delete(wikiPages).where(isRead(externalId))),
    ],
  ])("do not stay below a page that is %s later", async (_what, lose) => {
    const { desk, printers } = await readDesk();
    const category = `Devices of ${desk.workspaceId}`;
    const { pageId } = await publish(desk, "confluence", `Calibrating the label printer ${desk.workspaceId}`, category);
    await arrange(desk, "confluence");
    expect(parentOf(pageId)).toBe(printers);
    await lose(printers);
    const listed = (listedAt: Date | null) =>
      stage.db.update(wikiReadings).set({ listedAt }).where(eq(wikiReadings.workspaceId, desk.workspaceId));
    await listed(null);
    expect(await isDue(desk, "confluence"), "while the list of pages is not complete").toBe(false);
    await listed(new Date());
    await arrange(desk, "confluence");
    expect(pathOf("confluence", pageId).at(-2)).toBe(category);
    expect(await isDue(desk, "confluence")).toBe(false);
  });

  it("are looked for when they went with the page above them", async () => {
    const { desk, printers } = await readDesk();
    const near = await publish(desk, "confluence", `Calibrating the label printer ${desk.workspaceId}`, "Devices");
    await arrange(desk, "confluence");
    stage.confluence.trashAsPerson(near.pageId);
    await stage.db.delete(wikiPages).where(isRead(printers));
    await arrange(desk, "confluence");
    await expect.poll(async () => (await desk.publication(near.id, "confluence")).state).toBe("removed");
  });

  it("stand under their category where only owners and admins get answers from the wiki", async () => {
    const { desk } = await readDesk({ readers: "admins" });
    const category = `Devices of ${desk.workspaceId}`;
    const { pageId } = await publish(desk, "confluence", `Calibrating the label printer ${desk.workspaceId}`, category);
    await arrange(desk, "confluence");
    expect(pathOf("confluence", pageId).at(-2)).toBe(category);
  });

  it("stand under their category where the page above the nearest ones is restricted, or was removed meanwhile", async () => {
    for (const lose of [
      (externalId: string) =>
        stage.db.update(wikiPages).set({ readers: "restricted" }).where(eq(wikiPages.externalId, externalId)),
      async (externalId: string) => stage.confluence.trashAsPerson(externalId),
    ]) {
      const { desk, printers } = await readDesk();
      await lose(printers);
      const category = `Devices of ${desk.workspaceId}`;
      const { pageId } = await publish(desk, "confluence", `Calibrating a label printer ${desk.workspaceId}`, category);
      await arrange(desk, "confluence");
      expect(pathOf("confluence", pageId).at(-2)).toBe(category);
    }
  });
});

describe("A target whose pages were flat before", () => {
  it("is left as it is until an admin arranges it, and stays as it is when that is switched off", async () => {
    const desk = await stage.newDesk("confluence");
    await stage.db
      .update(knowledgeIntegrations)
      .set({ isArranged: false })
      .where(eq(knowledgeIntegrations.id, desk.integrations.confluence));
    const { pageId } = await publish(desk, "confluence", "Flat page", "Flat category");
    expect(await isDue(desk, "confluence")).toBe(false);
    const say = (isOn: boolean) =>
      desk.person.inject({
        method: "PUT",
        url: `/api/integrations/${desk.integrations.confluence}/page-tree`,
        payload: { isOn },
      });
    expect((await say(true)).json()).toMatchObject({ pageTree: { isOn: true, trouble: null } });
    await arrange(desk, "confluence");
    expect(pathOf("confluence", pageId)).toEqual(["Flat category", "Flat page"]);
    expect((await say(false)).json()).toMatchObject({ pageTree: { isOn: false } });
    await put(desk, { name: "Renamed category" }, "Flat category");
    expect(await isDue(desk, "confluence")).toBe(false);
    const kept = await stage.db
      .select()
      .from(categoryPages)
      .where(sql`integration_id = ${desk.integrations.confluence}`);
    expect(kept).toHaveLength(1);
  });
});

describe("Articles on intercom that are arranged by category", () => {
  const collections = () => stage.intercom.collections();
  const collectionNamed = (name: string) => collections().filter((one) => one.name === name);
  const pathTo = (id: number | null | undefined): string[] => {
    const found = collections().find((one) => one.id === id);
    return found ? [...pathTo(found.parentId), found.name] : [];
  };
  const placeOf = (articleId: string) =>
    pathTo(stage.intercom.articles().find(({ id }) => String(id) === articleId)?.collectionId).slice(1);

  async function publishIn(desk: PublishingWorkspace, title: string, category: string) {
    const id = await desk.write(title, `${title} is explained here.`);
    await stage.db.update(articles).set({ category }).where(eq(articles.id, id));
    await expect.poll(async () => (await desk.publication(id, "intercom")).state).toBe("published");
    return { id, pageId: (await desk.publication(id, "intercom")).externalId ?? "" };
  }

  it("are in a collection for each category, below that of the category above it, and follow the tree", async () => {
    const desk = await stage.newDesk("intercom");
    const tunnel = await publishIn(desk, "Tunnel", "VPN");
    const deep = await publishIn(desk, "Certificate", "Certificates");
    await publishIn(desk, "Router", "Networking");
    await put(desk, { parentId: await idOf(desk, "Networking") }, "VPN");
    await put(desk, { parentId: await idOf(desk, "VPN") }, "Certificates");
    await arrange(desk, "intercom");
    expect(placeOf(tunnel.pageId)).toEqual(["Networking", "VPN"]);
    expect(placeOf(deep.pageId), "what is deeper than Intercom nests").toEqual(["Certificates"]);
    expect(await isDue(desk, "intercom")).toBe(false);

    await put(desk, { parentId: null, name: "Remote access" }, "VPN");
    await arrange(desk, "intercom");
    expect(placeOf(tunnel.pageId)).toEqual(["Remote access"]);
    stage.intercom.writeAsPerson(collectionNamed("Certificates")[0]?.id ?? 0, "Of a person", "<p>Stays.</p>");
    for (const { id } of [tunnel, deep])
      await stage.db.update(articles).set({ category: "Networking" }).where(eq(articles.id, id));
    await arrange(desk, "intercom");
    expect(placeOf(tunnel.pageId)).toEqual(["Networking"]);
    expect(collectionNamed("Remote access"), "an empty collection of ours").toEqual([]);
    expect(collectionNamed("Certificates"), "a collection in which a person's article stands").toHaveLength(1);

    await desk.rewrite(tunnel.id, "Said again.");
    const version = async () => (await desk.publication(tunnel.id, "intercom")).publishedVersion;
    await expect.poll(version).toBe((await desk.article(tunnel.id)).version);
    expect(placeOf(tunnel.pageId)).toEqual(["Networking"]);
    const body = stage.intercom.articles().find(({ id }) => String(id) === tunnel.pageId)?.body;
    expect(body).toContain("Said again.");
  });

  it("get one collection, whatever of a call is lost, and a person's name for it stays", async () => {
    const desk = await stage.newDesk("intercom");
    const { pageId } = await publishIn(desk, "Restore drill", "Backups");
    stage.intercom.fail({ match: "POST /help_center/collections", kind: { afterWork: "reset" } });
    await arrange(desk, "intercom");
    expect(collectionNamed("Backups")).toHaveLength(1);
    stage.intercom.clearFaults();
    await arrange(desk, "intercom");
    expect(collectionNamed("Backups")).toHaveLength(1);
    expect(placeOf(pageId)).toEqual(["Backups"]);
    stage.intercom.renameCollectionAsPerson(collectionNamed("Backups")[0]?.id ?? 0, "Safety nets");
    await put(desk, { name: "Backups and restores" }, "Backups");
    await arrange(desk, "intercom");
    expect(placeOf(pageId)).toEqual(["Safety nets"]);
  });
});

describe("Articles on zendesk that are arranged by category", () => {
  const sections = () => stage.zendesk.sections();
  const sectionNamed = (name: string) => sections().filter((one) => one.name === name);
  const articleOf = (articleId: string) => stage.zendesk.articles().find(({ id }) => String(id) === articleId);
  const pathTo = (id: number | null | undefined): string[] => {
    const found = sections().find((one) => one.id === id);
    return found ? [...pathTo(found.parentId), found.name] : [];
  };
  const placeOf = (articleId: string) => pathTo(articleOf(articleId)?.sectionId).slice(1);

  async function publishIn(desk: PublishingWorkspace, title: string, category: string) {
    const id = await desk.write(title, `${title} is explained here.`);
    await stage.db.update(articles).set({ category }).where(eq(articles.id, id));
    await expect.poll(async () => (await desk.publication(id, "zendesk")).state).toBe("published");
    return { id, pageId: (await desk.publication(id, "zendesk")).externalId ?? "" };
  }

  it("are in a section for each category, follow the tree, and stay where a person puts them", async () => {
    const desk = await stage.newDesk("zendesk");
    const tunnel = await publishIn(desk, "Tunnel", "VPN");
    const router = await publishIn(desk, "Router", "Networking");
    await put(desk, { parentId: await idOf(desk, "Networking") }, "VPN");
    await arrange(desk, "zendesk");
    expect(placeOf(tunnel.pageId)).toEqual(["Networking", "VPN"]);
    expect(placeOf(router.pageId)).toEqual(["Networking"]);
    expect(await isDue(desk, "zendesk")).toBe(false);

    stage.zendesk.moveArticleAsPerson(router.pageId, sectionNamed("VPN")[0]?.id ?? 0);
    await put(desk, { parentId: null, name: "Remote access" }, "VPN");
    await arrange(desk, "zendesk");
    expect(placeOf(tunnel.pageId)).toEqual(["Remote access"]);
    expect(placeOf(router.pageId), "where a person put it").toEqual(["Remote access"]);

    await desk.rewrite(tunnel.id, "Said again.");
    const version = async () => (await desk.publication(tunnel.id, "zendesk")).publishedVersion;
    await expect.poll(version).toBe((await desk.article(tunnel.id)).version);
    expect(placeOf(tunnel.pageId)).toEqual(["Remote access"]);
    expect(articleOf(tunnel.pageId)?.body).toContain("Said again.");

    await stage.db.update(articles).set({ category: "Networking" }).where(eq(articles.id, tunnel.id));
    await arrange(desk, "zendesk");
    expect(placeOf(tunnel.pageId)).toEqual(["Networking"]);
    expect(sectionNamed("Remote access"), "a section in which an article stands").toHaveLength(1);
    expect(articleOf(router.pageId)?.isArchived).toBe(false);
  });

  it("get one section, whatever of a call is lost, a person's name for it stays, and an empty one goes", async () => {
    const desk = await stage.newDesk("zendesk");
    const { id, pageId } = await publishIn(desk, "Restore drill", "Backups");
    stage.zendesk.fail({ match: "POST /api/v2/help_center/en-us/categories/", kind: { afterWork: "reset" } });
    await arrange(desk, "zendesk");
    expect(sectionNamed("Backups")).toHaveLength(1);
    stage.zendesk.clearFaults();
    await arrange(desk, "zendesk");
    expect(sectionNamed("Backups")).toHaveLength(1);
    expect(placeOf(pageId)).toEqual(["Backups"]);
    stage.zendesk.renameSectionAsPerson(sectionNamed("Backups")[0]?.id ?? 0, "Safety nets");
    await put(desk, { name: "Backups and restores" }, "Backups");
    await arrange(desk, "zendesk");
    expect(placeOf(pageId)).toEqual(["Safety nets"]);

    const other = await publishIn(desk, "Printer", "Devices");
    await arrange(desk, "zendesk");
    await stage.db.update(articles).set({ category: "Backups and restores" }).where(eq(articles.id, other.id));
    await arrange(desk, "zendesk");
    expect(sectionNamed("Devices")).toEqual([]);
    await stage.db.update(publications).set({ state: "held" }).where(eq(publications.articleId, id));
    await arrange(desk, "zendesk");
    expect(placeOf(pageId), "an article that is held back").toEqual([]);
  });
});

describe.each([
  ["zendesk", "/api/v2/help_center/en-us/sections/"],
  ["intercom", "/help_center/collections/"],
] as const)("A folder of %s whose category has no articles any more", (platform, folders) => {
  const folder = (id: number) =>
    (platform === "zendesk" ? stage.zendesk.sections() : stage.intercom.collections()).find((one) => one.id === id);
  const folderOf = (articleId: string): number =>
    (platform === "zendesk"
      ? stage.zendesk.articles().find(({ id }) => String(id) === articleId)?.sectionId
      : stage.intercom.articles().find(({ id }) => String(id) === articleId)?.collectionId) ?? 0;
  async function layoffsOf() {
    const desk = await stage.newDesk(platform);
    const goes = await publishHere(desk, "Severance", "Layoffs");
    await arrange(desk, platform);
    const layoffs = folderOf(goes.pageId);
    expect(folder(layoffs)?.name).toBe("Layoffs");
    return { desk, goes, layoffs };
  }
  async function publishHere(desk: PublishingWorkspace, title: string, category: string) {
    const id = await desk.write(title, `${title} is explained here.`);
    await stage.db.update(articles).set({ category }).where(eq(articles.id, id));
    await expect.poll(async () => (await desk.publication(id, platform)).state).toBe("published");
    return { id, pageId: (await desk.publication(id, platform)).externalId ?? "" };
  }
  const file = async (desk: PublishingWorkspace, { id }: { id: string }, category: string) => {
    await stage.db.update(articles).set({ category }).where(eq(articles.id, id));
    await arrange(desk, platform);
  };

  it("loses the name, is not deleted, and is taken again", async () => {
    const { desk, goes, layoffs } = await layoffsOf();
    await file(desk, goes, "Leave");
    expect(folder(layoffs)?.name).toBe(UNUSED_FOLDER);
    await file(desk, goes, "Layoffs");
    expect(folderOf(goes.pageId)).toBe(layoffs);
    expect(folder(layoffs)?.name).toBe("Layoffs");
    expect(stage[platform].calls.filter(({ method }) => method === "DELETE")).toEqual([]);
  });

  it("keeps its name and what a person puts into it in the instant in which it is given up", async () => {
    const { desk, goes, layoffs } = await layoffsOf();
    let kept = "";
    stage[platform].before(`PUT ${folders}${layoffs}`, () => {
      kept = stage[platform].writeAsPerson(layoffs, "Of a person", "<p>Stays.</p>");
    });
    await file(desk, goes, "Leave");
    expect(folder(layoffs)?.name).toBe("Layoffs");
    expect(folderOf(kept)).toBe(layoffs);
  });
});
