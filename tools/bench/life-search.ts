import { readFile } from "node:fs/promises";
import type pg from "pg";
import type { Company } from "./company.ts";
import type { BenchPage } from "./platforms/platform.ts";

/**
 * Searches for words in every text, JSON, array and search vector of every table, in the published pages, and in the product's
 * logs.
 */
export async function findWords(
  pool: pg.Pool,
  company: Company,
  logFile: string,
  words: string[],
): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const pattern = `(${words.join("|")})`;
  const { rows: columns } = await pool.query<{ table: string; column: string }>(`
    select quote_ident(c.table_schema) || '.' || quote_ident(c.table_name) as table, quote_ident(c.column_name) as column
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema not in ('pg_catalog', 'information_schema') and t.table_type = 'BASE TABLE'
      and (c.data_type in ('text', 'character varying', 'json', 'jsonb', 'tsvector', 'ARRAY') or c.udt_name = 'bytea')`);
  for (const { table, column } of columns) {
    const { rows } = await pool.query<{ n: number }>(
      `select count(*)::int as n from ${table} where ${column}::text ~ $1`,
      [pattern],
    );
    if (rows[0]?.n) found.set(`${table}.${column}`, rows[0].n);
  }
  const expression = new RegExp(pattern);
  const { rows: waiting } = await pool.query<{ id: string }>(
    "select external_id as id from publications where state = 'conflict' and kept_blocks is not null",
  );
  // People's own text around such words stays, and the product asks a person about it.
  const isTold = (page: BenchPage) => waiting.some(({ id }) => id === page.id);
  const pages = (await listPublishedPages(company)).filter(
    (page) => !isTold(page) && (expression.test(page.title) || expression.test(page.text)),
  );
  if (pages.length > 0) found.set("published pages", pages.length);
  const titles = company.platforms
    .flatMap((one) => one.otherTitles?.() ?? [])
    .filter((title) => expression.test(title));
  if (titles.length > 0) found.set("titles that lead to pages", titles.length);
  const lines = (await readFile(logFile, "utf8")).split("\n").filter((line) => expression.test(line));
  if (lines.length > 0) found.set("log lines", lines.length);
  return found;
}

/** Describes each page that contains one of these words, with its database row. */
export async function describeQuotingPages(pool: pg.Pool, company: Company, words: string[]): Promise<string[]> {
  const expression = new RegExp(words.join("|"));
  const { rows } = await pool.query<Record<string, string>>(
    `select p.external_id as id, p.state, p.trouble, p.retracts, p.published_version as published, p.wanted_version as wanted,
       p.attempts, p.title, a.title as article, a.state as article_state, a.version from publications p
     join articles a on a.workspace_id = p.workspace_id and a.id = p.article_id`,
  );
  return (await listPublishedPages(company))
    .filter(({ title, text }) => expression.test(title) || expression.test(text))
    .map(({ platform, id, title, text }) => {
      const at = text.search(expression);
      const quote = at < 0 ? "" : text.slice(Math.max(0, at - 400), at + 400);
      return `${platform} ${id} '${title}' …${quote}… ${JSON.stringify(rows.find((row) => row["id"] === id))}`;
    });
}

export const listPublishedPages = async (company: Company): Promise<BenchPage[]> =>
  (await listAllPages(company)).filter(({ stands }) => stands);

/** Lists all pages, including those in the trash. */
export const listAllPages = async ({ platforms }: Company): Promise<BenchPage[]> =>
  (await Promise.all(platforms.map((one) => one.pages()))).flat();

/** Counts sentences in articles whose cited messages are all deleted. */
export async function countOrphanSentences(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(`
    with said as (
      select a.workspace_id, a.id, s.value as statement from articles a, jsonb_array_elements(a.summary) s
      union all
      select a.workspace_id, a.id, s.value from articles a, jsonb_array_elements(a.body) b,
        jsonb_array_elements(b.value->'statements') s)
    select count(*)::int as n from said where not exists (
      select from article_sources s
      join messages m on m.workspace_id = s.workspace_id and m.channel_id = s.channel_id
        and m.external_id = s.message_external_id and m.deleted_at is null
      where s.workspace_id = said.workspace_id and s.article_id = said.id
        and said.statement->'sources' ? s.message_external_id)`);
  return rows[0]?.n ?? 0;
}
