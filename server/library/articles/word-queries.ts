import { sql } from "drizzle-orm";
import { computeEditDistance } from "../../../shared/domain/edit-distance.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { splitWords } from "./words.ts";

/** The most words removed at once, as many as a long article has; any others are removed with the workspace. */
const MOST_DROPPED = 5000;
const CLOSEST_WORDS = 3;
const MOST_COMPLETIONS = 20;
/** Number of wrong letters allowed in a long word; a short one may have one: with two, 'locker' would find 'blocked'. */
const MOST_WRONG = 2;
const LONG = 8;

/**
 * For each significant word ('how' and 'to' are not) the word itself and the workspace's words that begin with it;
 * where there are none, the closest ones. (Not a prefix query on the index: that would first gather the matches of all
 * workspaces.)
 */
export async function listWordEmbeddings({ workspaceId, tx }: WorkspaceScope, words: string[]): Promise<string[][]> {
  if (words.length === 0) return [];
  const typed = sql.join(
    words.map((word) => sql`${word}`),
    sql`, `,
  );
  const { rows } = await tx.execute<{ typed: string; beginning: string[]; close: string[] }>(sql`
    select typed, beginning, case when cardinality(beginning) > 0 then '{}' else array(
        select closest_words(typed, ${CLOSEST_WORDS})
      ) end as close
    from unnest(array[${typed}]::text[]) as typed, lateral (select array(
        select word from article_words
        where workspace_id = ${workspaceId} and word >= typed and word < typed || U&'\\+10FFFF'
        order by length(word), word limit ${MOST_COMPLETIONS}
      ) as beginning) as completed
    where to_tsvector('english', typed) <> ''`);
  return rows.map(({ typed, beginning, close }) => [
    typed,
    ...beginning,
    ...close.filter((word) => isMistypedFor(typed, word)),
  ]);
}

/** Rejects words that only look alike ('referral' and 'refresh'). */
const isMistypedFor = (typed: string, word: string) =>
  computeEditDistance(typed, word) <= (typed.length < LONG ? 1 : MOST_WRONG);

/**
 * Removes the words that a text lost from the search, unless another article of the workspace still has them. Call it
 * after the article was written, with its text before and after.
 */
export async function dropSearchWords(
  { workspaceId, tx }: WorkspaceScope,
  before: string,
  after: string,
): Promise<void> {
  const kept = new Set(splitWords(after));
  const lost = [...new Set(splitWords(before))].filter((word) => !kept.has(word)).slice(0, MOST_DROPPED);
  if (lost.length === 0) return;
  // Skips words that another transaction has locked, which decides about them: two articles that change at once never
  // wait for each other here.
  await tx.execute(sql`
    delete from article_words where workspace_id = ${workspaceId} and word in (
      select word from article_words
      where workspace_id = ${workspaceId} and word = any(${sql.param(lost)}::text[])
      order by word for update skip locked)
      and not exists (
        select from matching_articles(plainto_tsquery('english', word), 50) as found
        join articles a on a.workspace_id = ${workspaceId} and a.id = found
        where to_tsvector('simple', readable_words(concat_ws(' ', a.title, array_to_string(a.tags || a.keywords, ' '),
          a.summary_text, left(a.body_text, 200000)))) @@ plainto_tsquery('simple', word))`);
}
