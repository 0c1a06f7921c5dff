import type { RestatedQuestion, WrittenClaim } from "../../engine/contract.ts";
import type { AnswerClaim, AnswerSentence, AskAnswer, WrittenAnswer } from "../../shared/contract/ask.ts";
import { parseInline } from "../../shared/markdown/parse-inline.ts";
import type { ReaderScope } from "../db/audience.ts";
import { SHOWN } from "../db/listed-articles.ts";
import type { Deps } from "../deps.ts";
import { listReadableArticles } from "../library/index.ts";
import { linkOf, SHOWN_ARTICLES } from "./answer-view.ts";
import type { AsReader } from "./as-reader.ts";
import { listNames, listTitles } from "./ask-queries.ts";
import {
  type AskDeps,
  type AskOptions,
  type Question,
  type SearchedAnswer,
  searchAnswer,
  searchLibrary,
  standaloneQuestion,
} from "./ask-question.ts";
import type { FoundInLibrary } from "./find-answer.ts";
import { type Material, readMaterial } from "./material.ts";
import { statementsOf } from "./read-articles.ts";

/** What a model does for an answer takes no longer. */
const LONGEST_WAIT_MS = 20_000;
/** Nothing can be searched for before a follow-up is understood. */
const LONGEST_RESTATING_MS = 6_000;

export interface WriteOptions {
  /** Ends when nobody waits any longer. */
  signal?: AbortSignal;
  /** Told each claim as soon as it is checked, with all sentences that claims cite so far; what is returned at the end counts. */
  onClaim?: (claim: AnswerClaim, sentences: AnswerSentence[]) => void;
  /** Called in the transaction in which the cited sentences were read once more. */
  onChecked?: (scope: ReaderScope, sentences: AnswerSentence[]) => Promise<void>;
}

export interface Answering {
  /** What was asked, for whoever does not see what was asked before. */
  question: string;
  /** Of sentences alone. */
  answer: AskAnswer;
  /** Puts it to the model, whose verdict counts; null where none writes. */
  write: ((options?: WriteOptions) => Promise<WrittenAnswer>) | null;
}

type AnswerDeps = AskDeps & Pick<Deps, "engines">;
interface Asking {
  workspaceId: string;
  asked: Question;
  asReader: AsReader;
}

/** Answers a question of sentences, at once; a model may answer it in its words from the sentences of several articles. */
export async function beginAnswer(
  deps: AnswerDeps,
  asking: Asking,
  options: Pick<AskOptions, "onRead"> = {},
): Promise<Answering> {
  const { workspaceId, asked, asReader } = asking;
  const { engines } = deps;
  const hasModel = engines.writeAnswer !== undefined && (await engines.hasModel?.(workspaceId)) !== false;
  const restated = hasModel && asked.previous !== null ? await restate(deps, asking) : null;
  const alone: Question = restated ? { question: restated.standalone, previous: null } : asked;
  const searched = await searchAnswer(deps, alone, asReader, options);
  return {
    question: standaloneQuestion(alone),
    answer: searched.answer,
    write: hasModel ? (how = {}) => writeAnswer(deps, { ...asking, asked: alone }, { searched, restated }, how) : null,
  };
}

/** The whole answer without a stream: in the model's words where it writes. */
export async function answerWhole(deps: AnswerDeps, asking: Asking, signal?: AbortSignal): Promise<WrittenAnswer> {
  const { answer, write } = await beginAnswer(deps, asking);
  return write ? write(signal ? { signal } : {}) : { ...answer, written: null };
}

/** The question as one that can be searched for by itself, and in the words and languages of the articles; null where a model cannot say. */
async function restate(
  { engines }: AnswerDeps,
  { workspaceId, asked, asReader }: Asking,
  signal?: AbortSignal,
): Promise<RestatedQuestion | null> {
  const { titles, people } = await asReader(async (scope) => {
    const sample = await listTitles(scope, SHOWN);
    const ids = sample.map(({ id }) => id);
    return { titles: sample.map(({ title }) => title), people: await listNames(scope, ids) };
  });
  if (titles.length === 0) return null;
  const ends = AbortSignal.any([AbortSignal.timeout(LONGEST_RESTATING_MS), ...(signal ? [signal] : [])]);
  return (await engines.restate?.(workspaceId, { ...asked, titles, people }, ends)) ?? null;
}

interface Searched {
  searched: SearchedAnswer;
  restated: RestatedQuestion | null;
}

/**
 * In the model's words, each claim with the sentences it stands on. Where it declines nobody has explained it yet; where it cannot answer
 * now, or nothing of what it says can be shown, the sentences are the answer.
 */
async function writeAnswer(
  deps: AnswerDeps,
  asking: Asking,
  { searched: { answer, library }, restated }: Searched,
  { signal, onClaim, onChecked }: WriteOptions,
): Promise<WrittenAnswer> {
  const { workspaceId, asked, asReader } = asking;
  const ends = AbortSignal.any([AbortSignal.timeout(LONGEST_WAIT_MS), ...(signal ? [signal] : [])]);
  const sure = answer.verdict === "answered";
  const again = sure ? null : (restated ?? (await restate(deps, asking, ends)));
  const searchEach = async (questions: string[]) => {
    const libraries: FoundInLibrary[] = [];
    for (const question of questions) libraries.push(await searchLibrary(deps, question, asReader));
    return libraries;
  };
  const searches = again ? [again.standalone, ...again.searches].filter((search) => search !== asked.question) : [];
  let found = [library, ...(await searchEach(searches))];
  const read = () => asReader((scope) => readMaterial(deps, scope, { found, shown: answer.sentences }));
  let material = await read();
  while (material === "changed") {
    if (ends.aborted) return { ...answer, written: null };
    found = await searchEach([standaloneQuestion(asked), ...searches]);
    material = await read();
  }
  const stands = { ...answer, written: null };
  if (!material) return stands;
  const cited = new CitedSentences(material.sentences);
  const claims = await deps.engines.writeAnswer?.(
    workspaceId,
    { ...asked, people: material.names, sentences: material.sentences.map(asFound) },
    { signal: ends, ...(onClaim && { onClaim: (claim) => onClaim(cited.viewOf(claim), cited.sentences) }) },
  );
  if (!claims) return stands;
  if (claims.length === 0) return { ...answer, verdict: "unknown", sentences: [], people: [], written: null };
  const written = claims.map((claim) => cited.viewOf(claim));
  const { sentences } = cited;
  const isValid = await asReader(async (scope) => {
    const unchanged = await areUnchanged(scope, sentences);
    if (unchanged) await onChecked?.(scope, sentences);
    return unchanged;
  });
  if (!isValid) return stands;
  return { ...answer, verdict: "answered", sentences, written, ...linksOf(answer, sentences, material) };
}

const asFound = ({ text, articleTitle, contradiction, sources }: AnswerSentence) => ({
  text,
  title: articleTitle,
  isDisputed: contradiction !== null,
  sources: sources.map(({ id }) => id),
});

/** The sentences that claims stand on, numbered as they are cited. */
class CitedSentences {
  readonly sentences: AnswerSentence[] = [];
  readonly #material: AnswerSentence[];
  readonly #places = new Map<number, number>();

  constructor(material: AnswerSentence[]) {
    this.#material = material;
  }

  viewOf({ text, sentences }: WrittenClaim): AnswerClaim {
    return { text, inline: parseInline(text), sentences: sentences.map((place) => this.#placeOf(place)) };
  }

  #placeOf(place: number): number {
    const known = this.#places.get(place);
    const sentence = this.#material[place];
    if (known !== undefined || !sentence) return known ?? 0;
    this.#places.set(place, this.sentences.length);
    return this.sentences.push(sentence) - 1;
  }
}

/** The cited articles first, then others that were found near. */
function linksOf({ articles }: AskAnswer, sentences: AnswerSentence[], material: Material) {
  const rows = [...new Set(sentences.map(({ articleId }) => articleId))].flatMap(
    (id) => material.articles.get(id) ?? [],
  );
  const ids = new Set(rows.map(({ id }) => id));
  const people = new Set(rows.flatMap(({ authorName }) => authorName ?? []));
  return {
    articles: [...rows.map(linkOf), ...articles.filter(({ id }) => !ids.has(id))].slice(
      0,
      Math.max(SHOWN_ARTICLES, rows.length),
    ),
    people: [...people],
  };
}

/** Whether the reader may still read these sentences, and none was edited or deleted while they were written of. */
async function areUnchanged(scope: ReaderScope, sentences: AnswerSentence[]): Promise<boolean> {
  const rows = await listReadableArticles(scope, [...new Set(sentences.map(({ articleId }) => articleId))]);
  const shown = rows.filter(({ state }) => SHOWN.includes(state));
  const said = new Map(shown.map((row) => [row.id, new Set(statementsOf(row).map(({ text }) => text))]));
  return sentences.every(({ articleId, text }) => said.get(articleId)?.has(text));
}
