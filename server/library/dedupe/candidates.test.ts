import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { KnowledgeText } from "../../../engine/contract.ts";
import { articles } from "../../db/schema.ts";
import { type Database, inWorkspace, openDatabase } from "../../db/workspace-scope.ts";
import { buildArticle, buildWorkspace } from "../../testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-db.ts";
import { findCandidates } from "./candidate-queries.ts";

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.pool);
});
afterAll(() => database.drop());

const QUESTION: KnowledgeText = {
  title: "Flash videos stutter in Firefox",
  contentType: "troubleshooting",
  statements: [{ form: "sentence", text: "Turn off hardware acceleration in the Flash settings." }],
};

const find = (workspaceId: string, limit?: number) =>
  inWorkspace(db, workspaceId, (scope) => findCandidates(scope, QUESTION, limit));

describe("where known knowledge is looked for", () => {
  it("finds the articles with most rare words in common first, and none without", async () => {
    const { id: workspaceId } = await buildWorkspace(db);
    const said = async (title: string, bodyText: string) =>
      (await buildArticle(db, { workspaceId, title, bodyText, summaryText: "" })).id;
    await said("Renew the TLS certificate", "Run certbot renew.");
    const firefox = await said("Firefox forgets its bookmarks", "Remove places.sqlite.");
    const flash = await said("Flash is choppy", "Firefox with hardware acceleration stutters.");
    expect(await find(workspaceId)).toEqual([flash, firefox]);
    expect(await find(workspaceId, 1)).toEqual([flash]);
  });

  it("follows an article that was rewritten or removed", async () => {
    const { id: workspaceId } = await buildWorkspace(db);
    const article = await buildArticle(db, { workspaceId, title: "Flash stutters", bodyText: "", summaryText: "" });
    expect(await find(workspaceId)).toEqual([article.id]);
    await db.update(articles).set({ title: "Renew the certificate" });
    expect(await find(workspaceId)).toEqual([]);
    await db.delete(articles);
    expect((await database.pool.query("select from article_terms")).rowCount).toBe(0);
  });

  it("never finds what another workspace knows", async () => {
    const { id: workspaceId } = await buildWorkspace(db);
    await buildArticle(db, { title: QUESTION.title });
    expect(await find(workspaceId)).toEqual([]);
  });
});
