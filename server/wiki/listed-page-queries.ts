import { sql } from "drizzle-orm";
import type { ListedWikiPage, WikiPageState } from "../../shared/contract/wiki.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import { selectRestrictedPagesAbove } from "./wiki-queries.ts";

/** The most pages in one answer. */
const MOST_LISTED = 50;

interface ListedPart {
  state: WikiPageState | null;
  /** The number of pages to leave out: those of former portions. */
  from: number;
}

/**
 * A portion of the pages that the account sees, by title, in one state, or all but those published from articles. Only the id of a
 * restricted page is stored.
 */
export async function listKnownPages(
  { workspaceId, tx }: WorkspaceScope,
  integrationId: string,
  { state, from }: ListedPart,
): Promise<{ total: number; pages: ListedWikiPage[] }> {
  type Row = Omit<ListedWikiPage, "editedAt"> & { editedAt: string | null; total: number };
  const { rows } = await tx.execute<Record<string, unknown> & Row>(sql`
    with known as (
      select p.id, p.title, p.url, p.edited_at, p.trouble, case
          when p.readers = 'restricted' or exists (${selectRestrictedPagesAbove(sql`p`)}) then 'restricted'
          when p.is_ours then 'ours'
          when p.trouble is not null then 'unreadable'
          when p.read_version is null then 'waiting'
          when p.is_cut then 'cut'
          else 'read' end as state
      from wiki_pages p where p.workspace_id = ${workspaceId} and p.integration_id = ${integrationId})
    select id, case state when 'restricted' then '' else title end as title, case state when 'restricted' then '' else url end as url,
      to_json(edited_at) #>> '{}' as "editedAt", trouble as reason, state, (count(*) over ())::int as total
    from known where case when ${state}::text is null then state <> 'ours' else state = ${state} end
    order by title = '', title, id limit ${MOST_LISTED} offset ${from}`);
  return {
    total: rows[0]?.total ?? 0,
    pages: rows.map(({ id, title, url, editedAt, reason, state: of }) => ({
      id,
      title,
      url,
      editedAt: editedAt && new Date(editedAt).toISOString(),
      reason,
      state: of,
    })),
  };
}
