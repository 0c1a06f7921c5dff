import { and, eq, isNull, sql } from "drizzle-orm";
import { newId } from "../../db/new-id.ts";
import { conversations, messages } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { StoredConversation } from "./conversation-queries.ts";

/**
 * Locks the conversation's messages and then the conversation. Returns false if the conversation has changed since the caller
 * read it.
 */
export async function lockIfUnchanged({ workspaceId, tx }: WorkspaceScope, read: StoredConversation): Promise<boolean> {
  const { channelId, conversationKey, deletedAt, forgottenAt, externalId, authorId, text } = messages;
  const said = await tx
    .select({ externalId, authorId, text })
    .from(messages)
    .where(
      and(
        eq(messages.workspaceId, workspaceId),
        eq(channelId, read.channelId),
        eq(conversationKey, read.key),
        isNull(deletedAt),
        isNull(forgottenAt),
      ),
    )
    .orderBy(externalId)
    .for("update");
  const [row] = await tx
    .select({ rowVersion: sql<string>`conversations.xmin::text` })
    .from(conversations)
    .where(and(eq(conversations.workspaceId, workspaceId), eq(conversations.id, read.id)))
    .for("update");
  const now = new Map(said.map((message) => [message.externalId, message]));
  const isSame = read.messages.every(({ externalId: id, author, text: words }) => {
    const message = now.get(id);
    return message?.text === words && message.authorId === author.externalId;
  });
  return isSame && now.size === read.messages.length && row?.rowVersion === read.rowVersion;
}

export interface ConversationDivision {
  /** Ids of the messages to move. The first id is the first message of the new conversation. */
  ids: string[];
  /** Fingerprint of the remaining part, which counts as judged. Stored unless newer messages exist. */
  fingerprint: string;
}

/**
 * Creates the new conversation with the key of its first message. The number of counted messages is divided too, so that each
 * message counts once. Returns the new id.
 */
export async function storeDivision(
  { workspaceId, tx }: WorkspaceScope,
  { id, channelId, key }: StoredConversation,
  { ids, fingerprint }: ConversationDivision,
): Promise<string> {
  const begun = sql`${ids[0]}::text`;
  await tx.execute(sql`
    update messages set conversation_key = ${begun}
    where workspace_id = ${workspaceId} and channel_id = ${channelId} and conversation_key = ${key}
      and external_id = any(${sql.param(ids)}::text[])`);
  const said = (of: typeof begun) => sql`
    select count(*)::int as messages, min(sent_at) as first_at, max(sent_at) as last_at, max(text_at) as text_at
    from messages where workspace_id = ${workspaceId} and channel_id = ${channelId} and conversation_key = ${of}
      and deleted_at is null`;
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into conversations
      (workspace_id, id, channel_id, key, message_count, counted_messages, first_at, last_at, fingerprint)
    select ${workspaceId}, ${newId()}, ${channelId}, ${begun}, goes.messages,
      greatest(0, c.counted_messages - stays.messages), goes.first_at, goes.last_at, ''
    from conversations c, (${said(begun)}) goes, (${said(sql`${key}::text`)}) stays
    where c.workspace_id = ${workspaceId} and c.id = ${id}
    on conflict (workspace_id, channel_id, key) do update set message_count = excluded.message_count,
      counted_messages = conversations.counted_messages + excluded.counted_messages,
      first_at = excluded.first_at, last_at = excluded.last_at, fingerprint = ''
    returning id`);
  await tx.execute(sql`
    update conversations c set message_count = stays.messages, first_at = stays.first_at, last_at = stays.last_at,
      counted_messages = least(c.counted_messages, stays.messages),
      fingerprint = case when c.counted_messages >= stays.messages and stays.text_at <= c.analysed_at
        then ${fingerprint} else '' end
    from (${said(sql`${key}::text`)}) stays
    where c.workspace_id = ${workspaceId} and c.id = ${id}`);
  const [row] = rows;
  if (!row) throw new Error("An insert always returns its row");
  return row.id;
}
