import { and, eq, gte, inArray, isNull, lt, lte, ne, notInArray, or, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { CompletePeriod } from "../../../connectors/chat-source.ts";
import type { ChatMessage } from "../../../shared/domain/chat.ts";
import { erasedAuthors, messages } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";

/** Lists the hashed ids and names of erased people. */
export async function listErasedPeople({ workspaceId, tx }: WorkspaceScope): Promise<ReadonlySet<string>> {
  const rows = await tx
    .select({ hash: erasedAuthors.authorHash })
    .from(erasedAuthors)
    .where(eq(erasedAuthors.workspaceId, workspaceId));
  return new Set(rows.map(({ hash }) => hash));
}

/** Stores that these messages were read now, whether or not they have changed. */
export async function markRead(scope: WorkspaceScope, channelId: string, externalIds: string[]): Promise<void> {
  if (externalIds.length === 0) return;
  await scope.tx
    .update(messages)
    .set({ readAt: sql`clock_timestamp()` })
    .where(and(whereInChannel(scope, channelId), inArray(messages.externalId, externalIds)));
}

/**
 * Erases the text of messages. A message that was never stored gets a row without text. Returns the ids of messages that had
 * text.
 */
export async function markDeleted(
  { workspaceId, tx }: WorkspaceScope,
  channelId: string,
  gone: { externalId: string; sentAt: Date }[],
): Promise<string[]> {
  const nobody = { threadId: null, authorId: "", authorName: "", text: "" };
  const deletedAt = sql`clock_timestamp()`;
  const rows = await tx
    .insert(messages)
    .values(gone.map((message) => ({ ...nobody, ...message, workspaceId, channelId, deletedAt })))
    .onConflictDoUpdate({
      target: [messages.workspaceId, messages.channelId, messages.externalId],
      set: { text: "", textHash: null, deletedAt },
      setWhere: isNull(messages.deletedAt),
    })
    .returning({ id: messages.externalId, authorId: messages.authorId });
  return rows.flatMap(({ id, authorId }) => (authorId === "" ? [] : [id]));
}

/**
 * Marks messages of a completely read range as deleted if the reading did not return them. Erases their text and returns their
 * ids.
 */
export async function markMissing(
  scope: WorkspaceScope,
  channelId: string,
  { stretch, there, readingSince }: { stretch: CompletePeriod; there: string[]; readingSince: Date },
): Promise<string[]> {
  const { threadId, from, to } = stretch;
  const isInStretch =
    threadId === null
      ? or(isNull(messages.threadId), eq(messages.threadId, messages.externalId))
      : and(eq(messages.threadId, threadId), ne(messages.externalId, threadId));
  const rows = await scope.tx
    .update(messages)
    .set({ text: "", textHash: null, deletedAt: sql`now()` })
    .where(
      and(
        whereInChannel(scope, channelId),
        isNull(messages.deletedAt),
        isInStretch,
        gte(messages.sentAt, from),
        lte(messages.sentAt, to),
        lt(messages.readAt, readingSince),
        there.length > 0 ? notInArray(messages.externalId, there) : undefined,
      ),
    )
    .returning({ id: messages.externalId });
  return rows.map(({ id }) => id);
}

/**
 * Marks messages as the first of a thread. A message becomes the first of a thread once somebody replies, and only the reply's
 * event reports this.
 */
export async function markThreadStarts(scope: WorkspaceScope, channelId: string, added: ChatMessage[]): Promise<void> {
  if (added.length === 0) return;
  const roots = added.flatMap(({ threadId }) => threadId ?? []);
  const own = added.flatMap(({ externalId, threadId }) => (threadId === null ? [externalId] : []));
  const isAnswered = sql`exists (select from messages reply where reply.workspace_id = messages.workspace_id
    and reply.channel_id = messages.channel_id and reply.sent_at >= messages.sent_at
    and reply.thread_id = messages.external_id)`;
  await scope.tx
    .update(messages)
    .set({ threadId: sql`${messages.externalId}` })
    .where(
      and(
        whereInChannel(scope, channelId),
        isNull(messages.threadId),
        or(
          roots.length > 0 ? inArray(messages.externalId, roots) : undefined,
          own.length > 0 ? and(inArray(messages.externalId, own), isAnswered) : undefined,
        ),
      ),
    );
}

export type StoredMessage = Pick<
  typeof messages.$inferSelect,
  "externalId" | "threadId" | "authorName" | "editedAt" | "deletedAt" | "text" | "beside" | "forgottenAt" | "textHash"
>;

const whereInChannel = ({ workspaceId }: WorkspaceScope, channelId: string) =>
  and(eq(messages.workspaceId, workspaceId), eq(messages.channelId, channelId));

export async function findStoredMessages(
  scope: WorkspaceScope,
  channelId: string,
  batch: ChatMessage[],
): Promise<Map<string, StoredMessage>> {
  if (batch.length === 0) return new Map();
  const { externalId, threadId, authorName, editedAt, deletedAt, text, beside, forgottenAt, textHash } = messages;
  const rows = await scope.tx
    .select({ externalId, threadId, authorName, editedAt, deletedAt, text, beside, forgottenAt, textHash })
    .from(messages)
    .where(
      and(
        whereInChannel(scope, channelId),
        inArray(
          externalId,
          batch.map((message) => message.externalId),
        ),
      ),
    );
  return new Map(rows.map((row) => [row.externalId, row]));
}

/**
 * SQL: an erased message without new text keeps its marks. With new text the marks are removed and the message's age restarts.
 */
const unlessSaid = (column: PgColumn) => sql`case when excluded.text = '' then ${column} end`;

export async function upsertMessages(
  { workspaceId, tx }: WorkspaceScope,
  channelId: string,
  batch: ChatMessage[],
  isExported: boolean,
): Promise<void> {
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
        beside: message.beside ?? null,
        isExported,
        readAt: sql`clock_timestamp()`,
        textAt: sql`clock_timestamp()`,
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
        beside: sql`coalesce(excluded.beside, ${messages.beside})`,
        textAt: sql`case when excluded.text = ${messages.text} then ${messages.textAt} else clock_timestamp() end`,
        forgottenAt: unlessSaid(messages.forgottenAt),
        keptDays: unlessSaid(messages.keptDays),
        textHash: unlessSaid(messages.textHash),
        isExported: sql`case when excluded.text = ${messages.text} then ${messages.isExported} else excluded.is_exported end`,
      },
    });
}
