import { and, eq, gte, inArray, isNull, lt, lte, ne, notInArray, or, sql } from "drizzle-orm";
import type { CompleteStretch, Cursor, SkippedMessage } from "../../../connectors/chat-source.ts";
import type { ChatMessage } from "../../../shared/domain/chat.ts";
import { channels, messages } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { type ChangedMessages, messagesChanged } from "../events.ts";
import { withoutErasedPeople } from "./erased-people.ts";

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
  /** 'export' and 'event' may be older than what is stored, so they bring nothing deleted back. */
  from: "platform" | "export" | "event";
  /** What is not stored yet is left where it is. */
  onlyKnown?: boolean;
}

export interface Stored {
  /** Of the batch: what was stored before, deleted or not. */
  known: ReadonlySet<string>;
  added: ChatMessage[];
  changed: number;
  deleted: number;
}

/**
 * Stores one page with the cursor behind it. The same messages again, from the platform or an export, are the same rows.
 * A changed or deleted message marks its conversation to be judged again, and what stands on it to be checked.
 */
export async function storeMessages(
  scope: WorkspaceScope,
  channelId: string,
  batch: MessageBatch,
  options: StoreOptions,
): Promise<Stored> {
  const { workspaceId, tx } = scope;
  await lockMessages(scope, channelId);
  const said = await withoutErasedPeople(scope, batch.messages);
  const stored = await findStored(scope, channelId, said);
  const added = options.onlyKnown ? [] : said.filter(({ externalId }) => !stored.has(externalId));
  const changed = said.filter((message) => {
    const known = stored.get(message.externalId);
    return known !== undefined && isNewer(message, known, options);
  });
  if (added.length + changed.length > 0) await upsert(scope, channelId, [...added, ...changed]);
  if (options.from === "event") await markThreads(scope, channelId, added);
  const reread = [...stored.keys()];
  if (reread.length > 0) {
    await tx
      .update(messages)
      .set({ readAt: sql`clock_timestamp()` })
      .where(and(isOf(scope, channelId), inArray(messages.externalId, reread)));
  }
  const edited = changed.flatMap(({ externalId, text }) => {
    const known = stored.get(externalId);
    return known && (known.text !== text || known.deletedAt) ? [externalId] : [];
  });
  const deleted = options.from === "platform" ? await eraseMissing(scope, channelId, batch, options) : [];
  await announceChanges(scope, { channelId, externalIds: [...edited, ...deleted] });
  if (options.nextCursor) {
    await tx
      .update(channels)
      .set({ cursor: options.nextCursor })
      .where(and(eq(channels.workspaceId, workspaceId), eq(channels.id, channelId)));
  }
  return { known: new Set(stored.keys()), added, changed: changed.length, deleted: deleted.length };
}

/**
 * Deleted at the source, as an event told: its text goes now. What is not known yet leaves its mark, so that neither a late
 * event nor a page that was read before brings it back.
 */
export async function eraseMessages(
  scope: WorkspaceScope,
  channelId: string,
  gone: { externalId: string; sentAt: Date }[],
): Promise<void> {
  if (gone.length === 0) return;
  const { workspaceId, tx } = scope;
  await lockMessages(scope, channelId);
  const nobody = { threadId: null, authorId: "", authorName: "", text: "" };
  const deletedAt = sql`clock_timestamp()`;
  const rows = await tx
    .insert(messages)
    .values(gone.map((message) => ({ ...nobody, ...message, workspaceId, channelId, deletedAt })))
    .onConflictDoUpdate({
      target: [messages.workspaceId, messages.channelId, messages.externalId],
      set: { text: "", deletedAt },
      setWhere: isNull(messages.deletedAt),
    })
    .returning({ id: messages.externalId, authorId: messages.authorId });
  const known = rows.filter(({ authorId }) => authorId !== "");
  await announceChanges(scope, { channelId, externalIds: known.map(({ id }) => id) });
}

/** Pages, events and exports of one channel are stored one after the other. */
async function lockMessages({ workspaceId, tx }: WorkspaceScope, channelId: string): Promise<void> {
  const name = `messages ${workspaceId} ${channelId}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/** A platform calls a message the first of a thread once something was answered; the event of the answer is all that says so. */
async function markThreads(scope: WorkspaceScope, channelId: string, added: ChatMessage[]): Promise<void> {
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
        isOf(scope, channelId),
        isNull(messages.threadId),
        or(
          roots.length > 0 ? inArray(messages.externalId, roots) : undefined,
          own.length > 0 ? and(inArray(messages.externalId, own), isAnswered) : undefined,
        ),
      ),
    );
}

type Known = Pick<
  typeof messages.$inferSelect,
  "externalId" | "threadId" | "authorName" | "editedAt" | "deletedAt" | "text"
>;

const isOf = ({ workspaceId }: WorkspaceScope, channelId: string) =>
  and(eq(messages.workspaceId, workspaceId), eq(messages.channelId, channelId));

async function findStored(scope: WorkspaceScope, channelId: string, batch: ChatMessage[]): Promise<Map<string, Known>> {
  if (batch.length === 0) return new Map();
  const { externalId, threadId, authorName, editedAt, deletedAt, text } = messages;
  const rows = await scope.tx
    .select({ externalId, threadId, authorName, editedAt, deletedAt, text })
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

function isNewer(message: ChatMessage, known: Known, { from, readingSince }: StoreOptions): boolean {
  // A page that was read before the deletion still shows it.
  if (known.deletedAt) return from === "platform" && known.deletedAt < readingSince;
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
): Promise<string[]> {
  // A message whose id could not be read may be any of them.
  if (skipped.some(({ externalId }) => externalId === null)) return [];
  const there = [...present, ...skipped].flatMap(({ externalId }) => externalId ?? []);
  const gone: string[] = [];
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
      .returning({ id: messages.externalId });
    gone.push(...rows.map(({ id }) => id));
  }
  return gone;
}

async function announceChanges(scope: WorkspaceScope, changes: ChangedMessages): Promise<void> {
  if (changes.externalIds.length > 0) await messagesChanged.announce(null, scope, changes);
}
