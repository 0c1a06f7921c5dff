import { and, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { explainMissingGitServer } from "../../tools/stand-ins/git/http-backend.ts";
import { GIT_REPOSITORY } from "../../tools/stand-ins/git/server.ts";
import { newId } from "../db/new-id.ts";
import { articles, inboxDecisions, pageCopies } from "../db/schema.ts";
import { buildArticle, buildUser } from "../testing/factories.ts";
import {
  LONG_WAIT_FOR_RESPONSE,
  openPublishingStage,
  type PlatformName,
  type PublishingStage,
  type PublishingWorkspace,
} from "./testing/publishing-stage.ts";

const PLATFORMS = ["confluence", "notion"] as const;
const missing = explainMissingGitServer();
let stage: PublishingStage;
beforeAll(async () => {
  stage = await openPublishingStage(
    LONG_WAIT_FOR_RESPONSE,
    missing === null ? [GIT_REPOSITORY, "acme/open.git", "acme/merged.git"] : [],
  );
});
afterEach(() => stage.confluence.clearFaults());
afterAll(() => stage.close());

const draftOn = async (desk: PublishingWorkspace, title: string) =>
  (await buildArticle(stage.db, { workspaceId: desk.workspaceId, title, state: "draft", status: "draft" })).id;

async function post(desk: PublishingWorkspace, url: string, payload: object = {}) {
  const answer = await desk.person.inject({ method: "POST", url, payload });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ undo: { id: string } }>();
}
const decide = (desk: PublishingWorkspace, id: string, choice: string) =>
  post(desk, `/api/inbox/draft.${id}/decide`, { choice });

const untilPublished = (desk: PublishingWorkspace, id: string, platform: PlatformName | "git-docs") =>
  expect.poll(async () => (await desk.publication(id, platform)).state).toBe("published");

/** The titles of the pages that are on the platform. */
const titlesOn = (platform: PlatformName) =>
  platform === "confluence"
    ? stage.confluence
        .pages()
        .filter(({ status }) => status === "current")
        .map(({ title }) => title)
    : stage.notion
        .pages()
        .filter(({ inTrash }) => !inTrash)
        .map(({ title }) => title);

const HELD = "An article that is held back";
const pageAt = (id: string | null) => stage.confluence.pages().find((page) => page.id === id);

describe("An approval that is undone", () => {
  for (const platform of PLATFORMS)
    it(`takes its new page off ${platform}, so that the draft can be discarded or approved again`, async () => {
      const desk = await stage.newDesk(platform);
      const title = `Undone on ${platform}`;
      const id = await draftOn(desk, title);
      const { undo } = await decide(desk, id, "approve");
      await untilPublished(desk, id, platform);
      expect(await desk.article(id)).toMatchObject({ confirmedBy: desk.person.viewer.userId });
      await post(desk, `/api/inbox/${undo.id}/undo`);
      await expect.poll(() => desk.publications(id)).toEqual([]);
      expect(titlesOn(platform).filter((one) => one === title || one === HELD)).toEqual([]);
      expect(await desk.article(id)).toMatchObject({ state: "draft", status: "draft", confirmedBy: null });

      await decide(desk, id, "approve");
      await untilPublished(desk, id, platform);
      expect(titlesOn(platform).filter((one) => one === title)).toHaveLength(1);
    });

  it("leaves the page to a person who wrote on it, without the article's words", async () => {
    const desk = await stage.newDesk("confluence");
    const id = await draftOn(desk, "Undone, with a remark");
    const { undo } = await decide(desk, id, "approve");
    await untilPublished(desk, id, "confluence");
    const { externalId } = await desk.publication(id, "confluence");
    stage.confluence.editAsPerson(externalId ?? "", (page) => {
      page.storage += "<p>A remark of mine.</p>";
    });
    await post(desk, `/api/inbox/${undo.id}/undo`);
    await expect.poll(async () => (await desk.publication(id, "confluence")).publishedVersion).toBeGreaterThan(1);
    const page = stage.confluence.pages().find((one) => one.id === externalId);
    expect(page).toMatchObject({ status: "current", storage: expect.stringContaining("A remark of mine.") });
  });

  it("lets a discard that follows at once go through as soon as the page is gone", async () => {
    const desk = await stage.newDesk("confluence");
    const id = await draftOn(desk, "Approved, undone, discarded");
    const { undo } = await decide(desk, id, "approve");
    await untilPublished(desk, id, "confluence");
    await post(desk, `/api/inbox/${undo.id}/undo`);
    await expect
      .poll(async () => {
        const url = `/api/inbox/draft.${id}/decide`;
        return (await desk.person.inject({ method: "POST", url, payload: { choice: "remove" } })).statusCode;
      })
      .toBe(200);
    expect(await desk.article(id)).toMatchObject({ state: "trashed" });
  });

  it("leaves a page in place that the article got after the undo, from a source that needed no approval", async () => {
    const desk = await stage.newDesk("confluence");
    const id = await draftOn(desk, "Undone, later sure");
    const { undo } = await decide(desk, id, "approve");
    await untilPublished(desk, id, "confluence");
    await post(desk, `/api/inbox/${undo.id}/undo`);
    await expect.poll(() => desk.publications(id)).toEqual([]);
    await stage.db.update(articles).set({ state: "stands" }).where(eq(articles.id, id));
    await desk.rewrite(id, "The engine is sure now.");
    await untilPublished(desk, id, "confluence");
    const { externalId } = await desk.publication(id, "confluence");
    await stage.db.update(articles).set({ state: "draft" }).where(eq(articles.id, id));
    await desk.rewrite(id, "Its question was deleted.");
    await expect
      .poll(() => pageAt(externalId))
      .toMatchObject({ status: "current", title: expect.stringContaining(HELD) });
  });

  const TRACES: [string, (desk: PublishingWorkspace, id: string, pageId: string) => unknown][] = [
    [
      "commented on its words",
      (_desk, _id, pageId) => expect(stage.confluence.commentAsPerson(pageId, "Restart the worker.")).toBe(true),
    ],
    ["commented below it", (_desk, _id, pageId) => stage.confluence.remarkAsPerson(pageId)],
    [
      "have not decided about a copy of it",
      async (desk, id) => {
        const { workspaceId, id: publicationId } = await desk.publication(id, "confluence");
        const copy = {
          workspaceId,
          id: newId(),
          publicationId,
          externalId: "1",
          title: "A copy",
          url: "https://a.test",
        };
        await stage.db.insert(pageCopies).values(copy);
      },
    ],
    [
      "had their words on it taken over",
      async (desk, id) => {
        const { workspaceId, id: publicationId } = await desk.publication(id, "confluence");
        const subject = `page-words.${publicationId}`;
        const decision = { workspaceId, id: newId(), subject, articleId: id, choice: "take-over", before: {} };
        await stage.db.insert(inboxDecisions).values(decision);
      },
    ],
    [
      "edit it in the instant of the undo",
      (_desk, _id, pageId) =>
        stage.confluence.before("/footer-comments", () =>
          stage.confluence.editAsPerson(pageId, (page) => {
            page.storage += "<p>Written in that instant.</p>";
          }),
        ),
    ],
  ];
  for (const [what, leave] of TRACES)
    it(`leaves the page to people who ${what}`, async () => {
      const desk = await stage.newDesk("confluence");
      const id = await draftOn(desk, `Undone, people ${what}`);
      const { undo } = await decide(desk, id, "approve");
      await untilPublished(desk, id, "confluence");
      const { externalId } = await desk.publication(id, "confluence");
      await leave(desk, id, externalId ?? "");
      await post(desk, `/api/inbox/${undo.id}/undo`);
      await expect
        .poll(() => pageAt(externalId))
        .toMatchObject({ status: "current", title: expect.stringContaining(HELD) });
      expect(await desk.publications(id)).toHaveLength(1);
    });

  it("leaves the page in notion to people who commented on it", async () => {
    const desk = await stage.newDesk("notion");
    const id = await draftOn(desk, "Undone, discussed");
    const { undo } = await decide(desk, id, "approve");
    await untilPublished(desk, id, "notion");
    const { externalId } = await desk.publication(id, "notion");
    const block = stage.notion.pages().find((page) => page.id === externalId)?.children[0];
    stage.notion.discussAsPerson(externalId ?? "", block?.id ?? "");
    await post(desk, `/api/inbox/${undo.id}/undo`);
    await expect
      .poll(() => stage.notion.pages().find((page) => page.id === externalId))
      .toMatchObject({ inTrash: false, title: expect.stringContaining(HELD) });
  });

  it("is not told as a page that somebody removed when the answer of the removal was lost", async () => {
    const desk = await stage.newDesk("confluence");
    const id = await draftOn(desk, "Undone, answer lost");
    const { undo } = await decide(desk, id, "approve");
    await untilPublished(desk, id, "confluence");
    const { externalId } = await desk.publication(id, "confluence");
    stage.confluence.fail({ match: `DELETE /wiki/api/v2/pages/${externalId}`, kind: { afterWork: "reset" } });
    await post(desk, `/api/inbox/${undo.id}/undo`);
    await expect.poll(() => pageAt(externalId)).toMatchObject({ status: "trashed" });
    await expect
      .poll(async () => {
        await desk.skipWaits(id);
        return desk.publications(id);
      })
      .toEqual([]);
  });

  it("leaves a later verification by a colleague, who is not overruled", async () => {
    const desk = await stage.newDesk();
    const id = await draftOn(desk, "Undone, verified");
    const { undo } = await decide(desk, id, "approve");
    const bob = await stage.signIn(await buildUser(stage.db, { workspaceId: desk.workspaceId }));
    expect((await bob.inject({ method: "POST", url: `/api/articles/${id}/confirm` })).statusCode).toBe(200);
    const before = await desk.article(id);
    const answer = await desk.person.inject({ method: "POST", url: `/api/inbox/${undo.id}/undo` });
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      "The article was verified again since. That verification stays.",
    ]);
    expect(await desk.article(id)).toEqual(before);
    expect(before.confirmedBy).toBe(bob.viewer.userId);
    const undone = and(eq(inboxDecisions.id, undo.id), eq(inboxDecisions.workspaceId, desk.workspaceId));
    expect((await stage.db.select().from(inboxDecisions).where(undone))[0]?.undoneAt).toBeNull();
  });

  for (const fate of ["open", "merged"])
    it.skipIf(missing)(`gets its page back when the request to remove it is ${fate} at the next approval`, async () => {
      const desk = await stage.newDesk();
      const repository = `acme/${fate}.git`;
      await desk.connect("git-docs", {
        baseUrl: `${stage.git.url}/${repository}`,
        settings: { delivery: "request", host: "github" },
      });
      const requests = stage.git.requests(repository);
      const git = stage.git.repository(repository);
      const id = await draftOn(desk, "By request");
      const { undo } = await decide(desk, id, "approve");
      await untilPublished(desk, id, "git-docs");
      requests.merge(1, { deletesBranch: true });
      await post(desk, `/api/inbox/${undo.id}/undo`);
      await expect.poll(async () => (await desk.publication(id, "git-docs")).state).toBe("removed");
      const isMerged = fate === "merged";
      if (isMerged) requests.merge(2, { deletesBranch: true });
      expect(git.files().includes("docs/by-request.md")).toBe(!isMerged);
      await decide(desk, id, "approve");
      await untilPublished(desk, id, "git-docs");
      if (isMerged) requests.merge(3);
      expect(git.files()).toContain("docs/by-request.md");
      expect(requests.get(2).state).toBe(isMerged ? "merged" : "closed");
    });
});
