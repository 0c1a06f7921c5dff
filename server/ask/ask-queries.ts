import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { QuestionTerm, WordStatistics } from "../../engine/answer/index.ts";
import type { Section, Statement } from "../../shared/domain/article.ts";
import type { ChatAuthor } from "../../shared/domain/chat.ts";
import { type ReaderScope, whereArticleReadable, whereChannelReadable } from "../db/audience.ts";
import { type ArticleState, articles, askArticles, channels } from "../db/schema.ts";
import type { Database, WorkspaceScope } from "../db/workspace-scope.ts";

export interface IndexableArticle {
  id: string;
  version: number;
  title: string;
  summary: Statement[];
  body: Section[];
}

/** Lists workspaces with articles that are not indexed yet or, with an encoder, have no embeddings yet. */
export async function listWorkspacesToIndex(db: Database, canEncode: boolean, most: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct a.workspace_id as id from articles a
    left join ask_articles r on r.workspace_id = a.workspace_id and r.article_id = a.id and r.version = a.version
    where r.article_id is null or (${canEncode}::boolean and not r.is_encoded)
    limit ${most}`);
  return rows.map(({ id }) => id);
}

const READ = {
  id: articles.id,
  version: articles.version,
  title: articles.title,
  summary: articles.summary,
  body: articles.body,
};

const whereOfCurrentVersion = and(
  eq(askArticles.workspaceId, articles.workspaceId),
  eq(askArticles.articleId, articles.id),
  eq(askArticles.version, articles.version),
);

/**
 * Reads articles that are not indexed and locks them until their terms are stored, so that a sentence deleted meanwhile does not
 * return to the statistics. Skips articles that are being changed, which are indexed afterwards.
 */
export function lockUnindexedArticles({ workspaceId, tx }: WorkspaceScope, most: number): Promise<IndexableArticle[]> {
  return tx
    .select(READ)
    .from(articles)
    .leftJoin(askArticles, whereOfCurrentVersion)
    .where(and(eq(articles.workspaceId, workspaceId), sql`${askArticles.articleId} is null`))
    .orderBy(articles.id)
    .limit(most)
    .for("share", { of: articles, skipLocked: true });
}

/** Lists indexed articles without embeddings. `rowVersion` differs if the article is indexed again. */
export function listUnencodedArticles({ workspaceId, tx }: WorkspaceScope, most: number) {
  return tx
    .select({ ...READ, rowVersion: sql<string>`ask_articles.xmin::text` })
    .from(articles)
    .innerJoin(askArticles, whereOfCurrentVersion)
    .where(and(eq(articles.workspaceId, workspaceId), eq(askArticles.isEncoded, false)))
    .limit(most);
}

/** Replaces the terms of the article's earlier version. */
export async function storeTerms(
  { workspaceId, tx }: WorkspaceScope,
  read: { articleId: string; version: number; terms: string[] }[],
): Promise<void> {
  const ids = sql`${sql.param(read.map(({ articleId }) => articleId))}::uuid[]`;
  // This insert comes first, so that a concurrent indexing of the same articles waits before it locks rows of terms.
  await tx.execute(sql`
    insert into ask_articles (workspace_id, article_id, version, terms)
    select ${workspaceId}, id, version, terms
    from unnest(${ids}, ${sql.param(read.map(({ version }) => version))}::int[], ${sql.param(read.map(({ terms }) => terms.length))}::int[])
      as each (id, version, terms)
    on conflict (workspace_id, article_id) do update
      set version = excluded.version, terms = excluded.terms, meanings = null, meaning = null, is_encoded = false`);
  await tx.execute(sql`delete from ask_terms where workspace_id = ${workspaceId} and article_id = any(${ids})`);
  const rows = read.flatMap(({ articleId, terms }) => terms.map((term) => ({ articleId, term })));
  await tx.execute(sql`
    insert into ask_terms (workspace_id, term, article_id)
    select ${workspaceId}, term, id
    from unnest(${sql.param(rows.map(({ term }) => term))}::text[], ${sql.param(rows.map(({ articleId }) => articleId))}::uuid[]) as each (term, id)
    on conflict do nothing`);
}

export async function storeEmbeddings(
  { workspaceId, tx }: WorkspaceScope,
  {
    articleId,
    rowVersion,
    meanings,
    meaning,
  }: { articleId: string; rowVersion: string } & Record<"meanings" | "meaning", Buffer>,
): Promise<void> {
  await tx
    .update(askArticles)
    .set({ meanings, meaning, isEncoded: true })
    .where(
      and(
        eq(askArticles.workspaceId, workspaceId),
        eq(askArticles.articleId, articleId),
        sql`ask_articles.xmin::text = ${rowVersion}`,
      ),
    );
}

/** Reads the number of articles, their length, and how many contain each of these terms. */
export async function readStatistics({ workspaceId, tx }: WorkspaceScope, terms: string[]): Promise<WordStatistics> {
  const { rows: totals } = await tx.execute<{ articles: number; length: number }>(sql`
    select count(*)::int as articles, coalesce(avg(terms), 0)::real as length from ask_articles where workspace_id = ${workspaceId}`);
  const { rows } = await tx.execute<{ term: string; count: number }>(sql`
    select term, count(*)::int as count from ask_terms
    where workspace_id = ${workspaceId} and term = any(${sql.param(terms)}::text[]) group by term`);
  return {
    articles: totals[0]?.articles ?? 0,
    averageLength: totals[0]?.length ?? 0,
    containing: new Map(rows.map(({ term, count }) => [term, count])),
  };
}

/** Lists words of this workspace that are similar to a mistyped one (migrations/0001). */
export async function listClosestWords({ tx }: WorkspaceScope, typed: string[], most: number): Promise<string[]> {
  const { rows } = await tx.execute<{ word: string }>(sql`
    select distinct word from unnest(${sql.param(typed)}::text[]) as typed, closest_words(typed, ${most}) as word`);
  return rows.map(({ word }) => word);
}

/** Lists readable articles in these states, by the weight of the question's terms that they contain, then by last change. */
export async function listCandidates(
  scope: ReaderScope,
  states: ArticleState[],
  asked: QuestionTerm[],
  most: number,
): Promise<string[]> {
  const { workspaceId, tx } = scope;
  const weights = asked.flatMap(({ terms, near, weight }) => [
    ...terms.map((term) => ({ term, weight })),
    ...near.map((term) => ({ term, weight: weight / 2 })),
  ]);
  const { rows } = await tx.execute<{ id: string }>(sql`
    select ${articles.id} as id from (
      select t.article_id, sum(w.weight) as weight
      from unnest(${sql.param(weights.map(({ term }) => term))}::text[], ${sql.param(weights.map(({ weight }) => weight))}::real[]) as w (term, weight)
      join ask_terms t on t.workspace_id = ${workspaceId} and t.term = w.term
      group by t.article_id) found
    join ${articles} on ${articles.workspaceId} = ${workspaceId} and ${articles.id} = found.article_id
    where ${inArray(articles.state, states)} and ${whereArticleReadable(scope)}
    order by found.weight desc, ${articles.updatedAt} desc, ${articles.id} desc
    limit ${most}`);
  return rows.map(({ id }) => id);
}

/** Lists the embeddings of the articles that this person may read. */
export function listArticleEmbeddings(scope: ReaderScope, states: ArticleState[]) {
  const { workspaceId, tx } = scope;
  return tx
    .select({ id: articles.id, meaning: askArticles.meaning })
    .from(askArticles)
    .innerJoin(articles, whereOfCurrentVersion)
    .where(
      and(
        eq(askArticles.workspaceId, workspaceId),
        sql`${askArticles.meaning} is not null`,
        inArray(articles.state, states),
        whereArticleReadable(scope),
      ),
    );
}

/** Lists the packed embeddings of each article's current version: first its title, then its sentences in order. */
export async function listSentenceEmbeddings(
  { workspaceId, tx }: WorkspaceScope,
  ids: string[],
): Promise<Map<string, Buffer>> {
  const rows = await tx
    .select({ id: articles.id, meanings: askArticles.meanings })
    .from(askArticles)
    .innerJoin(articles, whereOfCurrentVersion)
    .where(
      and(eq(askArticles.workspaceId, workspaceId), sql`${askArticles.articleId} = any(${sql.param(ids)}::uuid[])`),
    );
  return new Map(rows.flatMap(({ id, meanings }) => (meanings ? [[id, meanings] as const] : [])));
}

/** Lists those of these articles that quote a channel excluded from language models. */
export async function listArticlesExcludedFromModel(
  { workspaceId, tx }: WorkspaceScope,
  ids: string[],
): Promise<Set<string>> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct part.article_id as id from article_audiences part
    join channels c on c.workspace_id = part.workspace_id and c.id = part.channel_id and c.never_to_model
    where part.workspace_id = ${workspaceId} and part.article_id = any(${sql.param(ids)}::uuid[])`);
  return new Set(rows.map(({ id }) => id));
}

const MOST_NAMES = 2_000;
/** Authors are read from this many latest messages of each channel, because people mention those who wrote recently. */
const LATEST_MESSAGES = 2_000;

/** Lists names that a question or these articles may mention. They are replaced by numbers for the model and stay on the server. */
export async function listNamesToHide(
  { workspaceId, tx }: WorkspaceScope,
  articleIds: string[],
): Promise<ChatAuthor[]> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select name from (
      select author_name as name from article_sources where workspace_id = ${workspaceId}
      union select first_name || ' ' || last_name from users where workspace_id = ${workspaceId}
      union select said.name from (select distinct channel_id as id from article_audiences
          where workspace_id = ${workspaceId} and article_id = any(${sql.param(articleIds)}::uuid[])) c
        cross join lateral (select author_name as name from messages m where m.workspace_id = ${workspaceId}
          and m.channel_id = c.id and m.deleted_at is null order by m.sent_at desc limit ${LATEST_MESSAGES}) said) known
    where name <> '' limit ${MOST_NAMES}`);
  return rows.map(({ name }) => ({ externalId: `name ${name}`, name }));
}

/** Lists names of channels that were never read and that this person may read. */
export async function listNeverReadChannels(scope: ReaderScope, most: number): Promise<string[]> {
  const { workspaceId, tx } = scope;
  const rows = await tx
    .select({ name: channels.name })
    .from(channels)
    .where(
      and(
        eq(channels.workspaceId, workspaceId),
        isNull(channels.lastChecked),
        isNull(channels.remoteState),
        whereChannelReadable(scope, channels.id),
      ),
    )
    .orderBy(channels.name, channels.id)
    .limit(most);
  return rows.map(({ name }) => name);
}

const SAMPLE_TITLES = 15;

/** Lists titles of recently changed articles that this person and a model may read, as samples of the workspace's wording. */
export async function listTitles(scope: ReaderScope, states: ArticleState[]): Promise<{ id: string; title: string }[]> {
  const { workspaceId, tx } = scope;
  const { rows } = await tx.execute<{ id: string; title: string }>(sql`
    select ${articles.id} as id, ${articles.title} as title from ${articles}
    where ${articles.workspaceId} = ${workspaceId} and ${inArray(articles.state, states)} and ${whereArticleReadable(scope)}
      and not exists (select from article_audiences part
        join channels c on c.workspace_id = part.workspace_id and c.id = part.channel_id and c.never_to_model
        where part.workspace_id = ${workspaceId} and part.article_id = ${articles.id})
    order by ${articles.updatedAt} desc limit ${SAMPLE_TITLES}`);
  return rows;
}
