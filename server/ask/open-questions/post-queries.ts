import { type SQL, sql } from "drizzle-orm";
import { QUESTION_TABLES, whereQuestionPresent } from "../../db/asked-questions.ts";
import { whereArticleShown } from "../../db/listed-articles.ts";
import { articles } from "../../db/schema.ts";
import type { Database, WorkspaceScope } from "../../db/workspace-scope.ts";
import type { OutboxRow } from "../../outbox/outbox.ts";

export interface QuestionPostRow extends OutboxRow {
  workspaceId: string;
  kind: "ask" | "tell";
  channelId: string;
  threadId: string;
  personId: string;
}
type StoredPost = Omit<QuestionPostRow, "intentAt" | "createdAt"> & { intentAt: string | null; createdAt: string };

/** Stores a post. Returns false if one exists, so that nobody is asked twice. */
export async function insertPost(
  { tx, workspaceId }: WorkspaceScope,
  post: { id: string; questionId: string; kind: "ask" | "tell" } & Record<
    "channelId" | "threadId" | "personId",
    string
  >,
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    insert into question_posts (workspace_id, id, question_id, kind, channel_id, thread_id, person_id)
    values (${workspaceId}, ${post.id}, ${post.questionId}, ${post.kind}, ${post.channelId}, ${post.threadId}, ${post.personId})
    on conflict do nothing`);
  return rowCount === 1;
}

/** Claims the post of any workspace that has been due longest. `attempts` is the fence of later writes. */
export async function claimPost(db: Database, leaseSeconds: number): Promise<QuestionPostRow | null> {
  const { rows } = await db.execute<StoredPost & Record<string, unknown>>(sql`
    update question_posts set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
    where (workspace_id, id) = (
      select workspace_id, id from question_posts where state = 'to-post' and next_attempt_at <= now()
      order by next_attempt_at limit 1 for update skip locked)
    returning workspace_id as "workspaceId", id, kind, channel_id as "channelId", thread_id as "threadId", person_id as "personId",
      intent_at as "intentAt", attempts, created_at as "createdAt"`);
  const [row] = rows;
  if (!row) return null;
  return {
    ...row,
    intentAt: row.intentAt === null ? null : new Date(row.intentAt),
    createdAt: new Date(row.createdAt),
  };
}

export interface QuestionPostChange {
  state?: "posted" | "over";
  intentAt?: Date | null;
  nextAttemptAt?: Date;
  messageExternalId?: string;
}

/** Returns false, and writes nothing, if another worker has claimed the row. */
export async function writePost(
  { tx, workspaceId }: WorkspaceScope,
  { id, attempts }: QuestionPostRow,
  { state, intentAt, nextAttemptAt, messageExternalId }: QuestionPostChange,
): Promise<boolean> {
  const set: SQL[] = [
    ...(state ? [sql`state = ${state}`] : []),
    ...(intentAt === undefined ? [] : [sql`intent_at = ${intentAt?.toISOString() ?? null}::timestamptz`]),
    ...(nextAttemptAt ? [sql`next_attempt_at = ${nextAttemptAt.toISOString()}::timestamptz`] : []),
    ...(messageExternalId ? [sql`message_external_id = ${messageExternalId}`] : []),
  ];
  const { rowCount } = await tx.execute(sql`
    update question_posts set ${sql.join(set, sql`, `)}
    where workspace_id = ${workspaceId} and id = ${id} and attempts = ${attempts}`);
  return rowCount === 1;
}

/** Reads the current question and answer; null if the post is no longer needed. */
export async function readPostedQuestion({ tx, workspaceId }: WorkspaceScope, { id }: QuestionPostRow) {
  const { rows } = await tx.execute<{ words: string | null; articleId: string | null }>(sql`
    select q.words, ${articles.id} as "articleId" from question_posts p
    join ${QUESTION_TABLES} on q.workspace_id = p.workspace_id and q.id = p.question_id and ${whereQuestionPresent}
    left join ${articles} on ${articles.workspaceId} = q.workspace_id and ${articles.id} = q.article_id and q.state = 'answered'
      and ${whereArticleShown}
    where p.workspace_id = ${workspaceId} and p.id = ${id}
      and case p.kind when 'ask' then q.state = 'open' else ${articles.id} is not null end`);
  return rows[0] ?? null;
}
