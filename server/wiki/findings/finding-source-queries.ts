import { sql } from "drizzle-orm";
import { type ReaderScope, whereChannelReadable } from "../../db/audience.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { OpenFinding } from "./finding-queries.ts";

/** A message that a finding stands on. */
interface FindingSource {
  /** The id of the finding, in the place of the article's id. */
  articleId: string;
  externalId: string;
  threadId: string | null;
  authorName: string;
  channelName: string;
  sentAt: Date;
  platform: string;
  channelExternalId: string;
  teamUrl: string | null;
}

/** The messages of these findings, oldest first. The reader may read their channels. */
export async function listFindingSources(
  { workspaceId, tx }: ReaderScope,
  findings: OpenFinding[],
): Promise<FindingSource[]> {
  const asked = findings.flatMap(({ id, channelId, fresh }) =>
    fresh.flatMap(({ sources }) => sources.map((externalId) => ({ id, channelId, externalId }))),
  );
  if (asked.length === 0) return [];
  const { rows } = await tx.execute<Record<string, unknown> & FindingSource>(sql`
    select distinct a.id as "articleId", m.external_id as "externalId", m.thread_id as "threadId", m.author_name as "authorName",
      h.name as "channelName", m.sent_at as "sentAt", h.platform, h.external_id as "channelExternalId", i.team_url as "teamUrl"
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a(id uuid, "channelId" uuid, "externalId" text)
    join messages m on m.workspace_id = ${workspaceId} and m.channel_id = a."channelId" and m.external_id = a."externalId"
      and m.deleted_at is null
    join channels h on h.workspace_id = ${workspaceId} and h.id = m.channel_id
    left join chat_integrations i on i.workspace_id = h.workspace_id and i.id = h.integration_id
    order by "sentAt", "externalId"`);
  return rows.map((row) => ({ ...row, sentAt: new Date(row.sentAt) }));
}

/** The latest message of a finding, if everybody of the workspace may read its channel; else null. */
export async function findPublicOrigin({ workspaceId, tx }: WorkspaceScope, findingId: string) {
  const everybody: ReaderScope = { workspaceId, tx, reader: null };
  const { rows } = await tx.execute<{ authorName: string; channelName: string; sentAt: Date | string }>(sql`
    select m.author_name as "authorName", h.name as "channelName", m.sent_at as "sentAt" from wiki_findings f
    join conversations c on c.workspace_id = ${workspaceId} and c.id = f.conversation_id
    join messages m on m.workspace_id = ${workspaceId} and m.channel_id = c.channel_id and m.external_id = any(f.sources)
      and m.deleted_at is null
    join channels h on h.workspace_id = ${workspaceId} and h.id = c.channel_id
    where f.workspace_id = ${workspaceId} and f.id = ${findingId} and ${whereChannelReadable(everybody, sql`c.channel_id`)}
    order by m.sent_at desc, m.external_id limit 1`);
  const [row] = rows;
  return row ? { ...row, sentAt: new Date(row.sentAt) } : null;
}
