import { readFile } from "node:fs/promises";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ArticleStanding, articles, type PublicationState } from "../db/schema.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import { buildArticle, buildIntegration, buildPublication, buildWorkspace } from "../testing/factories.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { settleArticleStatus } from "./article-status.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const STANDINGS = ["stands", "held", "review", "draft", "library-only", "withdrawn", "dismissed", "merged"] as const;
const STATES = ["queued", "in-flight", "published", "conflict", "parked", "removed", "forgotten"] as const;

/** One article in every case there is: how it stands, and what became of its page. */
async function articlesOfEveryCase() {
  const { db } = app;
  const { id: workspaceId } = await buildWorkspace(db);
  const cases: { id: string; what: string }[] = [];
  const add = async (
    standing: ArticleStanding,
    page: { state: PublicationState; isActive: boolean; isOut: boolean } | null,
  ) => {
    const { id } = await buildArticle(db, { workspaceId, standing, status: "published" });
    if (page) {
      const { id: integrationId } = await buildIntegration(db, { workspaceId, isActive: page.isActive });
      const publishedVersion = page.isOut ? 1 : null;
      await buildPublication(db, { workspaceId, articleId: id, integrationId, state: page.state, publishedVersion });
    }
    cases.push({ id, what: JSON.stringify([standing, page]) });
  };
  for (const standing of STANDINGS) {
    await add(standing, null);
    for (const state of STATES)
      for (const isActive of [true, false])
        for (const isOut of [true, false]) await add(standing, { state, isActive, isOut });
  }
  return { workspaceId, cases };
}

it("articles from before have the status that they would be given now: held back and library-only ones are not 'published'", async () => {
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
  await db.$client.query(await readFile("migrations/0029_article-statuses.sql", "utf8"));
  const migrated = await statuses();
  for (const { id } of cases)
    await inWorkspace(db, workspaceId, (scope) => settleArticleStatus(scope, deps.events, id));
  expect(migrated).toEqual(await statuses());
  expect(new Set(Object.values(migrated))).toEqual(new Set(["published", "processing", "held", "library", "failed"]));
});
