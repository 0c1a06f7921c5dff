import { type SQL, sql } from "drizzle-orm";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";

/** A type, because rows of raw queries must be assignable to a record. */
export type OtherModelsReadingCounts = {
  conversations: number;
  messages: number;
  /** The number of conversations that somebody requested to be read again. */
  asked: number;
};

/**
 * SQL condition: the conversation may be read again. Rules or another model read it, no person has a question about it in the
 * inbox, no part is erased or removed, and its channel may be sent to a model. An article's conversation is written up again
 * beside its article; others are read anew.
 */
const whereMayBeReadAgain = (workspaceId: string, reader: string): SQL => sql`
  c.workspace_id = ${workspaceId} and c.fingerprint <> '' and c.waits_for is null
  and c.found_by is distinct from ${reader} and not c.is_evidence and c.removed_up_to is null
  and exists (select from channels h where h.workspace_id = c.workspace_id and h.id = c.channel_id and not h.never_to_model)
  and exists (select from messages m where m.workspace_id = c.workspace_id and m.channel_id = c.channel_id
    and m.conversation_key = c.key and m.deleted_at is null)
  and not exists (select from messages m where m.workspace_id = c.workspace_id and m.channel_id = c.channel_id
    and m.conversation_key = c.key and m.forgotten_at is not null)
  and (c.article_id is not null or not exists (
    select from inbox_items i where i.workspace_id = c.workspace_id and i.conversation_id = c.id))`;

/** Counts what other models have read; `reader` is null if no model is set up. */
export async function countReadByOtherModels(
  { workspaceId, tx }: WorkspaceScope,
  reader: string | null,
): Promise<OtherModelsReadingCounts> {
  const { rows } = await tx.execute<OtherModelsReadingCounts>(sql`
    select count(*) filter (where is_other)::int as conversations,
      coalesce(sum(message_count) filter (where is_other), 0)::int as messages,
      count(*) filter (where is_asked)::int as asked
    from (
      select c.message_count, ${reader === null ? sql`false` : sql`(${whereMayBeReadAgain(workspaceId, reader)})`} as is_other,
        (coalesce(c.waits_for, '') = 'again' or (c.fingerprint = '' and c.article_id is not null)) as is_asked
      from conversations c where c.workspace_id = ${workspaceId}) c`);
  return rows[0] ?? { conversations: 0, messages: 0, asked: 0 };
}

/**
 * Requests that conversations of one channel, or of all channels, are read again. Each conversation keeps its verdict until the
 * new verdict exists. Returns the ids of the channels.
 */
export async function requestRereading(
  { workspaceId, tx }: WorkspaceScope,
  reader: string,
  channelId: string | null = null,
): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with asked as (
      update conversations c set
        waits_for = case when c.article_id is null then 'again' end,
        fingerprint = case when c.article_id is null then c.fingerprint else '' end,
        found_by = case when c.article_id is null then c.found_by else ${reader} end
      where ${whereMayBeReadAgain(workspaceId, reader)}
        and (${channelId}::uuid is null or c.channel_id = ${channelId}::uuid)
      returning c.channel_id)
    select distinct channel_id as id from asked`);
  return rows.map(({ id }) => id);
}

/** Lists channels with conversations that somebody requested to be read again. */
export async function listChannelsToReread({ workspaceId, tx }: WorkspaceScope): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct channel_id as id from conversations
    where workspace_id = ${workspaceId} and waits_for = 'again'`);
  return rows.map(({ id }) => id);
}

/**
 * Withdraws the requests to read conversations of these channels again. An article's conversation with messages that are newer
 * than its verdict stays unjudged.
 */
export async function withdrawRereading(
  { workspaceId, tx }: WorkspaceScope,
  channelIds: readonly string[],
): Promise<void> {
  const ofChannels = sql`c.workspace_id = ${workspaceId} and c.channel_id = any(${sql.param(channelIds)}::uuid[])`;
  await tx.execute(sql`update conversations c set waits_for = null where ${ofChannels} and c.waits_for = 'again'`);
  await tx.execute(sql`
    update conversations c set fingerprint = 'stopped', found_by = null
    where ${ofChannels} and c.fingerprint = '' and c.article_id is not null and c.analysed_at is not null
      and not exists (select from messages m where m.workspace_id = c.workspace_id and m.channel_id = c.channel_id
        and m.conversation_key = c.key and m.text_at > c.analysed_at)`);
}

/**
 * Deletes the conversations of these messages that were requested to be read again. Their messages then belong to no
 * conversation. A conversation with an article, or with an item in the inbox, stays.
 */
export async function deleteRereadConversations(
  { workspaceId, tx }: WorkspaceScope,
  channelId: string,
  messageIds: readonly string[],
): Promise<void> {
  const asked = sql`c.workspace_id = ${workspaceId} and c.channel_id = ${channelId} and c.waits_for = 'again' and c.key in (
    select m.conversation_key from messages m where m.workspace_id = ${workspaceId} and m.channel_id = ${channelId}
      and m.external_id = any(${sql.param(messageIds)}::text[]))`;
  await tx.execute(sql`
    update conversations c set waits_for = null where ${asked} and (c.article_id is not null or exists (
      select from inbox_items i where i.workspace_id = c.workspace_id and i.conversation_id = c.id))`);
  await tx.execute(sql`
    with released as (delete from conversations c where ${asked} returning c.key)
    update messages m set conversation_key = null from released
    where m.workspace_id = ${workspaceId} and m.channel_id = ${channelId} and m.conversation_key = released.key`);
}
