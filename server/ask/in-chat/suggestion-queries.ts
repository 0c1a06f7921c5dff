import { and, desc, eq } from "drizzle-orm";
import { type PersonScope, whereArticleReadable } from "../../db/audience.ts";
import { whereArticleShown } from "../../db/listed-articles.ts";
import { articles } from "../../db/schema.ts";

/** Lists the titles of the latest changed articles that are shown to readers and readable by this person. */
export async function listSuggestedTitles(scope: PersonScope, most: number): Promise<string[]> {
  const rows = await scope.tx
    .select({ title: articles.title })
    .from(articles)
    .where(and(eq(articles.workspaceId, scope.workspaceId), whereArticleShown, whereArticleReadable(scope)))
    .orderBy(desc(articles.updatedAt), desc(articles.id))
    .limit(most);
  return rows.map(({ title }) => title);
}
