import {
  answerQuestion,
  buildAskedQuestion,
  extractQuestionTerms,
  type FoundAnswer,
  findSynonyms,
  weighTerms,
} from "../../engine/answer/index.ts";
import { sketchVector, unpackVectors, type Vector } from "../../engine/encoder/meaning.ts";
import type { AnswerPage, PageConfirmation, RelatedPage, WikiAnswer } from "../../shared/contract/ask.ts";
import type { ReaderScope } from "../db/audience.ts";
import type { Deps } from "../deps.ts";
import { listConfirmations } from "../wiki/findings/index.ts";
import { hideDeletedPages } from "../wiki/index.ts";
import type { AsReader } from "./as-reader.ts";
import { type Question, standaloneQuestion } from "./ask-question.ts";
import { listPassageContradictions, type PassageContradictions } from "./contradictions.ts";
import { listNearestPages, listPageMeanings } from "./page-meaning-queries.ts";
import { passageWithHeading } from "./read-page-meanings.ts";
import { type FoundWikiPage, listPageCandidates, listReadablePages, readPageStatistics } from "./wiki-page-queries.ts";

const MOST_TERMS = 24;
const BY_WORDS = 20;
const BY_MEANING = 30;
const PASSAGES_OF_A_PAGE = 300;
const SHOWN_PAGES = 3;
const SHOWN_PASSAGES = 4;
/** The most passages of each page for a model. */
const MATERIAL_PASSAGES = 8;
const MOST_CHARACTERS = 2_000;
/** Pages with a lower score are about something else; passages are longer than sentences, and less similar to a question as a whole. */
const NEAR_FROM = 0.4;
const NEAR_FROM_WITH_MEANING = 0.3;
/** Pages below that are only listed by title. */
const MOST_RELATED = 3;
const RELATED_FROM = 2.5;
/** A page beside the best one has at least this part of what the best one has of the question's words, weighed by their rarity. */
const LEAST_OF_BEST = 0.8;

/** Wiki pages that are relevant to a question. */
export interface FoundPages {
  wiki: WikiAnswer;
  score: number;
  workspaceId: string;
  /** The versions that were read, by page id. */
  versions: Record<string, string>;
  /** The nearest passages of pages that everybody may read, for a model. */
  material: AnswerPage[];
  /** True if the material contains every shown page. */
  isMaterialWhole: boolean;
}

/** `found` is null if no page is relevant; then `related` lists pages that may be about the subject. */
interface PageSearch {
  found: FoundPages | null;
  related: RelatedPage[];
}

export type PageDeps = Parameters<typeof hideDeletedPages>[0] & Pick<Deps, "encoder">;
const NOTHING: PageSearch = { found: null, related: [] };

/** Finds wiki pages that are relevant to the question and that this person may read. */
export async function findPages(deps: PageDeps, asReader: AsReader, asked: Question): Promise<PageSearch> {
  const alone = await findStanding(deps, asReader, asked.question);
  if (asked.previous === null || alone.found?.wiki.isAnswered) return alone;
  const together = await findStanding(deps, asReader, standaloneQuestion(asked));
  return (together.found?.score ?? 0) > (alone.found?.score ?? 0) ? together : alone;
}

/** Pages that take the place of gone ones are looked up, too. */
const MOST_LOOK_UPS = 3;

/** Leaves out pages that are gone or restricted since they were read, as their platforms say. */
async function findStanding(deps: PageDeps, asReader: AsReader, question: string): Promise<PageSearch> {
  for (let lookUp = 1; lookUp <= MOST_LOOK_UPS; lookUp += 1) {
    const search = await findAlone(deps, asReader, question);
    const shown = search.found ? Object.keys(search.found.versions) : search.related.map(({ id }) => id);
    if (shown.length === 0) return search;
    const workspaceId = search.found?.workspaceId ?? (await asReader(async (scope) => scope.workspaceId));
    if ((await hideDeletedPages(deps, workspaceId, shown)).size === 0) return search;
  }
  return NOTHING;
}

/** Ranking runs outside of transactions; a page that changed or disappeared meanwhile is left out. */
async function findAlone(deps: PageDeps, asReader: AsReader, question: string): Promise<PageSearch> {
  const [meaning] = (await deps.encoder?.encode([question])) ?? [];
  const read = await asReader((scope) => readCandidates(scope, question, meaning));
  if (!read) return NOTHING;
  const { terms, statistics, pages, meanings } = read;
  const searched = pages.map((page) => asSearched(page, meanings.get(page.id)));
  const found = answerQuestion(buildAskedQuestion(question, terms, meaning), searched, statistics);
  const nearFrom = meanings.has(found.articles[0]?.id ?? "") ? NEAR_FROM_WITH_MEANING : NEAR_FROM;
  if (found.score < nearFrom) return { found: null, related: await listRelated(asReader, found) };
  const places = Map.groupBy([...found.sentences, ...found.candidates], ({ articleId }) => articleId);
  const best = found.articles.map(({ id }) => id).filter((id) => places.has(id));
  const positionsOf = (id: string) => [...new Set((places.get(id) ?? []).map(({ position }) => position))];
  const shownOf = (pageId: string) =>
    positionsOf(pageId)
      .slice(0, SHOWN_PASSAGES)
      .map((position) => ({ pageId, position }));
  const before = new Map(pages.map((page) => [page.id, page.version]));
  const { now, workspaceId, ...said } = await asReader(async (scope) => {
    const read = await listReadablePages(scope, best.slice(0, SHOWN_PAGES), PASSAGES_OF_A_PAGE);
    const unchanged = read.filter(({ id, version }) => before.get(id) === version);
    const ids = unchanged.map(({ id }) => id);
    const { workspaceId } = scope;
    if (ids.length === 0)
      return { now: [], workspaceId, otherwise: [], confirmed: new Map<string, PageConfirmation>() };
    return {
      now: unchanged,
      workspaceId,
      otherwise: await listPassageContradictions(deps, scope, ids),
      confirmed: await listConfirmations(scope, ids, ids.flatMap(shownOf)),
    };
  });
  const first = now[0]?.id === best[0] ? now[0]?.id : undefined;
  const isShown = ({ id }: FoundWikiPage) => id === first || answersToo(found, id, nearFrom);
  const shown = now.filter(isShown).map((page) => pageView(page, positionsOf(page.id), said, SHOWN_PASSAGES));
  const forModel = now.filter(({ isForEverybody }) => isForEverybody);
  if (shown.length === 0) return NOTHING;
  const relevant: FoundPages = {
    wiki: { pages: shown, isAnswered: found.isAnswered && first !== undefined },
    score: found.score,
    workspaceId,
    versions: Object.fromEntries(now.map(({ id, version }) => [id, version])),
    material: forModel.map((page) =>
      pageView(page, positionsOf(page.id).filter(isShort(page)), said, MATERIAL_PASSAGES),
    ),
    isMaterialWhole: now.filter(isShown).every(({ isForEverybody }) => isForEverybody),
  };
  return { found: relevant, related: [] };
}

/** Lists pages that share much with the question although none answers it. */
async function listRelated(asReader: AsReader, { articles }: FoundAnswer): Promise<RelatedPage[]> {
  const ids = articles.filter(({ relevance }) => relevance >= RELATED_FROM).map(({ id }) => id);
  if (ids.length === 0) return [];
  const pages = await asReader((scope) => listReadablePages(scope, ids.slice(0, MOST_RELATED), 0));
  return pages.map(({ id, title, url, platform }) => ({ id, title, url, platform }));
}

/** Other pages pass the test of the best one: that one page answers does not mean that those after it are about the question. */
function answersToo({ articles, isAnswered }: FoundAnswer, pageId: string, nearFrom: number): boolean {
  const page = articles.find(({ id }) => id === pageId);
  const isNear = page && (isAnswered ? page.isAnswered : page.score >= nearFrom);
  return isNear === true && page.share >= LEAST_OF_BEST * (articles[0]?.share ?? 0);
}

function asSearched({ id, title, passages }: FoundWikiPage, packed: Buffer | undefined) {
  const [titleMeaning, ...meanings] = packed ? unpackVectors(packed) : [];
  const sentences = passages.map((passage, place) => ({
    text: passageWithHeading(passage),
    isAsked: false,
    meaning: meanings[place],
  }));
  return { id, title, titleMeaning, sentences };
}

async function readCandidates(scope: ReaderScope, question: string, meaning: Vector | undefined) {
  const asked = extractQuestionTerms(question).slice(0, MOST_TERMS);
  const statistics = await readPageStatistics(scope, [...new Set([...asked, ...asked.flatMap(findSynonyms)])]);
  if (statistics.articles === 0) return null;
  const terms = weighTerms(question, statistics, () => []).slice(0, MOST_TERMS);
  const byWords = await listPageCandidates(scope, terms, BY_WORDS);
  const byMeaning = meaning ? await listNearestPages(scope, sketchVector(meaning), BY_MEANING) : [];
  const ids = [...new Set([...byWords, ...byMeaning])];
  return {
    terms,
    statistics,
    pages: await listReadablePages(scope, ids, PASSAGES_OF_A_PAGE),
    meanings: meaning ? await listPageMeanings(scope, ids) : new Map<string, Buffer>(),
  };
}

const isShort =
  ({ passages }: FoundWikiPage) =>
  (position: number) =>
    (passages[position]?.text.length ?? 0) <= MOST_CHARACTERS;

/** Contradictions and confirmations of pages. */
interface SaidAboutPages {
  otherwise: PassageContradictions[];
  confirmed: ReadonlyMap<string, PageConfirmation>;
}

/** The best passages in reading order. */
const pageView = (
  { id, title, url, platform, editedAt, editedBy, passages }: FoundWikiPage,
  positions: number[],
  { otherwise, confirmed }: SaidAboutPages,
  most: number,
): AnswerPage => ({
  id,
  title,
  url,
  platform,
  editedAt: editedAt?.toISOString() ?? null,
  editedBy,
  confirmed: confirmed.get(id) ?? null,
  passages: positions
    .slice(0, most)
    .sort((a, b) => a - b)
    .flatMap((position) => {
      const passage = passages[position];
      const isOfIt = (one: PassageContradictions) => one.pageId === id && one.position === position;
      if (!passage) return [];
      const { anchor, ...words } = passage;
      const said = otherwise.filter(isOfIt).map((one) => one.said);
      return [{ ...words, ...(anchor && url && { url: `${url}#${encodeURIComponent(anchor)}` }), otherwise: said }];
    }),
});
