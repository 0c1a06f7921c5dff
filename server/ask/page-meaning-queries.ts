import { sql } from "drizzle-orm";
import { type ReaderScope, wherePageReadable, wherePageReadableByOwnRule } from "../db/audience.ts";
import { askPages, wikiPages, wikiStatements } from "../db/schema.ts";
import type { Database, WorkspaceScope } from "../db/workspace-scope.ts";

/** A page with words but without embeddings. */
const whereUnencoded = sql`${wikiPages.readVersion} is not null and ${wikiPages.terms} <> '{}' and not ${wikiPages.isOurs}
  and not exists (select from ask_pages done where done.workspace_id = ${wikiPages.workspaceId} and done.page_id = ${wikiPages.id})`;

/** Lists workspaces with pages that have no embeddings yet. */
export async function listWorkspacesToEncode(db: Database, most: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct ${wikiPages.workspaceId} as id from ${wikiPages} where ${whereUnencoded} limit ${most}`);
  return rows.map(({ id }) => id);
}

export interface UnencodedPage {
  id: string;
  title: string;
  /** Differs if the page is read or listed again. */
  rowVersion: string;
  passages: { headings: string[]; text: string }[];
}

/** Finds the first page after this id that has no embeddings, with its first passages. */
export async function findUnencodedPage(
  { workspaceId, tx }: WorkspaceScope,
  after: string,
  mostPassages: number,
): Promise<UnencodedPage | undefined> {
  const { rows } = await tx.execute<Record<string, unknown> & UnencodedPage>(sql`
    select ${wikiPages.id} as id, ${wikiPages.title} as title, wiki_pages.xmin::text as "rowVersion",
      coalesce((select jsonb_agg(jsonb_build_object('headings', s.headings, 'text', s.text) order by s.position)
        from ${wikiStatements} s where s.workspace_id = ${workspaceId} and s.page_id = ${wikiPages.id}
          and s.position < ${mostPassages}), '[]') as passages
    from ${wikiPages} where ${wikiPages.workspaceId} = ${workspaceId} and ${wikiPages.id} > ${after} and ${whereUnencoded}
    order by ${wikiPages.id} limit 1`);
  return rows[0];
}

/** Stores embeddings, unless the page was read or listed again meanwhile. */
export async function storePageMeanings(
  { workspaceId, tx }: WorkspaceScope,
  { id, rowVersion }: UnencodedPage,
  { meanings, sketch }: { meanings: Buffer | null; sketch: string | null },
): Promise<void> {
  // The lock waits for a change under way, whose trigger would not see this row.
  await tx.execute(sql`
    insert into ask_pages (workspace_id, page_id, meanings, sketch)
    select ${workspaceId}, ${wikiPages.id}, ${meanings}::bytea, ${sketch}::bit(512) from ${wikiPages}
    where ${wikiPages.workspaceId} = ${workspaceId} and ${wikiPages.id} = ${id} and wiki_pages.xmin::text = ${rowVersion}
    for share
    on conflict do nothing`);
}

/** Pages below a restricted one have no embeddings, so hardly any of the nearest is left out because of a page above it. */
const MOST_WITH_PAGES_ABOVE = 2;

/** Lists the readable pages whose mean embeddings are nearest to this sketch. */
export async function listNearestPages(scope: ReaderScope, sketch: string, most: number): Promise<string[]> {
  const { workspaceId, tx } = scope;
  const { rows } = await tx.execute<{ id: string }>(sql`
    with nearest as materialized (
      select ${wikiPages.id} as id, bit_count(${askPages.sketch} # ${sketch}::bit(512)) as difference from ${askPages}
      join ${wikiPages} on ${wikiPages.workspaceId} = ${workspaceId} and ${wikiPages.id} = ${askPages.pageId}
      where ${askPages.workspaceId} = ${workspaceId} and ${askPages.sketch} is not null and ${wherePageReadableByOwnRule(scope)}
      order by difference, id limit ${most * MOST_WITH_PAGES_ABOVE})
    select n.id from nearest n
    join ${wikiPages} on ${wikiPages.workspaceId} = ${workspaceId} and ${wikiPages.id} = n.id
    where ${wherePageReadable(scope)} order by n.difference, n.id limit ${most}`);
  return rows.map(({ id }) => id);
}

/** The packed embeddings of these pages: first the title, then the passages in order. */
export async function listPageMeanings(
  { workspaceId, tx }: WorkspaceScope,
  ids: string[],
): Promise<Map<string, Buffer>> {
  const { rows } = await tx.execute<{ id: string; meanings: Buffer }>(sql`
    select page_id as id, meanings from ${askPages}
    where workspace_id = ${workspaceId} and page_id = any(${sql.param(ids)}::uuid[]) and meanings is not null`);
  return new Map(rows.map(({ id, meanings }) => [id, meanings]));
}
