import { sql } from "drizzle-orm";
import { computeEditDistance } from "../../../shared/domain/edit-distance.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { splitWords } from "./words.ts";

/**
 * The most words that are removed at a time; a long article has as many. The remaining words are removed with the
 * workspace.
 */
const MOST_DROPPED = 5000;
const CLOSEST_WORDS = 3;
const MOST_COMPLETIONS = 20;
/**
 * The number of wrong letters allowed in a long word. A short word may have one: with two, 'locker' would find
 * 'blocked'.
 */
const MOST_WRONG = 2;
const LONG = 8;

/**
 * For each significant word (not 'how' or 'to'), returns the word itself and the workspace's words that begin with it.
 * If there are none, returns the closest words. A prefix query on the index would be slower, because it would first
 * collect the matches of all workspaces.
 */
export async function listWordVariants({ workspaceId, tx }: WorkspaceScope, words: string[]): Promise<string[][]> {
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

/**
 * Accepts only likely typing errors, not different words with similar letters ('referral' and 'refresh'). The first letter is
 * rarely mistyped, and another one makes another word ('team' and 'steam').
 */
const isMistypedFor = (typed: string, word: string) =>
  typed[0] === word[0] && computeEditDistance(typed, word) <= (typed.length < LONG ? 1 : MOST_WRONG);

/**
 * Removes the words that a text no longer contains from the search, unless another article of the workspace contains
 * them. Called after the article was written, with its text before and after.
 */
export async function dropSearchWords(
  { workspaceId, tx }: WorkspaceScope,
  before: string,
  after: string,
): Promise<void> {
  const kept = new Set(splitWords(after));
  const lost = [...new Set(splitWords(before))].filter((word) => !kept.has(word)).slice(0, MOST_DROPPED);
  if (lost.length === 0) return;
  // Skips words that another transaction has locked, because that transaction decides about them. Two articles that
  // change at the same time therefore never wait for each other.
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
