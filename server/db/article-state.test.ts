import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildArticle } from "../testing/factories.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { newId } from "./new-id.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

it("articles of an earlier release keep their state, and what was removed or decided in it can still be taken back", async () => {
  const { db } = app;
  const query = async (text: string, values: unknown[] = []) => (await db.$client.query(text, values)).rows;
  const person = await app.signIn();
  const { workspaceId } = person.viewer;
  const held = await buildArticle(db, { workspaceId, state: "held", stateReason: "It is private." });
  const removed = await buildArticle(db, { workspaceId, state: "trashed" });
  // Recreates the schema of the earlier release.
  await query("alter table articles rename column state to standing");
  await query("alter table articles rename column state_reason to standing_reason");
  const trashed = { by: null, standing: "draft", standingReason: "Not sure.", archived: [], conversations: [] };
  await query("update articles set trashed_at = now(), trashed = $2 where id = $1", [removed.id, trashed]);
  const decided = async (before: object) => {
    const id = newId();
    const columns = "workspace_id, id, subject, article_id, choice, before";
    const values = [workspaceId, id, `held.${held.id}`, held.id, "show", before];
    await query(`insert into inbox_decisions (${columns}) values ($1, $2, $3, $4, $5, $6)`, values);
    return id;
  };
  const shown = await decided({ standing: "held", standingReason: null, articles: [held.id] });
  const kept = await decided({ versions: { made: 2, before: 1 } });

  await query(await readFile("migrations/0043_article-state.sql", "utf8"));

  expect(await query("select state, state_reason from articles where id = $1", [held.id])).toEqual([
    { state: "held", state_reason: "It is private." },
  ]);
  const before = async (id: string) =>
    (await query("select before from inbox_decisions where id = $1", [id]))[0].before;
  expect(await before(shown)).toEqual({ state: "held", stateReason: null, articles: [held.id] });
  expect(await before(kept)).toEqual({ versions: { made: 2, before: 1 } });
  const payload = { ids: [removed.id] };
  await person.inject({ method: "POST", url: "/api/articles/bulk/restore", payload });
  expect((await person.inject({ url: `/api/articles/${removed.id}` })).json()).toMatchObject({
    state: "draft",
    stateReason: "Not sure.",
  });
});
