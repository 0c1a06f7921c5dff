import { and, desc, eq, isNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { type ReaderScope, whereArticleForEverybody, whereArticleReadable } from "../../db/audience.ts";
import { whereArticleListed } from "../../db/listed-articles.ts";
import { type ArticleState, articles, articleTags, users } from "../../db/schema.ts";
import { prepareStatement } from "../../db/statement.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { notFound } from "../../errors.ts";

const owners = alias(users, "owners");

/** Columns of an article's card: all columns but the body. */
const CARD = {
  id: articles.id,
  title: articles.title,
  status: articles.status,
  createdAt: articles.createdAt,
  updatedAt: articles.updatedAt,
  channelName: articles.channelName,
  authorName: articles.authorName,
  summaryText: articles.summaryText,
  category: articles.category,
  contentType: articles.contentType,
  difficulty: articles.difficulty,
  priority: articles.priority,
  confidence: articles.confidence,
  form: articles.form,
  estimatedReadTime: articles.estimatedReadTime,
  // The driver parses JSON faster than the text form of an array.
  tags: sql<string[]>`to_json(${articles.tags})`,
  keywords: sql<string[]>`to_json(${articles.keywords})`,
  confirmedAt: articles.confirmedAt,
  ownerName: sql<string | null>`nullif(trim(${owners.firstName} || ' ' || ${owners.lastName}), '')`,
  /**
   * The integrations whose page shows the article to readers (`isOut`), or whose page could not be updated
   * (`isBroken`), by creation time. Empty while the article is held.
   */
  publishedOn: sql<
    { id: string; type: string; isAskedFor: boolean; isOut: boolean; isBroken: boolean }[]
  >`case when articles.state = 'stands' then coalesce((
    select jsonb_agg(jsonb_build_object('id', i.id, 'type', i.type,
      'isOut', p.published_version is not null, 'isBroken', p.state = 'parked' and i.is_active,
      'isAskedFor', coalesce((p.review ->> 'isNew')::boolean, false)) order by i.created_at)
    from publications p join knowledge_integrations i on i.workspace_id = p.workspace_id and i.id = p.integration_id
    where p.workspace_id = articles.workspace_id and p.article_id = articles.id and (p.published_version is not null or p.state = 'parked')
      and p.state not in ('removed', 'forgotten', 'held')
      and coalesce(p.review ->> 'state' || (p.review ->> 'isNew'), '') <> 'closedtrue'
  ), '[]') else '[]' end`,
};

export type ArticleCardRow = Awaited<ReturnType<typeof listArticles>>[number];
export type ArticleRow = typeof articles.$inferSelect;

export interface PageLimits {
  limit: number | undefined;
  offset: number;
}

interface CardOptions {
  where?: SQL | undefined;
  orderBy?: SQL[];
  page?: PageLimits;
  evenUnlisted?: boolean;
  /** The list's total, repeated in each row. */
  total?: SQL<number> | undefined;
  /** The time by which the list is sorted. */
  moment?: SQLWrapper;
}

/**
 * The time in microseconds, because the database sorts by microseconds. With milliseconds, a page could skip articles.
 */
const toMicroseconds = (column: SQLWrapper) => sql<string>`(date_part('epoch', ${column}) * 1000000)::bigint::text`;

/** True while the article waits for review before it is published. */
export const isAwaitingReview = (state: ArticleState | undefined) => state === "review" || state === "draft";

export function listArticles(scope: ReaderScope, options: CardOptions = {}) {
  return selectCards(scope, { ...options, where: and(whereArticleReadable(scope), options.where) });
}

/** All articles regardless of their audience. Only for the operator at the command line. */
export const listArticlesOfWorkspace = (scope: WorkspaceScope) => selectCards(scope, {});

function selectCards({ workspaceId, tx, unreadable }: WorkspaceScope & Partial<ReaderScope>, options: CardOptions) {
  const query = tx
    .with(...(unreadable ? [tx.$with("unreadable", {}).as(unreadable)] : []))
    .select({
      ...CARD,
      total: options.total ?? sql<null>`null`,
      place: options.moment ? toMicroseconds(options.moment) : sql<null>`null`,
    })
    .from(articles)
    .leftJoin(
      owners,
      and(eq(owners.workspaceId, articles.workspaceId), eq(owners.id, articles.ownerId), isNull(owners.deletedAt)),
    )
    .where(
      and(eq(articles.workspaceId, workspaceId), options.evenUnlisted ? undefined : whereArticleListed, options.where),
    )
    .orderBy(...(options.orderBy ?? [desc(articles.createdAt), desc(articles.id)]))
    .offset(options.page?.offset ?? 0)
    .$dynamic();
  return options.page?.limit === undefined ? query : query.limit(options.page.limit);
}

export const lastChangedFirst = [desc(articles.updatedAt), desc(articles.id)];

/** Throws 'not found' if this person may not read the article. */
export async function getArticleCard(scope: ReaderScope, id: string): Promise<ArticleCardRow> {
  const [row] = await selectCard(scope, { id });
  if (!row) throw notFound("article");
  return row;
}

const selectCard = prepareStatement((scope: ReaderScope, { id }: { id: string }) =>
  listArticles(scope, { where: eq(articles.id, id), evenUnlisted: true }),
);

/**
 * The articles in the sequence of the ids. Articles that do not exist any longer, or that this person may not read, are
 * missing.
 */
export const listReadableArticles = async (scope: ReaderScope, ids: string[]) =>
  ids.length === 0 ? [] : inOrder(ids, await selectReadable(scope, { ids }));

/** The articles in the sequence of the ids, regardless of their audience. */
export const listArticlesById = async (scope: WorkspaceScope, ids: string[]) =>
  ids.length === 0 ? [] : inOrder(ids, await selectOfAll(scope, { ids }));

const selectReadable = prepareStatement((scope: ReaderScope, { ids }: { ids: string[] }) =>
  selectById(scope, ids, whereArticleReadable(scope)),
);
const selectOfAll = prepareStatement((scope: WorkspaceScope, { ids }: { ids: string[] }) => selectById(scope, ids));

const selectById = ({ workspaceId, tx }: WorkspaceScope, ids: string[], where?: SQL) =>
  tx
    .select()
    .from(articles)
    .where(and(eq(articles.workspaceId, workspaceId), sql`${articles.id} = any(${ids}::uuid[])`, where));

function inOrder(ids: string[], rows: ArticleRow[]): ArticleRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/**
 * The article regardless of its audience. Code that answers a person has to call `getArticleCard` or `requireReadableArticles`
 * first.
 */
export async function getArticle(scope: WorkspaceScope, id: string): Promise<ArticleRow> {
  const [row] = await selectOfAll(scope, { ids: [id] });
  if (!row) throw notFound("article");
  return row;
}

/** Tags of the articles that this person may read, most used first, then by name. */
export const listTags = (scope: ReaderScope) => selectTags(scope, whereArticleReadable(scope, articleTags.articleId));

/** Tags that everybody in the workspace sees. Only these may be used in any article. */
export const listTagsForEverybody = (scope: WorkspaceScope) =>
  selectTags(scope, whereArticleForEverybody(scope, articleTags.articleId));

async function selectTags({ workspaceId, tx }: WorkspaceScope, where: SQL): Promise<string[]> {
  const { rows } = await tx.execute<{ tag: string }>(sql`
    select tag from article_tags where workspace_id = ${workspaceId} and ${where}
    group by tag order by count(*) desc, tag`);
  return rows.map((row) => row.tag);
}
