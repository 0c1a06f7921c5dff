import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { KnowledgeTarget } from "../../connectors/knowledge-target.ts";
import { startConfluenceStandIn } from "../../tools/stand-ins/confluence/server.ts";
import { publications } from "../db/schema.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { fillNewTargets } from "../jobs/page-jobs.ts";
import { changeState } from "../library/retract/index.ts";
import type { JobAttempt } from "../queue/queue.ts";
import { buildArticle, buildArticleSource } from "../testing/factories.ts";
import { publishJob } from "./publish-job.ts";
import { markPagesForRetraction } from "./queries.ts";
import { requestPublications } from "./request-publications.ts";
import { openPublishingStage, type PublishingStage, type PublishingWorkspace } from "./testing/publishing-stage.ts";

let stage: PublishingStage;
beforeAll(async () => {
  stage = await openPublishingStage();
});
afterEach(() => {
  stage.confluence.clearFaults();
  stage.notion.clearFaults();
});
afterAll(() => stage.close());

const published = { status: "published" };
const ATTEMPT: JobAttempt = { number: 1, isLast: false, signal: new AbortController().signal };

const untilPublished = (desk: PublishingWorkspace, articleId: string) =>
  expect
    .poll(async () => {
      await desk.forgiveSlowness(articleId);
      return desk.article(articleId);
    })
    .toMatchObject(published);
const untilState = (desk: PublishingWorkspace, articleId: string, state: string) =>
  expect.poll(async () => (await desk.publications(articleId)).map((row) => row.state)).toContain(state);
const confluencePages = (marker: string) => stage.confluence.pages().filter(({ storage }) => storage.includes(marker));
const notionPages = (marker: string) =>
  stage.notion.pages().filter(({ children }) => JSON.stringify(children).includes(marker));

async function pageOf(desk: PublishingWorkspace, articleId: string, platform: "confluence" | "notion") {
  const { marker, externalId } = await desk.publication(articleId, platform);
  const all =
    platform === "confluence"
      ? stage.confluence.pages().map((page) => ({ ...page, text: page.storage, isGone: page.status === "trashed" }))
      : stage.notion.pages().map((page) => ({ ...page, text: JSON.stringify(page.children), isGone: page.inTrash }));
  const found = all.filter(({ text, isGone }) => !isGone && text.includes(marker));
  expect(found).toHaveLength(1);
  expect(found[0]?.id).toBe(externalId);
  return found[0] as (typeof found)[number];
}

describe("A page that ends the process each time", () => {
  it("is given up on after ten times, with the reason where a person sees it", async () => {
    const desk = await stage.newDesk("confluence");
    const id = await desk.write("How to brew", "Grind first.");
    await untilPublished(desk, id);
    const row = await desk.publication(id, "confluence");
    expect(row.interruptions).toBe(0);
    await stage.db.update(publications).set({ interruptions: 10 }).where(eq(publications.id, row.id));
    await desk.rewrite(id, "Grind first.", "Then pour.");
    await untilState(desk, id, "parked");
    const parked = await desk.publication(id, "confluence");
    expect(parked.trouble).toMatch(/was interrupted 10 times at the same place because the server itself ended/);
    expect(parked.interruptions).toBe(0);
  });
});

describe("An article", () => {
  it("PUB-003 is exactly once on each platform, with its marker, also after updates", async () => {
    const desk = await stage.newDesk("confluence", "notion");
    const id = await desk.write("How to brew", "Grind first.");
    await untilPublished(desk, id);
    expect((await pageOf(desk, id, "confluence")).text).toContain("Grind first.");
    expect((await pageOf(desk, id, "notion")).text).toContain("Grind first.");
    await desk.rewrite(id, "Grind first.", "Then pour.");
    await expect.poll(async () => (await desk.publications(id)).map((row) => row.publishedVersion)).toEqual([2, 2]);
    expect((await pageOf(desk, id, "confluence")).text).toContain("Then pour.");
    expect((await pageOf(desk, id, "notion")).text).toContain("Then pour.");
    expect(await desk.errors()).toEqual([]);
  });

  it("takes another title when its own is taken, and keeps it", async () => {
    // One attempt tries up to six titles, which can take a busy machine longer than the second that other tests allow.
    const { env } = stage.deps;
    const usual = env.UNRESOLVED_WAIT_SECONDS;
    env.UNRESOLVED_WAIT_SECONDS = 30;
    onTestFinished(() => void (env.UNRESOLVED_WAIT_SECONDS = usual));
    const desk = await stage.newDesk("confluence");
    const titles = [];
    for (let count = 0; count < 6; count += 1) {
      const id = await desk.write("A title everybody uses", "Once.");
      await untilPublished(desk, id);
      await desk.rewrite(id, "Twice.");
      await expect.poll(async () => (await desk.publication(id, "confluence")).publishedVersion).toBe(2);
      titles.push((await pageOf(desk, id, "confluence")).title);
    }
    expect(titles.slice(0, 3)).toEqual([
      "A title everybody uses",
      "A title everybody uses (2)",
      "A title everybody uses (3)",
    ]);
    expect(new Set(titles).size).toBe(6);
  });

  it("that changes while it is on its way ends in its newest version", async () => {
    const desk = await stage.newDesk("confluence");
    stage.confluence.fail({ match: "POST /wiki/api/v2/pages", kind: { late: 400 } });
    const id = await desk.write("Changing", "Old words.");
    await untilState(desk, id, "in-flight");
    await desk.rewrite(id, "New words.");
    await expect.poll(async () => (await desk.publication(id, "confluence")).publishedVersion).toBe(2);
    const { text } = await pageOf(desk, id, "confluence");
    expect(text).toContain("New words.");
    expect(text).not.toContain("Old words.");
  });

  it("that needs more requests than one is completed when Notion fails in the middle", async () => {
    const desk = await stage.newDesk("notion");
    const sentences = Array.from({ length: 105 }, (_, n) => `Long step number ${n}.`);
    stage.notion.fail({ match: "PATCH /v1/blocks/", kind: { status: 503 } });
    const id = await desk.write("A long one", ...sentences);
    await untilPublished(desk, id);
    const { text } = await pageOf(desk, id, "notion");
    expect(sentences.filter((words) => text.split(`"plain_text":"${words}`).length !== 2)).toEqual([]);
  });
});

describe("A call whose answer is lost", () => {
  for (const how of ["hang", "reset", "status-500"] as const) {
    it(`(${how}) made its page: it is taken over and not made again`, async () => {
      const desk = await stage.newDesk("confluence", "notion");
      stage.confluence.fail({ match: "POST /wiki/api/v2/pages", kind: { afterWork: how } });
      stage.notion.fail({ match: "POST /v1/pages", kind: { afterWork: how } });
      const id = await desk.write(`Lost by ${how}`, "Still there.");
      await untilPublished(desk, id);
      await pageOf(desk, id, "confluence");
      await pageOf(desk, id, "notion");
      for (const { marker } of await desk.publications(id)) {
        expect([...confluencePages(marker), ...notionPages(marker)]).toHaveLength(1);
      }
    });
  }

  it("and that makes the page after its worker gave up is found, and makes no second page", async () => {
    const desk = await stage.newDesk("confluence");
    stage.confluence.fail({ match: "POST /wiki/api/v2/pages", kind: { late: 900 } });
    const id = await desk.write("Late", "Better late.");
    await untilPublished(desk, id);
    const { marker } = await desk.publication(id, "confluence");
    await pageOf(desk, id, "confluence");
    expect(confluencePages(marker)).toHaveLength(1);
  });

  it("changed the page: what a person removed meanwhile stays removed", async () => {
    const desk = await stage.newDesk("confluence", "notion");
    const id = await desk.write("Trimmed", "Stays.");
    await untilPublished(desk, id);
    const remove = /<p [^>]*>(?:(?!<\/p>).)*Restart the worker(?:(?!<\/p>).)*<\/p>/;
    stage.confluence.editAsPerson((await pageOf(desk, id, "confluence")).id, (page) => {
      expect(page.storage).toMatch(remove);
      page.storage = page.storage.replace(remove, "");
    });
    stage.confluence.fail({ match: "PUT /wiki/api/v2/pages", kind: { afterWork: "reset" } });
    await desk.rewrite(id, "Stays.", "Added.");
    await expect.poll(async () => (await desk.publication(id, "confluence")).publishedVersion).toBe(2);
    const { text } = await pageOf(desk, id, "confluence");
    expect(text).toContain("Added.");
    expect(text).not.toMatch(remove);
  });
});

/** Returns the application with a Confluence target whose methods the test replaces. */
const withTarget = (change: Partial<KnowledgeTarget<Record<string, string>>>): Deps => {
  const { targets: all } = stage.connectors;
  const targets = { ...all, confluence: { ...all.confluence, ...change } };
  return { ...stage.deps, connectors: { ...stage.connectors, targets } };
};

it("PUB-003 a target gets the keys of the tickets that an article's messages name", async () => {
  const desk = await stage.newDesk("confluence");
  const { confluence } = stage.connectors.targets;
  const mentioned: (string[] | undefined)[] = [];
  const listening = withTarget({
    publish: async (config, page, signal, before) => {
      mentioned.push(page.mentioned);
      return confluence.publish(config, page, signal, before);
    },
  });
  const quiet = { ...listening, queue: { ...listening.queue, enqueue: async () => {} } };
  const { articleId, publicationId } = await newArticleOnly(desk, quiet);
  const text = "PAY-412 and OPS-7 again, not X-PAY-1 or pay-3; PAY-412. It may be UTF-8.";
  await buildArticleSource(stage.db, { workspaceId: desk.workspaceId, articleId, text });
  await publishJob(listening, { queue: "publish", workspaceId: desk.workspaceId, publicationId }, ATTEMPT);
  expect(mentioned).toEqual([["PAY-412", "OPS-7", "UTF-8"]]);
});

describe("A worker that was thought dead", () => {
  it("and whose call lands after another made the page leaves one page", async () => {
    const desk = await stage.newDesk("confluence");
    const { confluence } = stage.connectors.targets;
    let goOn = () => {};
    const isStopped = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    // A paused process notices neither a signal nor a timeout.
    const zombie = withTarget({
      publish: async (config, page, _signal, before) => {
        await before?.();
        await isStopped;
        return confluence.publish(config, { ...page, title: `${page.title} (2)` });
      },
    });
    const quiet = { ...zombie, queue: { ...zombie.queue, enqueue: async () => {} } };
    const waiting = await newArticleOnly(desk, quiet);
    const job = { queue: "publish" as const, workspaceId: desk.workspaceId, publicationId: waiting.publicationId };
    const lost = publishJob(zombie, job, ATTEMPT);
    await untilState(desk, waiting.articleId, "in-flight");
    // Clears the lease only once. Clearing the lease of the worker that replaced the dead one would restart it
    // endlessly.
    await stage.db.$client.query("update publications set lease_until = null where id = $1", [job.publicationId]);
    await desk.hurry(waiting.articleId);
    await expect
      .poll(async () => {
        await desk.forgiveSlowness(waiting.articleId);
        return (await desk.publication(waiting.articleId, "confluence")).state;
      })
      .toBe("published");
    const { marker, externalId } = await desk.publication(waiting.articleId, "confluence");
    goOn();
    await lost;
    expect(stage.confluence.countByMarker(marker)).toBe(2);
    await expect.poll(() => stage.confluence.countByMarker(marker)).toBe(1);
    await untilState(desk, waiting.articleId, "published");
    expect((await pageOf(desk, waiting.articleId, "confluence")).id).toBe(externalId);
    expect(
      confluencePages(marker)
        .map(({ status }) => status)
        .sort(),
    ).toEqual(["current", "trashed"]);
  });
});

/** Creates an article with a publication that waits, but for which no job is enqueued. */
async function newArticleOnly(
  desk: PublishingWorkspace,
  quiet: Deps,
): Promise<{ articleId: string; publicationId: string }> {
  const { id: articleId } = await buildArticle(stage.db, { workspaceId: desk.workspaceId, status: "processing" });
  await inWorkspace(stage.db, desk.workspaceId, (scope) => requestPublications(quiet, scope, articleId));
  return { articleId, publicationId: (await desk.publication(articleId, "confluence")).id };
}

describe("What a person does to a page", () => {
  it("is kept by the next update, on both platforms", async () => {
    const desk = await stage.newDesk("confluence", "notion");
    const id = await desk.write("Edited", "First.");
    await untilPublished(desk, id);
    stage.confluence.editAsPerson((await pageOf(desk, id, "confluence")).id, (page) => {
      page.storage = `<p>A person's note.</p>${page.storage}`;
    });
    stage.notion.editAsPerson((await pageOf(desk, id, "notion")).id, ({ blocks, newBlock }) => {
      blocks.unshift(
        newBlock({ type: "paragraph", paragraph: { rich_text: [{ text: { content: "A person's note." } }] } }),
      );
    });
    await desk.rewrite(id, "First.", "Second.");
    await expect.poll(async () => (await desk.publications(id)).map((row) => row.publishedVersion)).toEqual([2, 2]);
    for (const platform of ["confluence", "notion"] as const) {
      const { text } = await pageOf(desk, id, platform);
      expect(text).toContain("A person's note.");
      expect(text).toContain("Second.");
    }
  });

  it("to the part that changes too is a conflict: the page is left alone until 'replace' takes our part, and only that", async () => {
    const desk = await stage.newDesk("confluence");
    const id = await desk.write("Contested", "The limit is 10.");
    await untilPublished(desk, id);
    const { id: pageId } = await pageOf(desk, id, "confluence");
    stage.confluence.editAsPerson(pageId, (page) => {
      page.storage = `<p>Their note.</p>${page.storage.replace("The limit is 10.", "The limit is 12, says Bo.")}`;
    });
    const before = (await pageOf(desk, id, "confluence")).text;
    await desk.rewrite(id, "The limit is 20.");
    await untilState(desk, id, "conflict");
    expect((await pageOf(desk, id, "confluence")).text).toBe(before);
    const { id: publicationId, trouble } = await desk.publication(id, "confluence");
    expect(trouble).toContain("left as it is");
    expect(await desk.article(id)).toMatchObject(published);

    expect(await desk.retry(id, publicationId, "retry")).toBe(200);
    await untilState(desk, id, "conflict");
    expect((await pageOf(desk, id, "confluence")).text).toBe(before);

    expect(await desk.retry(id, publicationId, "replace")).toBe(200);
    await untilState(desk, id, "published");
    const after = (await pageOf(desk, id, "confluence")).text;
    expect(after).toContain("The limit is 20.");
    expect(after).not.toContain("says Bo");
    expect(after).toContain("Their note.");
  });

  it("in a part that something has to leave does not keep it there when the article is shown again before its page is written", async () => {
    const desk = await stage.newDesk("confluence");
    const id = await desk.write("Quoted twice", "The code is 4711.", "Ask at the desk.");
    await untilPublished(desk, id);
    const { id: pageId } = await pageOf(desk, id, "confluence");
    stage.confluence.editAsPerson(pageId, (page) => {
      page.storage = page.storage.replace("Ask at the desk.", "Ask Bo at the desk.");
    });
    await inWorkspace(stage.db, desk.workspaceId, async (scope) => {
      for (const state of ["held", "stands"] as const)
        await changeState(stage.deps, scope, id, { state, stateReason: null, reason: state });
    });
    await desk.rewrite(id, "The desk keeps it.");
    await expect.poll(async () => (await desk.publication(id, "confluence")).publishedVersion).toBe(4);
    const { text } = await pageOf(desk, id, "confluence");
    expect(text).not.toContain("4711");
    expect(text).toContain("Ask Bo at the desk.");
  });

  it("in a part that something had to leave is named until a person decides, whatever is published meanwhile", async () => {
    const desk = await stage.newDesk("confluence");
    const id = await desk.write("Quoted", "The code is 4711.");
    await untilPublished(desk, id);
    const { id: pageId } = await pageOf(desk, id, "confluence");
    stage.confluence.editAsPerson(pageId, (page) => {
      page.storage = page.storage.replace("The code is 4711.", "The code is 4711. Ask Bo.");
    });
    await inWorkspace(stage.db, desk.workspaceId, (scope) => markPagesForRetraction(scope, id));
    await desk.rewrite(id, "The desk keeps the code.");
    await untilState(desk, id, "conflict");
    await desk.rewrite(id, "The desk keeps the code.", "It changes every month.");
    await expect.poll(async () => (await desk.publication(id, "confluence")).publishedVersion).toBe(3);
    const { id: publicationId, state, trouble } = await desk.publication(id, "confluence");
    expect({ state, trouble }).toMatchObject({
      state: "conflict",
      trouble: expect.stringContaining("they may still quote it") as string,
    });
    expect((await pageOf(desk, id, "confluence")).text).toContain("Ask Bo.");

    expect(await desk.retry(id, publicationId, "replace")).toBe(200);
    await untilState(desk, id, "published");
    const after = (await pageOf(desk, id, "confluence")).text;
    expect(after).toContain("It changes every month.");
    expect(after).not.toContain("4711");
  });

  it("when they put it into the trash is respected, until somebody wants it again", async () => {
    const desk = await stage.newDesk("confluence");
    const id = await desk.write("Binned", "First.");
    await untilPublished(desk, id);
    const { id: pageId } = await pageOf(desk, id, "confluence");
    const config = { baseUrl: stage.confluence.url, spaceId: "DOC", apiKey: "bot@acme.example:confluence-token" };
    await stage.connectors.targets.confluence.archive(config, pageId);
    await desk.rewrite(id, "Second.");
    await untilState(desk, id, "removed");
    const { id: publicationId, marker } = await desk.publication(id, "confluence");
    expect(stage.confluence.countByMarker(marker)).toBe(0);
    expect(await desk.article(id)).toMatchObject({ status: "library" });
    await desk.rewrite(id, "Third.");
    await untilState(desk, id, "removed");
    expect(await desk.retry(id, publicationId, "retry")).toBe(200);
    await untilState(desk, id, "removed");
    expect(stage.confluence.countByMarker(marker)).toBe(0);
    expect(await desk.retry(id, publicationId, "recreate")).toBe(200);
    await untilState(desk, id, "published");
    expect((await pageOf(desk, id, "confluence")).text).toContain("Third.");
  });
});

describe("A platform that fails", () => {
  it("because the token expired is told once, and everything is published once it is repaired", async () => {
    for (const repair of ["put", "test"] as const) {
      const desk = await stage.newDesk("confluence");
      const first = await desk.write(`Before the token expired (${repair})`, "Fine.");
      await untilPublished(desk, first);
      stage.confluence.fail({ times: 1_000, kind: { status: 401, body: { errors: [{ status: 401 }] } } });
      const ids = await Promise.all([1, 2, 3, 4, 5].map((n) => desk.write(`After it ${repair} ${n}`, "Waits.")));
      for (const id of ids) await expect.poll(() => desk.article(id)).toMatchObject({ status: "failed" });
      expect(await desk.errors()).toEqual([
        expect.stringContaining("published automatically once the integration works again"),
      ]);
      expect((await desk.integration("confluence")).trouble).toBeTruthy();
      expect(await desk.article(first)).toMatchObject(published);

      stage.confluence.clearFaults();
      const url = `/api/integrations/${desk.integrations.confluence}`;
      const answer =
        repair === "put"
          ? await desk.person.inject({ method: "PUT", url, payload: { apiKey: "bot@acme.example:confluence-token" } })
          : await desk.person.inject({ method: "POST", url: `${url}/test` });
      expect(answer.statusCode).toBe(200);
      for (const id of ids) await untilPublished(desk, id);
      for (const id of ids) await pageOf(desk, id, "confluence");
      expect((await desk.integration("confluence")).trouble).toBeNull();
    }
  });

  it("with a refusal of a token that was replaced meanwhile is tried with the new one", async () => {
    const desk = await stage.newDesk("confluence");
    const { confluence } = stage.connectors.targets;
    const url = `/api/integrations/${desk.integrations.confluence}`;
    const late = withTarget({
      publish: async (config, page, signal) => {
        await desk.person.inject({ method: "PUT", url, payload: { apiKey: "bot@acme.example:confluence-token" } });
        stage.confluence.fail({ match: "/wiki/api/v2/spaces", kind: { status: 401 } });
        return confluence.publish(config, page, signal);
      },
    });
    const quiet = { ...late, queue: { ...late.queue, enqueue: async () => {} } };
    const { articleId, publicationId } = await newArticleOnly(desk, quiet);
    await publishJob(late, { queue: "publish", workspaceId: desk.workspaceId, publicationId }, ATTEMPT);
    await untilPublished(desk, articleId);
    expect(await desk.errors()).toEqual([]);
    expect((await desk.integration("confluence")).trouble).toBeNull();
  });

  it("by asking us to wait is left alone until then, and that is no failed try", async () => {
    const desk = await stage.newDesk("confluence");
    stage.confluence.fail({ match: "POST /wiki/api/v2/pages", kind: { status: 429, retryAfter: 6 } });
    const since = stage.confluence.calls.length;
    const id = await desk.write("Patient", "Slowly.");
    await expect
      .poll(() => desk.publication(id, "confluence"))
      .toMatchObject({
        state: "queued",
        attempts: 0,
        trouble: expect.stringMatching(/^Confluence asks us to wait until \d\d:\d\d UTC\.$/),
      });
    const refused = stage.confluence.calls.slice(since).find(({ status }) => status === 429);
    await untilPublished(desk, id);
    const later = stage.confluence.calls.filter(({ at }) => at > (refused?.at ?? 0));
    expect(Math.min(...later.map(({ at }) => at))).toBeGreaterThanOrEqual((refused?.at ?? 0) + 5_900);
    expect(await desk.errors()).toEqual([]);
  });

  it("for long keeps the article waiting, then gives up with the reason, and goes on when asked", async () => {
    const desk = await stage.newDesk();
    const gone = await startConfluenceStandIn();
    const port = Number(new URL(gone.url).port);
    await gone.close();
    await desk.connect("confluence", { baseUrl: gone.url });
    const id = await desk.write("Patience", "Nobody is there.");
    for (let tries = 1; tries <= 5; tries += 1) {
      await expect
        .poll(() => desk.publication(id, "confluence"))
        .toMatchObject({ state: "queued", attempts: tries, intentAt: null });
      expect(await desk.article(id)).toMatchObject({ status: "processing" });
      await desk.hurry(id);
    }
    await untilState(desk, id, "parked");
    const { id: publicationId, trouble } = await desk.publication(id, "confluence");
    expect(trouble).toContain("could not be reached");
    expect(await desk.article(id)).toMatchObject({ status: "failed" });
    expect(await desk.errors()).toEqual([expect.stringContaining("retry from the article")]);

    const back = await startConfluenceStandIn({ port });
    expect(await desk.retry(id, publicationId, "retry")).toBe(200);
    expect(await desk.article(id)).toMatchObject({ status: "processing" });
    await untilPublished(desk, id);
    expect(back.pages()).toHaveLength(1);
    await back.close();
  });
});

describe("An integration", () => {
  it("that is switched off no longer keeps an article from being published, and switched on gets what it missed", async () => {
    const desk = await stage.newDesk("confluence", "notion");
    const old = await desk.write("Was there", "Before.");
    await untilPublished(desk, old);
    stage.confluence.fail({ match: "POST /wiki/api/v2/pages", times: 1_000, kind: { status: 503 } });
    const waiting = await desk.write("Was on its way", "Waits.");
    await expect.poll(async () => (await desk.publication(waiting, "confluence")).attempts).toBeGreaterThan(0);
    const url = `/api/integrations/${desk.integrations.confluence}`;
    await desk.person.inject({ method: "PUT", url, payload: { isActive: false } });
    await untilPublished(desk, waiting);
    stage.confluence.clearFaults();
    await desk.rewrite(old, "After.");
    await untilPublished(desk, old);

    await desk.person.inject({ method: "PUT", url, payload: { isActive: true } });
    await expect.poll(async () => (await desk.publication(old, "confluence")).publishedVersion).toBe(2);
    expect((await pageOf(desk, old, "confluence")).text).toContain("After.");
    await expect.poll(async () => (await desk.publication(waiting, "confluence")).state).toBe("published");
    await pageOf(desk, waiting, "confluence");
  });

  it("that is connected to a library takes each article that is there, once, and no other", async () => {
    const desk = await stage.newDesk();
    const [first, second] = [await desk.write("Read before", "One."), await desk.write("Read before, too", "Two.")];
    const draft = await buildArticle(stage.db, { workspaceId: desk.workspaceId, title: "Unread", state: "draft" });
    const gone = await desk.write("Taken off", "Three.");
    await desk.connect("confluence");
    await inWorkspace(stage.db, desk.workspaceId, (scope) => requestPublications(stage.deps, scope, gone));
    await untilState(desk, gone, "published");
    const existing = await pageOf(desk, gone, "confluence");
    stage.confluence.trashAsPerson(existing.id);
    const fill = () => fillNewTargets(stage.deps, new AbortController().signal);
    await Promise.all([fill(), fill()]);
    await fill();
    for (const id of [first, second]) {
      await untilState(desk, id, "published");
      await pageOf(desk, id, "confluence");
    }
    expect(await desk.publications(draft.id)).toEqual([]);
    expect(await desk.publications(gone)).toHaveLength(1);
    expect((await desk.integration("confluence")).filledAt).not.toBeNull();
  });

  it("for new articles only leaves those that exist off it, and publishes one there when a person asks", async () => {
    const desk = await stage.newDesk();
    const old = await desk.write("Written before", "One.");
    await desk.connect("confluence", { existing: "leave" });
    const fill = () => fillNewTargets(stage.deps, new AbortController().signal);
    await fill();
    const fresh = await desk.write("Written after", "Two.");
    await untilState(desk, fresh, "published");
    await desk.rewrite(old, "One, changed.");
    const left = await desk.publication(old, "confluence");
    expect(left).toMatchObject({ state: "forgotten", externalId: null });
    expect((await desk.article(old)).status).toBe("library");
    expect(await desk.retry(old, left.id, "recreate")).toBe(200);
    await untilState(desk, old, "published");
    await pageOf(desk, old, "confluence");
  });

  it("that was off takes what was written meanwhile", async () => {
    const desk = await stage.newDesk("confluence");
    const fill = () => fillNewTargets(stage.deps, new AbortController().signal);
    await fill();
    const url = `/api/integrations/${desk.integrations.confluence}`;
    await desk.person.inject({ method: "PUT", url, payload: { isActive: false } });
    const id = await desk.write("Written meanwhile", "One.");
    expect(await desk.publications(id)).toEqual([]);
    await desk.person.inject({ method: "PUT", url, payload: { isActive: true } });
    await fill();
    await untilState(desk, id, "published");
    await pageOf(desk, id, "confluence");
  });

  it("that is removed while articles wait for it leaves them published on the others", async () => {
    const desk = await stage.newDesk("confluence", "notion");
    stage.confluence.fail({ match: "POST /wiki/api/v2/pages", times: 1_000, kind: { status: 503 } });
    const id = await desk.write("One platform less", "Waits.");
    await expect.poll(async () => (await desk.publication(id, "notion")).state).toBe("published");
    expect(await desk.article(id)).toMatchObject({ status: "processing" });
    await desk.person.inject({ method: "DELETE", url: `/api/integrations/${desk.integrations.confluence}` });
    await untilPublished(desk, id);
    expect(await desk.publications(id)).toHaveLength(1);
  });

  it("of one workspace is out of reach for every other", async () => {
    const desk = await stage.newDesk("confluence");
    const other = await stage.newDesk("confluence");
    const id = await desk.write("Private", "Ours.");
    await untilPublished(desk, id);
    const row = await desk.publication(id, "confluence");
    const job = { queue: "publish" as const, workspaceId: other.workspaceId, publicationId: row.id };
    await desk.rewrite(id, "Ours again.");
    await expect.poll(async () => (await desk.publication(id, "confluence")).publishedVersion).toBe(2);
    const before = await desk.publication(id, "confluence");
    await publishJob(stage.deps, job, ATTEMPT);
    expect(await other.retry(id, row.id, "retry")).toBe(404);
    expect(await desk.publication(id, "confluence")).toEqual(before);
    expect(await other.errors()).toEqual([]);
  });
});
