import { and, eq, exists, inArray, or, sql } from "drizzle-orm";
import type { Section, Statement } from "../../../shared/domain/article.ts";
import { type ArticleState, articleSources, articles } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { joinStatementTexts } from "./content-text.ts";
import type { ArticleRow } from "./queries.ts";

type ArticleChange = Partial<Omit<ArticleRow, "workspaceId" | "id">>;

const whereArticle = ({ workspaceId }: WorkspaceScope, id: string) =>
  and(eq(articles.workspaceId, workspaceId), eq(articles.id, id));

export async function insertArticle(
  { workspaceId, tx }: WorkspaceScope,
  article: Omit<typeof articles.$inferInsert, "workspaceId">,
): Promise<void> {
  await tx.insert(articles).values({ ...article, workspaceId });
}

/** Stores an article's new statements; the caller stores the version. */
export async function saveContent(
  scope: WorkspaceScope,
  id: string,
  { summary, body, version }: { summary: Statement[]; body: Section[]; version: number },
): Promise<void> {
  await saveRow(scope, id, { summary, body, ...joinStatementTexts({ summary, body }), version, updatedAt: new Date() });
}

/**
 * Stores new statements like `saveContent`, with all other content that readers see, and sets the time of change to
 * now.
 */
export async function saveNewContent(
  scope: WorkspaceScope,
  id: string,
  change: ArticleChange & { version: number },
): Promise<void> {
  await scope.tx
    .update(articles)
    .set({ ...change, updatedAt: sql`now()` })
    .where(whereArticle(scope, id));
}

/** Stores statements whose sources changed. Their text is the same, so the article gets no new version. */
export async function storeStatements(
  scope: WorkspaceScope,
  articleId: string,
  { summary, body }: Pick<ArticleRow, "summary" | "body">,
): Promise<void> {
  await saveRow(scope, articleId, { summary, body });
}

/** Writes neither a version of the history nor an event, because the caller does. */
export async function setState(
  scope: WorkspaceScope,
  articleId: string,
  change: Partial<Pick<ArticleRow, "state" | "stateReason" | "mergedInto">>,
): Promise<void> {
  await saveRow(scope, articleId, change);
}

/** Changes only the given columns, and notifies nobody. */
export async function saveRow(scope: WorkspaceScope, id: string, change: ArticleChange): Promise<void> {
  await scope.tx.update(articles).set(change).where(whereArticle(scope, id));
}

/**
 * Increments the article's version without changing its text. Returns null if the article does not exist any longer.
 */
export async function incrementVersion(
  scope: WorkspaceScope,
  id: string,
  change: Partial<Pick<ArticleRow, "state" | "stateReason">> = {},
): Promise<ArticleRow | null> {
  const [row] = await scope.tx
    .update(articles)
    .set({ ...change, version: sql`${articles.version} + 1`, updatedAt: sql`now()` })
    .where(whereArticle(scope, id))
    .returning();
  return row ?? null;
}

export async function lockArticleRow(scope: WorkspaceScope, id: string): Promise<ArticleRow | null> {
  const [row] = await scope.tx.select().from(articles).where(whereArticle(scope, id)).for("update");
  return row ?? null;
}

/** Locks the articles that still exist by ascending id, so that two transactions never deadlock. */
export async function lockArticles({ workspaceId, tx }: WorkspaceScope, ids: string[]): Promise<string[]> {
  const rows = await tx
    .select({ id: articles.id })
    .from(articles)
    .where(and(eq(articles.workspaceId, workspaceId), inArray(articles.id, ids)))
    .orderBy(articles.id)
    .for("update");
  return rows.map(({ id }) => id);
}

export async function lockArticlesMergedInto({ workspaceId, tx }: WorkspaceScope, id: string): Promise<string[]> {
  const rows = await tx
    .select({ id: articles.id })
    .from(articles)
    .where(and(eq(articles.workspaceId, workspaceId), eq(articles.mergedInto, id)))
    .orderBy(articles.id)
    .for("update");
  return rows.map((row) => row.id);
}

/** Locks the articles in this state that contain text from the channel. */
export async function lockArticlesOfChannel(
  { workspaceId, tx }: WorkspaceScope,
  channelId: string,
  state: ArticleState,
): Promise<string[]> {
  const source = tx
    .select({ id: articleSources.articleId })
    .from(articleSources)
    .where(
      and(
        eq(articleSources.workspaceId, workspaceId),
        eq(articleSources.articleId, articles.id),
        eq(articleSources.channelId, channelId),
      ),
    );
  const rows = await tx
    .select({ id: articles.id })
    .from(articles)
    .where(
      and(
        eq(articles.workspaceId, workspaceId),
        eq(articles.state, state),
        or(eq(articles.channelId, channelId), exists(source)),
      ),
    )
    .orderBy(articles.id)
    .for("update");
  return rows.map(({ id }) => id);
}
