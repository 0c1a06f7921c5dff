import { and, eq, inArray, isNull, notInArray, sql } from "drizzle-orm";
import { leaseColumns, whereLongestDue } from "../../db/lease.ts";
import { threadQuestions } from "../../db/schema.ts";
import type { Database, WorkspaceScope } from "../../db/workspace-scope.ts";

export type QuestionRow = typeof threadQuestions.$inferSelect;
export type QuestionChange = { [Field in keyof QuestionRow]?: QuestionRow[Field] | ReturnType<typeof sql> };

/** The hours for which people can keep an article that was called no knowledge. */
export const HOURS_UNTIL_DISMISSED_REMOVAL = 24;

const whereQuestion = ({ workspaceId }: WorkspaceScope, id: string) =>
  and(eq(threadQuestions.workspaceId, workspaceId), eq(threadQuestions.id, id));

/** Inserts it if the channel asks, and only once per thread. */
export async function insertQuestion(
  { workspaceId, tx }: WorkspaceScope,
  {
    id,
    channelId,
    threadId,
    articleId,
    askedOf,
  }: Pick<QuestionRow, "id" | "threadId" | "askedOf"> & { channelId: string; articleId: string },
): Promise<void> {
  await tx.execute(sql`
    insert into thread_questions (workspace_id, id, channel_id, thread_id, article_id, asked_of)
    select workspace_id, ${id}, id, ${threadId}, ${articleId}, ${askedOf} from channels
    where workspace_id = ${workspaceId} and id = ${channelId} and asks_in_threads and integration_id is not null
    on conflict do nothing`);
}

/** Claims the question of any workspace that has been due longest. `attempts` is the fence of later writes. */
export async function claimQuestion(db: Database, leaseSeconds: number): Promise<QuestionRow | null> {
  const [row] = await db
    .update(threadQuestions)
    .set(leaseColumns(threadQuestions, leaseSeconds))
    .where(whereLongestDue(threadQuestions, notInArray(threadQuestions.state, ["asked", "over"])))
    .returning();
  return row ?? null;
}

/** Returns false, and writes nothing, if another worker has claimed it, or if somebody answered. */
export async function writeQuestion(
  scope: WorkspaceScope,
  { id, attempts, state }: Pick<QuestionRow, "id" | "attempts" | "state">,
  change: QuestionChange,
): Promise<boolean> {
  const written = await scope.tx
    .update(threadQuestions)
    .set(change)
    .where(and(whereQuestion(scope, id), eq(threadQuestions.attempts, attempts), eq(threadQuestions.state, state)))
    .returning({ id: threadQuestions.id });
  return written.length === 1;
}

export async function findQuestion(scope: WorkspaceScope, id: string): Promise<QuestionRow | null> {
  const [row] = await scope.tx.select().from(threadQuestions).where(whereQuestion(scope, id));
  return row ?? null;
}

/** An article's questions whose person asked for a fix and that nobody has decided since. */
export function listQuestionsToFix({ workspaceId, tx }: WorkspaceScope, articleId: string): Promise<QuestionRow[]> {
  return tx
    .select()
    .from(threadQuestions)
    .where(
      and(
        eq(threadQuestions.workspaceId, workspaceId),
        eq(threadQuestions.articleId, articleId),
        eq(threadQuestions.answer, "fix"),
        isNull(threadQuestions.closedAt),
      ),
    );
}

/** The person corrected the article, so their earlier choice no longer counts and the thread has to be told. */
export async function storeArticleFixed(scope: WorkspaceScope, { id, state, answer }: QuestionRow): Promise<boolean> {
  const isAsKnown = and(
    eq(threadQuestions.state, state),
    sql`${threadQuestions.answer} is not distinct from ${answer}`,
  );
  const written = await scope.tx
    .update(threadQuestions)
    .set({
      answer: "fixed",
      state: "to-tell",
      closedAt: sql`now()`,
      answeredAt: sql`coalesce(${threadQuestions.answeredAt}, now())`,
      nextAttemptAt: sql`now()`,
    })
    .where(and(whereQuestion(scope, id), isAsKnown))
    .returning({ id: threadQuestions.id });
  return written.length === 1;
}

/** Includes the answer's author, by their name in the channel, and the channel. */
export async function listAnsweredQuestions(
  { workspaceId, tx }: WorkspaceScope,
  ids: string[],
): Promise<AnsweredQuestionRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await tx.execute<AnsweredQuestionRow>(sql`
    select q.id, coalesce(c.name, a.channel_name) as "channelName", coalesce((
        select m.author_name from messages m where m.workspace_id = q.workspace_id and m.channel_id = q.channel_id
          and m.author_id = q.asked_of order by m.sent_at desc limit 1), 'Who gave the answer') as "authorName"
    from thread_questions q join articles a on a.workspace_id = q.workspace_id and a.id = q.article_id
    left join channels c on c.workspace_id = q.workspace_id and c.id = q.channel_id
    where q.workspace_id = ${workspaceId} and q.id = any(${sql.param(ids)}::uuid[])`);
  return rows;
}

export type AnsweredQuestionRow = { id: string; channelName: string; authorName: string };

/** Deletes unanswered questions of a removed channel; given answers still take effect, without the person's id. */
export async function deleteThreadQuestions({ workspaceId, tx }: WorkspaceScope, channelId: string): Promise<void> {
  const ofChannel = and(eq(threadQuestions.workspaceId, workspaceId), eq(threadQuestions.channelId, channelId));
  await tx.delete(threadQuestions).where(and(ofChannel, isNull(threadQuestions.answer)));
  await tx.update(threadQuestions).set({ askedOf: "" }).where(ofChannel);
}

/** Closes it after a person's decision about the answer; null reopens it. */
export async function closeQuestion(scope: WorkspaceScope, id: string, closedAt: Date | null): Promise<void> {
  await scope.tx.update(threadQuestions).set({ closedAt }).where(whereQuestion(scope, id));
}

/** Makes the removal of a dismissed article due: at once, or when its time is over. */
export async function scheduleDismissedArticleRemoval(
  { workspaceId, tx }: WorkspaceScope,
  articleId: string,
  when: "now" | "later",
): Promise<void> {
  const isNow = when === "now";
  await tx
    .update(threadQuestions)
    .set({
      closedAt: isNow ? sql`now()` : null,
      nextAttemptAt: isNow ? sql`now()` : sql`now() + make_interval(hours => ${HOURS_UNTIL_DISMISSED_REMOVAL})`,
      state: sql`case when ${threadQuestions.state} = 'over' then 'to-remove' else ${threadQuestions.state} end`,
    })
    .where(
      and(
        eq(threadQuestions.workspaceId, workspaceId),
        eq(threadQuestions.articleId, articleId),
        eq(threadQuestions.answer, "not-knowledge"),
        isNow ? undefined : inArray(threadQuestions.state, ["to-remove", "over"]),
      ),
    );
}
