import { sql } from "drizzle-orm";
import { mayRead, mayReadPage, type PersonScope, type ReaderScope } from "../db/audience.ts";
import { isShown } from "../db/listed-articles.ts";
import { newId } from "../db/new-id.ts";
import { articles, wikiPages } from "../db/schema.ts";
import type { Database, WorkspaceScope } from "../db/workspace-scope.ts";
import { PAGE_HEAD, type PageHeadRow, readablePages } from "./health-queries.ts";

export interface PageToCompare extends Record<string, unknown> {
  workspaceId: string;
  id: string;
  title: string;
  version: string;
}

/** Pages of all workspaces that were not compared since they were read. */
export async function listPagesToCompare(db: Database, most: number): Promise<PageToCompare[]> {
  const { rows } = await db.execute<PageToCompare>(sql`
    select workspace_id as "workspaceId", id, title, read_version as version from wiki_pages
    where read_version is distinct from compared_version and not is_ours and read_version is not null
    order by workspace_id, id limit ${most}`);
  return rows;
}

/** A text that says much of what the page says, and how many of the shorter one's sentences stand in both. */
export type FoundDuplicate = { shared: number; sentences: number } & (
  | { otherId: string; articleId: null }
  | { otherId: null; articleId: string }
);

/**
 * Replaces what was found about the page, unless it changed meanwhile. What a person decided stays. The pages are locked, so that none
 * goes in between.
 */
export async function saveDuplicates(
  { workspaceId, tx }: WorkspaceScope,
  { id: pageId, version }: PageToCompare,
  found: FoundDuplicate[],
): Promise<void> {
  const ids = [pageId, ...found.flatMap(({ otherId }) => otherId ?? [])];
  const { rows } = await tx.execute<{ id: string; version: string | null }>(sql`
    select id, read_version as version from wiki_pages
    where workspace_id = ${workspaceId} and id = any(${sql.param(ids)}::uuid[]) order by id for update`);
  if (rows.find(({ id }) => id === pageId)?.version !== version) return;
  await tx.execute(
    sql`update wiki_pages set compared_version = ${version} where workspace_id = ${workspaceId} and id = ${pageId}`,
  );
  const there = new Set(rows.map(({ id }) => id));
  const kept = [];
  for (const { otherId, articleId, shared, sentences } of found) {
    if (otherId !== null && !there.has(otherId)) continue;
    const [first, second] = otherId !== null && otherId < pageId ? [otherId, pageId] : [pageId, otherId];
    const { rows: stored } = await tx.execute<{ id: string }>(sql`
      insert into wiki_duplicates (workspace_id, id, page_id, other_id, article_id, shared, sentences)
      select ${workspaceId}, ${newId()}, ${first}, ${second}::uuid, ${articleId}::uuid, ${shared}, ${sentences}
      where ${articleId === null} or exists (select from articles where workspace_id = ${workspaceId} and id = ${articleId}::uuid
        for key share)
      on conflict on constraint wiki_duplicates_once do update set shared = excluded.shared, sentences = excluded.sentences
      returning id`);
    kept.push(...stored.map(({ id }) => id));
  }
  await tx.execute(sql`
    delete from wiki_duplicates where workspace_id = ${workspaceId} and (page_id = ${pageId} or other_id = ${pageId})
      and decided_at is null and id <> all(${sql.param(kept)}::uuid[])`);
}

interface DuplicateRow {
  id: string;
  page: PageHeadRow;
  other: PageHeadRow | null;
  article: { id: string; title: string; updatedAt: string } | null;
}

/** SQL conditions on `d`: it waits for a decision, and the person may read both texts. */
const isOpenFor = (scope: ReaderScope) => sql`d.workspace_id = ${scope.workspaceId} and d.decided_at is null
  and (d.article_id is null or exists (select from ${articles} where ${articles.workspaceId} = d.workspace_id
    and ${articles.id} = d.article_id and ${isShown} and ${mayRead(scope)}))`;

/** The duplicates that wait, of texts that this person may read, those with most in common first. */
export async function listOpenDuplicates(scope: ReaderScope, limit: number): Promise<DuplicateRow[]> {
  const { rows } = await scope.tx.execute<Record<string, unknown> & DuplicateRow>(sql`
    with readable as materialized (
      select ${PAGE_HEAD} from ${readablePages(scope)} and exists (select from wiki_duplicates d
        where d.workspace_id = ${scope.workspaceId} and (d.page_id = ${wikiPages.id} or d.other_id = ${wikiPages.id})))
    select d.id, to_jsonb(one.*) as page, case when d.other_id is not null then to_jsonb(other.*) end as other,
      (select jsonb_build_object('id', a.id, 'title', a.title, 'updatedAt', a.updated_at) from articles a
        where a.workspace_id = d.workspace_id and a.id = d.article_id) as article
    from wiki_duplicates d join readable one on one.id = d.page_id left join readable other on other.id = d.other_id
    where ${isOpenFor(scope)} and (d.other_id is null or other.id is not null)
    order by d.shared::real / d.sentences desc, d.shared desc, d.id limit ${limit}`);
  return rows;
}

/** Returns false when it does not wait any more, or the person may not read both texts. */
export async function keepBoth(scope: PersonScope, id: string): Promise<boolean> {
  const mayReadBoth = sql`not exists (select from unnest(array[d.page_id, d.other_id]) as part(id)
    where part.id is not null and not exists (select from ${wikiPages} where ${wikiPages.workspaceId} = d.workspace_id
      and ${wikiPages.id} = part.id and ${mayReadPage(scope)}))`;
  const { rowCount } = await scope.tx.execute(sql`
    update wiki_duplicates d set decided_at = now(), decided_by = ${scope.reader}
    where d.id = ${id} and ${isOpenFor(scope)} and ${mayReadBoth}`);
  return rowCount === 1;
}
