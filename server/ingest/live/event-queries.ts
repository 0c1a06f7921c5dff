import { sql } from "drizzle-orm";
import type { ChatEvent } from "../../../connectors/chat-source.ts";
import type { ChatPlatform } from "../../../connectors/manifests.ts";
import { newId } from "../../db/new-id.ts";
import type { Transaction } from "../../db/workspace-scope.ts";

/** An integration that receives an event. */
export interface EventReceiver {
  workspaceId: string;
  id: string;
}

/** The origin of an interaction: its platform, and the integrations that may be meant. */
export interface InteractionOrigin {
  platform: ChatPlatform;
  receivers: EventReceiver[];
}

/**
 * Stores an event and returns the integrations that received it. Leaves out integrations that already have the event, do not
 * monitor its channel or are switched off.
 */
export async function storeEvent(tx: Transaction, event: ChatEvent, receivers: EventReceiver[]) {
  const { eventId, channelId, messageId, payload } = event;
  const { rows } = await tx.execute<{ workspaceId: string; integrationId: string }>(sql`
    insert into chat_events (workspace_id, id, integration_id, event_id, channel_external_id, message_external_id, payload)
    select i.workspace_id, given.row_id, i.id, ${eventId}, ${channelId}, ${messageId}, ${payload}
    from unnest(${sql.param(receivers.map(({ workspaceId }) => workspaceId))}::uuid[],
      ${sql.param(receivers.map(({ id }) => id))}::uuid[],
      ${sql.param(receivers.map(() => newId()))}::uuid[]) as given (workspace_id, id, row_id)
    join chat_integrations i on i.workspace_id = given.workspace_id and i.id = given.id and i.is_active
    where ${channelId}::text is null or exists (select from channels c
      where c.workspace_id = i.workspace_id and c.integration_id = i.id and c.external_id = ${channelId})
    on conflict do nothing
    returning workspace_id as "workspaceId", integration_id as "integrationId"`);
  return rows;
}
