import { and, asc, desc, eq, gte, inArray, isNull, lt, sql } from "drizzle-orm";
import { newId } from "../../db/new-id.ts";
import { conversations, messages } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { ConversationSizes, MOST_MESSAGES } from "../../pipeline/conversation-sizes.ts";

const WINDOW_MESSAGES = 1000;

/** More than who-answers-whom looks back. */
const CONTEXT_MESSAGES = 100;

export type Row = typeof messages.$inferSelect;

const present = ({ workspaceId }: WorkspaceScope, channelId: string) =>
  and(
    eq(messages.workspaceId, workspaceId),
    eq(messages.channelId, channelId),
    isNull(messages.deletedAt),
    isNull(messages.forgottenAt),
  );

export async function openWindow(scope: WorkspaceScope, channelId: string) {
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
export async function sizesOf(
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

export async function storeKeys(
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
