import { and, desc, eq, lte } from "drizzle-orm";
import { type articles, articleVersions } from "../../db/schema.ts";
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

export function listVersions(scope: WorkspaceScope, articleId: string) {
  return scope.tx
    .select({
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
