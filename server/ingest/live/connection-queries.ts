import { and, asc, eq, gt, isNotNull, isNull, or, sql } from "drizzle-orm";
import { channels, chatEvents, chatIntegrations } from "../../db/schema.ts";
import type { Database, WorkspaceScope } from "../../db/workspace-scope.ts";
import type { ChatIntegrationRow } from "../../integrations/index.ts";

/** Lists active integrations of all workspaces whose configuration has a value for this field. */
export function listIntegrationsWithConfigField(
  db: Database,
  platform: ChatIntegrationRow["platform"],
  field: string,
): Promise<ChatIntegrationRow[]> {
  const { secrets, config } = chatIntegrations;
  return db
    .select()
    .from(chatIntegrations)
    .where(
      and(
        eq(chatIntegrations.platform, platform),
        eq(chatIntegrations.isActive, true),
        sql`(${secrets} ? ${field} or coalesce(${config} ->> ${field}, '') <> '')`,
      ),
    )
    .orderBy(asc(chatIntegrations.createdAt));
}

/** Lists active integrations of all workspaces that know this channel, by the platform's id. */
export async function listIntegrationsOfChannel(
  db: Database,
  platform: ChatIntegrationRow["platform"],
  channelExternalId: string,
): Promise<ChatIntegrationRow[]> {
  const rows = await db
    .select({ integration: chatIntegrations })
    .from(chatIntegrations)
    .innerJoin(
      channels,
      and(eq(channels.workspaceId, chatIntegrations.workspaceId), eq(channels.integrationId, chatIntegrations.id)),
    )
    .where(
      and(
        eq(chatIntegrations.platform, platform),
        eq(chatIntegrations.isActive, true),
        eq(channels.externalId, channelExternalId),
      ),
    )
    .orderBy(asc(chatIntegrations.createdAt));
  return rows.map(({ integration }) => integration);
}

/** Lists the platform's ids of channels of these integrations that are monitored and readable. */
export async function listMonitoredChannels(
  db: Database,
  integrations: Pick<ChatIntegrationRow, "workspaceId" | "id">[],
): Promise<string[]> {
  if (integrations.length === 0) return [];
  const rows = await db
    .selectDistinct({ externalId: channels.externalId })
    .from(channels)
    .where(
      and(
        or(
          ...integrations.map(({ workspaceId, id }) =>
            and(eq(channels.workspaceId, workspaceId), eq(channels.integrationId, id)),
          ),
        ),
        eq(channels.isActive, true),
        isNull(channels.remoteState),
      ),
    )
    .orderBy(asc(channels.externalId));
  return rows.map(({ externalId }) => externalId);
}

/** Lists events that report activity in a channel without a message, received after `since`, oldest first. */
export async function listActivityEvents(
  db: Database,
  integrations: Pick<ChatIntegrationRow, "workspaceId" | "id">[],
  since: Date,
): Promise<{ channelId: string; at: Date }[]> {
  if (integrations.length === 0) return [];
  const { workspaceId, integrationId, channelExternalId, messageExternalId, receivedAt } = chatEvents;
  const ofAny = integrations.map((one) => and(eq(workspaceId, one.workspaceId), eq(integrationId, one.id)));
  const rows = await db
    .select({ channelId: channelExternalId, at: receivedAt })
    .from(chatEvents)
    .where(and(or(...ofAny), isNull(messageExternalId), isNotNull(channelExternalId), gt(receivedAt, since)))
    .orderBy(asc(receivedAt));
  return rows.flatMap(({ channelId, at }) => (channelId === null ? [] : [{ channelId, at }]));
}

/** Clears the state of a connection that no worker listens on. Whether events arrive then counts as unknown. */
export async function clearLiveState({ workspaceId, tx }: WorkspaceScope, integrationId: string): Promise<void> {
  await tx
    .update(chatIntegrations)
    .set({ liveSince: null, liveTrouble: null })
    .where(and(eq(chatIntegrations.workspaceId, workspaceId), eq(chatIntegrations.id, integrationId)));
}
