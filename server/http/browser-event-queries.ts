import { type SQL, sql } from "drizzle-orm";
import type { BrowserEvent } from "../../shared/contract/browser-events.ts";
import { NOTIFY_CHANNELS } from "../db/listen.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";

/** Sends the event to browsers when the transaction commits, with the channels that its receivers must be able to read. */
export async function notifyBrowsers({ workspaceId, tx }: WorkspaceScope, event: BrowserEvent): Promise<void> {
  await tx.execute(sql`
    select pg_notify(${NOTIFY_CHANNELS.events}, json_build_object('workspaceId', ${workspaceId}::text,
      'event', ${JSON.stringify(event)}::json, 'channelIds', ${channelsOf(workspaceId, event)})::text)`);
}

/** SQL for the channels whose text the event concerns; null if everybody may receive the event. */
function channelsOf(workspaceId: string, event: BrowserEvent): SQL {
  const about =
    event.type === "log"
      ? sql`select unnest(channel_ids) as channel_id from activity_logs where workspace_id = ${workspaceId} and id = ${event.id}`
      : event.type === "article" || event.type === "publication" || event.type === "presence"
        ? sql`select channel_id from article_audiences where workspace_id = ${workspaceId}
            and article_id = ${event.type === "article" ? event.id : event.articleId}`
        : null;
  if (!about) return sql`null::jsonb`;
  return sql`(select case when bool_or(not a.is_public)
      or exists (select from chat_identities where workspace_id = ${workspaceId} and is_guest)
      then jsonb_agg(a.channel_id) end
    from (${about}) as found join channel_audiences a on a.workspace_id = ${workspaceId} and a.channel_id = found.channel_id)`;
}
