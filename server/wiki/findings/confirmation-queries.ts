import { sql } from "drizzle-orm";
import type { PageConfirmation } from "../../../shared/contract/ask.ts";
import { type ReaderScope, whereChannelReadable, wherePageReadable } from "../../db/audience.ts";
import { wikiPages } from "../../db/schema.ts";

interface ConfirmationRow {
  pageId: string;
  times: number;
  channelName: string;
  saidAt: string | null;
  verifiedAt: string | null;
  verifiedBy: string | null;
}

/**
 * The confirmations of these pages by conversations and people, by page id, as far as this person may read them. One of a passage that
 * is not on the page any more, or not among the given ones, is left out, and so is a verification from before the last edit.
 */
export async function listConfirmations(
  scope: ReaderScope,
  pageIds: string[],
  shown?: { pageId: string; position: number }[],
): Promise<Map<string, PageConfirmation>> {
  if (pageIds.length === 0) return new Map();
  const isShown = shown
    ? sql`(s.page_id, s.position) in (select g."pageId", g.position
        from jsonb_to_recordset(${JSON.stringify(shown)}::jsonb) as g("pageId" uuid, position int))`
    : sql`true`;
  const verifiedAt = sql`case when ${wikiPages.editedAt} > ${wikiPages.verifiedAt} then null else ${wikiPages.verifiedAt} end`;
  const { workspaceId, tx } = scope;
  const { rows } = await tx.execute<Record<string, unknown> & ConfirmationRow>(sql`
    select ${wikiPages.id} as "pageId", coalesce(said.times, 0) as times, said."channelName", said."saidAt",
      ${verifiedAt} as "verifiedAt", nullif(trim(u.first_name || ' ' || u.last_name), '') as "verifiedBy"
    from ${wikiPages}
    left join users u on u.workspace_id = ${workspaceId} and u.id = ${wikiPages.verifiedBy} and u.deleted_at is null
    left join (
      select distinct on (f.page_id) f.page_id, (count(*) over (partition by f.page_id))::int as times, h.name as "channelName",
        f.said_at as "saidAt"
      from wiki_findings f join conversations c on c.workspace_id = ${workspaceId} and c.id = f.conversation_id
      join channels h on h.workspace_id = ${workspaceId} and h.id = c.channel_id
      where f.workspace_id = ${workspaceId} and f.kind = 'confirms' and f.page_id = any(${sql.param(pageIds)}::uuid[])
        and exists (select from wiki_statements s where s.workspace_id = ${workspaceId} and s.page_id = f.page_id
          and md5(s.text) = f.passage_hash and ${isShown})
        and ${whereChannelReadable(scope, sql`c.channel_id`)}
      order by f.page_id, f.said_at desc, f.id) said on said.page_id = ${wikiPages.id}
    where ${wikiPages.workspaceId} = ${workspaceId} and ${wikiPages.id} = any(${sql.param(pageIds)}::uuid[])
      and (said.times > 0 or ${verifiedAt} is not null) and ${wherePageReadable(scope)}`);
  return new Map(rows.map((row) => [row.pageId, confirmationOf(row)]));
}

const confirmationOf = ({ times, channelName, saidAt, verifiedAt, verifiedBy }: ConfirmationRow): PageConfirmation => ({
  times,
  said: saidAt === null ? null : { channelName, at: new Date(saidAt).toISOString() },
  verified: verifiedAt === null ? null : { by: verifiedBy, at: new Date(verifiedAt).toISOString() },
});

/** True when the page is read, and this person may read it. */
export async function mayReadWikiPage(scope: ReaderScope, id: string): Promise<boolean> {
  const { rowCount } = await scope.tx.execute(sql`
    select from ${wikiPages} where ${wikiPages.workspaceId} = ${scope.workspaceId} and ${wikiPages.id} = ${id}
      and ${wikiPages.readVersion} is not null and ${wherePageReadable(scope)}`);
  return rowCount === 1;
}
