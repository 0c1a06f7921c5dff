import { and, sql } from "drizzle-orm";
import { inWorkspaceAs } from "../../server/db/audience.ts";
import { newId } from "../../server/db/new-id.ts";
import { articles, workspaces } from "../../server/db/schema.ts";
import { type Database, openDatabase } from "../../server/db/workspace-scope.ts";
import { listArticles } from "../../server/library/articles/queries.ts";
import { searchArticles, splitQueryWords } from "../../server/library/articles/search.ts";
import { MAX_PAGE_SIZE } from "../../shared/domain/list-pages.ts";
import { loadDemoTeams } from "../demo/chat.ts";
import { onFreshDatabase } from "./fresh-database.ts";
import { createSeededRandom } from "./seeded-random.ts";

const BATCH = 500;
const QUERIES = 300;
/** The number of articles per page in the library (web/api/article-list.ts). */
const PAGE = 60;
/** Any reader will do, because no article belongs to a channel. */
const READER = newId();

interface SearchOptions {
  workspaces?: number | undefined;
  /** The number of articles per workspace. */
  articles?: number | undefined;
}

/**
 * Measures the search, by default over 100,000 articles in 50 workspaces, composed from sentences of the demo's real chat. Runs
 * two-word queries from titles, a third of them with a typo. Each query runs in one transaction with its workspace scope, for a
 * page of the library and for the largest answer. A plain ILIKE of the same words over the same columns runs alternately for
 * comparison.
 */
export async function benchSearch({ workspaces: count = 50, articles: each = 2_000 }: SearchOptions): Promise<void> {
  await onFreshDatabase(async (pool) => {
    const db = openDatabase(pool);
    const random = createSeededRandom(7);
    const ids = await fill(db, random, { count, each });
    await pool.query("vacuum analyze");
    const ours: number[] = [];
    const most: number[] = [];
    const plain: number[] = [];
    let found = 0;
    let mistyped = 0;
    let mistypedFound = 0;
    for (let n = 0; n < QUERIES + 20; n++) {
      const workspaceId = ids[Math.floor(random() * ids.length)] ?? "";
      const { words, title, isMistyped } = await pickQuery(db, workspaceId, random, { each, withError: n % 3 === 0 });
      const search = (limit: number) =>
        inWorkspaceAs(db, { workspaceId, userId: READER }, (scope) =>
          searchArticles(scope, { keywords: words.join(" ") }, limit),
        );
      const began = performance.now();
      const hits = await search(PAGE);
      const started = performance.now();
      await search(MAX_PAGE_SIZE);
      const between = performance.now();
      await inWorkspaceAs(db, { workspaceId, userId: READER }, (scope) =>
        listArticles(scope, {
          where: and(
            ...words.map(
              (word) =>
                sql`concat_ws(' ', title, summary_text, body_text, array_to_string(tags || keywords, ' ')) ilike ${`%${word}%`}`,
            ),
          ),
        }),
      );
      const ended = performance.now();
      if (n < 20) continue; // the first queries warm the caches of both
      ours.push(started - began);
      most.push(between - started);
      plain.push(ended - between);
      const isThere = hits.cards.slice(0, 20).some((hit) => hit.title === title);
      found += Number(isThere);
      mistyped += Number(isMistyped);
      mistypedFound += Number(isMistyped && isThere);
    }
    const line = (name: string, times: number[]) =>
      `${name.padEnd(22)} median ${computePercentile(times, 0.5).toFixed(1)} ms, p99 ${computePercentile(times, 0.99).toFixed(1)} ms\n`;
    process.stdout.write(
      line(`search, ${PAGE} shown`, ours) + line(`search, ${MAX_PAGE_SIZE} shown`, most) + line("plain ILIKE", plain),
    );
    process.stdout.write(
      `ratio of medians (ILIKE / search) ${(computePercentile(plain, 0.5) / computePercentile(ours, 0.5)).toFixed(1)}; the article is among the first 20 for ${found} of ${ours.length} queries, ${mistypedFound} of ${mistyped} mistyped ones (ILIKE finds none of those)\n`,
    );
  });
}

async function fill(
  db: Database,
  random: () => number,
  { count, each }: Record<"count" | "each", number>,
): Promise<string[]> {
  const sentences = loadDemoTeams(new Date())
    .flatMap(({ channels }) => channels.flatMap(({ messages }) => messages.map(({ text }) => text)))
    .filter((text) => text.length > 30 && text.length < 400);
  const pick = () => sentences[Math.floor(random() * sentences.length)] ?? "";
  const ids: string[] = [];
  for (let w = 0; w < count; w++) {
    const workspaceId = newId();
    ids.push(workspaceId);
    await db.insert(workspaces).values({ id: workspaceId, name: `Workspace ${w}` });
    for (let first = 0; first < each; first += BATCH) {
      const rows = Array.from({ length: BATCH }, () => {
        const title = pick().slice(0, 90);
        const summaryText = pick();
        return {
          workspaceId,
          id: newId(),
          channelName: "support",
          status: "published" as const,
          title,
          summaryText,
          summary: [],
          body: [],
          contentType: "howto" as const,
          category: "Support",
          difficulty: "beginner" as const,
          priority: "low" as const,
          confidence: 0.8,
          reasons: [],
          tags: splitQueryWords(title)
            .filter((word) => word.length > 5)
            .slice(0, 3),
          keywords: splitQueryWords(summaryText)
            .filter((word) => word.length > 6)
            .slice(0, 4),
          estimatedReadTime: 1,
          redactions: [],
          engine: "local" as const,
          version: 1,
          bodyText: Array.from({ length: 8 }, pick).join(" "),
        };
      });
      await db.insert(articles).values(rows);
    }
  }
  return ids;
}

async function pickQuery(
  db: Database,
  workspaceId: string,
  random: () => number,
  { each, withError }: { each: number; withError: boolean },
) {
  for (;;) {
    const { rows } = await db.execute<{ title: string }>(
      sql`select title from articles where workspace_id = ${workspaceId} offset ${Math.floor(random() * each)} limit 1`,
    );
    const title = rows[0]?.title ?? "";
    const words = splitQueryWords(title)
      .filter((word) => /^[a-z]{5,}$/.test(word))
      .slice(0, 2);
    if (words.length < 2) continue;
    if (!withError) return { words, title, isMistyped: false };
    return { words: [mistype(words[0] ?? "", random), ...words.slice(1)], title, isMistyped: true };
  }
}

/** Swaps two letters, as in a typical typo. */
function mistype(word: string, random: () => number): string {
  const at = 1 + Math.floor(random() * (word.length - 2));
  return word.slice(0, at) + (word[at + 1] ?? "") + (word[at] ?? "") + word.slice(at + 2);
}

export function computePercentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
