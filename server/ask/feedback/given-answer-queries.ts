import { sql } from "drizzle-orm";
import type { WikiAnswer } from "../../../shared/contract/ask.ts";
import { type AnswerVote, DAYS_WITHOUT_REPEATED_QUESTION } from "../../../shared/domain/ask.ts";
import type { PersonScope } from "../../db/audience.ts";
import { whereArticleAnswered } from "../../db/counted-answers.ts";
import { lockUntilCommit } from "../../db/transaction-locks.ts";
import type { Database, WorkspaceScope } from "../../db/workspace-scope.ts";

/** An article opened later than this was not opened because of the answer. */
const OPENED_WITHIN_DAYS = DAYS_WITHOUT_REPEATED_QUESTION;
/** After this time, asking again no longer changes whether the answer counts. */
const SETTLED_AFTER_DAYS = OPENED_WITHIN_DAYS + DAYS_WITHOUT_REPEATED_QUESTION;
/** An answer is linked to its asker for this long. */
const KEPT_DAYS = 180;

export interface NewAnswer {
  id: string;
  matter: string[];
  articles: { id: string; isShown: boolean }[];
}

/** Lets one answer of a person at a time be stored, so that the later of two simultaneous ones sees the earlier. */
export async function lockAnswersOfPerson({ tx, reader }: PersonScope): Promise<void> {
  await lockUntilCommit(tx, `answers of ${reader}`);
}

/** Returns false when this answer is stored already. */
export async function insertAnswer(scope: PersonScope, { id, matter }: NewAnswer): Promise<boolean> {
  const { tx, workspaceId, reader } = scope;
  const { rowCount } = await tx.execute(sql`
    insert into given_answers (workspace_id, id, user_id, matter)
    values (${workspaceId}, ${id}, ${reader}, ${sql.param(matter)}::text[]) on conflict do nothing`);
  return rowCount === 1;
}

/** Adds the articles that the answer shows now; an article that was shown once stays marked as shown. */
export async function addAnswerArticles(scope: PersonScope, { id, articles }: NewAnswer): Promise<void> {
  const { tx, workspaceId, reader } = scope;
  for (const { id: articleId, isShown } of articles)
    await tx.execute(sql`
      insert into answer_articles (workspace_id, answer_id, article_id, is_shown)
      select ${workspaceId}, id, ${articleId}, ${isShown} from given_answers
      where workspace_id = ${workspaceId} and id = ${id} and user_id = ${reader}
      on conflict (workspace_id, answer_id, article_id) do update set is_shown = answer_articles.is_shown or excluded.is_shown`);
}

/** Adds the pages of the wiki that the answer shows now and did not have before. Pages that are gone by now are left out. */
export async function addAnswerPages(scope: PersonScope, id: string, { pages, isAnswered }: WikiAnswer): Promise<void> {
  const { tx, workspaceId, reader } = scope;
  await tx.execute(sql`
    insert into answer_pages (workspace_id, answer_id, page_id, is_answer)
    select ${workspaceId}, given.id, p.id, ${isAnswered} from given_answers given
    join (select id from wiki_pages where workspace_id = ${workspaceId}
      and id = any(${sql.param(pages.map((page) => page.id))}::uuid[]) order by id for key share) p on true
    where given.workspace_id = ${workspaceId} and given.id = ${id} and given.user_id = ${reader}
    on conflict (workspace_id, answer_id, page_id) do update set is_answer = answer_pages.is_answer or excluded.is_answer`);
}

/** Lists the person's recent answers to questions not asked again, except `but`, for comparison. */
export async function listUnrepeatedQuestions({ tx, workspaceId, reader }: PersonScope, but: string) {
  const { rows } = await tx.execute<{ id: string; matter: string[] }>(sql`
    select id, matter from given_answers where workspace_id = ${workspaceId} and user_id = ${reader} and id <> ${but}
      and asked_again_at is null and created_at > now() - make_interval(days => ${SETTLED_AFTER_DAYS})`);
  return rows;
}

export async function markQuestionsRepeated({ tx, workspaceId }: PersonScope, ids: string[]): Promise<void> {
  await tx.execute(sql`
    update given_answers set asked_again_at = now()
    where workspace_id = ${workspaceId} and id = any(${sql.param(ids)}::uuid[])`);
}

/** Returns the person's vote on the answer; null if they did not vote, or if it is not their answer. */
export async function readVote({ tx, workspaceId, reader }: PersonScope, id: string): Promise<AnswerVote | null> {
  const { rows } = await tx.execute<{ vote: AnswerVote | null }>(sql`
    select vote from given_answers where workspace_id = ${workspaceId} and id = ${id} and user_id = ${reader}`);
  return rows[0]?.vote ?? null;
}

export async function isOwnAnswer({ tx, workspaceId, reader }: PersonScope, id: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from given_answers where workspace_id = ${workspaceId} and id = ${id} and user_id = ${reader}`);
  return rows.length > 0;
}

/** Returns false if the person has no such answer, or it showed nothing that answers. */
export async function writeVote(scope: PersonScope, id: string, vote: AnswerVote | null): Promise<boolean> {
  const { tx, workspaceId, reader } = scope;
  const { rowCount } = await tx.execute(sql`
    update given_answers given set vote = ${vote}
    where workspace_id = ${workspaceId} and id = ${id} and user_id = ${reader}
      and (exists (select from answer_articles part where part.workspace_id = given.workspace_id and part.answer_id = given.id
          and part.is_shown)
        or exists (select from answer_pages page where page.workspace_id = given.workspace_id and page.answer_id = given.id
          and page.is_answer))`);
  return rowCount === 1;
}

/** Stores a vote from the chat. `userId` is null if the voter is no member of the workspace. */
export async function writeVoteInChat(
  { tx, workspaceId }: WorkspaceScope,
  { id, userId, articleId, vote }: { id: string; userId: string | null; articleId: string; vote: AnswerVote },
): Promise<void> {
  await tx.execute(sql`
    insert into given_answers (workspace_id, id, user_id, vote) values (${workspaceId}, ${id}, ${userId}, ${vote})
    on conflict (workspace_id, id) do update set vote = excluded.vote`);
  // The vote is about the article that the answer shows now, so earlier articles are removed.
  await tx.execute(sql`
    delete from answer_articles where workspace_id = ${workspaceId} and answer_id = ${id} and article_id <> ${articleId}`);
  await tx.execute(sql`
    insert into answer_articles (workspace_id, answer_id, article_id, is_shown)
    values (${workspaceId}, ${id}, ${articleId}, true) on conflict do nothing`);
}

export async function listShownArticles({ tx, workspaceId }: PersonScope, id: string): Promise<string[]> {
  const { rows } = await tx.execute<{ articleId: string }>(sql`
    select article_id as "articleId" from answer_articles
    where workspace_id = ${workspaceId} and answer_id = ${id} and is_shown order by article_id`);
  return rows.map(({ articleId }) => articleId);
}

/** Keeps the first time of opening. Returns false when the person was given no such answer, or longer ago than counts. */
export async function markResultOpened(
  scope: PersonScope,
  id: string,
  opened: { articleId: string } | { pageId: string },
): Promise<boolean> {
  const { tx, workspaceId, reader } = scope;
  const isOpened =
    "pageId" in opened ? sql`part.page_id = ${opened.pageId}` : sql`part.article_id = ${opened.articleId}`;
  const { rowCount } = await tx.execute(sql`
    update ${"pageId" in opened ? sql`answer_pages` : sql`answer_articles`} part set opened_at = coalesce(opened_at, now()) from given_answers given
    where given.workspace_id = part.workspace_id and given.id = part.answer_id and given.user_id = ${reader}
      and given.created_at > now() - make_interval(days => ${OPENED_WITHIN_DAYS})
      and part.workspace_id = ${workspaceId} and part.answer_id = ${id} and ${isOpened}`);
  return rowCount === 1;
}

/** Applies retention: settled answers lose their terms; old answers become anonymous if they helped, and are deleted if not. */
export async function forgetGivenAnswers(db: Database): Promise<void> {
  await db.execute(sql`
    update given_answers set matter = '{}'
    where user_id is not null and matter <> '{}' and created_at < now() - make_interval(days => ${SETTLED_AFTER_DAYS})`);
  await db.execute(sql`
    delete from given_answers where user_id is null and vote <> 'right'
      and created_at < now() - make_interval(days => ${KEPT_DAYS})`);
  const isOld = sql`given.user_id is not null and given.created_at < now() - make_interval(days => ${KEPT_DAYS})`;
  await db.execute(sql`
    delete from given_answers given where ${isOld} and not exists (select from answer_articles part
      where part.workspace_id = given.workspace_id and part.answer_id = given.id and ${whereArticleAnswered})`);
  await db.execute(sql`update given_answers given set user_id = null where ${isOld}`);
}
