import { type SQL, sql } from "drizzle-orm";
import { type ReaderScope, whereArticleReadable, wherePageReadable } from "../../db/audience.ts";
import { whereArticleShown } from "../../db/listed-articles.ts";
import { articles, wikiPages } from "../../db/schema.ts";

/** SQL conditions on `d`: the duplicate waits for a decision, and the person may read its article. */
export const whereDuplicateOpen = (
  scope: ReaderScope,
): SQL => sql`d.workspace_id = ${scope.workspaceId} and d.decided_at is null
  and (d.article_id is null or exists (select from ${articles} where ${articles.workspaceId} = d.workspace_id
    and ${articles.id} = d.article_id and ${whereArticleShown} and ${whereArticleReadable(scope)}))`;

/** SQL conditions on `d`: the duplicate waits for a decision, and the person may read both texts. */
export const whereDuplicateDecidable = (scope: ReaderScope): SQL => sql`${whereDuplicateOpen(scope)}
  and not exists (select from unnest(array[d.page_id, d.other_id]) as part(id)
    where part.id is not null and not exists (select from ${wikiPages} where ${wikiPages.workspaceId} = d.workspace_id
      and ${wikiPages.id} = part.id and ${wherePageReadable(scope)}))`;

export async function mayDecideDuplicate(scope: ReaderScope, id: string): Promise<boolean> {
  const { rowCount } = await scope.tx.execute(
    sql`select from wiki_duplicates d where d.id = ${id} and ${whereDuplicateDecidable(scope)}`,
  );
  return rowCount === 1;
}
