import { and, asc, desc, eq, gt, gte, inArray, isNull, lt, lte, sql } from "drizzle-orm";
import type { Matter, OpenMatter, ReadingWindow } from "../../../engine/contract.ts";
import { MAX_CONVERSATION_MESSAGES } from "../../../engine/find/index.ts";
import type { ChatAuthor } from "../../../shared/domain/chat.ts";
import { conversations, messages } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import {
  MESSAGE_COLUMNS,
  type MessageFields,
  type MessageRowVersion,
  toMessage,
  wherePresentInChannel,
} from "./grouping-queries.ts";

/**
 * The number of messages per model call. Larger windows need fewer repeated instructions, but models overlook the middle of a
 * large window.
 */
const WINDOW_MESSAGES = 90;
/** The largest number of later replies for a thread that starts in the window. */
const MOST_REPLIES = 60;
const CONTEXT_MESSAGES = 6;
const CONTEXT_HOURS = 24;
const THREAD_CONTEXT = 8;
const MOST_OPEN = 12;
const MESSAGES_OF_OPEN = 6;
/** The number of days for which a question may get its answer, and an answered topic its correction. */
const OPEN_DAYS = 14;
const SETTLED_DAYS = 3;
const MOST_PEOPLE = 400;
const DAY_MS = 24 * 60 * 60 * 1000;

type Row = MessageRowVersion & MessageFields;

export interface ReadingWindowWithRows {
  window: ReadingWindow;
  /** The messages of the window, by which a change is detected. */
  rows: MessageRowVersion[];
}

/**
 * Takes messages out of unjudged conversations that rules grouped, and makes edited messages without a topic unread, so that
 * the model reads both.
 */
export async function ungroupUnreadMessages({ workspaceId, tx }: WorkspaceScope, channelId: string): Promise<void> {
  await tx.execute(sql`
    with released as (
      delete from conversations c where c.workspace_id = ${workspaceId} and c.channel_id = ${channelId}
        and c.fingerprint = '' and c.article_id is null and c.removed_up_to is null and not exists (
          select from inbox_items i where i.workspace_id = c.workspace_id and i.conversation_id = c.id)
        and (c.settled = 'nothing' or c.found_by is null)
      returning c.key
    )
    update messages m set conversation_key = null from released
    where m.workspace_id = ${workspaceId} and m.channel_id = ${channelId} and m.conversation_key = released.key`);
}

export interface WindowRequest {
  channelId: string;
  channelName: string;
  /** The largest number of messages that the plan allows. */
  most: number;
  /** Returns no window if somebody wrote within this time, unless many messages are unread. */
  quietSeconds?: number;
  /** Titles of wiki pages that everybody may read. */
  pageTitles?: string[];
  /** Limits the window to messages that a person requested to be read again. */
  again?: boolean;
}

/**
 * Finds the oldest messages that are unread, or that a person requested to be read again, with their context. Null if there are
 * no such messages or people are still writing.
 */
export async function findReadingWindow(
  scope: WorkspaceScope,
  request: WindowRequest,
): Promise<ReadingWindowWithRows | null> {
  const { channelId, channelName, most, quietSeconds, again = false, pageTitles } = request;
  const here = wherePresentInChannel(scope, channelId);
  const { tx } = scope;
  const isNew = again ? whereToBeReadAgain(scope, channelId) : isNull(messages.conversationKey);
  const first = await tx
    .select(MESSAGE_COLUMNS)
    .from(messages)
    .where(and(here, isNew))
    .orderBy(asc(messages.sentAt), asc(messages.externalId))
    .limit(Math.min(WINDOW_MESSAGES, most));
  const [oldest, newest] = [first[0], first.at(-1)];
  if (!oldest || !newest) return null;
  if (quietSeconds !== undefined && first.length < WINDOW_MESSAGES && isWithin(newest.sentAt, quietSeconds))
    return null;
  const threads = [...new Set(first.flatMap(({ threadId }) => threadId ?? []))];
  const ofThreads = threads.length > 0 ? inArray(messages.threadId, threads) : sql`false`;
  const replies = await tx
    .select(MESSAGE_COLUMNS)
    .from(messages)
    .where(and(here, isNew, ofThreads, gte(messages.sentAt, newest.sentAt)))
    .orderBy(asc(messages.sentAt), asc(messages.externalId))
    .limit(MOST_REPLIES);
  const fresh = unique([...first, ...replies]);
  const before = await tx
    .select(MESSAGE_COLUMNS)
    .from(messages)
    .where(
      and(
        here,
        lt(messages.sentAt, oldest.sentAt),
        gt(messages.sentAt, new Date(oldest.sentAt.getTime() - CONTEXT_HOURS * 60 * 60 * 1000)),
      ),
    )
    .orderBy(desc(messages.sentAt), desc(messages.externalId))
    .limit(CONTEXT_MESSAGES);
  const threadStart = threads.length > 0 ? await earlierOfThreads(scope, channelId, threads) : [];
  const isFresh = new Set(fresh.map(({ externalId }) => externalId));
  const context = unique([...threadStart, ...before]).filter(({ externalId }) => !isFresh.has(externalId));
  const told = [...context, ...fresh].toSorted(
    (a, b) => a.sentAt.getTime() - b.sentAt.getTime() || (a.externalId < b.externalId ? -1 : 1),
  );
  const threadKeys = [...new Set(threadStart.flatMap(({ conversationKey }) => conversationKey ?? []))];
  return {
    rows: told,
    window: {
      channelName,
      messages: told.map(toMessage),
      fresh: isFresh,
      open: await openMatters(scope, channelId, { from: oldest.sentAt, to: newest.sentAt, keys: threadKeys }),
      ...(pageTitles && { pageTitles }),
      people: await listChannelAuthors(scope, channelId),
    },
  };
}

const whereToBeReadAgain = ({ workspaceId }: WorkspaceScope, channelId: string) => sql`${messages.conversationKey} in (
  select key from conversations where workspace_id = ${workspaceId} and channel_id = ${channelId} and waits_for = 'again')`;
const isWithin = (moment: Date, seconds: number) => moment.getTime() > Date.now() - seconds * 1000;
const unique = (rows: Row[]) => [...new Map(rows.map((row) => [row.externalId, row])).values()];

/** Lists the first message and the latest known messages of each thread. */
async function earlierOfThreads(scope: WorkspaceScope, channelId: string, threads: string[]): Promise<Row[]> {
  const rows = await scope.tx
    .select(MESSAGE_COLUMNS)
    .from(messages)
    .where(
      and(
        wherePresentInChannel(scope, channelId),
        sql`${messages.conversationKey} is not null`,
        sql`coalesce(${messages.threadId}, ${messages.externalId}) = any(${sql.param(threads)}::text[])`,
      ),
    )
    .orderBy(asc(messages.sentAt));
  return [...Map.groupBy(rows, ({ threadId, externalId }) => threadId ?? externalId).values()].flatMap((thread) =>
    thread.length <= THREAD_CONTEXT ? thread : [...thread.slice(0, 2), ...thread.slice(2 - THREAD_CONTEXT)],
  );
}

/**
 * Lists topics (matters) that may continue: topics of the window's threads, unanswered topics of the last weeks, and answered
 * topics of the last days.
 */
async function openMatters(
  scope: WorkspaceScope,
  channelId: string,
  { from, to, keys }: { from: Date; to: Date; keys: string[] },
): Promise<OpenMatter[]> {
  const { workspaceId, tx } = scope;
  const since = (days: number) => new Date(from.getTime() - days * DAY_MS).toISOString();
  const rows = await tx
    .select({
      key: conversations.key,
      question: conversations.question,
      gist: conversations.gist,
      settled: conversations.settled,
    })
    .from(conversations)
    .where(
      and(
        eq(conversations.workspaceId, workspaceId),
        eq(conversations.channelId, channelId),
        lt(conversations.messageCount, MAX_CONVERSATION_MESSAGES),
        lte(conversations.firstAt, to),
        sql`${conversations.waitsFor} is distinct from 'again'`,
        sql`${conversations.gist} is not null`,
        sql`(${conversations.key} = any(${sql.param(keys)}::text[])
          or (${conversations.settled} in ('open', 'unsure') and ${conversations.lastAt} > ${since(OPEN_DAYS)}::timestamptz)
          or (${conversations.settled} = 'settled' and ${conversations.lastAt} > ${since(SETTLED_DAYS)}::timestamptz))`,
      ),
    )
    .orderBy(desc(sql`${conversations.key} = any(${sql.param(keys)}::text[])`), desc(conversations.lastAt))
    .limit(MOST_OPEN);
  const unsettled = rows.filter(({ settled }) => settled !== "settled").map(({ key }) => key);
  const said =
    unsettled.length > 0
      ? await tx
          .select({
            ...MESSAGE_COLUMNS,
            place: sql<number>`row_number() over (partition by ${messages.conversationKey} order by ${messages.sentAt})::int`,
          })
          .from(messages)
          .where(and(wherePresentInChannel(scope, channelId), inArray(messages.conversationKey, unsettled)))
          .orderBy(asc(messages.sentAt))
      : [];
  return rows.flatMap(({ key, question, gist, settled }) =>
    question === null || gist === null || settled === null || settled === "nothing"
      ? []
      : [
          {
            key,
            question,
            gist,
            settled,
            messages: said.filter((row) => row.conversationKey === key && row.place <= MESSAGES_OF_OPEN).map(toMessage),
          },
        ],
  );
}

/** Lists recent authors of the channel, whose names are replaced by numbers wherever a message mentions them. */
export async function listChannelAuthors(
  { workspaceId, tx }: WorkspaceScope,
  channelId: string,
): Promise<ChatAuthor[]> {
  const { rows } = await tx.execute<{ id: string; name: string }>(sql`
    select author_id as id, max(author_name) as name from messages
    where workspace_id = ${workspaceId} and channel_id = ${channelId} and author_id <> '' and deleted_at is null
    group by author_id order by max(sent_at) desc limit ${MOST_PEOPLE}`);
  return rows.map(({ id, name }) => ({ externalId: id, name }));
}

/** A topic (matter) to store. For messages without a topic, all other fields are null. */
export type StoredMatter =
  | Omit<Matter, "messages">
  | { key: string; question: null; gist: null; searches: string[]; kind: null; settled: "nothing" };

/** Stores the conversations that the model found, which then have to be written up. */
export async function storeMatters(
  { workspaceId, tx }: WorkspaceScope,
  channelId: string,
  matters: StoredMatter[],
  foundBy: string,
): Promise<void> {
  if (matters.length === 0) return;
  await tx.execute(sql`
    update conversations c set found_by = ${foundBy}, settled = g.settled, question = g.question, gist = g.gist,
      searches = array(select jsonb_array_elements_text(g.searches)),
      content_type = g.kind, waits_for = null, waits_until = null
    from jsonb_to_recordset(${JSON.stringify(matters)}::jsonb) as g (key text, question text, gist text, searches jsonb, kind text, settled text)
    where c.workspace_id = ${workspaceId} and c.channel_id = ${channelId} and c.key = g.key`);
}

/**
 * Makes a thread's messages without conversation or topic unread. Returns these messages and the conversation key of the
 * thread's first message.
 */
export async function ungroupThread({ workspaceId, tx }: WorkspaceScope, channelId: string, threadId: string) {
  await tx.execute(sql`
    with released as (
      delete from conversations c using messages m
      where m.workspace_id = ${workspaceId} and m.channel_id = ${channelId}
        and coalesce(m.thread_id, m.external_id) = ${threadId} and c.workspace_id = m.workspace_id
        and c.channel_id = m.channel_id and c.key = m.conversation_key and c.article_id is null and c.settled = 'nothing'
      returning c.key
    )
    update messages m set conversation_key = null from released
    where m.workspace_id = ${workspaceId} and m.channel_id = ${channelId} and m.conversation_key = released.key`);
  const { rows } = await tx.execute<{ id: string; key: string | null }>(sql`
    select external_id as id, conversation_key as key from messages
    where workspace_id = ${workspaceId} and channel_id = ${channelId} and deleted_at is null and forgotten_at is null
      and coalesce(thread_id, external_id) = ${threadId} order by sent_at, external_id`);
  const key = rows.find((row) => row.key !== null)?.key ?? threadId;
  return { key, ids: rows.flatMap((row) => (row.key === null ? [row.id] : [])) };
}
