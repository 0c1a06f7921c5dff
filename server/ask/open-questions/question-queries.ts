import { sql } from "drizzle-orm";
import { toQuestionItemId } from "../../../shared/domain/inbox.ts";
import { QUESTION_TABLES, whereQuestionPresent, whereQuestionReadable } from "../../db/asked-questions.ts";
import { type PersonScope, whereArticleReadable, whereChannelReadable } from "../../db/audience.ts";
import { whereArticleShown, whereArticleUnreviewed } from "../../db/listed-articles.ts";
import { articles, type openQuestions } from "../../db/schema.ts";
import { lockUntilCommit } from "../../db/transaction-locks.ts";
import type { Database, WorkspaceScope } from "../../db/workspace-scope.ts";
import type { ChangedMessages } from "../../ingest/index.ts";

export type QuestionRow = typeof openQuestions.$inferSelect;

/** Questions are deleted after this many days. */
const KEPT_DAYS = 180;
const MOST_COMPARED = 1000;
const MOST_SHOWN = 1000;

/** Lets one new question of the workspace at a time be stored, so that two equal ones join the same group. */
export async function lockQuestions({ tx, workspaceId }: WorkspaceScope): Promise<void> {
  await lockUntilCommit(tx, `open questions of ${workspaceId}`);
}

interface AskedQuestion extends Record<string, unknown> {
  id: string;
  groupId: string;
  userId: string | null;
  isToday: boolean;
  text: string;
}

/** Lists recent questions for comparison on the server only, without readers' permissions. */
export async function listRecentQuestions({ tx, workspaceId }: WorkspaceScope) {
  const { rows } = await tx.execute<AskedQuestion>(sql`
    select q.id, q.group_id as "groupId", q.user_id as "userId", q.created_at > now() - interval '1 day' as "isToday",
      coalesce(m.text, q.words) as text
    from ${QUESTION_TABLES} where q.workspace_id = ${workspaceId} and ${whereQuestionPresent} order by q.created_at desc limit ${MOST_COMPARED}`);
  return rows;
}

type NewQuestion = Pick<QuestionRow, "id" | "groupId" | "near"> & Partial<QuestionRow>;

export async function insertQuestion({ tx, workspaceId }: WorkspaceScope, asked: NewQuestion): Promise<void> {
  const { id, groupId, near, channelId, messageId, threadId, askedBy, userId, words } = asked;
  await tx.execute(sql`
    insert into open_questions (workspace_id, id, group_id, near, channel_id, message_id, thread_id, asked_by, user_id, words)
    values (${workspaceId}, ${id}, ${groupId}, ${sql.param(near)}::uuid[], ${channelId ?? null}, ${messageId ?? null},
      ${threadId ?? null}, ${askedBy ?? null}, ${userId ?? null}, ${words ?? null})
    on conflict do nothing`);
}

/** Deletes this person's askings of a question; those of others stay. */
export async function deleteOwnQuestions({ tx, workspaceId, reader }: PersonScope, groupId: string): Promise<void> {
  await tx.execute(sql`
    delete from open_questions where workspace_id = ${workspaceId} and group_id = ${groupId} and user_id = ${reader}`);
}

/** Deletes questions whose message was erased. */
export async function deleteErasedQuestions(
  { tx, workspaceId }: WorkspaceScope,
  { channelId, externalIds }: ChangedMessages,
): Promise<void> {
  await tx.execute(sql`
    delete from open_questions where workspace_id = ${workspaceId} and channel_id = ${channelId}
      and message_id = any(${sql.param(externalIds)}::text[])`);
}

/** Makes the group's open questions due for a check, because the same question was just answered and earlier askers should know. */
export async function markForCheck({ tx, workspaceId }: WorkspaceScope, groupId: string): Promise<void> {
  await tx.execute(sql`
    update open_questions set checked_at = null
    where workspace_id = ${workspaceId} and group_id = ${groupId} and state = 'open'`);
}

export interface VisibleQuestion extends Record<string, unknown> {
  id: string;
  groupId: string;
  state: "open" | "answered";
  text: string;
  askedAt: string;
  /** Identifies the asker: a user id, or platform and chat id. */
  asker: string;
  near: string[];
  channelId: string | null;
  channelName: string | null;
  isPrivate: boolean | null;
  integrationId: string | null;
  messageId: string | null;
  threadId: string | null;
  platform: string | null;
  channelExternalId: string | null;
  teamUrl: string | null;
  articleId: string | null;
  articleTitle: string | null;
  postState: "to-post" | "posted" | "over" | null;
  askedName: string | null;
}

/**
 * Lists the questions that the person may see: in readable channels, their own, and, for editors, all from the product. A
 * question answered by an unreadable article counts as open. `isMine`: only those that were assigned to the person.
 */
export async function listVisibleQuestions(
  scope: PersonScope,
  { of, isMine }: { of?: string; isMine?: boolean } = {},
): Promise<VisibleQuestion[]> {
  const { tx, workspaceId, reader } = scope;
  const assigned = sql`(select n.item from inbox_assignments n where n.workspace_id = ${workspaceId} and n.assignee = ${reader})`;
  const { rows } = await tx.execute<VisibleQuestion>(sql`
    select q.id, q.group_id as "groupId", case when ${articles.id} is null then 'open' else 'answered' end as state,
      coalesce(m.text, q.words) as text, coalesce(m.sent_at, q.created_at) as "askedAt", coalesce(q.user_id::text, c.platform || ' ' || q.asked_by) as asker,
      q.near, q.channel_id as "channelId", c.name as "channelName", c.is_private as "isPrivate", c.integration_id as "integrationId",
      q.message_id as "messageId", q.thread_id as "threadId", c.platform, c.external_id as "channelExternalId",
      i.team_url as "teamUrl", ${articles.id} as "articleId", ${articles.title} as "articleTitle", p.state as "postState",
      (select author_name from messages known where known.workspace_id = q.workspace_id and known.author_id = p.person_id
        and ${whereChannelReadable(scope, sql`known.channel_id`)} order by known.sent_at desc limit 1) as "askedName"
    from ${QUESTION_TABLES}
    left join channels c on c.workspace_id = q.workspace_id and c.id = q.channel_id
    left join chat_integrations i on i.workspace_id = c.workspace_id and i.id = c.integration_id
    left join question_posts p on p.workspace_id = q.workspace_id and p.question_id = q.id and p.kind = 'ask'
    left join ${articles} on q.state = 'answered' and ${articles.workspaceId} = q.workspace_id and ${articles.id} = q.article_id
      and ${whereArticleShown} and ${whereArticleReadable(scope)}
    where q.workspace_id = ${workspaceId} and ${whereQuestionPresent} and q.state <> 'dismissed'
      and ${of ? sql`q.group_id = (select group_id from open_questions where workspace_id = ${workspaceId} and id = ${of})` : sql`true`}
      and ${isMine ? sql`${toQuestionItemId("")} || q.group_id in ${assigned}` : sql`true`}
      and ${whereQuestionReadable(scope)}
    order by "askedAt" desc, q.id desc limit ${MOST_SHOWN}`);
  return rows;
}

export interface QuestionExpert extends Record<string, unknown> {
  articleId: string;
  name: string;
  personId: string;
  channelId: string;
  channelName: string;
  integrationId: string | null;
  platform: string;
  isShared: boolean;
  threadId: string;
  /** Private channels in which the person has written. */
  privateChannels: string[];
}

/** Finds the authors of those of these articles that the reader may read, with the thread. */
export async function listExperts(scope: PersonScope, articleIds: string[]): Promise<QuestionExpert[]> {
  const { tx, workspaceId } = scope;
  const { rows } = await tx.execute<QuestionExpert>(sql`
    select distinct on (${articles.id}) ${articles.id} as "articleId", m.author_name as name, m.author_id as "personId",
      c.id as "channelId", c.name as "channelName", c.integration_id as "integrationId", c.platform, c.is_shared as "isShared",
      coalesce(m.thread_id, m.external_id) as "threadId",
      array(select inside.id from channels inside where inside.workspace_id = ${workspaceId} and inside.is_private
        and exists (select from messages said where said.workspace_id = inside.workspace_id and said.channel_id = inside.id
          and said.author_id = m.author_id)) as "privateChannels"
    from ${articles}
    join article_sources s on s.workspace_id = ${articles.workspaceId} and s.article_id = ${articles.id}
    join messages m on m.workspace_id = s.workspace_id and m.channel_id = s.channel_id and m.external_id = s.message_external_id
      and m.deleted_at is null and m.author_name = ${articles.authorName}
    join channels c on c.workspace_id = m.workspace_id and c.id = m.channel_id
    where ${articles.workspaceId} = ${workspaceId} and ${articles.id} = any(${sql.param(articleIds)}::uuid[])
      and (${whereArticleShown} or ${whereArticleUnreviewed}) and ${whereArticleReadable(scope)} and ${whereChannelReadable(scope, sql`m.channel_id`)}
    order by ${articles.id}, m.sent_at desc`);
  return rows;
}

export async function dismissQuestions({ tx, workspaceId }: WorkspaceScope, ids: string[]): Promise<void> {
  await tx.execute(sql`
    update open_questions set state = 'dismissed' where workspace_id = ${workspaceId} and id = any(${sql.param(ids)}::uuid[])`);
}

export interface DueQuestion extends Record<string, unknown> {
  workspaceId: string;
  id: string;
  userId: string | null;
  text: string;
}

/** Lists open questions of all workspaces that may be answerable now, because an article changed since the last check. */
export async function listQuestionsToCheck(db: Database, most: number): Promise<DueQuestion[]> {
  const { rows } = await db.execute<DueQuestion>(sql`
    select q.workspace_id as "workspaceId", q.id, q.user_id as "userId", coalesce(m.text, q.words) as text from ${QUESTION_TABLES}
    where q.state = 'open' and ${whereQuestionPresent} and (q.checked_at is null or (q.checked_at < now() - interval '1 minute'
      and exists (select from articles a where a.workspace_id = q.workspace_id and a.updated_at > q.checked_at - interval '2 minutes')))
    order by q.checked_at nulls first limit ${most}`);
  return rows;
}

/** Stores the result of a check, keeps the articles near the question, and returns it; null if it is no longer open. */
export async function storeCheckResult(
  { tx, workspaceId }: WorkspaceScope,
  id: string,
  { articleId, near }: { articleId: string | null; near: string[] },
): Promise<QuestionRow | null> {
  const { rows } = await tx.execute<Record<string, unknown> & QuestionRow>(sql`
    update open_questions set checked_at = now(),
      near = near || array(select id from unnest(${sql.param(near)}::uuid[]) as found(id) where id <> all(near)),
      article_id = ${articleId}, state = ${articleId ? "answered" : "open"}
    where workspace_id = ${workspaceId} and id = ${id} and state = 'open'
    returning id, user_id as "userId", channel_id as "channelId", thread_id as "threadId", asked_by as "askedBy"`);
  return rows[0] ?? null;
}

/** Reopens questions whose answering article is gone, and deletes old questions. */
export async function reopenQuestions(db: Database): Promise<void> {
  await db.execute(sql`
    update open_questions q set state = 'open', article_id = null, checked_at = null
    where q.state = 'answered' and not exists (select from ${articles}
      where ${articles.workspaceId} = q.workspace_id and ${articles.id} = q.article_id and ${whereArticleShown})`);
  await db.execute(sql`delete from open_questions where created_at < now() - make_interval(days => ${KEPT_DAYS})`);
}
