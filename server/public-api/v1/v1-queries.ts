import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { type ReaderScope, whereArticleReadable } from "../../db/audience.ts";
import { whereArticleShown } from "../../db/listed-articles.ts";
import { articles, articleVersions } from "../../db/schema.ts";
import { notFound } from "../../errors.ts";
import { listArticles } from "../../library/articles/index.ts";

/** A cursor: a time in milliseconds, an article's id, and its version. */
export interface ChangeCursor {
  at: Date;
  id: string;
  version: number;
}

interface PageOf {
  limit: number;
  after: ChangeCursor | undefined;
}

const toTheMillisecond = (column: SQL) => sql`date_trunc('milliseconds', ${column})`;

/** Lists one page of articles that this reader may read, last changed first. */
export function listChangedArticles(scope: ReaderScope, { limit, after }: PageOf) {
  const changed = toTheMillisecond(sql`${articles.updatedAt}`);
  return listArticles(scope, {
    where: and(
      whereArticleShown,
      after && sql`(${changed}, ${articles.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`,
    ),
    orderBy: [desc(changed), desc(articles.id)],
    page: { limit, offset: 0 },
  });
}

/** Versions of articles that this reader may read, newest first. */
export function listChanges(scope: ReaderScope, { limit, after }: PageOf) {
  const made = toTheMillisecond(sql`${articleVersions.createdAt}`);
  return scope.tx
    .select({
      articleId: articles.id,
      title: articles.title,
      version: articleVersions.version,
      reason: articleVersions.reason,
      createdAt: articleVersions.createdAt,
    })
    .from(articleVersions)
    .innerJoin(
      articles,
      and(eq(articles.workspaceId, articleVersions.workspaceId), eq(articles.id, articleVersions.articleId)),
    )
    .where(
      and(
        eq(articleVersions.workspaceId, scope.workspaceId),
        whereArticleShown,
        whereArticleReadable(scope),
        after &&
          sql`(${made}, ${articles.id}, ${articleVersions.version})
            < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid, ${after.version}::int)`,
      ),
    )
    .orderBy(desc(made), desc(articles.id), desc(articleVersions.version))
    .limit(limit);
}

/** Throws 'not found' if the article is hidden, or this reader may not read it. */
export async function requireVisibleArticle(scope: ReaderScope, id: string): Promise<void> {
  const which = and(
    eq(articles.workspaceId, scope.workspaceId),
    eq(articles.id, id),
    whereArticleShown,
    whereArticleReadable(scope),
  );
  if ((await scope.tx.$count(articles, which)) === 0) throw notFound("article");
}
