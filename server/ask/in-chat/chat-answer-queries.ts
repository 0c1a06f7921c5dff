import { and, eq, sql } from "drizzle-orm";
import type { DirectQuestion } from "../../../connectors/chat-source.ts";
import { whereArticleShown } from "../../db/listed-articles.ts";
import { newId } from "../../db/new-id.ts";
import { articles, chatAnswers } from "../../db/schema.ts";
import type { Database, WorkspaceScope } from "../../db/workspace-scope.ts";
import type { ChannelQuestion } from "../../ingest/index.ts";
import type { EventReceiver } from "../../ingest/live/index.ts";

export type ChatAnswerRow = typeof chatAnswers.$inferSelect;
export type AnswerChange = { [Field in keyof ChatAnswerRow]?: ChatAnswerRow[Field] };

/** A posted answer is corrected for this long after its sources change. */
const FOLLOWED_DAYS = 90;

/** The delay before answering a question not addressed to the app, so that people can answer first. */
const PEOPLE_FIRST_SECONDS = 300;

/** Enqueues an answer in the transaction that stores the question. Repeated deliveries of the question change nothing. */
export async function requestAnswer({ workspaceId, tx }: WorkspaceScope, asked: ChannelQuestion): Promise<void> {
  const { channelId, externalId: questionId, askedBy, isUnasked } = asked;
  const threadId = asked.threadId ?? questionId;
  const nextAttemptAt = sql`now() + make_interval(secs => ${isUnasked ? PEOPLE_FIRST_SECONDS : 0})`;
  await tx
    .insert(chatAnswers)
    .values({ workspaceId, id: newId(), channelId, questionId, threadId, askedBy, isUnasked, nextAttemptAt })
    .onConflictDoNothing();
}

/** Whether the channel still wants such answers, and nobody but the asker has written since in the thread or the channel. */
export async function isUnansweredByPeople({ workspaceId, tx }: WorkspaceScope, row: ChatAnswerRow): Promise<boolean> {
  const { channelId, questionId, threadId, askedBy } = row;
  const { rows } = await tx.execute<{ isLeft: boolean }>(sql`
    select c.answers_unasked and not exists (
      select from messages m, messages q where q.workspace_id = ${workspaceId} and q.channel_id = c.id
        and q.external_id = ${questionId} and m.workspace_id = q.workspace_id and m.channel_id = q.channel_id
        and m.author_id <> ${askedBy} and m.deleted_at is null
        and (m.thread_id = ${threadId} or (m.sent_at > q.sent_at and coalesce(m.thread_id, m.external_id) = m.external_id)))
      as "isLeft"
    from channels c where c.workspace_id = ${workspaceId} and c.id = ${channelId}`);
  return rows[0]?.isLeft === true;
}

/**
 * Enqueues an answer once, however often the platform delivers the question. An edit or deletion makes it due again and fences
 * off a worker that is answering the old text.
 */
export async function requestDirectAnswer(
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

/** Chooses which of the active `receivers` answers: one that knows the person, else the oldest; null if none is active. */
export async function chooseDirectIntegration(
  db: Database,
  receivers: EventReceiver[],
  by: string,
): Promise<EventReceiver | null> {
  const { rows } = await db.execute<{ workspaceId: string; id: string }>(sql`
    select i.workspace_id as "workspaceId", i.id
    from unnest(${sql.param(receivers.map(({ workspaceId }) => workspaceId))}::uuid[],
      ${sql.param(receivers.map(({ id }) => id))}::uuid[]) as given (workspace_id, id)
    join chat_integrations i on i.workspace_id = given.workspace_id and i.id = given.id and i.is_active
    order by exists (select from chat_identities k where k.workspace_id = i.workspace_id and k.platform = i.platform
      and k.team_id = coalesce(i.team_id, '') and k.external_id = ${by}) desc, i.created_at, i.id limit 1`);
  return rows[0] ?? null;
}

/**
 * Claims the answer of any workspace that has been due longest. An answer is due if it was not posted yet, if something it cites
 * changed, is gone or is no longer for these readers, or if its question was deleted. `attempts` is the fence of later writes.
 */
export async function claimAnswer(db: Database, leaseSeconds: number): Promise<ChatAnswerRow | null> {
  const { rows } = await db.execute<{ workspace_id: string; id: string; attempts: number }>(sql`
    update chat_answers set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
    where (workspace_id, id) = (
      select c.workspace_id, c.id from chat_answers c
      where c.state <> 'over' and c.next_attempt_at <= now() and (c.state = 'to-answer'
        or (c.created_at > now() - make_interval(days => ${FOLLOWED_DAYS})
          and (c.article_version = -1 or (c.article_id is not null and not exists (select from ${articles}
              where ${articles.workspaceId} = c.workspace_id and ${articles.id} = c.article_id
                and ${articles.version} = c.article_version and ${whereArticleShown}))
            or exists (select from jsonb_each_text(c.cites) cited where not exists (select from ${articles}
              where ${articles.workspaceId} = c.workspace_id and ${articles.id} = cited.key::uuid
                and ${articles.version} = cited.value::int and ${whereArticleShown}))
            or exists (select from jsonb_each_text(c.page_cites) cited where not ${whereQuotedPageSame})
            or exists (select from unnest(c.finding_cites) cited where not ${whereQuotedFindingSame})
            or (c.kind = 'told' and ${whereToldOtherwise})
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

/**
 * SQL condition: page `cited` of answer `c` has this version and may still be quoted (in a channel: everybody may read it). While
 * the platform refuses the account no change is known, so posted answers stay.
 */
const whereQuotedPageSame = sql`exists (select from wiki_pages p
  join wiki_readings r on r.workspace_id = p.workspace_id and r.integration_id = p.integration_id
  join knowledge_integrations k on k.workspace_id = p.workspace_id and k.id = p.integration_id
  where p.workspace_id = c.workspace_id and p.id = cited.key::uuid and p.read_version = cited.value and not p.is_ours
    and p.readers <> 'restricted' and not exists (select from wiki_pages above where above.workspace_id = p.workspace_id
      and above.integration_id = p.integration_id and above.readers = 'restricted' and above.external_id = any(p.above))
    and (c.channel_id is null or (p.readers = 'place' and r.readers = 'everybody' and k.reader_channels = '{}')))`;

/** SQL condition: the finding `cited` of answer `c` is still valid and may be quoted (in a channel: everybody may read it). */
const whereQuotedFindingSame = sql`exists (select from wiki_findings f
  join conversations v on v.workspace_id = f.workspace_id and v.id = f.conversation_id
  join channel_audiences a on a.workspace_id = v.workspace_id and a.channel_id = v.channel_id
  where f.workspace_id = c.workspace_id and f.id = cited and f.state = 'open' and f.fresh <> '[]'
    and (c.channel_id is null or a.is_public))`;

/** SQL condition: the conversation of answer `c` says more or something else than the pages by now. */
const whereToldOtherwise = sql`exists (select from conversations v
  join wiki_findings f on f.workspace_id = v.workspace_id and f.conversation_id = v.id
  where v.workspace_id = c.workspace_id and v.channel_id = c.channel_id and v.key = c.question_id
    and f.state = 'open' and f.kind <> 'confirms')`;

/** Returns false, and writes nothing, if another worker has claimed the row. */
export async function updateChatAnswer(
  { workspaceId, tx }: WorkspaceScope,
  { id, attempts }: ChatAnswerRow,
  change: AnswerChange,
): Promise<boolean> {
  const written = await tx
    .update(chatAnswers)
    .set(change)
    .where(and(eq(chatAnswers.workspaceId, workspaceId), eq(chatAnswers.id, id), eq(chatAnswers.attempts, attempts)))
    .returning({ id: chatAnswers.id });
  return written.length > 0;
}

/** Reads and locks the answer with the integration that reads its channel; null if this workspace has no such answer. */
export async function findPostedAnswer({ workspaceId, tx }: WorkspaceScope, id: string): Promise<ChatAnswerRow | null> {
  const [row] = await tx
    .select()
    .from(chatAnswers)
    .where(and(eq(chatAnswers.workspaceId, workspaceId), eq(chatAnswers.id, id)))
    .for("update");
  if (!row || row.channelId === null) return row ?? null;
  const { rows } = await tx.execute<{ integrationId: string | null }>(sql`
    select integration_id as "integrationId" from channels where workspace_id = ${workspaceId} and id = ${row.channelId}`);
  return { ...row, integrationId: rows[0]?.integrationId ?? null };
}

/** Reads the question's current text; null when it was deleted. */
export async function readQuestionText(
  { workspaceId, tx }: WorkspaceScope,
  { channelId, questionId }: ChatAnswerRow,
): Promise<string | null> {
  const { rows } = await tx.execute<{ text: string }>(sql`
    select text from messages where workspace_id = ${workspaceId} and channel_id = ${channelId}
      and external_id = ${questionId} and deleted_at is null and forgotten_at is null`);
  return rows[0]?.text ?? null;
}

/** Reads the current text of the same person's previous question to us in the same thread. */
export async function readPreviousQuestion(
  { workspaceId, tx }: WorkspaceScope,
  { channelId, threadId, questionId, askedBy }: ChatAnswerRow,
): Promise<string | null> {
  const { rows } = await tx.execute<{ text: string }>(sql`
    select m.text from chat_answers c
    join messages m on m.workspace_id = c.workspace_id and m.channel_id = c.channel_id and m.external_id = c.question_id
    join messages q on q.workspace_id = c.workspace_id and q.channel_id = c.channel_id and q.external_id = ${questionId}
    where c.workspace_id = ${workspaceId} and c.channel_id = ${channelId} and c.thread_id = ${threadId}
      and c.asked_by = ${askedBy} and m.sent_at < q.sent_at and m.deleted_at is null and m.forgotten_at is null
    order by m.sent_at desc limit 1`);
  return rows[0]?.text ?? null;
}

/** Reads the versions of these articles by id; deleted articles are left out. */
export async function readVersions(
  { workspaceId, tx }: WorkspaceScope,
  articleIds: string[],
): Promise<Record<string, number>> {
  const { rows } = await tx.execute<{ id: string; version: number }>(sql`
    select id, version from articles where workspace_id = ${workspaceId} and id = any(${sql.param(articleIds)}::uuid[])`);
  return Object.fromEntries(rows.map(({ id, version }) => [id, version]));
}
