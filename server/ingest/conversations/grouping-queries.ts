import { and, asc, desc, eq, gte, inArray, isNull, lt, sql } from "drizzle-orm";
import type { MessageWindow } from "../../../engine/contract.ts";
import { MAX_CONVERSATION_MESSAGES } from "../../../engine/find/index.ts";
import type { ChatMessage } from "../../../shared/domain/chat.ts";
import { newId } from "../../db/new-id.ts";
import { conversations, messages } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";

const WINDOW_MESSAGES = 1000;

/**
 * The number of earlier messages given to the engine, larger than the distance at which it searches for the message that a
 * reply answers.
 */
const CONTEXT_MESSAGES = 100;

type MessageRow = typeof messages.$inferSelect;
export type MessageFields = Pick<
  MessageRow,
  "externalId" | "threadId" | "authorId" | "authorName" | "sentAt" | "editedAt" | "text" | "beside"
>;

/** A message with its row version, which changes with each write of the row. */
export type MessageRowVersion = Pick<MessageRow, "externalId" | "conversationKey"> & { rowVersion: string };

/** The oldest ungrouped messages, with the earlier messages that are needed for grouping them. */
export interface UngroupedWindow {
  /** The messages directly before the first ungrouped message. */
  context: (MessageRowVersion & MessageFields)[];
  rows: (MessageRowVersion & MessageFields)[];
  /** The first messages of the threads that the messages in `rows` belong to. */
  roots: MessageRowVersion[];
}

const { externalId, conversationKey, threadId, authorId, authorName, sentAt, editedAt, text, beside } = messages;
const READ = { externalId, conversationKey, rowVersion: sql<string>`messages.xmin::text` };
export const MESSAGE_COLUMNS = { ...READ, threadId, authorId, authorName, sentAt, editedAt, text, beside };

const whereInChannel = ({ workspaceId }: WorkspaceScope, channelId: string) =>
  and(eq(messages.workspaceId, workspaceId), eq(messages.channelId, channelId));

export const wherePresentInChannel = (scope: WorkspaceScope, channelId: string) =>
  and(whereInChannel(scope, channelId), isNull(messages.deletedAt), isNull(messages.forgottenAt));

/** Returns null when every message is grouped. */
export async function findUngroupedWindow(scope: WorkspaceScope, channelId: string): Promise<UngroupedWindow | null> {
  const { tx } = scope;
  const here = wherePresentInChannel(scope, channelId);
  const [first] = await tx
    .select({ sentAt })
    .from(messages)
    .where(and(here, isNull(conversationKey)))
    .orderBy(asc(sentAt))
    .limit(1);
  if (!first) return null;
  const context = await tx
    .select(MESSAGE_COLUMNS)
    .from(messages)
    .where(and(here, lt(sentAt, first.sentAt)))
    .orderBy(desc(sentAt), desc(externalId))
    .limit(CONTEXT_MESSAGES);
  const rows = await tx
    .select(MESSAGE_COLUMNS)
    .from(messages)
    .where(and(here, gte(sentAt, first.sentAt)))
    .orderBy(asc(sentAt), asc(externalId))
    .limit(WINDOW_MESSAGES);
  const threads = [...new Set(rows.flatMap((row) => row.threadId ?? []))];
  const roots = threads.length
    ? await tx
        .select(READ)
        .from(messages)
        .where(and(whereInChannel(scope, channelId), inArray(externalId, threads)))
    : [];
  return { context: context.reverse(), rows, roots };
}

export function toMessage(row: MessageFields): ChatMessage {
  return {
    externalId: row.externalId,
    threadId: row.threadId,
    author: { externalId: row.authorId, name: row.authorName },
    sentAt: row.sentAt,
    editedAt: row.editedAt,
    text: row.text,
    ...(row.beside && { beside: row.beside }),
  };
}

/**
 * Returns the sizes of the conversations that these messages may join. For a full conversation, also returns the conversation
 * that continues it.
 */
export async function countConversationSizes(
  { workspaceId, tx }: WorkspaceScope,
  channelId: string,
  ordered: UngroupedWindow["rows"],
  threadKeys: ReadonlyMap<string, string>,
): Promise<Pick<MessageWindow, "sizes" | "continued">> {
  const keys = new Set([
    ...threadKeys.values(),
    ...ordered.flatMap((row) => [row.conversationKey ?? [], row.threadId ?? []].flat()),
  ]);
  if (keys.size === 0) return { sizes: [], continued: [] };
  const known = await tx
    .select({ key: conversations.key, size: conversations.messageCount })
    .from(conversations)
    .where(
      and(
        eq(conversations.workspaceId, workspaceId),
        eq(conversations.channelId, channelId),
        inArray(conversations.key, [...keys]),
      ),
    );
  const full = new Set(known.filter(({ size }) => size >= MAX_CONVERSATION_MESSAGES).map(({ key }) => key));
  const longThreads = ordered
    .flatMap((row) => row.threadId ?? [])
    .filter((thread) => full.has(threadKeys.get(thread) ?? thread));
  if (longThreads.length === 0) return { sizes: known.map(({ key, size }) => [key, size]), continued: [] };
  const { rows } = await tx.execute<{ thread: string; key: string; size: number }>(sql`
    select distinct on (m.thread_id) m.thread_id as thread, c.key, c.message_count as size
    from messages m
    join conversations c on c.workspace_id = m.workspace_id and c.channel_id = m.channel_id and c.key = m.conversation_key
    where m.workspace_id = ${workspaceId} and m.channel_id = ${channelId}
      and m.thread_id = any(${sql.param([...new Set(longThreads)])}::text[])
    order by m.thread_id, c.last_at desc, c.key`);
  return {
    sizes: [...known, ...rows].map(({ key, size }) => [key, size]),
    continued: rows.map(({ thread, key }) => [threadKeys.get(thread) ?? thread, key]),
  };
}

/** Finds whether a message was changed or deleted since the caller read it, or is in another conversation now. */
export async function findMessageChanges(
  { workspaceId, tx }: WorkspaceScope,
  channelId: string,
  read: MessageRowVersion[],
): Promise<{ isEdited: boolean; isGrouped: boolean }> {
  const { rows } = await tx.execute<{ same: number; alike: number }>(sql`
    select count(*) filter (where m.xmin::text = given.version)::int as same,
      count(*) filter (where m.conversation_key is not distinct from given.key)::int as alike
    from unnest(${sql.param(read.map((row) => row.externalId))}::text[],
      ${sql.param(read.map((row) => row.rowVersion))}::text[],
      ${sql.param(read.map((row) => row.conversationKey))}::text[]) as given (id, version, key)
    join messages m on m.workspace_id = ${workspaceId} and m.channel_id = ${channelId} and m.external_id = given.id`);
  const { same = 0, alike = 0 } = rows[0] ?? {};
  return { isEdited: same < read.length, isGrouped: alike < read.length };
}

/**
 * Stores the conversation keys of ungrouped messages and returns the number of these messages. Their conversations have to be
 * judged.
 */

export async function storeConversationKeys(
  { workspaceId, tx }: WorkspaceScope,
  channelId: string,
  grouped: { externalId: string; key: string }[],
): Promise<number> {
  const { rows } = await tx.execute<{ key: string }>(sql`
    update messages set conversation_key = given.key
    from unnest(${sql.param(grouped.map((row) => row.externalId))}::text[],
      ${sql.param(grouped.map(({ key }) => key))}::text[]) as given (id, key)
    where workspace_id = ${workspaceId} and channel_id = ${channelId} and external_id = given.id
      and conversation_key is null and deleted_at is null and forgotten_at is null
    returning given.key`);
  const keys = [...new Set(rows.map(({ key }) => key))];
  await tx.execute(sql`
    insert into conversations (workspace_id, id, channel_id, key, message_count, first_at, last_at, fingerprint)
    select m.workspace_id, given.id, m.channel_id, given.key, count(*), min(m.sent_at), max(m.sent_at), ''
    from unnest(${sql.param(keys)}::text[], ${sql.param(keys.map(() => newId()))}::uuid[]) as given (key, id)
    join messages m on m.workspace_id = ${workspaceId} and m.channel_id = ${channelId}
      and m.conversation_key = given.key and m.deleted_at is null
    group by m.workspace_id, given.id, m.channel_id, given.key
    on conflict (workspace_id, channel_id, key) do update
      set message_count = excluded.message_count, first_at = excluded.first_at, last_at = excluded.last_at, fingerprint = ''`);
  return rows.length;
}
