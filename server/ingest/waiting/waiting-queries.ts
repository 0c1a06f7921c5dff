import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { ModelUnavailable } from "../../../engine/contract.ts";
import { channels, conversations, type ModelWait } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";

const whereChannel = ({ workspaceId }: WorkspaceScope, id: string) =>
  and(eq(channels.workspaceId, workspaceId), eq(channels.id, id));

export async function storeModelWait(
  scope: WorkspaceScope,
  channelId: string,
  { reason, until, message }: ModelUnavailable,
): Promise<void> {
  const modelWaits = { reason, until: until?.toISOString() ?? null, sentence: message };
  await scope.tx.update(channels).set({ modelWaits }).where(whereChannel(scope, channelId));
}

/** Ends a channel's wait for the model. Returns true if the channel was waiting. */
export async function clearModelWait(scope: WorkspaceScope, channelId: string): Promise<boolean> {
  const rows = await scope.tx
    .update(channels)
    .set({ modelWaits: null })
    .where(and(whereChannel(scope, channelId), isNotNull(channels.modelWaits)))
    .returning({ id: channels.id });
  return rows.length > 0;
}

/** Marks a single conversation that the model declines to process; the other conversations continue. */
export async function markConversationsRefused(
  { workspaceId, tx }: WorkspaceScope,
  conversationId: string,
  { reason, until }: ModelUnavailable,
): Promise<void> {
  await tx
    .update(conversations)
    .set({ waitsFor: reason, waitsUntil: until })
    .where(and(eq(conversations.workspaceId, workspaceId), eq(conversations.id, conversationId)));
}

/** Counts a channel's messages that a model has not read, or should read again. */
export async function countUnread({ workspaceId, tx }: WorkspaceScope, channelId: string): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    select ((select count(*) from messages m where m.workspace_id = ${workspaceId} and m.channel_id = ${channelId}
        and m.conversation_key is null and m.deleted_at is null and m.forgotten_at is null)
      + (select coalesce(sum(c.message_count), 0) from conversations c where c.workspace_id = ${workspaceId}
        and c.channel_id = ${channelId} and c.waits_for = 'again'))::int as count`);
  return rows[0]?.count ?? 0;
}

export interface WaitingChannel extends ModelWait {
  channelId: string;
  channelName: string;
  /** The number of messages that are unread or requested to be read again, and of conversations that are not written up. */
  messages: number;
  conversations: number;
}

/**
 * Lists the work that waits for the model, by channel. `unfinished` is the reason shown for work that could continue; without
 * this reason such work is not listed.
 */
export async function listWaitingChannels(
  { workspaceId, tx }: WorkspaceScope,
  unfinished: ModelWait | null = null,
): Promise<WaitingChannel[]> {
  const { rows } = await tx.execute<{
    channelId: string;
    channelName: string;
    wait: ModelWait | null;
    unread: number;
    again: number;
    unwritten: number;
    declined: number;
  }>(sql`
    select c.id as "channelId", c.name as "channelName", c.model_waits as wait, u.unread, t.again, t.unwritten, t.declined
    from channels c
    cross join lateral (
      select count(*)::int as unread from messages m where m.workspace_id = c.workspace_id and m.channel_id = c.id
        and m.conversation_key is null and m.deleted_at is null and m.forgotten_at is null) u
    cross join lateral (
      select coalesce(sum(message_count) filter (where waits_for = 'again'), 0)::int as again,
        count(*) filter (where fingerprint = '' and waits_for is null)::int as unwritten,
        count(*) filter (where waits_for <> 'again')::int as declined
      from conversations t where t.workspace_id = c.workspace_id and t.channel_id = c.id
        and (t.fingerprint = '' or t.waits_for is not null)) t
    where c.workspace_id = ${workspaceId} and (c.model_waits is not null or t.declined > 0
      or (${unfinished !== null} and u.unread + t.again + t.unwritten > 0))
    order by c.name, c.id`);
  return rows.map(({ channelId, channelName, wait: held, unread, again, unwritten, declined }) => {
    const isLeft = unread + again + unwritten > 0;
    const wait = held ?? (isLeft ? unfinished : null);
    return wait
      ? { channelId, channelName, ...wait, messages: unread + again, conversations: unwritten + declined }
      : { channelId, channelName, ...DECLINED, messages: 0, conversations: declined };
  });
}

const DECLINED: ModelWait = { reason: "refused", until: null, sentence: "The model declined some conversations." };
