import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { knowledgeIntegrations, publications } from "../../db/schema.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import { openKnowledgeConfig } from "../../integrations/index.ts";
import { openPublishingStage, type PublishingStage, type PublishingWorkspace } from "../testing/publishing-stage.ts";
import { checkEditedPages } from "./edited-pages.ts";
import { listIntegrationsWithEdits, requestEditsCheck } from "./edited-pages-queries.ts";

let stage: PublishingStage;
beforeAll(async () => {
  stage = await openPublishingStage();
});
afterEach(() => stage.confluence.clearFaults());
afterAll(() => stage.close());

const PLATFORMS = ["confluence", "notion", "zendesk", "intercom", "servicenow"] as const;
type Platform = (typeof PLATFORMS)[number];

const integrationOf = (desk: PublishingWorkspace, platform: Platform) => ({
  workspaceId: desk.workspaceId,
  id: desk.integrations[platform],
});
const isDue = async (desk: PublishingWorkspace, platform: Platform) =>
  (await listIntegrationsWithEdits(stage.db)).some(({ id }) => id === desk.integrations[platform]);
/** Runs the scheduled job for the integration. Returns what happened to its pages, and the calls that it made. */
async function look(desk: PublishingWorkspace, platform: Platform) {
  const before = stage[platform].calls.length;
  const happened = (await isDue(desk, platform))
    ? await checkEditedPages(stage.deps, integrationOf(desk, platform), new AbortController().signal)
    : [];
  return { happened, calls: stage[platform].calls.slice(before) };
}
async function lookAfterAQuarterOfAnHour(desk: PublishingWorkspace, platform: Platform) {
  await stage.db
    .update(knowledgeIntegrations)
    .set({ editsLookDueAt: sql`now()` })
    .where(eq(knowledgeIntegrations.id, desk.integrations[platform]));
  return look(desk, platform);
}
/** Runs the first check, which reads our own latest changes. */
async function settle(desk: PublishingWorkspace, platform: Platform) {
  await lookAfterAQuarterOfAnHour(desk, platform);
}
const isPublished = (desk: PublishingWorkspace, articleId: string, platform: Platform) =>
  expect
    .poll(async () => {
      await desk.forgiveSlowness(articleId);
      return (await desk.publication(articleId, platform)).state;
    })
    .toBe("published");
async function published(desk: PublishingWorkspace, platform: Platform) {
  const id = await desk.write(`Claims on ${platform}`, "Claim within 24 hours.", "Send a photo.");
  await isPublished(desk, id, platform);
  const pageId = (await desk.publication(id, platform)).externalId ?? "";
  // The lists of Intercom and ServiceNow contain no drafts, so the test publishes the article there.
  if (platform === "intercom" || platform === "servicenow")
    stage[platform].editAsPerson(pageId, (article) => void (article.state = "published"));
  return { id, pageId };
}
const replaceWords = (text: string) => text.replace("24 hours", "12 hours");
function editAsPerson(platform: Platform, pageId: string, change = replaceWords): void {
  if (platform === "confluence")
    stage.confluence.editAsPerson(pageId, (page) => void (page.storage = change(page.storage)));
  else if (platform === "notion")
    stage.notion.editAsPerson(pageId, ({ blocks }) => {
      const at = blocks.findIndex((block) => JSON.stringify(block).includes("24 hours"));
      blocks[at] = JSON.parse(change(JSON.stringify(blocks[at])));
    });
  else stage[platform].editAsPerson(pageId, (article) => void (article.body = change(article.body)));
}
const inbox = async ({ person }: PublishingWorkspace) =>
  (await person.inject({ url: "/api/inbox" })).json<{ items: { id: string; kind: string; reason: string }[] }>().items;
const decide = (desk: PublishingWorkspace, itemId: string, choice: string) =>
  desk.person.inject({ method: "POST", url: `/api/inbox/${itemId}/decide`, payload: { choice } });
const shownPage = async ({ person }: PublishingWorkspace, articleId: string) =>
  (await person.inject({ url: `/api/articles/${articleId}` })).json().publications[0];

describe.each(PLATFORMS)("A page of ours on %s that a person edits", (platform) => {
  it("is noticed by the next look at the platform's list, is named in the inbox, and is left as it is", async () => {
    const desk = await stage.newDesk(platform);
    const { id, pageId } = await published(desk, platform);
    expect((await lookAfterAQuarterOfAnHour(desk, platform)).happened, "our own words").not.toContain("edited");
    await desk.rewrite(id, "Claim within 24 hours.", "Send two photos.");
    await isPublished(desk, id, platform);
    expect((await lookAfterAQuarterOfAnHour(desk, platform)).happened, "our own change").toEqual([]);
    expect(await inbox(desk)).toEqual([]);

    editAsPerson(platform, pageId);
    expect((await lookAfterAQuarterOfAnHour(desk, platform)).happened).toEqual(["edited"]);
    const [item] = await inbox(desk);
    expect(item).toMatchObject({
      kind: "page-conflict",
      reason: `Somebody changed the page in ${platform}. It was left as it is.`,
    });
    expect(await shownPage(desk, id)).toMatchObject({ state: "conflict", editedAt: expect.any(String) });
    expect((await lookAfterAQuarterOfAnHour(desk, platform)).happened, "the same edit").toEqual([]);

    expect((await decide(desk, item?.id ?? "", "replace")).statusCode).toBe(200);
    await isPublished(desk, id, platform);
    expect(await shownPage(desk, id)).toMatchObject({ editedAt: null });
    expect((await lookAfterAQuarterOfAnHour(desk, platform)).happened, "our words again").toEqual([]);
    const page = await stage.connectors.targets[platform].read(await configOf(desk, platform), pageId);
    expect(JSON.stringify(page?.blocks)).toContain("24 hours");
    expect(JSON.stringify(page?.blocks)).not.toContain("12 hours");
  });

  it("is asked about once in a quarter of an hour, not at each run of the job", async () => {
    const desk = await stage.newDesk(platform);
    for (let n = 0; n < 3; n += 1) await published(desk, platform);
    await settle(desk, platform);
    for (let minute = 0; minute < 14; minute += 1) expect((await look(desk, platform)).calls).toEqual([]);
  });
});

async function configOf(desk: PublishingWorkspace, platform: Platform) {
  return openKnowledgeConfig(stage.deps.secrets, await desk.integration(platform)) as never;
}

describe("A look at a list", () => {
  it("reads no page whose version in the list is the one that was checked, and one call finds the list", async () => {
    const desk = await stage.newDesk("confluence");
    const pages = [await published(desk, "confluence"), await published(desk, "confluence")];
    await settle(desk, "confluence");
    const { happened, calls } = await lookAfterAQuarterOfAnHour(desk, "confluence");
    expect(happened).toEqual([]);
    expect(
      calls.filter(({ path }) => path.includes("/search")),
      "the list",
    ).toHaveLength(1);
    expect(calls.filter(({ path }) => pages.some(({ pageId }) => path.includes(`/pages/${pageId}`)))).toEqual([]);
    expect(await isDue(desk, "confluence"), "the next quarter of an hour").toBe(false);
  });

  it("is made up for after the platform was out of reach", async () => {
    const desk = await stage.newDesk("confluence");
    const { pageId } = await published(desk, "confluence");
    await settle(desk, "confluence");
    editAsPerson("confluence", pageId);
    stage.confluence.fail({ times: 100, kind: { status: 503 } });
    expect((await lookAfterAQuarterOfAnHour(desk, "confluence")).happened).toEqual([]);
    stage.confluence.clearFaults();
    expect((await lookAfterAQuarterOfAnHour(desk, "confluence")).happened).toEqual(["edited"]);
  });
});

describe("An edit that waits in the inbox", () => {
  it("is settled by keeping it, asked about again at the next edit, and gone when somebody undoes it on the page", async () => {
    const desk = await stage.newDesk("confluence");
    const { id, pageId } = await published(desk, "confluence");
    const before = stage.confluence.pages().find((page) => page.id === pageId)?.storage ?? "";
    editAsPerson("confluence", pageId);
    await lookAfterAQuarterOfAnHour(desk, "confluence");
    const [item] = await inbox(desk);
    await decide(desk, item?.id ?? "", "keep-theirs");
    expect(await inbox(desk)).toEqual([]);
    editAsPerson("confluence", pageId, (text) => text.replace("12 hours", "6 hours"));
    await lookAfterAQuarterOfAnHour(desk, "confluence");
    expect((await inbox(desk)).map(({ kind }) => kind)).toEqual(["page-conflict"]);
    editAsPerson("confluence", pageId, () => before);
    expect((await lookAfterAQuarterOfAnHour(desk, "confluence")).happened).toEqual(["unedited"]);
    expect(await inbox(desk)).toEqual([]);
    expect(await desk.publication(id, "confluence")).toMatchObject({ state: "published", trouble: null });
  });

  it("stays on the page when the article changes elsewhere, and is then no longer asked about", async () => {
    const desk = await stage.newDesk("confluence");
    const { id, pageId } = await published(desk, "confluence");
    editAsPerson("confluence", pageId);
    await lookAfterAQuarterOfAnHour(desk, "confluence");
    await desk.rewrite(id, "Claim within 24 hours.", "Send two photos.");
    await isPublished(desk, id, "confluence");
    const page = stage.confluence.pages().find((one) => one.id === pageId);
    expect(page?.storage).toContain("12 hours");
    expect(page?.storage).toContain("two photos");
    expect(await inbox(desk)).toEqual([]);
    expect((await lookAfterAQuarterOfAnHour(desk, "confluence")).happened).toEqual([]);
  });
});

describe("A wiki that tells of a changed page", () => {
  it("has the page checked by the next run without a list, and the list brought forward when it names no page", async () => {
    const desk = await stage.newDesk("notion");
    const { pageId } = await published(desk, "notion");
    await settle(desk, "notion");
    editAsPerson("notion", pageId);
    expect(await isDue(desk, "notion")).toBe(false);
    const tell = (event: { pageIds: string[]; hasOthers: boolean }) =>
      inWorkspace(stage.db, desk.workspaceId, (scope) => requestEditsCheck(scope, desk.integrations.notion, event));
    await tell({ pageIds: [pageId], hasOthers: false });
    const { happened, calls } = await look(desk, "notion");
    expect(happened).toEqual(["edited"]);
    expect(calls.filter(({ path }) => path.includes("/search"))).toEqual([]);
    expect(await isDue(desk, "notion")).toBe(false);
    await tell({ pageIds: [], hasOthers: true });
    expect(await isDue(desk, "notion")).toBe(true);
  });

  it("reaches no page of another workspace", async () => {
    const [desk, other] = [await stage.newDesk("notion"), await stage.newDesk("notion")];
    const { id, pageId } = await published(other, "notion");
    await inWorkspace(stage.db, desk.workspaceId, (scope) =>
      requestEditsCheck(scope, other.integrations.notion, { pageIds: [pageId], hasOthers: true }),
    );
    expect(await other.publication(id, "notion")).toMatchObject({ isChanged: false });
  });
});

describe("The pages of an article that a person opens", () => {
  const longAgo = (articleId: string) =>
    stage.db
      .update(publications)
      .set({
        sweptAt: sql`now() - interval '3 minutes'`,
        updatedAt: sql`now() - interval '3 minutes'`,
        isChanged: false,
      })
      .where(eq(publications.articleId, articleId));
  const open = async ({ person }: PublishingWorkspace, articleId: string | null, window = "window0001") => {
    const payload = { window, articleId, isEditing: false };
    expect((await person.inject({ method: "POST", url: "/api/presence", payload })).statusCode).toBe(200);
  };

  it("are looked at by the next run, so that an edit is in the inbox before the list is asked for again", async () => {
    const desk = await stage.newDesk("confluence");
    const { id, pageId } = await published(desk, "confluence");
    await settle(desk, "confluence");
    await longAgo(id);
    editAsPerson("confluence", pageId);
    expect((await look(desk, "confluence")).calls).toEqual([]);
    await open(desk, id);
    const { happened, calls } = await look(desk, "confluence");
    expect(happened).toEqual(["edited"]);
    expect(calls.filter(({ path }) => path.includes("/search"))).toEqual([]);
    expect(await inbox(desk)).toMatchObject([{ kind: "page-conflict" }]);
    expect(await shownPage(desk, id)).toMatchObject({ state: "conflict" });
  });

  it("say when they were looked at, and not that they changed then; open articles are told", async () => {
    const desk = await stage.newDesk("confluence");
    const { id } = await published(desk, "confluence");
    await settle(desk, "confluence");
    await longAgo(id);
    const before = await shownPage(desk, id);
    await open(desk, id);
    const told: unknown[] = [];
    const stop = stage.deps.events.subscribe(desk.workspaceId, (event) => void told.push(event));
    expect((await look(desk, "confluence")).happened).toEqual([]);
    await expect.poll(() => told).toContainEqual(expect.objectContaining({ type: "publication", articleId: id }));
    stop();
    const after = await shownPage(desk, id);
    expect(after.updatedAt).toBe(before.updatedAt);
    expect(Date.parse(after.lookedAt) - Date.parse(before.lookedAt)).toBeGreaterThan(60_000);
  });

  it("are looked at once in two minutes, however many people open it, and not while it stays open", async () => {
    const desk = await stage.newDesk("confluence");
    const { id } = await published(desk, "confluence");
    await settle(desk, "confluence");
    await longAgo(id);
    await open(desk, id);
    expect(await isDue(desk, "confluence")).toBe(true);
    await look(desk, "confluence");
    await open(desk, id, "window0002");
    expect(await isDue(desk, "confluence")).toBe(false);
    await longAgo(id);
    await open(desk, id, "window0002");
    expect(await isDue(desk, "confluence")).toBe(false);
    await open(desk, null, "window0002");
    await open(desk, id, "window0002");
    expect(await isDue(desk, "confluence")).toBe(true);
  });

  it("are left alone by people who may not read it", async () => {
    const [desk, other] = [await stage.newDesk("confluence"), await stage.newDesk("confluence")];
    const { id } = await published(other, "confluence");
    await settle(other, "confluence");
    await longAgo(id);
    await open(desk, id);
    expect(await isDue(other, "confluence")).toBe(false);
  });
});
