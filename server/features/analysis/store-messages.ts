import { and, eq, gte, inArray, isNull, lt, lte, ne, notInArray, or, sql } from "drizzle-orm";
import type { CompleteStretch, Cursor, SkippedMessage } from "../../../connectors/chat-source.ts";
import type { ChatMessage } from "../../../shared/domain/chat.ts";
import { channels, conversations, messages } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";

export interface MessageBatch {
  messages: ChatMessage[];
  skipped: SkippedMessage[];
  complete: CompleteStretch[];
}

export interface StoreOptions {
  /** Absent: the channel's cursor stays where it is. */
  nextCursor?: Cursor;
  /** A message read since then is there, whatever a neighbouring stretch says of its edge. By the database's clock. */
  readingSince: Date;
  /** 'export': may be older than what is stored, so it brings nothing deleted back. */
  from: "platform" | "export";
}

/**
 * Stores one page with the cursor behind it. The same messages again, from the platform or an export, are the same rows.
 * A changed or deleted message marks its conversation to be judged again. Answers how many are new.
 */
export async function storeMessages(
  scope: WorkspaceScope,
  channelId: string,
  batch: MessageBatch,
  options: StoreOptions,
): Promise<{ added: number; changed: number; deleted: number }> {
  const { workspaceId, tx } = scope;
  const stored = await findStored(scope, channelId, batch.messages);
  const added = batch.messages.filter(({ externalId }) => !stored.has(externalId));
  const changed = batch.messages.filter((message) => {
    const known = stored.get(message.externalId);
    return known !== undefined && isNewer(message, known, options.from);
  });
  if (added.length + changed.length > 0) await upsert(scope, channelId, [...added, ...changed]);
  const reread = [...stored.keys()];
  if (reread.length > 0) {
    await tx
      .update(messages)
      .set({ readAt: sql`clock_timestamp()` })
      .where(and(isOf(scope, channelId), inArray(messages.externalId, reread)));
  }
  const touched = changed.flatMap(({ externalId, text }) => {
    const known = stored.get(externalId);
    return known?.conversationKey && (known.text !== text || known.deletedAt) ? [known.conversationKey] : [];
  });
  const deleted = options.from === "platform" ? await eraseMissing(scope, channelId, batch, options) : [];
  await judgeAgain(scope, channelId, [...touched, ...deleted.flatMap(({ key }) => key ?? [])]);
  if (options.nextCursor) {
    await tx
      .update(channels)
      .set({ cursor: options.nextCursor })
      .where(and(eq(channels.workspaceId, workspaceId), eq(channels.id, channelId)));
  }
  return { added: added.length, changed: changed.length, deleted: deleted.length };
}

type Stored = Pick<
  typeof messages.$inferSelect,
  "externalId" | "threadId" | "authorName" | "editedAt" | "deletedAt" | "text" | "conversationKey"
>;

const isOf = ({ workspaceId }: WorkspaceScope, channelId: string) =>
  and(eq(messages.workspaceId, workspaceId), eq(messages.channelId, channelId));

async function findStored(
  scope: WorkspaceScope,
  channelId: string,
  batch: ChatMessage[],
): Promise<Map<string, Stored>> {
  if (batch.length === 0) return new Map();
  const { externalId, threadId, authorName, editedAt, deletedAt, text, conversationKey } = messages;
  const rows = await scope.tx
    .select({ externalId, threadId, authorName, editedAt, deletedAt, text, conversationKey })
    .from(messages)
    .where(
      and(
        isOf(scope, channelId),
        inArray(
          externalId,
          batch.map((message) => message.externalId),
        ),
      ),
    );
  return new Map(rows.map((row) => [row.externalId, row]));
}

function isNewer(message: ChatMessage, known: Stored, from: StoreOptions["from"]): boolean {
  if (known.deletedAt) return from === "platform";
  const time = (date: Date | null) => date?.getTime() ?? 0;
  if (time(message.editedAt) < time(known.editedAt)) return false;
  return (
    message.text !== known.text ||
    (isNamed(message) && message.author.name !== known.authorName) ||
    time(message.editedAt) !== time(known.editedAt) ||
    (message.threadId !== null && message.threadId !== known.threadId)
  );
}

/** An id instead of a name says only that the platform does not show it (any more): a name known before is kept. */
const isNamed = ({ author }: ChatMessage) => author.name !== author.externalId;

async function upsert({ workspaceId, tx }: WorkspaceScope, channelId: string, batch: ChatMessage[]): Promise<void> {
  await tx
    .insert(messages)
    .values(
      batch.map((message) => ({
        workspaceId,
        channelId,
        externalId: message.externalId,
        threadId: message.threadId,
        authorId: message.author.externalId,
        authorName: message.author.name,
        sentAt: message.sentAt,
        editedAt: message.editedAt,
        text: message.text,
        readAt: sql`clock_timestamp()`,
      })),
    )
    .onConflictDoUpdate({
      target: [messages.workspaceId, messages.channelId, messages.externalId],
      set: {
        threadId: sql`coalesce(excluded.thread_id, ${messages.threadId})`,
        authorId: sql`excluded.author_id`,
        authorName: sql`case when excluded.author_name = excluded.author_id then ${messages.authorName} else excluded.author_name end`,
        editedAt: sql`excluded.edited_at`,
        deletedAt: null,
        text: sql`excluded.text`,
      },
    });
}

/** What was stored of a stretch that was read without gaps, and is not there any more, was deleted: its text goes. */
async function eraseMissing(
  scope: WorkspaceScope,
  channelId: string,
  { messages: present, skipped, complete }: MessageBatch,
  { readingSince }: StoreOptions,
): Promise<{ key: string | null }[]> {
  // A message whose id could not be read may be any of them.
  if (skipped.some(({ externalId }) => externalId === null)) return [];
  const there = [...present, ...skipped].flatMap(({ externalId }) => externalId ?? []);
  const gone: { key: string | null }[] = [];
  for (const { threadId, from, to } of complete) {
    const place =
      threadId === null
        ? or(isNull(messages.threadId), eq(messages.threadId, messages.externalId))
        : and(eq(messages.threadId, threadId), ne(messages.externalId, threadId));
    const rows = await scope.tx
      .update(messages)
      .set({ text: "", deletedAt: sql`now()` })
      .where(
        and(
          isOf(scope, channelId),
          isNull(messages.deletedAt),
          place,
          gte(messages.sentAt, from),
          lte(messages.sentAt, to),
          lt(messages.readAt, readingSince),
          there.length > 0 ? notInArray(messages.externalId, there) : undefined,
        ),
      )
      .returning({ key: messages.conversationKey });
    gone.push(...rows);
  }
  return gone;
}

/** An empty fingerprint is equal to none: the conversation is judged in the next analysis. */
async function judgeAgain(scope: WorkspaceScope, channelId: string, keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  await scope.tx
    .update(conversations)
    .set({ fingerprint: "" })
    .where(
      and(
        eq(conversations.workspaceId, scope.workspaceId),
        eq(conversations.channelId, channelId),
        inArray(conversations.key, [...new Set(keys)]),
      ),
    );
}
