import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildArticle } from "../../testing/factories.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** The statement timeout of a request. */
const LIMIT = "10s";

it.each(["<!--", "<a ", "a_", "~/", "a@b.", "http://a/", "a.b/", "a-", "/a", "+1.", "&#", '<a "'])(
  "an article full of '%s' is stored with its words as soon as any other",
  async (piece) => {
    const bodyText = piece.repeat(200_000 / piece.length);
    await app.db.transaction(async (tx) => {
      await tx.execute(sql.raw(`set local statement_timeout = '${LIMIT}'`));
      await expect(buildArticle(tx as never, { bodyText, summaryText: bodyText })).resolves.toBeDefined();
    });
  },
);

it("a search finds words beside characters with a special meaning", async () => {
  const { id } = await buildArticle(app.db, { bodyText: "Set <code>max_connections</code> in ~/postgres.conf" });
  const { rows } = await app.db.execute(sql`
    select id from articles where search @@ plainto_tsquery('english', 'connections code') and id = ${id}`);
  expect(rows).toHaveLength(1);
});
