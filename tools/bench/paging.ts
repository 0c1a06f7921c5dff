import { sql } from "drizzle-orm";
import { inWorkspaceAs } from "../../server/db/audience.ts";
import { newId } from "../../server/db/new-id.ts";
import { articles } from "../../server/db/schema.ts";
import { openDatabase } from "../../server/db/workspace-scope.ts";
import { listArticlesByTime } from "../../server/library/articles/listing-queries.ts";
import { buildArticle, buildUser } from "../../server/testing/factories.ts";
import { countRowsRead } from "../../server/testing/rows-read.ts";
import { onFreshDatabase } from "./fresh-database.ts";
import { computePercentile } from "./search.ts";

const ARTICLES = 10_000;
const BATCH = 500;
/** The rows that the browser requests: one page and one more row, which shows whether another page follows. */
const PAGE = 60;
const LAST_MEASURED = 100;
const TIMES = 30;

/**
 * Counts the rows that PostgreSQL reads for a page of the library, at its beginning and a hundred pages later, in a workspace
 * of 10,000 articles.
 */
export async function benchPaging(): Promise<void> {
  await onFreshDatabase(async (pool) => {
    const db = openDatabase(pool);
    const { id: userId, workspaceId } = await buildUser(db);
    const base = await buildArticle(db, { workspaceId });
    const from = Date.UTC(2026, 0, 1);
    const rows = Array.from({ length: ARTICLES }, (_, n) => {
      return { ...base, id: newId(), updatedAt: new Date(from + n * 1000) };
    });
    for (let start = 0; start < rows.length; start += BATCH)
      await db.insert(articles).values(rows.slice(start, start + BATCH));
    await pool.query("vacuum analyze articles");
    const listing = { where: undefined, ranked: null, by: "changed" as const };
    for (const page of [1, LAST_MEASURED]) {
      const last = rows[ARTICLES - (page - 1) * PAGE];
      const after = last ? { at: String(last.updatedAt.getTime() * 1000), id: last.id } : null;
      const times: number[] = [];
      let read = 0;
      for (let n = 0; n < TIMES; n += 1) {
        await inWorkspaceAs(db, { workspaceId, userId }, async (scope) => {
          const query = listArticlesByTime(scope, listing, { limit: PAGE + 1, offset: 0, after, counted: false });
          const started = performance.now();
          await query;
          times.push(performance.now() - started);
          const { rows: plans } = await scope.tx.execute(sql`explain (analyze, format json) ${query.getSQL()}`);
          read = countRowsRead(plans[0]?.["QUERY PLAN"]);
        });
      }
      const median = computePercentile(times, 0.5).toFixed(1);
      process.stdout.write(
        `page ${String(page).padStart(3)} of ${ARTICLES} articles: ${read} rows read, median ${median} ms\n`,
      );
    }
  });
}
