import type { KnownArticle } from "../../../engine/contract.ts";
import { cosineSimilarity, cosineWithPacked, type Encoder, type Vector } from "../../../engine/encoder/meaning.ts";
import type { InScope, WorkspaceScope } from "../../db/workspace-scope.ts";
import type { ArticleRow } from "../articles/queries.ts";
import { findCandidates, listMeanEmbeddings } from "./candidate-queries.ts";
import { listConfirmableArticles } from "./find-known.ts";

const BY_WORDS = 8;
const BY_MEANING = 6;
const MOST_BESIDE = 2;
/** Two texts with a lower similarity are about different subjects. */
const MIN_SIMILARITY = 0.55;
/** Without an encoder, a matching article must have this share of the question's words. */
const MIN_SHARED_WORDS = 0.4;
const LEAST_LETTERS = 4;

export interface TopicToFind {
  question: string;
  gist: string;
}

/** A known article, in the version that the model was shown. */
export interface NearbyArticle extends KnownArticle {
  version: number;
}

/**
 * Finds the articles most similar to a topic, by words and by embedding: at most two that a conversation of this
 * channel may confirm. Also returns the ids of all candidates, so that newer articles are noticed later.
 */
export async function findNearby(
  inScope: InScope,
  encoder: Encoder | undefined,
  channelId: string,
  { question, gist }: TopicToFind,
): Promise<{ beside: NearbyArticle[]; candidates: string[] }> {
  const [meaning] = (await encoder?.encode([`${question} ${gist}`])) ?? [];
  const { open, candidates } = await inScope(async (scope) => {
    const byWords = await listCandidates(scope, { question, gist });
    const byMeaning = meaning ? await nearestByMeaning(scope, meaning) : [];
    const ids = [...new Set([...byWords, ...byMeaning])];
    return { open: await listConfirmableArticles(scope, channelId, ids), candidates: ids };
  });
  const texts = open.map((row) => `${row.title} ${row.summaryText}`);
  const vectors = meaning && texts.length > 0 ? await encoder?.encode(texts) : undefined;
  const near = open
    .map((row, place) => {
      const vector = vectors?.[place];
      const shared = shareOfWords({ question, gist }, row);
      return { row, shared, likeness: meaning && vector ? cosineSimilarity(meaning, vector) : shared };
    })
    .filter(({ likeness, shared }) => likeness >= MIN_SIMILARITY || shared >= MIN_SHARED_WORDS)
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, MOST_BESIDE);
  return { beside: near.map(({ row }) => toNearby(row)), candidates };
}

const listCandidates = (scope: WorkspaceScope, { question, gist }: TopicToFind) =>
  findCandidates(
    scope,
    { title: question, contentType: "faq", statements: [{ form: "sentence", text: gist }] },
    BY_WORDS,
  );

/** True if there are articles with many of the topic's words that did not exist when the model was called. */
export async function hasNewSimilarArticles(
  scope: WorkspaceScope,
  channelId: string,
  lookedUp: TopicToFind,
  candidates: readonly string[],
): Promise<boolean> {
  const ids = (await listCandidates(scope, lookedUp)).filter((id) => !candidates.includes(id));
  const open = await listConfirmableArticles(scope, channelId, ids);
  return open.some((row) => shareOfWords(lookedUp, row) >= MIN_SHARED_WORDS);
}

/**
 * The share of a question's longer words that an article's title and summary contain. Words are compared by their first
 * letters.
 */
function shareOfWords({ question }: TopicToFind, { title, summaryText }: ArticleRow): number {
  const asked = wordsOf(question);
  const said = wordsOf(`${title} ${summaryText}`);
  const shared = [...asked].filter((word) => said.has(word));
  // A single common word does not mean that both are about the same subject.
  return shared.length < 2 ? 0 : shared.length / asked.size;
}

const wordsOf = (text: string) =>
  new Set(
    [...(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])]
      .filter((word) => word.length >= LEAST_LETTERS)
      .map((word) => word.slice(0, 6)),
  );

export const toNearby = ({
  id,
  version,
  title,
  contentType,
  summary,
  body,
  updatedAt,
  confirmedAt,
}: ArticleRow): NearbyArticle => ({
  id,
  version,
  title,
  contentType,
  summary,
  body,
  asOf: confirmedAt && confirmedAt > updatedAt ? confirmedAt : updatedAt,
});

/**
 * Finds the most similar articles by the embeddings that also serve the answers. Articles without embeddings are
 * missing.
 */
async function nearestByMeaning(scope: WorkspaceScope, meaning: Vector): Promise<string[]> {
  return (await listMeanEmbeddings(scope))
    .map(({ id, meaning: packed }) => ({ id, likeness: cosineWithPacked(meaning, packed) }))
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, BY_MEANING)
    .map(({ id }) => id);
}
