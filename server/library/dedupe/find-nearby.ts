import type { KnownArticle } from "../../../engine/contract.ts";
import { cosineSimilarity, cosineWithPacked, type Encoder, type Vector } from "../../../engine/encoder/meaning.ts";
import type { InScope, WorkspaceScope } from "../../db/workspace-scope.ts";
import type { ArticleRow } from "../articles/queries.ts";
import { findCandidates, listMeaningsOfArticles } from "./candidate-queries.ts";
import { listArticlesOpenTo } from "./find-known.ts";

const BY_WORDS = 8;
const BY_MEANING = 6;
const MOST_BESIDE = 2;
/** Two texts with a lower similarity are about different things. */
const NEAR = 0.55;
/** Without an encoder, a matching article must have this share of the question's words. */
const SHARED_WORDS = 0.4;
const LEAST_LETTERS = 4;

export interface LookedUp {
  question: string;
  gist: string;
}

/** A known article in the version that was shown to the model. */
export interface NearbyArticle extends KnownArticle {
  version: number;
}

/**
 * The articles nearest to a matter, by words and by embedding: at most two, of those that a conversation of this
 * channel may confirm. Also returns the ids of all candidates, so that a newer one is noticed.
 */
export async function findNearby(
  inScope: InScope,
  encoder: Encoder | undefined,
  channelId: string,
  { question, gist }: LookedUp,
): Promise<{ beside: NearbyArticle[]; candidates: string[] }> {
  const [meaning] = (await encoder?.encode([`${question} ${gist}`])) ?? [];
  const { open, candidates } = await inScope(async (scope) => {
    const byWords = await listCandidates(scope, { question, gist });
    const byMeaning = meaning ? await nearestByMeaning(scope, meaning) : [];
    const ids = [...new Set([...byWords, ...byMeaning])];
    return { open: await listArticlesOpenTo(scope, channelId, ids), candidates: ids };
  });
  const texts = open.map((row) => `${row.title} ${row.summaryText}`);
  const vectors = meaning && texts.length > 0 ? await encoder?.encode(texts) : undefined;
  const near = open
    .map((row, place) => {
      const vector = vectors?.[place];
      const shared = shareOfWords({ question, gist }, row);
      return { row, shared, likeness: meaning && vector ? cosineSimilarity(meaning, vector) : shared };
    })
    .filter(({ likeness, shared }) => likeness >= NEAR || shared >= SHARED_WORDS)
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, MOST_BESIDE);
  return { beside: near.map(({ row }) => toNearby(row)), candidates };
}

const listCandidates = (scope: WorkspaceScope, { question, gist }: LookedUp) =>
  findCandidates(
    scope,
    { title: question, contentType: "faq", statements: [{ form: "sentence", text: gist }] },
    BY_WORDS,
  );

/** True when there are articles with many of the matter's words that did not exist when the model was asked. */
export async function findNewNearby(
  scope: WorkspaceScope,
  channelId: string,
  lookedUp: LookedUp,
  candidates: readonly string[],
): Promise<boolean> {
  const ids = (await listCandidates(scope, lookedUp)).filter((id) => !candidates.includes(id));
  const open = await listArticlesOpenTo(scope, channelId, ids);
  return open.some((row) => shareOfWords(lookedUp, row) >= SHARED_WORDS);
}

/** The share of a question's longer words that an article's title and summary have, compared by their beginnings. */
function shareOfWords({ question }: LookedUp, { title, summaryText }: ArticleRow): number {
  const asked = wordsOf(question);
  const said = wordsOf(`${title} ${summaryText}`);
  const shared = [...asked].filter((word) => said.has(word));
  // A single common word does not make a common subject.
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

/** Nearest articles by the embeddings that also serve answers, as far as they are computed. */
async function nearestByMeaning(scope: WorkspaceScope, meaning: Vector): Promise<string[]> {
  return (await listMeaningsOfArticles(scope))
    .map(({ id, meaning: packed }) => ({ id, likeness: cosineWithPacked(meaning, packed) }))
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, BY_MEANING)
    .map(({ id }) => id);
}
