import type { RestatedQuestion, WrittenClaim } from "../../engine/contract.ts";
import type {
  AnswerClaim,
  AnswerPage,
  AnswerSentence,
  ArticleAnswer,
  CitedPassage,
  CombinedAnswer,
} from "../../shared/contract/ask.ts";
import { parseInline } from "../../shared/markdown/parse-inline.ts";
import type { ReaderScope } from "../db/audience.ts";
import { SHOWN_STATES } from "../db/listed-articles.ts";
import type { Deps } from "../deps.ts";
import { listReadableArticles } from "../library/articles/index.ts";
import { type AnswerSources, readAnswerSources } from "./answer-sources.ts";
import { SHOWN_ARTICLES } from "./answer-view.ts";
import type { AsReader } from "./as-reader.ts";
import { listNamesToHide, listTitles } from "./ask-queries.ts";
import {
  type AnswerSearchResult,
  type AskDeps,
  type AskOptions,
  type Question,
  searchAnswer,
  searchLibrary,
  standaloneQuestion,
} from "./ask-question.ts";
import { addArticleContradictions } from "./contradictions.ts";
import type { LibrarySearchResult } from "./find-answer.ts";
import { type FoundPages, findPages, type PageDeps } from "./find-pages.ts";
import { listStatements } from "./read-articles.ts";
import { addSearchHints, readSearchHints, type SearchHints } from "./search-hints.ts";
import { listReadablePages } from "./wiki-page-queries.ts";

/** The limit for all model calls of one answer. */
const LONGEST_WAIT_MS = 20_000;
/** Shorter, because the search waits until a follow-up question is reworded. */
const LONGEST_RESTATING_MS = 6_000;

export interface WriteOptions {
  /** Aborted when nobody waits for the answer any longer. */
  signal?: AbortSignal;
  /** Called with each checked claim and everything cited so far. Provisional: the returned answer may differ. */
  onClaim?: (claim: AnswerClaim, cited: Pick<CitationList, "sentences" | "pages">) => void;
  /** Called in the transaction that reads the cited sentences again before the answer is returned. */
  onChecked?: (scope: ReaderScope, sentences: AnswerSentence[]) => Promise<void>;
}

export interface AnswerInProgress {
  /** The question in a form that is understood without the previous one. */
  question: string;
  /** The answer from the library's sentences, without the model's words. */
  answer: ArticleAnswer;
  /** Relevant pages of the company's wiki; null if there are none. */
  pages: FoundPages | null;
  elsewhere: SearchHints;
  /** Makes the model write the answer, whose verdict replaces that of `answer`. Null if the workspace has no model. */
  write: ((options?: WriteOptions) => Promise<CombinedAnswer>) | null;
}

type AnswerDeps = AskDeps & PageDeps & Pick<Deps, "engines">;
interface AskContext {
  workspaceId: string;
  asked: Question;
  asReader: AsReader;
}

/** Answers immediately from sentences of the library and from pages; `write` then lets the model write an answer from both. */
export async function beginAnswer(
  deps: AnswerDeps,
  asking: AskContext,
  /** `isOfArticles`: leaves pages out. */
  { isOfArticles, ...options }: Pick<AskOptions, "onRead"> & { isOfArticles?: true } = {},
): Promise<AnswerInProgress> {
  const { workspaceId, asked, asReader } = asking;
  const { engines } = deps;
  const hasModel = engines.writeAnswer !== undefined && (await engines.hasModel?.(workspaceId)) !== false;
  const restated = hasModel && asked.previous !== null ? await restate(deps, asking) : null;
  const alone: Question = restated ? { question: restated.standalone, previous: null } : asked;
  const searched = await searchAnswer(deps, alone, asReader, options);
  const searchPages = async () => {
    const { found, related } = await findPages(deps, asReader, alone);
    if (!found) return { pages: null, related };
    const [pages, material] = await Promise.all([
      addArticleContradictions(found.wiki.pages, searched.answer),
      addArticleContradictions(found.material, searched.answer),
    ]);
    return { pages: { ...found, wiki: { ...found.wiki, pages }, material }, related };
  };
  const { pages, related } = isOfArticles ? { pages: null, related: [] } : await searchPages();
  const elsewhere = await readSearchHints(asReader, related);
  const write = async (how: WriteOptions = {}): Promise<CombinedAnswer> => {
    const given = { searched, restated, pages };
    const { isUnanswered, ...written } = await writeAnswer(deps, { ...asking, asked: alone }, given, how);
    if (written.wiki) return written;
    if (!pages) return addSearchHints(written, elsewhere);
    // Pages may have become unreadable while the model wrote.
    const { pages: now } = await searchPages();
    const isAnswered = now?.wiki.isAnswered === true && !(isUnanswered && now.isMaterialWhole);
    return addSearchHints({ ...written, wiki: now && { ...now.wiki, isAnswered } }, elsewhere);
  };
  const question = standaloneQuestion(alone);
  return { question, answer: searched.answer, pages, elsewhere, write: hasModel ? write : null };
}

/** Returns the complete answer without streaming, in the model's words if there is a model. */
export async function answerWithoutStreaming(
  deps: AnswerDeps,
  asking: AskContext,
  signal?: AbortSignal,
): Promise<CombinedAnswer> {
  const { write, ...begun } = await beginAnswer(deps, asking);
  return write ? write(signal ? { signal } : {}) : answerWithoutModel(begun);
}

/** The answer from sentences and pages alone. */
export const answerWithoutModel = ({ answer, pages, elsewhere }: Omit<AnswerInProgress, "write">): CombinedAnswer =>
  addSearchHints({ ...answer, written: null, wiki: pages?.wiki ?? null }, elsewhere);

/**
 * Makes the model reword the question so that it is understood alone, with searches in the words and languages of the articles;
 * null if it cannot.
 */
async function restate(
  { engines }: AnswerDeps,
  { workspaceId, asked, asReader }: AskContext,
  signal?: AbortSignal,
): Promise<RestatedQuestion | null> {
  const { titles, people } = await asReader(async (scope) => {
    const sample = await listTitles(scope, SHOWN_STATES);
    const ids = sample.map(({ id }) => id);
    return { titles: sample.map(({ title }) => title), people: await listNamesToHide(scope, ids) };
  });
  if (titles.length === 0) return null;
  const ends = AbortSignal.any([AbortSignal.timeout(LONGEST_RESTATING_MS), ...(signal ? [signal] : [])]);
  return (await engines.restate?.(workspaceId, { ...asked, titles, people }, ends)) ?? null;
}

interface SearchOutcome {
  searched: AnswerSearchResult;
  restated: RestatedQuestion | null;
  pages: FoundPages | null;
}

/** `wiki`: the cited pages; null if no claim cites one. `isUnanswered`: the model found no answer in its material. */
type WrittenOrUnanswered = CombinedAnswer & { isUnanswered?: true };

/**
 * Writes the answer in the model's words, each claim with its citations. No claims mean that nobody has explained it yet. If the
 * model cannot answer now, or its claims cannot be shown, returns the answer from sentences.
 */
async function writeAnswer(
  deps: AnswerDeps,
  asking: AskContext,
  { searched: { answer, library }, restated, pages }: SearchOutcome,
  { signal, onClaim, onChecked }: WriteOptions,
): Promise<WrittenOrUnanswered> {
  const { workspaceId, asked, asReader } = asking;
  const ends = AbortSignal.any([AbortSignal.timeout(LONGEST_WAIT_MS), ...(signal ? [signal] : [])]);
  const sure = answer.verdict === "answered";
  const again = sure ? null : (restated ?? (await restate(deps, asking, ends)));
  const searchEach = async (questions: string[]) => {
    const libraries: LibrarySearchResult[] = [];
    for (const question of questions) libraries.push(await searchLibrary(deps, question, asReader));
    return libraries;
  };
  const searches = again ? [again.standalone, ...again.searches].filter((search) => search !== asked.question) : [];
  let found = [library, ...(await searchEach(searches))];
  const read = () => asReader((scope) => readAnswerSources(deps, scope, { found, shown: answer.sentences }));
  let material = await read();
  const stands = { ...answer, written: null, wiki: null };
  while (material === "changed") {
    if (ends.aborted) return stands;
    found = await searchEach([standaloneQuestion(asked), ...searches]);
    material = await read();
  }
  const passages = passagesOf(pages);
  if (!material || material.sentences.length + passages.length === 0) return stands;
  const cited = new CitationList(material.sentences, passages);
  const claims = await deps.engines.writeAnswer?.(
    workspaceId,
    {
      ...asked,
      people: material.names,
      sentences: [...material.sentences.map(asFound), ...passages.map(asFoundOnPage)],
    },
    { signal: ends, ...(onClaim && { onClaim: (claim) => onClaim(cited.viewOf(claim), cited) }) },
  );
  if (!claims) return stands;
  if (claims.length === 0)
    return { ...stands, verdict: "unknown", sentences: [], leftOut: [], people: [], isUnanswered: true };
  const written = claims.map((claim) => cited.viewOf(claim));
  const { sentences, pages: citedPages } = cited;
  const isValid = await asReader(async (scope) => {
    const unchanged = (await areUnchanged(scope, sentences)) && (await arePagesUnchanged(scope, citedPages, pages));
    if (unchanged) await onChecked?.(scope, sentences);
    return unchanged;
  });
  if (!isValid) return stands;
  const wiki = citedPages.length > 0 ? { isAnswered: true, pages: citedPages } : null;
  return {
    ...answer,
    verdict: "answered",
    sentences,
    leftOut: [],
    written,
    wiki,
    ...linksOf(answer, sentences, material),
  };
}

const asFound = ({ text, articleTitle, contradiction, correctedBy, sources }: AnswerSentence) => ({
  text,
  title: articleTitle,
  isDisputed: contradiction !== null || correctedBy !== undefined,
  sources: sources.map(({ id }) => id),
});

interface PassageOfPage {
  page: AnswerPage;
  passage: AnswerPage["passages"][number];
}

const passagesOf = (pages: FoundPages | null): PassageOfPage[] =>
  (pages?.material ?? []).flatMap((page) => page.passages.map((passage) => ({ page, passage })));

/** Adds the nearest heading, which often names the passage's subject. */
const asFoundOnPage = ({ page: { title }, passage: { headings, text, otherwise } }: PassageOfPage) => ({
  text: [headings.at(-1) === title ? "" : headings.at(-1), text].filter(Boolean).join(": "),
  title,
  isDisputed: otherwise.length > 0,
  sources: [],
});

/** Collects what claims cite, numbered by first citation. */
class CitationList {
  readonly sentences: AnswerSentence[] = [];
  /** The cited pages with their cited passages. */
  readonly pages: AnswerPage[] = [];
  readonly #material: AnswerSentence[];
  readonly #passages: PassageOfPage[];
  readonly #places = new Map<number, number>();

  constructor(material: AnswerSentence[], passages: PassageOfPage[]) {
    this.#material = material;
    this.#passages = passages;
  }

  viewOf({ text, sentences: cited }: WrittenClaim): AnswerClaim {
    const sentences = cited.filter((place) => place < this.#material.length);
    const passages = cited.flatMap((place) => this.#passages[place - this.#material.length] ?? []);
    return {
      text,
      inline: parseInline(text),
      sentences: sentences.map((place) => this.#placeOf(place)),
      passages: passages.map((one) => this.#placeOnPage(one)),
    };
  }

  #placeOf(place: number): number {
    const known = this.#places.get(place);
    const sentence = this.#material[place];
    if (known !== undefined || !sentence) return known ?? 0;
    this.#places.set(place, this.sentences.length);
    return this.sentences.push(sentence) - 1;
  }

  #placeOnPage({ page, passage }: PassageOfPage): CitedPassage {
    const known = this.pages.findIndex(({ id }) => id === page.id);
    const at = known >= 0 ? known : this.pages.push({ ...page, passages: [] }) - 1;
    const passages = this.pages[at]?.passages ?? [];
    const before = passages.indexOf(passage);
    return { page: at, passage: before >= 0 ? before : passages.push(passage) - 1 };
  }
}

/** Lists the cited articles first, then other near ones. */
function linksOf({ articles }: ArticleAnswer, sentences: AnswerSentence[], material: AnswerSources) {
  const ids = new Set(sentences.map(({ articleId }) => articleId));
  const cited = [...ids].flatMap((id) => material.links.find((link) => link.id === id) ?? []);
  const people = new Set([...ids].flatMap((id) => material.articles.get(id)?.authorName ?? []));
  return {
    articles: [...cited, ...articles.filter(({ id }) => !ids.has(id))].slice(0, Math.max(SHOWN_ARTICLES, cited.length)),
    people: [...people],
  };
}

/** Whether the reader may still read these sentences, and none was edited or deleted while the model wrote. */
async function areUnchanged(scope: ReaderScope, sentences: AnswerSentence[]): Promise<boolean> {
  const rows = await listReadableArticles(scope, [...new Set(sentences.map(({ articleId }) => articleId))]);
  const shown = rows.filter(({ state }) => SHOWN_STATES.includes(state));
  const said = new Map(shown.map((row) => [row.id, new Set(listStatements(row).map(({ text }) => text))]));
  return sentences.every(({ articleId, text }) => said.get(articleId)?.has(text));
}

/** Whether the reader may still read these pages, in the same version. */
async function arePagesUnchanged(scope: ReaderScope, cited: AnswerPage[], found: FoundPages | null): Promise<boolean> {
  if (cited.length === 0) return true;
  const ids = cited.map(({ id }) => id);
  const now = await listReadablePages(scope, ids, 0);
  return now.length === ids.length && now.every(({ id, version }) => found?.versions[id] === version);
}
