import { setTimeout as sleep } from "node:timers/promises";
import type { Company } from "./company.ts";
import { startLifeCompany } from "./life-company.ts";
import { simulatePeopleOnPages } from "./life-people.ts";
import { isProductIdle, type LifeProduct, startLifeProduct, waitUntilTrue } from "./life-product.ts";
import { printFigures } from "./life-report.ts";
import { countOrphanSentences, describeQuotingPages, findWords, listPublishedPages } from "./life-search.ts";
import { simulateEdits } from "./life-sequences.ts";
import type { PlatformType } from "./platforms/platform.ts";
import { choosePlatforms } from "./platforms/start.ts";
import { createSeededRandom } from "./seeded-random.ts";

const ARTICLES = Number(process.env["ARTICLES"] ?? 200);
const EDITS = ARTICLES / 2;
const SEQUENCES = Number(process.env["SEQUENCES"] ?? 500);
const PEOPLE = Number(process.env["PEOPLE"] ?? 200);
/**
 * The number of times that the demo's conversations are posted. About twenty conversations become published articles each time.
 */
const TELLINGS = Math.ceil(ARTICLES / 16);
/**
 * The pause between changes: one change a second, as in a busy company. A Notion page takes eight calls at three a second; real
 * servers take processor time.
 */
const PAUSE_MS = 1_000;
const SLOW_PAUSES_MS: Partial<Record<PlatformType, number>> = { notion: 3_500, mediawiki: 3_500, "git-docs": 3_500 };
const PATIENCE_MS = 600_000;

/**
 * Checks that articles stay current. First, edits and deletions in the chat must reach the pages and leave no trace. Second,
 * random edits, repeated analyses and people's edits of pages happen in parallel, with faults. Third, people copy, rename,
 * move, trash, restore and comment on pages. `ARTICLES`, `SEQUENCES`, `PEOPLE`, `SEED` and `PLATFORMS` in the environment
 * change the size.
 */
export async function benchLife(): Promise<void> {
  const startedAt = performance.now();
  const random = createSeededRandom(Number(process.env["SEED"] ?? 1));
  const platforms = choosePlatforms(["confluence", "notion", "mediawiki", "git-docs"]);
  const company = await startLifeCompany(TELLINGS, platforms);
  try {
    const product = await startLifeProduct(company);
    try {
      const written = await writeArticles(product);
      const broken = { ...(await changeTheChat(company, product, written, random)) };
      if (SEQUENCES > 0) Object.assign(broken, await simulateEdits(company, product, random, SEQUENCES));
      if (PEOPLE > 0) Object.assign(broken, await simulatePeopleOnPages(company, product, random, PEOPLE));
      printFigures({ seconds: Math.round((performance.now() - startedAt) / 1000) });
      const list = Object.entries(broken).filter(([, count]) => count > 0);
      if (list.length > 0) throw new Error(`Promises broken: ${list.map(([what, n]) => `${what} ${n}`).join(", ")}.`);
    } finally {
      await product.close();
    }
  } finally {
    await company.close();
  }
}

interface WrittenArticle {
  id: string;
  channelId: string;
  /** The id of a message that one of the article's sentences cites. */
  ts: string;
  text: string;
  version: number;
}

/** Writes articles until there are enough and all of them are on both platforms. */
async function writeArticles({ pool, channels, analyse }: LifeProduct): Promise<WrittenArticle[]> {
  for (const { channelId } of channels) analyse(channelId);
  const isDone = await waitUntilTrue(async () => {
    const { rows } = await pool.query<{ n: number }>(
      "select count(*)::int as n from articles where status = 'published'",
    );
    return (rows[0]?.n ?? 0) >= ARTICLES && (await isProductIdle(pool));
  }, PATIENCE_MS);
  const { rows } = await pool.query<WrittenArticle>(`
    select distinct on (a.id) a.id, c.external_id as "channelId", s.message_external_id as ts, m.text, a.version
    from articles a
    join article_sources s on s.workspace_id = a.workspace_id and s.article_id = a.id
    join messages m on m.workspace_id = s.workspace_id and m.channel_id = s.channel_id
      and m.external_id = s.message_external_id
    join channels c on c.workspace_id = a.workspace_id and c.id = a.channel_id
    where m.text ~ 'zq\\w{4}x' and a.body::text like '%"' || s.message_external_id || '"%'
    order by a.id, md5(s.message_external_id)`);
  if (!isDone) throw new Error(`Only ${rows.length} articles were published in time.`);
  return rows.slice(0, ARTICLES);
}

interface SourceChange {
  kind: "edit" | "deletion";
  article: WrittenArticle;
  /** Words that must not exist anywhere anymore. */
  old: string;
  at: number;
  doneAt: number | null;
}

async function changeTheChat(
  company: Company,
  product: LifeProduct,
  written: WrittenArticle[],
  random: () => number,
): Promise<Record<string, number>> {
  const { pool, logFile } = product;
  const { team } = company;
  const order = written.toSorted(() => random() - 0.5);
  const changes: SourceChange[] = [];
  const watching = watch(company, product, changes, () => changes.length >= order.length);
  for (const [index, article] of order.entries()) {
    const old = article.text.match(/zq\w{4}x/)?.[0] ?? "";
    const kind = index < EDITS ? "edit" : "deletion";
    changes.push({ kind, article, old, at: Date.now(), doneAt: null });
    if (kind === "edit")
      team.edit(article.channelId, article.ts, article.text.replaceAll(old, `${old.slice(0, -1)}edited`));
    else team.delete(article.channelId, article.ts);
    await sleep(Math.max(...company.platforms.map(({ type }) => SLOW_PAUSES_MS[type] ?? PAUSE_MS)));
  }
  await watching;
  await waitUntilTrue(() => isProductIdle(pool), 120_000);
  const flagged = await pool.query<{ id: string }>(
    `select distinct article_id as id from publications where state in ('conflict', 'removed', 'parked')`,
  );
  const isFlagged = new Set(flagged.rows.map(({ id }) => id));
  const missed = changes.filter(({ doneAt, article }) => doneAt === null && !isFlagged.has(article.id));
  const delays = changes.flatMap(({ doneAt, at }) => (doneAt === null ? [] : [doneAt - at])).sort((a, b) => a - b);
  const p95 = (delays[Math.floor(delays.length * 0.95)] ?? 0) / 1000;
  const found = await findWords(
    pool,
    company,
    logFile,
    changes.filter(({ kind }) => kind === "deletion").map(({ old }) => old),
  );
  const orphans = await countOrphanSentences(pool);
  const withdrawn = await pool.query("select from articles where state = 'withdrawn'");
  printFigures({
    "articles published": order.length,
    "edits in chat": changes.filter(({ kind }) => kind === "edit").length,
    "deletions in chat": changes.filter(({ kind }) => kind === "deletion").length,
    "share of pages corrected or flagged": `${((100 * (changes.length - missed.length)) / changes.length).toFixed(1)} %`,
    "of these withdrawn": withdrawn.rowCount ?? 0,
    "delay until the pages followed, median (s)": ((delays[delays.length >> 1] ?? 0) / 1000).toFixed(1),
    "delay, p95 (s)": p95.toFixed(1),
    "sentences without a living source": orphans,
    "places with erased text": found.size,
  });
  for (const [where, count] of found) process.stdout.write(`  ${where}: ${count}\n`);
  for (const { kind, article, old } of missed.slice(0, 5)) {
    const pages = await describeQuotingPages(pool, company, [old]);
    process.stdout.write(`  not followed: ${kind} ${article.id} ${old} ${pages.join("\n    ")}\n`);
  }
  return {
    "pages not corrected": missed.length,
    "seconds over 60 (p95)": Math.max(0, p95 - 60),
    "sentences without a living source": orphans,
    "places with erased text": found.size,
  };
}

/** Records the time when the old words are gone from the article and all of its pages. */
async function watch(
  company: Company,
  { pool }: LifeProduct,
  changes: SourceChange[],
  isComplete: () => boolean,
): Promise<void> {
  await waitUntilTrue(
    async () => {
      const waiting = changes.filter(({ doneAt }) => doneAt === null);
      if (waiting.length > 0) {
        const { rows } = await pool.query<{ id: string; text: string; isCurrent: boolean }>(
          `select a.id, a.title || a.summary::text || a.body::text as text,
             not exists (select from article_rechecks r where r.article_id = a.id)
               and not exists (select from publications p where p.article_id = a.id and p.published_version < a.version) as "isCurrent"
           from articles a where a.id = any($1)`,
          [waiting.map(({ article }) => article.id)],
        );
        const known = new Map(rows.map((row) => [row.id, row]));
        const pages = (await listPublishedPages(company)).map(({ title, text }) => `${title} ${text}`);
        for (const change of waiting) {
          const row = known.get(change.article.id);
          if (!row?.isCurrent || row.text.includes(change.old)) continue;
          if (!pages.some((page) => page.includes(change.old))) change.doneAt = Date.now();
        }
      }
      return isComplete() && changes.every(({ doneAt }) => doneAt !== null);
    },
    240_000,
    500,
  );
}
