import { sql } from "drizzle-orm";
import { compareKnowledge } from "../../engine/compare/index.ts";
import type { KnowledgeText } from "../../engine/contract.ts";
import { newId } from "../../server/db/new-id.ts";
import { articles, workspaces } from "../../server/db/schema.ts";
import { type Database, inWorkspace, openDatabase } from "../../server/db/workspace-scope.ts";
import { findCandidates } from "../../server/library/dedupe/candidate-queries.ts";
import { loadDemoTeams } from "../demo/chat.ts";
import { belongsToArticle, readCanonicalPairs } from "../evals/canonical-pairs.ts";
import { onFreshDatabase } from "./fresh-database.ts";
import { computePercentile } from "./search.ts";
import { createSeededRandom } from "./seeded-random.ts";

const SIZES = [1_000, 10_000, 100_000];
const BATCH = 100;
const WARM_UP = 20;

/**
 * Measures the search for articles about the same question as a new text, among 100,000 articles of one workspace: the time,
 * how often the right article is among the ten found, and the time to compare the text with one article. The articles are
 * composed from sentences of the demo's real chat and include those of tools/evals/canonical-pairs.jsonl.
 */
export async function benchCanonicalArticles(): Promise<void> {
  await onFreshDatabase(async (pool) => {
    const db = openDatabase(pool);
    const workspaceId = newId();
    await db.insert(workspaces).values({ id: workspaceId, name: "One" });
    const pairs = readCanonicalPairs().filter(belongsToArticle);
    const known = pairs.map((pair) => ({ pair, id: newId() }));
    await db.insert(articles).values(known.map(({ id, pair }) => rowOf(workspaceId, id, pair.known)));
    // Updates the statistics, because PostgreSQL's planner would otherwise assume an empty table.
    await pool.query("vacuum analyze articles");
    const compose = composer();
    let size = known.length;
    for (const wanted of SIZES) {
      while (size < wanted) {
        const rows = Array.from({ length: Math.min(BATCH, wanted - size) }, () =>
          rowOf(workspaceId, newId(), compose()),
        );
        await db.insert(articles).values(rows);
        size += rows.length;
      }
      await pool.query("vacuum analyze articles, article_terms");
      await measure(db, workspaceId, known, size);
    }
    const { rows } = await pool.query<{ terms: string; articles: string }>(
      "select pg_size_pretty(pg_total_relation_size('article_terms')) as terms, pg_size_pretty(pg_total_relation_size('articles')) as articles",
    );
    process.stdout.write(`article_terms ${rows[0]?.terms}, articles ${rows[0]?.articles}\n`);
    const started = performance.now();
    for (const { pair } of known) await compareKnowledge(pair.known, pair.fresh);
    process.stdout.write(`one comparison ${((performance.now() - started) / known.length).toFixed(2)} ms\n`);
  });
}

async function measure(
  db: Database,
  workspaceId: string,
  known: { pair: { known: KnowledgeText; fresh: KnowledgeText }; id: string }[],
  size: number,
): Promise<void> {
  const titles = new Map(known.map(({ id, pair }) => [id, pair.known.title]));
  const times: number[] = [];
  let found = 0;
  for (const [n, { pair }] of [...known.slice(0, WARM_UP), ...known].entries()) {
    const started = performance.now();
    const ids = await inWorkspace(db, workspaceId, (scope) => findCandidates(scope, pair.fresh));
    if (n < WARM_UP) continue; // the first texts warm the caches
    times.push(performance.now() - started);
    found += Number(ids.some((id) => titles.get(id) === pair.known.title));
  }
  const { rows } = await db.execute<{ terms: string }>(sql`select count(*)::text as terms from article_terms`);
  process.stdout.write(
    `${size} articles, ${rows[0]?.terms} terms: look-up median ${computePercentile(times, 0.5).toFixed(1)} ms, p99 ${computePercentile(times, 0.99).toFixed(1)} ms; the known article is among the ten for ${found} of ${times.length}\n`,
  );
}

function composer(): () => KnowledgeText {
  const random = createSeededRandom(11);
  const sentences = loadDemoTeams(new Date())
    .flatMap(({ channels }) => channels.flatMap(({ messages }) => messages.map(({ text }) => text)))
    .filter((text) => text.length > 30 && text.length < 400);
  const pick = () => sentences[Math.floor(random() * sentences.length)] ?? "";
  return () => ({
    title: pick().slice(0, 90),
    contentType: "howto",
    statements: Array.from({ length: 4 }, () => ({ form: "sentence", text: pick() })),
  });
}

function rowOf(workspaceId: string, id: string, { title, contentType, statements }: KnowledgeText) {
  return {
    workspaceId,
    id,
    channelName: "support",
    status: "published" as const,
    title,
    summaryText: statements[0]?.text ?? "",
    summary: [],
    body: [],
    contentType,
    category: "Support",
    difficulty: "beginner" as const,
    priority: "low" as const,
    confidence: 0.8,
    reasons: [],
    tags: [],
    keywords: [],
    estimatedReadTime: 1,
    redactions: [],
    engine: "local" as const,
    version: 1,
    bodyText: statements.map(({ text }) => text).join("\n"),
  };
}
