import { sql } from "drizzle-orm";
import { editDistance } from "../../../shared/domain/edit-distance.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { wordsIn } from "./words.ts";

/** As many words as a long article has; more of them are forgotten with the workspace. */
const MOST_DROPPED = 5000;
const CLOSEST_WORDS = 3;
const MOST_COMPLETIONS = 20;
/** So many letters of a long word may be wrong; of a short one, one. */
const MOST_WRONG = 2;
const LONG = 5;

/**
 * For each word that tells something ('how' and 'to' do not) itself and the words of this workspace that begin with it; where
 * there are none, the closest ones. (Not a prefix query on the index: that would gather the matches of all workspaces first.)
 */
export async function listMeanings({ workspaceId, tx }: WorkspaceScope, words: string[]): Promise<string[][]> {
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

/** Words that merely look alike ('referral' and 'refresh') are not meant for each other. */
const isMistypedFor = (typed: string, word: string) =>
  editDistance(typed, word) <= (typed.length < LONG ? 1 : MOST_WRONG);

/**
 * Takes the words that a text lost out of the search, unless another article of the workspace still has them. To be called after
 * the article was written, with its text before and after.
 */
export async function dropSearchWords(
  { workspaceId, tx }: WorkspaceScope,
  before: string,
  after: string,
): Promise<void> {
  const kept = new Set(wordsIn(after));
  const lost = [...new Set(wordsIn(before))].filter((word) => !kept.has(word)).slice(0, MOST_DROPPED);
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
        where to_tsvector('simple', readable_words(concat_ws(' ', a.title, array_to_string(a.tags || a.keywords, ' '),
          a.summary_text, left(a.body_text, 200000)))) @@ plainto_tsquery('simple', word))`);
}
