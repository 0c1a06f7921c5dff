import { and, asc, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { channels, chatEvents, chatIntegrations } from "../../db/schema.ts";
import type { Database, WorkspaceScope } from "../../db/workspace-scope.ts";
import type { ChatIntegrationRow } from "../../integrations/index.ts";
import type { ChannelRow } from "../channels/queries.ts";

export type ChatEventRow = typeof chatEvents.$inferSelect;

/** Lists a team's integrations in all workspaces. Several workspaces may have connected the team, each with its own secret. */
export function listIntegrationsOfTeam(db: Database, platform: ChatIntegrationRow["platform"], teamId: string) {
  const ofTeam = sql`platform = ${platform} and team_id = ${teamId}`;
  return db
    .select()
    .from(chatIntegrations)
    .where(whereAmongFew(ofTeam, sql`created_at`))
    .orderBy(asc(chatIntegrations.createdAt))
    .limit(MOST_RECEIVERS);
}

/**
 * Lists integrations of all workspaces with a secret in this field, latest change first, because a person who configures the
 * product's address has just entered the secret.
 */
export function listIntegrationsLastChangedFirst(
  db: Database,
  platform: ChatIntegrationRow["platform"],
  field: string,
) {
  const withSecret = sql`platform = ${platform} and secrets ? ${field}`;
  return db
    .select()
    .from(chatIntegrations)
    .where(whereAmongFew(withSecret, sql`updated_at desc`))
    .orderBy(desc(chatIntegrations.updatedAt))
    .limit(MOST_RECEIVERS);
}

/** The largest number of receiving integrations, because each costs a check of the signature. */
const MOST_RECEIVERS = 400;
/** The largest number of integrations of one workspace that are tried, so that they do not displace other workspaces. */
const MOST_OF_A_WORKSPACE = 3;

const whereAmongFew = (which: SQL, order: SQL) => sql`(workspace_id, id) in (
  select workspace_id, id from (
    select workspace_id, id, row_number() over (partition by workspace_id order by ${order}) as place
    from chat_integrations where ${which}
  ) ranked where place <= ${MOST_OF_A_WORKSPACE})`;

export function listWaitingEvents(
  { workspaceId, tx }: WorkspaceScope,
  integrationId: string,
  limit: number,
): Promise<ChatEventRow[]> {
  return tx
    .select()
    .from(chatEvents)
    .where(
      and(
        eq(chatEvents.workspaceId, workspaceId),
        eq(chatEvents.integrationId, integrationId),
        eq(chatEvents.state, "waiting"),
      ),
    )
    .orderBy(asc(chatEvents.id))
    .limit(limit);
}

/** Marks events as processed and deletes their payload. */
export async function markEventsProcessed(
  { workspaceId, tx }: WorkspaceScope,
  ids: string[],
  state: "applied" | "left",
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(chatEvents)
    .set({ state, payload: null })
    .where(and(eq(chatEvents.workspaceId, workspaceId), inArray(chatEvents.id, ids)));
}

/**
 * Finds automatically checked channels whose waiting events are about more than `most` messages. Marks these events as applied.
 */
export async function claimOverloadedChannels(
  { workspaceId, tx }: WorkspaceScope,
  integrationId: string,
  most: number,
): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with crowded as (
      select c.id, c.external_id from chat_events e
      join channels c on c.workspace_id = e.workspace_id and c.integration_id = e.integration_id
        and c.external_id = e.channel_external_id and c.is_active and c.paused_for is null and c.remote_state is null
      join workspace_settings s on s.workspace_id = e.workspace_id and s.monitoring_mode = 'automatic'
      where e.workspace_id = ${workspaceId} and e.integration_id = ${integrationId} and e.state = 'waiting'
      group by c.id, c.external_id having count(distinct e.message_external_id) > ${most}),
    settled as (
      update chat_events e set state = 'applied', payload = null from crowded
      where e.workspace_id = ${workspaceId} and e.integration_id = ${integrationId} and e.state = 'waiting'
        and e.channel_external_id = crowded.external_id)
    select id from crowded`);
  return rows.map(({ id }) => id);
}

export async function findChannelOfIntegration(
  { workspaceId, tx }: WorkspaceScope,
  integrationId: string,
  externalId: string,
): Promise<ChannelRow | null> {
  const [row] = await tx
    .select()
    .from(channels)
    .where(
      and(
        eq(channels.workspaceId, workspaceId),
        eq(channels.integrationId, integrationId),
        eq(channels.externalId, externalId),
      ),
    );
  return row ?? null;
}

/**
 * Stores that events arrive. Returns true from time to time, when open pages should be notified. `provesDelivery`: the event
 * proves that the delivery of events works.
 */
export async function storeEventArrival(
  { workspaceId, tx }: WorkspaceScope,
  integrationId: string,
  { provesDelivery }: { provesDelivery: boolean },
): Promise<boolean> {
  const isWell = sql`(${provesDelivery} or i.live_trouble is null)`;
  const { rows } = await tx.execute<{ isNews: boolean }>(sql`
    update chat_integrations i set live_at = now(),
      live_since = case when ${isWell} then coalesce(i.live_since, now()) else i.live_since end,
      live_trouble = case when ${isWell} then null else i.live_trouble end
    from chat_integrations before
    where i.workspace_id = ${workspaceId} and i.id = ${integrationId}
      and before.workspace_id = i.workspace_id and before.id = i.id
    returning before.live_at is null or before.live_trouble is not null
      or before.live_at < now() - interval '5 seconds' as "isNews"`);
  return rows[0]?.isNews === true;
}

/** Lists integrations of all workspaces with events that should have been applied long ago. */
export async function listStalledIntegrations(db: Database, limit: number): Promise<StalledRow[]> {
  const { rows } = await db.execute<StalledRow>(sql`
    select distinct workspace_id as "workspaceId", integration_id as "integrationId" from chat_events
    where state = 'waiting' and received_at < now() - interval '20 seconds' limit ${limit}`);
  return rows;
}

type StalledRow = { workspaceId: string; integrationId: string };

const FORGOTTEN_A_RUN = 20_000;

/** Deletes old events. Platforms repeat an event for some minutes; events that wait for a person stay for a month. */
export async function forgetOldEvents(db: Database): Promise<void> {
  await db.execute(sql`
    delete from chat_events where (workspace_id, id) in (
      select workspace_id, id from chat_events
      where (state = 'applied' and received_at < now() - interval '2 days') or received_at < now() - interval '30 days'
      limit ${FORGOTTEN_A_RUN})`);
}
