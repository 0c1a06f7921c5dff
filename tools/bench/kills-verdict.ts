import type pg from "pg";
import type { Company } from "./company.ts";
import { listPublishedPages } from "./life-search.ts";
import type { BenchPage, PlatformType } from "./platforms/platform.ts";

/** Counts that must be 0 at the end, in the order of display. */
export type FailureCounts = Record<string, number>;

export interface ExpectedPageEdit {
  platform: PlatformType;
  pageId: string;
  /** Words of a message that occur in no other message. */
  words: string;
}

interface Publication {
  platform: PlatformType;
  marker: string;
  externalId: string | null;
  isCurrent: boolean;
}

const MARKER = /ref lk-[\w-]{16}/g;

/** The number of unfinished rows, jobs and pages. */
export async function countUnfinishedWork(
  pool: pg.Pool,
): Promise<Record<"runs" | "publications" | "jobs" | "answers", number>> {
  const { rows } = await pool.query(`select
    (select count(*)::int from runs where state in ('queued', 'running')) as runs,
    (select count(*)::int from publications where state in ('queued', 'in-flight')) as publications,
    (select count(*)::int from pgboss.job where state < 'completed') as jobs,
    (select count(*)::int from chat_answers where state = 'to-answer') as answers`);
  return rows[0];
}

/** Returns a number that increases with any progress, to detect a standstill. */
export async function countProgressSteps(pool: pg.Pool): Promise<unknown> {
  const { rows } = await pool.query(`select
    (select sum((progress->>'messagesRead')::int + (progress->>'conversationsFound')::int) from runs) as progress,
    (select count(*) from runs where state = 'done') as runs,
    (select count(*) from article_versions) as versions,
    (select count(*) from publications where state = 'published') as published`);
  return rows[0];
}

/** Lists failed runs. The only faults were killed processes, so every run must have continued by itself. */
export async function listFailedRuns(pool: pg.Pool): Promise<{ kind: string; error: string }[]> {
  const { rows } = await pool.query("select kind, error from runs where state = 'failed' order by id");
  return rows;
}

/** Compares the database with Slack and the platforms. */
export async function checkCompany(pool: pg.Pool, company: Company, edits: ExpectedPageEdit[]): Promise<FailureCounts> {
  const { rows } = await pool.query<Publication>(`
    select i.type as platform, p.marker, p.external_id as "externalId",
      p.state = 'published' and p.published_version = a.version as "isCurrent"
    from publications p join knowledge_integrations i on i.id = p.integration_id join articles a on a.id = p.article_id`);
  const allPages = await listPublishedPages(company);
  const unsettled = await countUnfinishedWork(pool);
  for (const row of rows) tellOfOther(row, allPages);
  const verdict: FailureCounts = {};
  for (const { type: platform } of company.platforms) {
    const pages = allPages.filter((page) => page.platform === platform);
    const wanted = rows.filter((row) => row.platform === platform);
    const counts = new Map<string, number>();
    for (const { text } of pages)
      for (const marker of new Set(text.match(MARKER))) counts.set(marker, (counts.get(marker) ?? 0) + 1);
    verdict[`${platform}: articles missing`] = wanted.filter(({ marker }) => !counts.has(marker)).length;
    verdict[`${platform}: surplus copies`] = [...counts.values()].reduce((sum, count) => sum + count - 1, 0);
    verdict[`${platform}: pages of no article`] = [...counts.keys()].filter(
      (marker) => !wanted.some((row) => row.marker === marker),
    ).length;
    verdict[`${platform}: another page than the database says`] = wanted.filter(
      ({ marker, externalId }) => !pages.some(({ id, text }) => id === externalId && text.includes(marker)),
    ).length;
    verdict[`${platform}: not at the newest version`] = wanted.filter(({ isCurrent }) => !isCurrent).length;
  }
  verdict["person's edits lost"] = edits.filter(
    ({ platform, pageId, words }) =>
      !allPages.some((page) => page.platform === platform && page.id === pageId && page.text.includes(words)),
  ).length;
  verdict["articles not on every platform"] = await queryNumber(
    pool,
    `select count(*)::int as n from articles a where (select count(*) from publications p where p.article_id = a.id) <> ${company.platforms.length}`,
  );
  verdict["articles not published"] = await queryNumber(
    pool,
    "select count(*)::int as n from articles where status <> 'published'",
  );
  verdict["articles of no conversation"] = await queryNumber(
    pool,
    "select count(*)::int as n from articles a where not exists (select from conversations c where c.article_id = a.id)",
  );
  verdict["conversations worth an article without one"] = await queryNumber(
    pool,
    "select count(*)::int as n from conversations where is_knowledge and article_id is null",
  );
  verdict["messages lost"] = await countLostMessages(pool, company);
  verdict["runs given up"] = (await listFailedRuns(pool)).length;
  verdict["runs stuck"] = unsettled.runs;
  verdict["publications stuck"] = unsettled.publications;
  verdict["jobs stuck"] = unsettled.jobs;
  return verdict;
}

/** Prints the page that has the recorded id, when it is not the article's page. */
function tellOfOther({ platform, marker, externalId }: Publication, pages: BenchPage[]): void {
  if (pages.some(({ platform: of, text }) => of === platform && text.includes(marker))) return;
  const page = pages.find(({ platform: of, id }) => of === platform && id === externalId);
  process.stdout.write(`  missing: ${platform} ${externalId} ${marker}: ${JSON.stringify(page ?? null)}\n`);
}

async function countLostMessages(pool: pg.Pool, { team }: Company): Promise<number> {
  const { rows } = await pool.query<{ key: string }>(
    `select c.external_id || ' ' || m.external_id as key
     from messages m join channels c on c.id = m.channel_id where m.deleted_at is null`,
  );
  const stored = new Set(rows.map(({ key }) => key));
  const sent = team.data.channels
    .filter(({ is_im }) => !is_im)
    .flatMap(({ id, messages }) => messages.flatMap(({ ts, bot_id }) => (bot_id === undefined ? [`${id} ${ts}`] : [])));
  return sent.filter((key) => !stored.has(key)).length;
}

export async function queryNumber(pool: pg.Pool, query: string): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(query);
  return rows[0]?.n ?? 0;
}
