import {
  answerQuestion,
  buildAskedQuestion,
  extractQuestionTerms,
  extractTerms,
  type FoundAnswer,
  findClosestTerms,
  findSynonyms,
  splitIntoWords,
  weighTerms,
} from "../../engine/answer/index.ts";
import type { Vector } from "../../engine/encoder/meaning.ts";
import { cosineWithPacked, unpackVectors } from "../../engine/encoder/meaning.ts";
import type { ReaderScope } from "../db/audience.ts";
import type { ArticleState } from "../db/schema.ts";
import { type ArticleRow, listReadableArticles } from "../library/articles/index.ts";
import type { AsReader } from "./as-reader.ts";
import {
  listArticleEmbeddings,
  listCandidates,
  listClosestWords,
  listSentenceEmbeddings,
  readStatistics,
} from "./ask-queries.ts";
import { indexWords, listQuestionStatements, listStatements } from "./read-articles.ts";

export interface LibrarySearchResult {
  found: FoundAnswer;
  /** States of the searched articles. */
  states: ArticleState[];
  /** The articles as they were searched, by id. */
  articles: Map<string, ArticleRow>;
}

const BY_WORDS = 60;
const BY_MEANING = 30;
const MOST_TERMS = 24;
/** Up to this many recently changed articles are indexed before answering; a worker indexes the rest. */
const JUST_CHANGED = 50;
const CLOSEST_WORDS = 3;

/**
 * Finds an answer in readable articles of these states; by words alone without an embedding. Ranking runs outside of
 * transactions, so call `rereadIfUnchanged` before showing the answer.
 */
export async function findAnswer(
  asReader: AsReader,
  states: ArticleState[],
  question: string,
  meaning: Vector | undefined,
): Promise<LibrarySearchResult> {
  const { terms, statistics, byWords, meanings } = await asReader(async (scope) => {
    await indexWords(scope, JUST_CHANGED);
    const asked = await readTerms(scope, question);
    const candidates = await listCandidates(scope, states, asked.terms, BY_WORDS);
    return { ...asked, byWords: candidates, meanings: meaning ? await listArticleEmbeddings(scope, states) : [] };
  });
  const ids = [...new Set([...byWords, ...(meaning ? nearestByMeaning(meanings, meaning) : [])])];
  const { rows, vectors } = await asReader(async (scope) => ({
    rows: await listArticlesInStates(scope, states, ids),
    vectors: await listSentenceEmbeddings(scope, ids),
  }));
  const searched = rows
    .toSorted((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime())
    .map((row) => {
      const [titleMeaning, ...meant] = unpackVectors(vectors.get(row.id) ?? Buffer.alloc(0));
      const asked = listQuestionStatements(row);
      const sentences = listStatements(row).map((statement, place) => ({
        text: statement.text,
        isAsked: asked.has(statement),
        meaning: meant[place],
      }));
      return { id: row.id, title: row.title, titleMeaning, sentences };
    });
  return {
    states,
    found: answerQuestion(buildAskedQuestion(question, terms, meaning), searched, statistics),
    articles: new Map(rows.map((row) => [row.id, row])),
  };
}

/** Reads the found articles again; null if one changed since, or if the person may no longer read it. */
export async function rereadIfUnchanged(
  scope: ReaderScope,
  { found, states, articles }: LibrarySearchResult,
): Promise<LibrarySearchResult | null> {
  const now = await listArticlesInStates(
    scope,
    states,
    found.articles.map(({ id }) => id),
  );
  const isSame =
    now.length === found.articles.length && now.every(({ id, version }) => articles.get(id)?.version === version);
  return isSame ? { found, states, articles: new Map(now.map((row) => [row.id, row])) } : null;
}

export const listArticlesInStates = async (scope: ReaderScope, states: ArticleState[], ids: string[]) =>
  (await listReadableArticles(scope, ids)).filter(({ state }) => states.includes(state));

/** Reads the question's terms with their rarity in this workspace; an unknown word is replaced by similar known ones. */
async function readTerms(scope: ReaderScope, question: string) {
  const asked = extractQuestionTerms(question).slice(0, MOST_TERMS);
  const statistics = await readStatistics(scope, [...asked, ...asked.flatMap(findSynonyms)]);
  const unknown = new Set(asked.filter((term) => !statistics.containing.has(term)));
  const typed = splitIntoWords(question).filter((word) => extractTerms(word).some((term) => unknown.has(term)));
  const close = (await listClosestWords(scope, typed.slice(0, MOST_TERMS), CLOSEST_WORDS)).flatMap(extractTerms);
  const counted = close.length > 0 ? (await readStatistics(scope, close)).containing : new Map<string, number>();
  const all = { ...statistics, containing: new Map([...statistics.containing, ...counted]) };
  return {
    statistics: all,
    terms: weighTerms(question, all, (term) => findClosestTerms(term, counted.keys())).slice(0, MOST_TERMS),
  };
}

function nearestByMeaning(meanings: Awaited<ReturnType<typeof listArticleEmbeddings>>, meaning: Vector): string[] {
  return meanings
    .map(({ id, meaning: bytes }) => ({ id, likeness: bytes ? cosineWithPacked(meaning, bytes) : 0 }))
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, BY_MEANING)
    .map(({ id }) => id);
}
