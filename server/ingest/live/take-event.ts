import { sql } from "drizzle-orm";
import type { ChatEvent, QuestionPress } from "../../../connectors/chat-source.ts";
import { newId } from "../../db/new-id.ts";
import type { Deps } from "../../deps.ts";

/** An integration that an event belongs to. */
export interface Receiver {
  workspaceId: string;
  id: string;
}

/** What becomes of a pressed button. Ingest hands it on; who works on it is above. */
export type TakePress = (
  deps: Pick<Deps, "db" | "connectors" | "log">,
  press: QuestionPress,
  receivers: Receiver[],
) => Promise<void>;

/**
 * Keeps an event for all its integrations, in one statement and with the job that applies it: when this resolves, it is not
 * lost any more. An event that is known already, of a channel nobody monitors or of an integration that is switched off
 * leaves no row.
 */
export async function takeEvent({ db, queue }: Pick<Deps, "db" | "queue">, event: ChatEvent, receivers: Receiver[]) {
  if (receivers.length === 0) return;
  const { eventId, channelId, messageId, payload } = event;
  await db.transaction(async (tx) => {
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
    for (const { workspaceId, integrationId } of rows) {
      await queue.enqueue({ tx }, { queue: "events", workspaceId, integrationId });
    }
  });
}
