import { sql } from "drizzle-orm";
import { wherePageReadable } from "../../db/audience.ts";
import { knowledgeIntegrations, wikiPages } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";

/** A page that says what people said in a conversation, with the passage that does. */
export interface TellingPage {
  id: string;
  version: string;
  externalId: string;
  title: string;
  url: string;
  platform: string;
  editedAt: Date | null;
  editedBy: string | null;
  position: number;
  headings: string[];
  anchor: string | null;
}

/**
 * Finds the page that says what this conversation says, among those that everybody in the workspace may read. Null if the conversation
 * also says something else about pages, or if no page has the passage any more.
 */
export async function findTellingPage(
  scope: WorkspaceScope,
  { channelId, key }: { channelId: string; key: string },
): Promise<TellingPage | null> {
  const { workspaceId, tx } = scope;
  type Row = Omit<TellingPage, "editedAt"> & { editedAt: Date | string | null };
  const { rows } = await tx.execute<Record<string, unknown> & Row>(sql`
    select ${wikiPages.id} as id, ${wikiPages.readVersion} as version, ${wikiPages.externalId} as "externalId", ${wikiPages.title} as title,
      ${wikiPages.url} as url, k.type as platform, ${wikiPages.editedAt} as "editedAt", ${wikiPages.editedBy} as "editedBy",
      s.position, s.headings, s.anchor
    from conversations c
    join wiki_findings f on f.workspace_id = ${workspaceId} and f.conversation_id = c.id and f.kind = 'confirms'
    join ${wikiPages} on ${wikiPages.workspaceId} = ${workspaceId} and ${wikiPages.id} = f.page_id
      and ${wikiPages.readVersion} is not null and ${wherePageReadable({ ...scope, reader: null })}
    join ${knowledgeIntegrations} k on k.workspace_id = ${workspaceId} and k.id = ${wikiPages.integrationId}
    join lateral (select s.position, s.headings, s.anchor from wiki_statements s
      where s.workspace_id = ${workspaceId} and s.page_id = f.page_id and md5(s.text) = f.passage_hash
      order by abs(s.position - f.position) limit 1) s on true
    where c.workspace_id = ${workspaceId} and c.channel_id = ${channelId} and c.key = ${key}
      and not exists (select from wiki_findings other where other.workspace_id = ${workspaceId}
        and other.conversation_id = c.id and other.state = 'open' and other.kind <> 'confirms')
    order by f.confidence desc, f.created_at, f.id limit 1`);
  const [page] = rows;
  return page ? { ...page, editedAt: page.editedAt === null ? null : new Date(page.editedAt) } : null;
}
