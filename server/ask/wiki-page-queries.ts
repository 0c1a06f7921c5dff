import { sql } from "drizzle-orm";
import type { PagePassage } from "../../connectors/wiki-pages.ts";
import type { QuestionTerm, WordStatistics } from "../../engine/answer/index.ts";
import {
  type ReaderScope,
  selectReadableWikis,
  wherePageReadable,
  wherePageReadableByOwnRule,
} from "../db/audience.ts";
import { knowledgeIntegrations, wikiPages, wikiStatements } from "../db/schema.ts";

export interface FoundWikiPage {
  id: string;
  version: string;
  title: string;
  url: string;
  editedAt: Date | null;
  editedBy: string | null;
  platform: string;
  /** Everybody of the workspace may read it. */
  isForEverybody: boolean;
  passages: (Pick<PagePassage, "headings" | "form" | "text"> & { anchor: string | null })[];
}

/** Counts the pages that contain each of these terms, in wikis that this person may read. */
export async function readPageStatistics(scope: ReaderScope, terms: string[]): Promise<WordStatistics> {
  const { tx } = scope;
  const { rows } = await tx.execute<{ term: string; pages: number; all: number; length: number }>(sql`
    select c.term, c.pages, c.all_pages as "all", c.length from wiki_term_counts(${selectReadableWikis(scope)}, ${sql.param(terms)}::text[]) c`);
  const [first] = rows;
  return {
    articles: first?.all ?? 0,
    averageLength: first?.length ?? 0,
    containing: new Map(rows.filter(({ pages }) => pages > 0).map(({ term, pages }) => [term, pages])),
  };
}

/** Lists pages by the weight of the question's terms that they contain. */
export async function listPageCandidates(scope: ReaderScope, asked: QuestionTerm[], most: number): Promise<string[]> {
  const weights = asked.flatMap(({ terms, near, weight }) => [
    ...terms.map((term) => ({ term, weight })),
    ...near.map((term) => ({ term, weight: weight / 2 })),
  ]);
  const { rows } = await scope.tx.execute<{ id: string }>(sql`
    select found as id from matching_pages(${selectReadableWikis(scope)}, ${sql.param(weights.map(({ term }) => term))}::text[],
      ${sql.param(weights.map(({ weight }) => weight))}::real[], ${most}) found`);
  return rows.map(({ id }) => id);
}

/** Room for pages that `listReadablePages` leaves out because of a page above them. */
const WITH_PAGES_ABOVE = 2;

/** Lists pages whose titles contain all these words or beginnings of words, shortest title first; `listReadablePages` has to follow. */
export async function listPagesByTitle(scope: ReaderScope, words: string[], most: number): Promise<string[]> {
  const { rows } = await scope.tx.execute<{ id: string }>(sql`
    select ${wikiPages.id} as id from ${wikiPages}
    where ${wikiPages.workspaceId} = ${scope.workspaceId} and ${wikiPages.readVersion} is not null and ${wherePageReadableByOwnRule(scope)}
      and not exists (select from unnest(${sql.param(words)}::text[]) word where position(word in lower(${wikiPages.title})) = 0)
    order by char_length(${wikiPages.title}), ${wikiPages.id} limit ${most * WITH_PAGES_ABOVE}`);
  return rows.map(({ id }) => id);
}

/** Lists pages that contain all these terms, last edited first; `listReadablePages` has to follow. */
export async function listPagesWithTerms(scope: ReaderScope, terms: string[], most: number): Promise<string[]> {
  const { rows } = await scope.tx.execute<{ id: string }>(sql`
    select ${wikiPages.id} as id from matching_pages(${selectReadableWikis(scope)}, ${sql.param(terms)}::text[],
      ${sql.param(terms.map(() => 1))}::real[], ${most * WITH_PAGES_ABOVE}) with ordinality as found (id, place)
    join ${wikiPages} on ${wikiPages.workspaceId} = ${scope.workspaceId} and ${wikiPages.id} = found.id
    where ${wikiPages.terms} @> ${sql.param(terms)}::text[] order by found.place`);
  return rows.map(({ id }) => id);
}

/** The readable ones of these pages, in this order, with at most this many passages each. */
export async function listReadablePages(
  scope: ReaderScope,
  ids: string[],
  mostPassages: number,
): Promise<FoundWikiPage[]> {
  const { workspaceId, tx } = scope;
  const { rows } = await tx.execute<Omit<FoundWikiPage, "editedAt"> & { editedAt: Date | string | null }>(sql`
    select ${wikiPages.id} as id, ${wikiPages.readVersion} as version, ${wikiPages.title} as title, ${wikiPages.url} as url,
      ${wikiPages.editedAt} as "editedAt", ${wikiPages.editedBy} as "editedBy", k.type as platform,
      ${wherePageReadable({ ...scope, reader: null })} as "isForEverybody",
      coalesce((select jsonb_agg(jsonb_build_object('headings', s.headings, 'form', s.form, 'text', s.text, 'anchor', s.anchor) order by s.position)
        from ${wikiStatements} s where s.workspace_id = ${workspaceId} and s.page_id = ${wikiPages.id} and s.position < ${mostPassages}), '[]') as passages
    from ${wikiPages} join ${knowledgeIntegrations} k on k.workspace_id = ${workspaceId} and k.id = ${wikiPages.integrationId}
    where ${wikiPages.workspaceId} = ${workspaceId} and ${wikiPages.id} = any(${sql.param(ids)}::uuid[])
      and ${wikiPages.readVersion} is not null and ${wherePageReadable(scope)}
    order by array_position(${sql.param(ids)}::uuid[], ${wikiPages.id})`);
  return rows.map((row) => ({ ...row, editedAt: row.editedAt === null ? null : new Date(row.editedAt) }));
}
