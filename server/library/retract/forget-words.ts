import { sql } from "drizzle-orm";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { wordsIn } from "./quotes.ts";

/** As many words as a long article has; more of them are forgotten with the workspace. */
const MOST_WORDS = 5000;

/**
 * The search forgets the words that a text lost, unless another article of the workspace still has them. To be called after
 * the article was written, with its text before and after.
 */
export async function forgetWords({ workspaceId, tx }: WorkspaceScope, before: string, after: string): Promise<void> {
  const kept = new Set(wordsIn(after));
  const lost = [...new Set(wordsIn(before))].filter((word) => !kept.has(word)).slice(0, MOST_WORDS);
  if (lost.length === 0) return;
  // Whoever holds a word now decides about it: two articles that change at once never wait for each other here.
  await tx.execute(sql`
    delete from article_words where workspace_id = ${workspaceId} and word in (
      select word from article_words
      where workspace_id = ${workspaceId} and word = any(${sql.param(lost)}::text[])
      order by word for update skip locked)
      and not exists (
        select from matching_articles(plainto_tsquery('english', word), 50) as found
        join articles a on a.workspace_id = ${workspaceId} and a.id = found
        where to_tsvector('simple', concat_ws(' ', a.title, array_to_string(a.tags || a.keywords, ' '), a.summary_text,
          left(a.body_text, 200000))) @@ plainto_tsquery('simple', word))`);
}
