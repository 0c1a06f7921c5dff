import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { InboxPage } from "../../shared/contract/inbox.ts";
import { DEFAULT_PARENT } from "../../tools/stand-ins/notion/server.ts";
import { activityLogs, publications } from "../db/schema.ts";
import { fillNewTargets } from "../jobs/page-jobs.ts";
import { checkPages } from "./targets/check-pages.ts";
import {
  LONG_WAIT_FOR_RESPONSE,
  OTHER_PARENT,
  OTHER_SPACE,
  openPublishingStage,
  type PlatformName,
  type PublishingStage,
  type PublishingWorkspace,
} from "./testing/publishing-stage.ts";

let stage: PublishingStage;
beforeAll(async () => {
  stage = await openPublishingStage(LONG_WAIT_FOR_RESPONSE);
});
afterEach(() => {
  stage.confluence.clearFaults();
  stage.notion.clearFaults();
});
afterAll(() => stage.close());

const PLATFORMS = ["confluence", "notion"] as const;

type Row = Awaited<ReturnType<PublishingWorkspace["publication"]>>;
/** Waits until the publication has the value, without skipping the waits between attempts. */
const untilRow = (desk: PublishingWorkspace, articleId: string, platform: PlatformName, read: (row: Row) => unknown) =>
  expect.poll(async () => {
    await desk.skipWaits(articleId);
    return read(await desk.publication(articleId, platform));
  });
const untilState = (desk: PublishingWorkspace, articleId: string, platform: PlatformName, state: string) =>
  untilRow(desk, articleId, platform, (row) => row.state).toBe(state);
const untilVersion = (desk: PublishingWorkspace, articleId: string, platform: PlatformName, version: number) =>
  untilRow(desk, articleId, platform, ({ state, publishedVersion }) => ({ state, publishedVersion })).toEqual({
    state: "published",
    publishedVersion: version,
  });
/** Ends the waits between attempts once, as soon as no attempt is running. */
const skipOnce = (desk: PublishingWorkspace, articleId: string) =>
  expect.poll(() => desk.skipWaits(articleId)).toBe(true);

/** Waits until the platform has created the page, although the call's answer is lost. */
async function untilMade(desk: PublishingWorkspace, articleId: string, platform: PlatformName) {
  await expect.poll(async () => (await desk.publication(articleId, platform)).intentAt).not.toBeNull();
  const { marker } = await desk.publication(articleId, platform);
  await expect.poll(() => pagesWith(platform, marker)).toHaveLength(1);
}

async function published(desk: PublishingWorkspace, title: string, platform: PlatformName) {
  const id = await desk.write(title, "First.");
  await untilVersion(desk, id, platform, 1);
  const row = await desk.publication(id, platform);
  return { id, publicationId: row.id, marker: row.marker, pageId: row.externalId ?? "" };
}

/** The pages of both platforms in the same form. */
function pagesOf(platform: PlatformName) {
  return platform === "confluence"
    ? stage.confluence.pages().map(({ id, title, storage, status }) => {
        return { id, title, text: storage, stands: status === "current" };
      })
    : stage.notion.pages().map(({ id, title, children, inTrash }) => {
        return { id, title, text: JSON.stringify(children), stands: !inTrash };
      });
}
const pageOf = (platform: PlatformName, pageId: string) => {
  const page = pagesOf(platform).find(({ id }) => id === pageId);
  if (!page) throw new Error(`${platform} has no page ${pageId}.`);
  return page;
};
const pagesWith = (platform: PlatformName, marker: string) =>
  pagesOf(platform).filter(({ text, stands }) => stands && text.includes(marker));

const hidePlace = (platform: PlatformName, isHidden: boolean) =>
  platform === "confluence"
    ? stage.confluence.hideSpace("DOC", isHidden)
    : stage.notion.share(DEFAULT_PARENT.id, !isHidden);

const look = async (desk: PublishingWorkspace, platform: PlatformName) => {
  await stage.db
    .update(publications)
    .set({ sweptAt: sql`now() - interval '25 hours'` })
    .where(eq(publications.workspaceId, desk.workspaceId));
  const place = { workspaceId: desk.workspaceId, id: desk.integrations[platform] };
  return checkPages(stage.deps, place, new AbortController().signal);
};
const logLines = async (desk: PublishingWorkspace) => {
  const rows = await stage.db
    .select({ message: activityLogs.message })
    .from(activityLogs)
    .where(eq(activityLogs.workspaceId, desk.workspaceId));
  return rows.map(({ message }) => message).join("\n");
};
const inbox = async (desk: PublishingWorkspace) =>
  (await desk.person.inject({ method: "GET", url: "/api/inbox" })).json<InboxPage>().items;
const decide = async (desk: PublishingWorkspace, itemId: string, choice: string) => {
  const url = `/api/inbox/${itemId}/decide`;
  const answer = await desk.person.inject({ method: "POST", url, payload: { choice } });
  expect(answer.statusCode, answer.body).toBe(200);
};

describe("A page that a person saved in Confluence's editor", () => {
  it("follows its article without a conflict, although the editor rewrites all of it", async () => {
    const desk = await stage.newDesk("confluence");
    const { id, pageId } = await published(desk, "Saved in the editor", "confluence");
    stage.confluence.editAsPerson(pageId, (page) => {
      page.storage += "<p>A word of mine.</p>";
    });
    expect(pageOf("confluence", pageId).text).toContain('<ol start="1" local-id=');
    await desk.rewrite(id, "Second.");
    await untilRow(desk, id, "confluence", ({ state, publishedVersion }) =>
      state === "published" && publishedVersion === 1 ? "waiting" : state,
    ).toMatch(/^(published|conflict)$/);
    expect(await desk.publication(id, "confluence")).toMatchObject({ state: "published", publishedVersion: 2 });
    const { text } = pageOf("confluence", pageId);
    expect(text).toContain("Second.");
    expect(text).toContain("A word of mine.");
    expect(text).not.toContain("First.");
  });
});

describe("An article with a link that Notion dislikes", () => {
  it("is there with the address as text, and follows its article", async () => {
    const desk = await stage.newDesk("notion");
    const id = await desk.write("A disliked link", "See https://wiki/restart.", "First.");
    await untilVersion(desk, id, "notion", 1);
    await desk.rewrite(id, "See https://wiki/restart.", "Second.");
    await untilVersion(desk, id, "notion", 2);
    const { externalId } = await desk.publication(id, "notion");
    const { text } = pageOf("notion", externalId ?? "");
    expect(text).toContain("https://wiki/restart");
    expect(text).toContain("Second.");
    expect(text).not.toContain("First.");
  });
});

describe("A person's own page that began as a copy of ours", () => {
  it("is never put into the trash, neither by the nightly look nor when a lost answer is looked up", async () => {
    const desk = await stage.newDesk("confluence", "notion");
    for (const platform of PLATFORMS) {
      const { id, pageId, marker } = await published(desk, `Copied on ${platform}`, platform);
      const untouched = stage[platform].copyAsPerson(pageId, `Copy of the ${platform} page`);
      const own = stage[platform].copyAsPerson(pageId, `My ${platform} page`);
      if (platform === "confluence") {
        stage.confluence.editAsPerson(own, (page) => {
          page.storage = `<p>My own words.</p>${page.storage}`;
        });
      }
      await look(desk, platform);
      stage[platform].fail({ match: platform === "confluence" ? "PUT /" : "PATCH /", kind: { afterWork: "reset" } });
      await desk.rewrite(id, "First.", "Second.");
      await untilVersion(desk, id, platform, 2);
      const ids = pagesWith(platform, marker).map((page) => page.id);
      expect(ids.sort()).toEqual([pageId, untouched, own].sort());
      expect(pageOf(platform, pageId).text).toContain("Second.");
      expect(pageOf(platform, own).text).not.toContain("Second.");
    }
    expect(await inbox(desk)).toEqual([]);
  });

  it("made in the account that publishes is asked about once, and only put away when a person says so", async () => {
    const desk = await stage.newDesk("confluence");
    const { pageId, marker } = await published(desk, "Copied by the account", "confluence");
    const kept = stage.confluence.copyAsPerson(pageId, "A page to keep", "account");
    const surplus = stage.confluence.copyAsPerson(pageId, "A page to put away", "account");
    await look(desk, "confluence");
    await look(desk, "confluence");
    expect(pagesWith("confluence", marker)).toHaveLength(3);
    const items = await inbox(desk);
    const named = (title: string) => {
      const item = items.find(({ reason }) => reason.includes(title));
      expect(item).toMatchObject({ kind: "page-copy", choices: ["keep", "put-away"] });
      return item?.id ?? "";
    };
    expect(items).toHaveLength(2);
    await decide(desk, named("A page to keep"), "keep");
    await decide(desk, named("A page to put away"), "put-away");
    await look(desk, "confluence");
    expect(await inbox(desk)).toEqual([]);
    expect(pageOf("confluence", kept).stands).toBe(true);
    await expect.poll(() => pageOf("confluence", surplus).stands).toBe(false);
    expect(await logLines(desk)).toContain("A page to put away");
  });
});

describe("A page that was removed and restored", () => {
  for (const platform of PLATFORMS) {
    it(`on ${platform} is followed again whatever is chosen, and never doubled`, async () => {
      const desk = await stage.newDesk(platform);
      for (const choice of ["retry", "recreate", "leave", "forget"] as const) {
        const { id, publicationId, pageId, marker } = await published(
          desk,
          `Back by ${choice} on ${platform}`,
          platform,
        );
        stage[platform].trashAsPerson(pageId);
        await desk.rewrite(id, "Second.");
        await untilState(desk, id, platform, "removed");
        stage[platform].restoreAsPerson(pageId);
        expect(await desk.retry(id, publicationId, choice), choice).toBe(200);
        await untilVersion(desk, id, platform, 2);
        expect(pagesWith(platform, marker).map((page) => page.id)).toEqual([pageId]);
        expect(pageOf(platform, pageId).text).toContain("Second.");
      }
    });

    it(`on ${platform} is followed by the next version of the article, without anybody's choice`, async () => {
      const desk = await stage.newDesk(platform);
      const { id, pageId } = await published(desk, `Back by itself on ${platform}`, platform);
      stage[platform].trashAsPerson(pageId);
      await desk.rewrite(id, "Second.");
      await untilState(desk, id, platform, "removed");
      expect(await desk.article(id)).not.toMatchObject({ status: "published" });
      stage[platform].restoreAsPerson(pageId);
      await desk.rewrite(id, "Third.");
      await untilVersion(desk, id, platform, 3);
      expect(await desk.article(id)).toMatchObject({ status: "published" });
    });

    it(`on ${platform} is left alone while its place is not visible: that is the integration's trouble`, async () => {
      const desk = await stage.newDesk(platform);
      const { id, pageId, marker } = await published(desk, `Out of sight on ${platform}`, platform);
      hidePlace(platform, true);
      try {
        await desk.rewrite(id, "Second.");
        await expect.poll(async () => (await desk.integration(platform)).trouble).toBeTruthy();
        await untilState(desk, id, platform, "parked");
        await look(desk, platform);
        expect(await desk.publication(id, platform)).toMatchObject({ state: "parked" });
      } finally {
        hidePlace(platform, false);
      }
      // The next check finds the space again without a person's action.
      await look(desk, platform);
      await untilVersion(desk, id, platform, 2);
      expect((await desk.integration(platform)).trouble).toBeNull();
      expect(pagesWith(platform, marker).map((page) => page.id)).toEqual([pageId]);
    });

    it(`on ${platform}, moved elsewhere and renamed, is followed where it is`, async () => {
      const desk = await stage.newDesk(platform);
      const { id, pageId, marker } = await published(desk, `Moved on ${platform}`, platform);
      stage[platform].moveAsPerson(pageId, platform === "confluence" ? OTHER_SPACE.key : OTHER_PARENT.id);
      await desk.rewrite(id, "Second.");
      await untilVersion(desk, id, platform, 2);
      await look(desk, platform);
      expect(pagesWith(platform, marker).map((page) => page.id)).toEqual([pageId]);
      expect(pageOf(platform, pageId).text).toContain("Second.");
    });
  }
});

describe("A lost answer", () => {
  for (const platform of PLATFORMS) {
    const [create, update] = platform === "confluence" ? ["POST /wiki", "PUT /wiki"] : ["POST /v1", "PATCH /v1"];

    it(`of ${platform}, then another title and a refusal for hours, leave one page`, async () => {
      const desk = await stage.newDesk(platform);
      stage[platform].fail({ match: create, kind: { afterWork: "reset" } });
      const id = await desk.write(`Lost and renamed on ${platform}`, "First.");
      await untilMade(desk, id, platform);
      stage[platform].fail({ match: update, times: 1, kind: { status: 429, retryAfter: 6 } });
      await desk.retitle(id, `Another name on ${platform}`);
      await skipOnce(desk, id);
      await expect.poll(async () => (await desk.publication(id, platform)).title).toBe(`Another name on ${platform}`);
      await expect.poll(async () => (await desk.publication(id, platform)).state).toBe("queued");
      const { marker } = await desk.publication(id, platform);
      // Makes the pages older, as if the refusal had lasted for hours.
      for (const page of pagesWith(platform, marker)) stage[platform].age(page.id, 3 * 3_600_000);
      await untilVersion(desk, id, platform, 2);
      expect(pagesWith(platform, marker)).toHaveLength(1);
      expect(pagesWith(platform, marker)[0]?.title).toBe(`Another name on ${platform}`);
    });
  }

  for (const platform of PLATFORMS) {
    it(`of ${platform}, then two more titles, is not taken for a person's name of the page`, async () => {
      const desk = await stage.newDesk(platform);
      const { id, pageId } = await published(desk, `Named first on ${platform}`, platform);
      const call = platform === "confluence" ? "PUT /wiki" : "PATCH /v1/pages";
      stage[platform].fail({ match: call, kind: { afterWork: "reset" } });
      stage[platform].fail({ match: call, kind: { status: 503 } });
      await desk.retitle(id, `Named second on ${platform}`);
      await expect.poll(() => pageOf(platform, pageId).title).toBe(`Named second on ${platform}`);
      await desk.retitle(id, `Named third on ${platform}`);
      await untilVersion(desk, id, platform, 3);
      expect(pageOf(platform, pageId).title).toBe(`Named third on ${platform}`);
    });
  }

  it("is looked for from the first intent on: a page that only shows later is taken over", async () => {
    const desk = await stage.newDesk("confluence");
    stage.confluence.fail({ match: "POST /wiki", kind: { afterWork: "reset" } });
    const id = await desk.write("Shows late", "First.");
    await untilMade(desk, id, "confluence");
    const { marker } = await desk.publication(id, "confluence");
    const [made] = pagesWith("confluence", marker);
    stage.confluence.trashAsPerson(made?.id ?? "");
    stage.confluence.fail({ match: "POST /wiki", times: 1, kind: { status: 503 } });
    await desk.retitle(id, "Shows late under another name");
    await skipOnce(desk, id);
    await expect.poll(async () => (await desk.publication(id, "confluence")).title).toContain("another name");
    stage.confluence.restoreAsPerson(made?.id ?? "");
    stage.confluence.age(made?.id ?? "", 3_600_000);
    await stage.db.$client.query(
      "update publications set first_intent_at = first_intent_at - interval '1 hour' where id = $1",
      [(await desk.publication(id, "confluence")).id],
    );
    await untilVersion(desk, id, "confluence", 2);
    expect(pagesWith("confluence", marker).map((page) => page.id)).toEqual([made?.id]);
  });

  it("is waited for from the moment the call went out, not from before the wait for the platform's pace", async () => {
    // Ends the attempt whose call hangs within seconds.
    const { env } = stage.deps;
    const usual = env.UNRESOLVED_WAIT_SECONDS;
    env.UNRESOLVED_WAIT_SECONDS = 8;
    onTestFinished(() => void (env.UNRESOLVED_WAIT_SECONDS = usual));
    const desk = await stage.newDesk("confluence");
    const since = stage.confluence.calls.length;
    stage.confluence.fail({ match: "/wiki/api/v2/spaces", kind: { status: 429, retryAfter: 1 } });
    stage.confluence.fail({ match: "POST /wiki", kind: { afterWork: "hang" } });
    const id = await desk.write("Paced", "First.");
    await expect.poll(async () => (await desk.publication(id, "confluence")).intentAt).not.toBeNull();
    const { intentAt } = await desk.publication(id, "confluence");
    const waited = stage.confluence.calls.slice(since).findLast(({ path }) => path.includes("/wiki/api/v2/spaces"));
    expect(waited?.status).toBe(200);
    expect(intentAt?.getTime()).toBeGreaterThanOrEqual(waited?.at ?? Number.POSITIVE_INFINITY);
    await untilVersion(desk, id, "confluence", 1);
  });
});

describe("A passing refusal", () => {
  for (const platform of PLATFORMS) {
    for (const status of [404, 409]) {
      it(`of a new page by ${platform} (${status}) is tried again, without a person`, async () => {
        const desk = await stage.newDesk(platform);
        const match = platform === "confluence" ? "POST /wiki/api/v2/pages" : "POST /v1/pages";
        stage[platform].fail({ match, kind: { status } });
        const { marker } = await published(desk, `Refused once by ${platform} with ${status}`, platform);
        expect(pagesWith(platform, marker)).toHaveLength(1);
        expect(await desk.errors()).toEqual([]);
        expect((await desk.integration(platform)).trouble).toBeNull();
      });
    }

    it(`to show a page of ${platform} once (404) is not taken for its removal`, async () => {
      const desk = await stage.newDesk(platform);
      const { id, pageId } = await published(desk, `Not shown once by ${platform}`, platform);
      stage[platform].fail({ match: `/${pageId}`, kind: { status: 404 } });
      await desk.rewrite(id, "Second.");
      await untilVersion(desk, id, platform, 2);
      expect((await logLines(desk)).includes("removed")).toBe(false);
    });
  }
});

describe("A page that was found again, and that a person had edited", () => {
  for (const platform of PLATFORMS)
    it(`on ${platform} never holds the article's words and the person's words for one thing together`, async () => {
      const desk = await stage.newDesk(platform);
      const id = await desk.write(`Claim on ${platform}`, "File it within 24 hours.", "Ask Tobias.");
      await untilVersion(desk, id, platform, 1);
      const { externalId: pageId, marker } = await desk.publication(id, platform);
      if (platform === "confluence")
        stage.confluence.editAsPerson(pageId ?? "", (page) => {
          page.storage = page.storage.replace("24 hours", "12 hours");
        });
      else
        stage.notion.editAsPerson(pageId ?? "", (draft) => {
          draft.blocks = JSON.parse(JSON.stringify(draft.blocks).replaceAll("24 hours", "12 hours"));
        });
      const before = pageOf(platform, pageId ?? "").text;
      const removed = `/api/integrations/${desk.integrations[platform]}`;
      expect((await desk.person.inject({ method: "DELETE", url: removed })).statusCode).toBe(200);
      await desk.connect(platform);
      await fillNewTargets(stage.deps, new AbortController().signal);
      await untilState(desk, id, platform, "conflict");
      expect(pagesWith(platform, marker)).toHaveLength(1);
      expect(pageOf(platform, pageId ?? "").text).toBe(before);
      const item = (await inbox(desk)).find(({ kind }) => kind === "page-conflict");
      await decide(desk, item?.id ?? "", "replace");
      await untilState(desk, id, platform, "published");
      const after = pageOf(platform, pageId ?? "").text;
      expect(after).toContain("24 hours");
      expect(after).not.toContain("12 hours");
    });
});
