import { type SQL, sql } from "drizzle-orm";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";

/** Pages of an integration that go or are hidden: all, one, those that no look has listed since, or these. */
export type RemovedPages = { integrationId: string } & (
  | { which: "all" }
  | { which: "these"; pageIds: string[] }
  | { which: "one"; pageId: string }
  | { which: "unlisted"; since: Date }
);

function conditionOf(lost: RemovedPages): SQL {
  const isThere = sql`p.integration_id = ${lost.integrationId}`;
  if (lost.which === "these") return sql`${isThere} and p.id = any(${sql.param(lost.pageIds)}::uuid[])`;
  if (lost.which === "one") return sql`${isThere} and p.id = ${lost.pageId}`;
  if (lost.which === "unlisted") return sql`${isThere} and p.listed_at < ${lost.since}`;
  return isThere;
}

/**
 * Forgets the verdict on conversations without an article that only these pages are about, so that they are judged again. Returns
 * their channels. A conversation whose article a person removed stays as it is.
 */
export async function reopenConversationsOfPages(
  { workspaceId, tx }: WorkspaceScope,
  lost: RemovedPages,
): Promise<string[]> {
  const isLost = conditionOf(lost);
  const aboutPages = (condition: SQL) => sql`
    select f.conversation_id from wiki_findings f join wiki_pages p on p.workspace_id = ${workspaceId} and p.id = f.page_id
    where f.workspace_id = ${workspaceId} and ${condition}`;
  const { rows } = await tx.execute<{ channelId: string }>(sql`
    with told as (
      select c.id from conversations c where c.workspace_id = ${workspaceId} and c.article_id is null and c.fingerprint <> ''
        and c.removed_up_to is null and c.id in (${aboutPages(isLost)})
        and c.id not in (${aboutPages(sql`p.read_version is not null and not (${isLost})`)})
      order by c.id for update)
    update conversations c set fingerprint = '' from told where c.workspace_id = ${workspaceId} and c.id = told.id
    returning c.channel_id as "channelId"`);
  return [...new Set(rows.map(({ channelId }) => channelId))];
}
