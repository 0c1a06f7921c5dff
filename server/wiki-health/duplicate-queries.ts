import { sql } from "drizzle-orm";
import { toDuplicateItemId } from "../../shared/domain/inbox.ts";
import type { PersonScope, ReaderScope } from "../db/audience.ts";
import { newId } from "../db/new-id.ts";
import { wikiPages } from "../db/schema.ts";
import type { Database, WorkspaceScope } from "../db/workspace-scope.ts";
import { whereDuplicateDecidable, whereDuplicateOpen } from "../wiki/comparisons/index.ts";
import { fromReadablePages, PAGE_HEAD_COLUMNS, type PageHeadRow } from "./health-queries.ts";

export interface PageToCompare extends Record<string, unknown> {
  workspaceId: string;
  id: string;
  title: string;
  version: string;
}

/** Pages that were not compared since they or an article beside them changed, of the workspaces by turns. */
export async function listPagesToCompare(db: Database, most: number): Promise<PageToCompare[]> {
  const { rows } = await db.execute<PageToCompare>(sql`
    select workspace_id as "workspaceId", id, title, version from (
      select due.*, row_number() over (partition by workspace_id order by id) as turn from (
        select workspace_id, id, title, read_version as version from wiki_pages
          where read_version is distinct from compared_version and not is_ours and read_version is not null
        union select p.workspace_id, p.id, p.title, p.read_version from wiki_duplicates d
          join articles a on a.workspace_id = d.workspace_id and a.id = d.article_id and a.updated_at > d.created_at
          join wiki_pages p on p.workspace_id = d.workspace_id and p.id = d.page_id and not p.is_ours and p.read_version is not null
          where d.decided_at is null) due) turns
    order by turn, workspace_id, id limit ${most}`);
  return rows;
}

/** A page that could not be compared is not tried again before it, or an article beside it, changes: it would hold up others. */
export async function skipComparison(
  { workspaceId, tx }: WorkspaceScope,
  { id, version }: PageToCompare,
): Promise<void> {
  await tx.execute(
    sql`update wiki_pages set compared_version = ${version} where workspace_id = ${workspaceId} and id = ${id}`,
  );
  await tx.execute(
    sql`update wiki_duplicates set created_at = now() where workspace_id = ${workspaceId} and page_id = ${id}`,
  );
}

const MOST_KNOWN = 50;

/** The pages and articles that were found to say much the same as the page, from either side. */
export async function listKnownPairs({ workspaceId, tx }: WorkspaceScope, pageId: string) {
  const { rows } = await tx.execute<{ id: string; isArticle: boolean }>(sql`
    select coalesce(article_id, case page_id when ${pageId} then other_id else page_id end) as id, article_id is not null as "isArticle"
    from wiki_duplicates where workspace_id = ${workspaceId} and (page_id = ${pageId} or other_id = ${pageId}) and decided_at is null
    order by created_at, id limit ${MOST_KNOWN}`);
  return rows;
}

export interface PlainPassage {
  form: "sentence" | "code";
  text: string;
}

/** The first sentences and code of these pages by page id, without rows of tables and long code. */
export async function listPlainPassages(
  { workspaceId, tx }: WorkspaceScope,
  pageIds: string[],
  { most, longest }: { most: number; longest: number },
): Promise<Map<string, PlainPassage[]>> {
  const { rows } = await tx.execute<Record<string, unknown> & PlainPassage & { pageId: string }>(sql`
    select p.id as "pageId", s.form, s.text from unnest(${sql.param(pageIds)}::uuid[]) as p(id)
    join lateral (select position, form, text from wiki_statements where workspace_id = ${workspaceId} and page_id = p.id
      and form <> 'row' and length(text) <= ${longest} order by position limit ${most}) s on true
    order by p.id, s.position`);
  return Map.groupBy(rows, ({ pageId }) => pageId);
}

/** A text that says much of what the page says, and how many of the shorter one's sentences stand in both. */
export type FoundDuplicate = { shared: number; sentences: number } & (
  | { otherId: string; articleId: null }
  | { otherId: null; articleId: string }
);

/**
 * Replaces what was found about the page and the texts it was compared with, unless it changed meanwhile. What a person decided stays.
 * The pages are locked, so that none goes in between.
 */
export async function saveDuplicates(
  { workspaceId, tx }: WorkspaceScope,
  { id: pageId, version }: PageToCompare,
  { found, compared }: { found: FoundDuplicate[]; compared: string[] },
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
      on conflict on constraint wiki_duplicates_once do update set shared = excluded.shared, sentences = excluded.sentences, created_at = now()
      returning id`);
    kept.push(...stored.map(({ id }) => id));
  }
  await tx.execute(sql`
    delete from wiki_duplicates where workspace_id = ${workspaceId} and (page_id = ${pageId} or other_id = ${pageId})
      and coalesce(article_id, case page_id when ${pageId} then other_id else page_id end) = any(${sql.param(compared)}::uuid[])
      and decided_at is null and id <> all(${sql.param(kept)}::uuid[])`);
}

interface DuplicateRow {
  id: string;
  page: PageHeadRow;
  other: PageHeadRow | null;
  article: { id: string; title: string; updatedAt: string } | null;
}

/**
 * The duplicates that wait, of texts that this person may read, those with most in common first. `isMine`: only those that were
 * assigned to the person.
 */
export async function listOpenDuplicates(
  scope: ReaderScope,
  { limit, offset, isMine = false }: { limit: number; offset: number; isMine?: boolean },
): Promise<DuplicateRow[]> {
  const isAssigned = sql`exists (select from inbox_assignments n where n.workspace_id = ${scope.workspaceId}
    and n.item = ${toDuplicateItemId("")} || d.id and n.assignee = ${scope.reader})`;
  const { rows } = await scope.tx.execute<Record<string, unknown> & DuplicateRow>(sql`
    with readable as materialized (
      select ${PAGE_HEAD_COLUMNS} from ${fromReadablePages(scope)} and exists (select from wiki_duplicates d
        where d.workspace_id = ${scope.workspaceId} and (d.page_id = ${wikiPages.id} or d.other_id = ${wikiPages.id})))
    select d.id, to_jsonb(one.*) as page, case when d.other_id is not null then to_jsonb(other.*) end as other,
      (select jsonb_build_object('id', a.id, 'title', a.title, 'updatedAt', a.updated_at) from articles a
        where a.workspace_id = d.workspace_id and a.id = d.article_id) as article
    from wiki_duplicates d join readable one on one.id = d.page_id left join readable other on other.id = d.other_id
    where ${whereDuplicateOpen(scope)} and (d.other_id is null or other.id is not null) and ${isMine ? isAssigned : sql`true`}
    order by d.shared::real / d.sentences desc, d.shared desc, d.id limit ${limit} offset ${offset}`);
  return rows;
}

/** Returns false when it does not wait any more, or the person may not read both texts. */
export async function keepBothDuplicates(scope: PersonScope, id: string): Promise<boolean> {
  const { rowCount } = await scope.tx.execute(sql`
    update wiki_duplicates d set decided_at = now(), decided_by = ${scope.reader}
    where d.id = ${id} and ${whereDuplicateDecidable(scope)}`);
  return rowCount === 1;
}
