import { and, eq, sql } from "drizzle-orm";
import type { DirectQuestion } from "../../../connectors/chat-source.ts";
import { newId } from "../../db/new-id.ts";
import { chatAnswers } from "../../db/schema.ts";
import type { Database, WorkspaceScope } from "../../db/workspace-scope.ts";
import type { AskedInChannel, Receiver } from "../../ingest/index.ts";

export type ChatAnswerRow = typeof chatAnswers.$inferSelect;
type Change = { [Field in keyof ChatAnswerRow]?: ChatAnswerRow[Field] };

/** So long an answer follows its sources. */
const FOLLOWED_DAYS = 90;

/** In the transaction that stored the question: however often the platform tells of it, it is answered once. */
export async function wantAnswer({ workspaceId, tx }: WorkspaceScope, asked: AskedInChannel): Promise<void> {
  const { channelId, externalId: questionId, threadId, askedBy } = asked;
  await tx
    .insert(chatAnswers)
    .values({ workspaceId, id: newId(), channelId, questionId, threadId: threadId ?? questionId, askedBy })
    .onConflictDoNothing();
}

/**
 * However often the platform tells of it, it is answered once. What was edited or deleted is looked at again: whoever answers it just
 * now has read what it said before, and writes nothing more.
 */
export async function wantDirectAnswer(
  { workspaceId, tx }: WorkspaceScope,
  integrationId: string,
  { directWith, messageId: questionId, threadId, by: askedBy, hasChanged }: DirectQuestion,
): Promise<void> {
  if (hasChanged) {
    await tx.execute(sql`
      update chat_answers set article_version = -1, attempts = attempts + 1, next_attempt_at = least(next_attempt_at, now())
      where workspace_id = ${workspaceId} and integration_id = ${integrationId} and direct_with = ${directWith}
        and question_id = ${questionId} and state <> 'over'`);
    return;
  }
  await tx
    .insert(chatAnswers)
    .values({ workspaceId, id: newId(), integrationId, directWith, questionId, threadId, askedBy })
    .onConflictDoNothing();
}

/** Of the integrations that a question to the app alone came to, the one where the person is known, else the oldest. Null: none is active. */
export async function findAnsweringDirectly(db: Database, receivers: Receiver[], by: string): Promise<Receiver | null> {
  const { rows } = await db.execute<{ workspaceId: string; id: string }>(sql`
    select i.workspace_id as "workspaceId", i.id
    from unnest(${sql.param(receivers.map(({ workspaceId }) => workspaceId))}::uuid[],
      ${sql.param(receivers.map(({ id }) => id))}::uuid[]) as given (workspace_id, id)
    join chat_integrations i on i.workspace_id = given.workspace_id and i.id = given.id and i.is_active
    order by exists (select from chat_identities k where k.workspace_id = i.workspace_id and k.platform = i.platform
      and k.team_id = i.team_id and k.external_id = ${by}) desc, i.created_at, i.id limit 1`);
  return rows[0] ?? null;
}

/**
 * Over all workspaces: the one that is due longest, for `leaseSeconds`. Due is what is not answered, and an answer whose article
 * says something else now or is gone, or whose question was deleted. Its `attempts` are the fence of every later write.
 */
export async function claimAnswer(db: Database, leaseSeconds: number): Promise<ChatAnswerRow | null> {
  const { rows } = await db.execute<{ workspace_id: string; id: string; attempts: number }>(sql`
    update chat_answers set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
    where (workspace_id, id) = (
      select c.workspace_id, c.id from chat_answers c
      where c.state <> 'over' and c.next_attempt_at <= now() and (c.state = 'to-answer'
        or (c.created_at > now() - make_interval(days => ${FOLLOWED_DAYS})
          and (c.article_version = -1 or (c.article_id is not null and not exists (select from articles a
              where a.workspace_id = c.workspace_id and a.id = c.article_id and a.version = c.article_version))
            or exists (select from messages m where m.workspace_id = c.workspace_id and m.channel_id = c.channel_id
              and m.external_id = c.question_id and m.deleted_at is not null))))
      order by c.next_attempt_at limit 1 for update of c skip locked)
    returning workspace_id, id, attempts`);
  const [claimed] = rows;
  if (!claimed) return null;
  const [row] = await db
    .select()
    .from(chatAnswers)
    .where(and(eq(chatAnswers.workspaceId, claimed.workspace_id), eq(chatAnswers.id, claimed.id)));
  return row?.attempts === claimed.attempts ? row : null;
}

/** False when somebody else claimed it meanwhile: then nothing was written. */
export async function writeAnswer(
  { workspaceId, tx }: WorkspaceScope,
  { id, attempts }: ChatAnswerRow,
  change: Change,
): Promise<boolean> {
  const written = await tx
    .update(chatAnswers)
    .set(change)
    .where(and(eq(chatAnswers.workspaceId, workspaceId), eq(chatAnswers.id, id), eq(chatAnswers.attempts, attempts)))
    .returning({ id: chatAnswers.id });
  return written.length > 0;
}

/** What was asked, as it reads now; null when it was deleted. */
export async function readAsked(
  { workspaceId, tx }: WorkspaceScope,
  { channelId, questionId }: ChatAnswerRow,
): Promise<string | null> {
  const { rows } = await tx.execute<{ text: string }>(sql`
    select text from messages where workspace_id = ${workspaceId} and channel_id = ${channelId}
      and external_id = ${questionId} and deleted_at is null and forgotten_at is null`);
  return rows[0]?.text ?? null;
}

export async function readVersion({ workspaceId, tx }: WorkspaceScope, articleId: string): Promise<number | null> {
  const { rows } = await tx.execute<{ version: number }>(sql`
    select version from articles where workspace_id = ${workspaceId} and id = ${articleId}`);
  return rows[0]?.version ?? null;
}
