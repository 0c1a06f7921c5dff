import { sql } from "drizzle-orm";
import { PLAN_LIMITED_PLATFORMS } from "../../../connectors/manifests.ts";
import { DEFAULT_DETECTION_SETTINGS } from "../../../shared/domain/detection.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";

/** The start of the current month in UTC, by the database's clock. */
export const startOfMonth = sql`date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'`;

const nextMonth = sql`(date_trunc('month', now() at time zone 'UTC') + interval '1 month') at time zone 'UTC'`;

export async function countUsage({ workspaceId, tx }: WorkspaceScope): Promise<PlanUsage> {
  const { rows } = await tx.execute<Omit<PlanUsage, "resetsAt"> & { resetsAtMs: number }>(sql`
    select
      (select count(*)::int from counted_messages
        where workspace_id = ${workspaceId} and counted_at >= ${startOfMonth}) as messages,
      (select count(*)::int from channels
        where workspace_id = ${workspaceId} and platform in ${PLAN_LIMITED_PLATFORMS} and is_active) as "channels",
      (select count(*)::int from knowledge_integrations
        where workspace_id = ${workspaceId} and is_active) as "knowledgePlatforms",
      1000 * extract(epoch from ${nextMonth})::float8 as "resetsAtMs"`);
  const [row] = rows;
  if (!row) throw new Error("A count always answers one row");
  const { resetsAtMs, ...counts } = row;
  return { ...counts, resetsAt: new Date(resetsAtMs) };
}

/**
 * Identifies a message. The hash contains no id of ours, so that a channel that was removed and added again counts no
 * message twice. For messages of an export file, the hash contains the text, because anybody can write another id.
 */
const hash = sql`md5(concat_ws(' ', ch.platform, ch.external_id, m.external_id,
  case when m.is_exported then md5(m.text) end))::uuid`;

const whereLongEnough = sql`length(m.text) >= coalesce(s.min_message_length, ${DEFAULT_DETECTION_SETTINGS.minMessageLength})`;

/** Counts the messages of this month that were counted before a given time. */
export async function countMessagesBefore({ workspaceId, tx }: WorkspaceScope, moment: Date): Promise<number> {
  const { rows } = await tx.execute<{ messages: number }>(sql`
    select count(*)::int as messages from counted_messages
    where workspace_id = ${workspaceId} and counted_at >= ${startOfMonth} and counted_at < ${moment.toISOString()}::timestamptz`);
  return rows[0]?.messages ?? 0;
}

/** Counts the uncounted messages of each conversation, by its key. Conversations without such messages are missing. */
export async function countUncountedMessages(
  { workspaceId, tx }: WorkspaceScope,
  channelId: string,
  keys: string[],
): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  const { rows } = await tx.execute<{ key: string; messages: number }>(sql`
    select m.conversation_key as key, count(*)::int as messages
    from messages m ${countable(workspaceId)}
    where m.workspace_id = ${workspaceId} and m.channel_id = ${channelId}
      and m.conversation_key = any(${sql.param(keys)}::text[]) and ${whereCountable}
    group by 1`);
  return new Map(rows.map(({ key, messages }) => [key, messages]));
}

/** Counts stored messages of a channel that wait for the analysis and will count against the plan. */
export async function countWaiting({ workspaceId, tx }: WorkspaceScope, channelId: string): Promise<number> {
  const { rows } = await tx.execute<{ messages: number }>(sql`
    select count(*)::int as messages
    from messages m ${countable(workspaceId)}
    left join conversations c on c.workspace_id = m.workspace_id and c.channel_id = m.channel_id and c.key = m.conversation_key
    where m.workspace_id = ${workspaceId} and m.channel_id = ${channelId}
      and (c.id is null or c.fingerprint = '') and ${whereCountable}`);
  return rows[0]?.messages ?? 0;
}

/**
 * Counts analyzed messages that have the minimum length, each only once. Join notices and bots' posts are not stored as
 * messages.
 */
export async function storeCountedMessages(
  { workspaceId, tx }: WorkspaceScope,
  analyzed: { channelId: string; messages: { externalId: string }[] }[],
): Promise<void> {
  const said = analyzed.flatMap(({ channelId, messages }) =>
    messages.map(({ externalId }) => ({ channelId, externalId })),
  );
  // Makes PostgreSQL find each message by its key. Before PostgreSQL has statistics, it may otherwise read all messages
  // for each one.
  await tx.execute(sql`
    insert into counted_messages (workspace_id, id)
    select distinct ${workspaceId}::uuid, ${hash}
    from unnest(${sql.param(said.map(({ channelId }) => channelId))}::uuid[],
      ${sql.param(said.map(({ externalId }) => externalId))}::text[]) as given (channel_id, external_id)
    cross join lateral (
      select * from messages where workspace_id = ${workspaceId} and channel_id = given.channel_id
        and external_id = given.external_id limit 1) m
    join channels ch on ch.workspace_id = ${workspaceId} and ch.id = given.channel_id
    left join workspace_settings s on s.workspace_id = ${workspaceId}
    where m.deleted_at is null and ${whereLongEnough}
    order by 2
    on conflict do nothing`);
}

/**
 * True if the channel's waiting messages fit into the remaining number, or if no message waits. A longer conversation
 * fits completely or not at all.
 */
export async function hasMessagesWithinLimit(
  { workspaceId, tx }: WorkspaceScope,
  channelId: string,
  left: number,
): Promise<boolean> {
  const { rows } = await tx.execute<{ least: number | null }>(sql`
    select min(waiting.messages)::int as least from (
      select count(*) as messages from messages m ${countable(workspaceId)}
      left join conversations c on c.workspace_id = m.workspace_id and c.channel_id = m.channel_id and c.key = m.conversation_key
      where m.workspace_id = ${workspaceId} and m.channel_id = ${channelId}
        and (c.id is null or c.fingerprint = '') and ${whereCountable}
      group by coalesce(m.conversation_key, m.external_id)) waiting`);
  const least = rows[0]?.least ?? null;
  return least === null || least <= left;
}

const countable = (workspaceId: string) => sql`
  join channels ch on ch.workspace_id = m.workspace_id and ch.id = m.channel_id
  left join workspace_settings s on s.workspace_id = ${workspaceId}
  left join counted_messages known on known.workspace_id = ${workspaceId} and known.id = ${hash}`;

const whereCountable = sql`m.deleted_at is null and known.id is null and ${whereLongEnough}`;

/** The used part of a workspace's plan. */
export interface PlanUsage {
  /** Counted from the first of the month, in UTC, by the database's clock. */
  messages: number;
  /** Active channels, even while they wait for the next month. */
  channels: number;
  knowledgePlatforms: number;
  /** The time at which the number of messages restarts at zero. */
  resetsAt: Date;
}
