import { and, type Column, desc, eq, lte, sql } from "drizzle-orm";
import { articles, articleVersions } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { notFound } from "../../errors.ts";

type VersionRow = typeof articleVersions.$inferSelect;

type VersionOf = Pick<
  typeof articles.$inferSelect,
  | "version"
  | "title"
  | "summary"
  | "body"
  | "engine"
  | "contentType"
  | "category"
  | "difficulty"
  | "priority"
  | "tags"
  | "hand"
>;

const whereOfArticle = ({ workspaceId }: WorkspaceScope, articleId: string) =>
  and(eq(articleVersions.workspaceId, workspaceId), eq(articleVersions.articleId, articleId));

/** Stores the article's current content as its version; `by`: the person who made the change. */
export async function insertVersion(
  { workspaceId, tx }: WorkspaceScope,
  articleId: string,
  article: VersionOf,
  { reason, by = null }: { reason: string; by?: string | null },
): Promise<void> {
  const { version, title, summary, body, engine, ...labels } = article;
  const { contentType, category, difficulty, priority, tags, hand } = labels;
  await tx.insert(articleVersions).values({
    workspaceId,
    articleId,
    version,
    title,
    summary,
    body,
    reason,
    engine,
    madeBy: by,
    labels: { contentType, category, difficulty, priority, tags, hand },
  });
}

/** The words of a version or of an article as a reader sees them: an edited source or a doubt is no other text. */
const wordsOf = ({ title, summary, body }: { title: Column; summary: Column; body: Column }) => sql`jsonb_build_array(
  ${title}, jsonb_path_query_array(${summary}, '$[*].text'), jsonb_path_query_array(${body}, '$[*].heading'),
  jsonb_path_query_array(${body}, '$[*].statements[*].text'))`;

export function listVersions(scope: WorkspaceScope, articleId: string) {
  return scope.tx
    .select({
      /** Its words are the article's present ones, so restoring it would change nothing. */
      isPresent: sql<boolean>`coalesce(${wordsOf(articleVersions)} = (select ${wordsOf(articles)} from ${articles}
        where ${articles.workspaceId} = ${scope.workspaceId} and ${articles.id} = ${articleId}), false)`,
      version: articleVersions.version,
      reason: articleVersions.reason,
      engine: articleVersions.engine,
      madeBy: articleVersions.madeBy,
      createdAt: articleVersions.createdAt,
    })
    .from(articleVersions)
    .where(whereOfArticle(scope, articleId))
    .orderBy(desc(articleVersions.version));
}

/** The content of a version and of the previous version; `before` is null for the first version. */
export async function getVersionPair(scope: WorkspaceScope, articleId: string, version: number) {
  const rows = await scope.tx
    .select()
    .from(articleVersions)
    .where(and(whereOfArticle(scope, articleId), lte(articleVersions.version, version)))
    .orderBy(desc(articleVersions.version))
    .limit(2);
  const [after, before = null] = rows;
  if (after?.version !== version) throw notFound("version");
  return { before, after };
}

/** The content of an earlier version; null if it is not stored. */
export async function findVersion(
  scope: WorkspaceScope,
  articleId: string,
  version: number,
): Promise<Pick<VersionRow, "title" | "summary" | "body"> | null> {
  const [row] = await scope.tx
    .select()
    .from(articleVersions)
    .where(and(whereOfArticle(scope, articleId), eq(articleVersions.version, version)));
  return row ?? null;
}

export function listVersionContents(scope: WorkspaceScope, articleId: string): Promise<VersionRow[]> {
  return scope.tx.select().from(articleVersions).where(whereOfArticle(scope, articleId));
}

/** Changes stored history. Only the erasure of data may do that. */
export async function rewriteVersion(
  scope: WorkspaceScope,
  articleId: string,
  version: number,
  change: Partial<Pick<VersionRow, "title" | "summary" | "body" | "labels">>,
): Promise<void> {
  await scope.tx
    .update(articleVersions)
    .set(change)
    .where(and(whereOfArticle(scope, articleId), eq(articleVersions.version, version)));
}
