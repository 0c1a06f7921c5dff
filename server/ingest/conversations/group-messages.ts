import { setImmediate } from "node:timers/promises";
import { and, asc, desc, eq, gte, inArray, isNull, lt, sql } from "drizzle-orm";
import type { ChatMessage } from "../../../shared/domain/chat.ts";
import { newId } from "../../db/new-id.ts";
import { conversations, messages } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { ConversationSizes, MOST_MESSAGES } from "../../pipeline/conversation-sizes.ts";
import { assignConversations } from "../../pipeline/form-conversations.ts";

const WINDOW_MESSAGES = 1000;
/** More than who-answers-whom looks back. */
const CONTEXT_MESSAGES = 100;
/** A thousand messages take a second or more; whoever waits for this process meanwhile does not. */
const BREATHE_EVERY_MS = 15;

type Row = typeof messages.$inferSelect;

/**
 * Puts the oldest window of ungrouped messages into conversations, and marks these to be judged. What was grouped keeps its
 * conversation; new messages join it. Answers how many were grouped: call it until none is left.
 */
export async function groupNextMessages(scope: WorkspaceScope, channelId: string): Promise<number> {
  const window = await openWindow(scope, channelId);
  if (!window) return 0;
  const ordered = [...window.context, ...window.rows];
  const sizes = await sizesOf(scope, channelId, ordered, window.threadKeys);
  const keys = await conversationKeys(ordered, window.threadKeys, sizes);
  const grouped = window.rows.filter((row) => row.conversationKey === null);
  await storeKeys(
    scope,
    channelId,
    grouped.map(({ externalId }) => ({ externalId, key: keys.get(externalId) ?? externalId })),
  );
  return grouped.length;
}

const present = ({ workspaceId }: WorkspaceScope, channelId: string) =>
  and(eq(messages.workspaceId, workspaceId), eq(messages.channelId, channelId), isNull(messages.deletedAt));

async function openWindow(scope: WorkspaceScope, channelId: string) {
  const { tx } = scope;
  const here = present(scope, channelId);
  const [first] = await tx
    .select({ sentAt: messages.sentAt })
    .from(messages)
    .where(and(here, isNull(messages.conversationKey)))
    .orderBy(asc(messages.sentAt))
    .limit(1);
  if (!first) return null;
  const context = await tx
    .select()
    .from(messages)
    .where(and(here, lt(messages.sentAt, first.sentAt)))
    .orderBy(desc(messages.sentAt), desc(messages.externalId))
    .limit(CONTEXT_MESSAGES);
  const rows = await tx
    .select()
    .from(messages)
    .where(and(here, gte(messages.sentAt, first.sentAt)))
    .orderBy(asc(messages.sentAt), asc(messages.externalId))
    .limit(WINDOW_MESSAGES);
  const threads = [...new Set(rows.flatMap(({ threadId }) => threadId ?? []))];
  const roots = threads.length
    ? await tx
        .select({ id: messages.externalId, key: messages.conversationKey })
        .from(messages)
        .where(
          and(
            eq(messages.workspaceId, scope.workspaceId),
            eq(messages.channelId, channelId),
            inArray(messages.externalId, threads),
          ),
        )
    : [];
  const threadKeys = new Map(roots.flatMap(({ id, key }) => (key ? [[id, key] as const] : [])));
  return { context: context.reverse(), rows, threadKeys };
}

/** How much was said in the conversations that these messages may join, and what goes on with those that are full. */
async function sizesOf(
  { workspaceId, tx }: WorkspaceScope,
  channelId: string,
  ordered: Row[],
  threadKeys: ReadonlyMap<string, string>,
): Promise<ConversationSizes> {
  const keys = new Set([
    ...threadKeys.values(),
    ...ordered.flatMap(({ conversationKey, threadId }) => [conversationKey ?? [], threadId ?? []].flat()),
  ]);
  if (keys.size === 0) return new ConversationSizes();
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
  const full = new Set(known.filter(({ size }) => size >= MOST_MESSAGES).map(({ key }) => key));
  const longThreads = ordered
    .flatMap(({ threadId }) => threadId ?? [])
    .filter((threadId) => full.has(threadKeys.get(threadId) ?? threadId));
  if (longThreads.length === 0) return new ConversationSizes(known.map(({ key, size }) => [key, size]));
  const { rows } = await tx.execute<{ thread: string; key: string; size: number }>(sql`
    select distinct on (m.thread_id) m.thread_id as thread, c.key, c.message_count as size
    from messages m
    join conversations c on c.workspace_id = m.workspace_id and c.channel_id = m.channel_id and c.key = m.conversation_key
    where m.workspace_id = ${workspaceId} and m.channel_id = ${channelId}
      and m.thread_id = any(${sql.param([...new Set(longThreads)])}::text[])
    order by m.thread_id, c.last_at desc, c.key`);
  return new ConversationSizes(
    [...known, ...rows].map(({ key, size }) => [key, size]),
    rows.map(({ thread, key }) => [threadKeys.get(thread) ?? thread, key]),
  );
}

/** The conversation of each message, in order: the stored one if it has one, else that of its thread or of what it answers. */
async function conversationKeys(
  ordered: Row[],
  threadKeys: ReadonlyMap<string, string>,
  sizes: ConversationSizes,
): Promise<Map<string, string>> {
  let breathedAt = performance.now();
  const stored = new Map(
    ordered.flatMap((row) => (row.conversationKey ? [[row.externalId, row.conversationKey]] : [])),
  );
  const storedKeys = new Set(stored.values());
  const keys = new Map<string, string>();
  /** Conversations begun here that turned out to be the beginning of one we have. */
  const joined = new Map<string, string>();
  for (const { message, answers } of assignConversations(ordered.map(toMessage))) {
    const { externalId, threadId } = message;
    const isReply = threadId !== null && threadId !== externalId;
    const parent = isReply
      ? (keys.get(threadId) ?? threadKeys.get(threadId) ?? threadId)
      : answers && keys.get(answers);
    const own = stored.get(externalId);
    keys.set(externalId, own ?? sizes.join(parent ?? externalId, externalId));
    if (performance.now() - breathedAt > BREATHE_EVERY_MS) {
      await setImmediate();
      breathedAt = performance.now();
    }
    const beginsEarlier = own === externalId && parent && !isReply && !storedKeys.has(parent);
    if (beginsEarlier && !joined.has(parent)) joined.set(parent, own);
  }
  return new Map([...keys].map(([id, key]) => [id, joined.get(key) ?? key]));
}

export function toMessage(row: Row): ChatMessage {
  return {
    externalId: row.externalId,
    threadId: row.threadId,
    author: { externalId: row.authorId, name: row.authorName },
    sentAt: row.sentAt,
    editedAt: row.editedAt,
    text: row.text,
  };
}

async function storeKeys(
  { workspaceId, tx }: WorkspaceScope,
  channelId: string,
  grouped: { externalId: string; key: string }[],
): Promise<void> {
  await tx.execute(sql`
    update messages set conversation_key = given.key
    from unnest(${sql.param(grouped.map(({ externalId }) => externalId))}::text[],
      ${sql.param(grouped.map(({ key }) => key))}::text[]) as given (id, key)
    where workspace_id = ${workspaceId} and channel_id = ${channelId} and external_id = given.id`);
  const keys = [...new Set(grouped.map(({ key }) => key))];
  await tx.execute(sql`
    insert into conversations (workspace_id, id, channel_id, key, message_count, first_at, last_at, fingerprint)
    select m.workspace_id, given.id, m.channel_id, given.key, count(*), min(m.sent_at), max(m.sent_at), ''
    from unnest(${sql.param(keys)}::text[], ${sql.param(keys.map(() => newId()))}::uuid[]) as given (key, id)
    join messages m on m.workspace_id = ${workspaceId} and m.channel_id = ${channelId}
      and m.conversation_key = given.key and m.deleted_at is null
    group by m.workspace_id, given.id, m.channel_id, given.key
    on conflict (workspace_id, channel_id, key) do update
      set message_count = excluded.message_count, first_at = excluded.first_at, last_at = excluded.last_at, fingerprint = ''`);
}
