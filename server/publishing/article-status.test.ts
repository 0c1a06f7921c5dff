import { readFile } from "node:fs/promises";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ArticleStatus } from "../../shared/domain/facets.ts";
import { type ArticleState, articles, type PublicationState } from "../db/schema.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import { buildArticle, buildIntegration, buildPublication, buildWorkspace } from "../testing/factories.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { updateArticleStatus } from "./article-status.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const ARTICLE_STATES = [
  "stands",
  "held",
  "review",
  "draft",
  "library-only",
  "withdrawn",
  "dismissed",
  "merged",
] as const;
const PAGE_STATES = ["queued", "in-flight", "published", "conflict", "parked", "removed", "forgotten"] as const;

/** Creates an article for every combination of an article's state and its page's state. */
async function articlesOfEveryCase() {
  const { db } = app;
  const { id: workspaceId } = await buildWorkspace(db);
  const cases: { id: string; what: string }[] = [];
  const add = async (
    articleState: ArticleState,
    page: { state: PublicationState; isActive: boolean; isOut: boolean } | null,
  ) => {
    const { id } = await buildArticle(db, { workspaceId, state: articleState, status: "published" });
    if (page) {
      const { id: integrationId } = await buildIntegration(db, { workspaceId, isActive: page.isActive });
      const publishedVersion = page.isOut ? 1 : null;
      await buildPublication(db, { workspaceId, articleId: id, integrationId, state: page.state, publishedVersion });
    }
    cases.push({ id, what: JSON.stringify([articleState, page]) });
  };
  for (const articleState of ARTICLE_STATES) {
    await add(articleState, null);
    for (const state of PAGE_STATES)
      for (const isActive of [true, false])
        for (const isOut of [true, false]) await add(articleState, { state, isActive, isOut });
  }
  return { workspaceId, cases };
}

it("articles from before the migration get the status they would have now: held and library-only ones are not 'published'", async () => {
  const { db, deps } = app;
  const { workspaceId, cases } = await articlesOfEveryCase();
  const statuses = async () => {
    const rows = await db
      .select({ id: articles.id, status: articles.status })
      .from(articles)
      .where(eq(articles.workspaceId, workspaceId));
    const byId = new Map(rows.map(({ id, status }) => [id, status]));
    return Object.fromEntries(cases.map(({ id, what }) => [what, byId.get(id)]));
  };
  // The migration still uses the column's old name.
  const migration = (await readFile("migrations/0029_article-statuses.sql", "utf8")).replaceAll(
    "a.standing",
    "a.state",
  );
  await db.$client.query(migration);
  await db.$client.query(await readFile("migrations/0061_drafts.sql", "utf8"));
  const migrated = await statuses();
  for (const { id } of cases)
    await inWorkspace(db, workspaceId, (scope) => updateArticleStatus(scope, deps.events, id));
  expect(migrated).toEqual(await statuses());
  expect(new Set(Object.values(migrated))).toEqual(
    new Set(["published", "processing", "draft", "held", "library", "failed"]),
  );
});

it.each<[PublicationState[], ArticleStatus]>([
  [["published", "published", "parked"], "published"],
  [["conflict", "parked"], "published"],
  [["parked", "parked"], "failed"],
  [["removed", "parked"], "failed"],
])("an article whose pages are %j is '%s': it fails only if no page could be written", async (pages, status) => {
  const { db, deps } = app;
  const { id: workspaceId } = await buildWorkspace(db);
  const { id: articleId } = await buildArticle(db, { workspaceId, state: "stands", status: "processing" });
  for (const state of pages) {
    const { id: integrationId } = await buildIntegration(db, { workspaceId });
    const publishedVersion = state === "parked" ? null : 1;
    await buildPublication(db, { workspaceId, articleId, integrationId, state, publishedVersion });
  }
  await inWorkspace(db, workspaceId, (scope) => updateArticleStatus(scope, deps.events, articleId));
  const [row] = await db.select({ status: articles.status }).from(articles).where(eq(articles.id, articleId));
  expect(row?.status).toBe(status);
});

it.each<[ArticleState, ArticleStatus, ArticleStatus, ArticleStatus]>([
  ["stands", "published", "published", "failed"],
  ["held", "held", "held", "failed"],
  ["review", "draft", "draft", "failed"],
  ["draft", "draft", "draft", "failed"],
  ["library-only", "library", "library", "failed"],
  ["withdrawn", "library", "library", "failed"],
  ["dismissed", "library", "library", "failed"],
  ["merged", "library", "library", "failed"],
  ["trashed", "library", "library", "failed"],
])(
  "an article in the state '%s' is '%s' without a page, '%s' with one, and '%s' when a page failed",
  async (state, ...expected) => {
    const { db, deps } = app;
    const { id: workspaceId } = await buildWorkspace(db);
    const statusWith = async (page: PublicationState | null) => {
      const { id: articleId } = await buildArticle(db, { workspaceId, state, status: "processing" });
      if (page) {
        const { id: integrationId } = await buildIntegration(db, { workspaceId });
        await buildPublication(db, { workspaceId, articleId, integrationId, state: page, publishedVersion: 1 });
      }
      await inWorkspace(db, workspaceId, (scope) => updateArticleStatus(scope, deps.events, articleId));
      const [row] = await db.select({ status: articles.status }).from(articles).where(eq(articles.id, articleId));
      return row?.status;
    };
    expect([await statusWith(null), await statusWith("published"), await statusWith("parked")]).toEqual(expected);
  },
);
