import { and, eq, type SQL, sql } from "drizzle-orm";
import { type ReaderScope, whereArticleReadable } from "../../db/audience.ts";
import { articles } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { ArticleRow } from "../articles/queries.ts";

/** The article into which this one was merged; null if there is none, or if this person may not read it. */
export const findMergedInto = (scope: ReaderScope, article: Pick<ArticleRow, "mergedInto">) =>
  findRedirect(scope, article, whereArticleReadable(scope));

async function findRedirect(
  { workspaceId, tx }: WorkspaceScope,
  { mergedInto }: Pick<ArticleRow, "mergedInto">,
  where?: SQL,
): Promise<{ id: string; title: string } | null> {
  if (!mergedInto) return null;
  const [row] = await tx
    .select({ id: articles.id, title: articles.title })
    .from(articles)
    .where(and(eq(articles.workspaceId, workspaceId), eq(articles.id, mergedInto), where));
  return row ?? null;
}

/** The article into which this one was merged, with its page on the platform of the page with this marker. */
export async function findRedirectOnTarget(
  scope: WorkspaceScope,
  article: Pick<ArticleRow, "mergedInto">,
  marker: string,
): Promise<{ title: string; url: string | null } | null> {
  const to = await findRedirect(scope, article);
  if (!to) return null;
  const { rows } = await scope.tx.execute<{ url: string | null }>(sql`
    select there.url from publications here
    join publications there on there.workspace_id = here.workspace_id and there.integration_id = here.integration_id
      and there.article_id = ${to.id}
    where here.workspace_id = ${scope.workspaceId} and here.marker = ${marker}`);
  return { title: to.title, url: rows[0]?.url ?? null };
}
