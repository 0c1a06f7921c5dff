import {
  answerQuestion,
  extractQuestionTerms,
  findSynonyms,
  readQuestion,
  weighTerms,
} from "../../engine/answer/index.ts";
import type { AnswerPage, WikiAnswer } from "../../shared/contract/ask.ts";
import type { ReaderScope } from "../db/audience.ts";
import type { AsReader } from "./as-reader.ts";
import { type Question, standaloneQuestion } from "./ask-question.ts";
import { type FoundPage, listPageCandidates, listReadablePages, readPageStatistics } from "./wiki-page-queries.ts";

const MOST_TERMS = 24;
const MOST_CANDIDATES = 20;
const PASSAGES_OF_A_PAGE = 300;
const SHOWN_PAGES = 3;
const SHOWN_PASSAGES = 4;
/** Pages with a lower score are about something else. */
const NEAR_FROM = 0.4;

interface RankedAnswer extends WikiAnswer {
  score: number;
}

/** Finds what pages that people wrote say to the question, as far as this person may read them; null when they say nothing. */
export async function findPages(asReader: AsReader, asked: Question): Promise<WikiAnswer | null> {
  const alone = await findAlone(asReader, asked.question);
  if (asked.previous === null || alone?.isAnswered) return wikiView(alone);
  const together = await findAlone(asReader, standaloneQuestion(asked));
  return wikiView((together?.score ?? 0) > (alone?.score ?? 0) ? together : alone);
}

const wikiView = (found: RankedAnswer | null): WikiAnswer | null =>
  found && { isAnswered: found.isAnswered, pages: found.pages };

/** Ranking runs outside of transactions; a page that changed or was withdrawn meanwhile is left out. */
async function findAlone(asReader: AsReader, question: string): Promise<RankedAnswer | null> {
  const read = await asReader((scope) => readCandidates(scope, question));
  if (!read) return null;
  const { terms, statistics, pages } = read;
  const found = answerQuestion(readQuestion(question, terms), pages.map(asSearched), statistics);
  if (found.score < NEAR_FROM) return null;
  const places = Map.groupBy([...found.sentences, ...found.candidates], ({ articleId }) => articleId);
  const best = found.articles.map(({ id }) => id).filter((id) => places.has(id));
  const now = await asReader((scope) => listReadablePages(scope, best.slice(0, SHOWN_PAGES), PASSAGES_OF_A_PAGE));
  const before = new Map(pages.map((page) => [page.id, page.version]));
  const shown = now
    .filter(({ id, version }) => before.get(id) === version)
    .map((page) => {
      const positions = (places.get(page.id) ?? []).map(({ position }) => position);
      return pageView(page, positions);
    });
  if (shown.length === 0) return null;
  return { pages: shown, score: found.score, isAnswered: found.isAnswered && shown[0]?.id === best[0] };
}

const asSearched = ({ id, title, passages }: FoundPage) => ({
  id,
  title,
  titleMeaning: undefined,
  sentences: passages.map(({ headings, text }) => ({
    text: [headings.at(-1), text].filter(Boolean).join(": "),
    isAsked: false,
    meaning: undefined,
  })),
});

async function readCandidates(scope: ReaderScope, question: string) {
  const asked = extractQuestionTerms(question).slice(0, MOST_TERMS);
  const statistics = await readPageStatistics(scope, [...new Set([...asked, ...asked.flatMap(findSynonyms)])]);
  if (statistics.articles === 0) return null;
  const terms = weighTerms(question, statistics, () => []).slice(0, MOST_TERMS);
  const ids = await listPageCandidates(scope, terms, MOST_CANDIDATES);
  return { terms, statistics, pages: await listReadablePages(scope, ids, PASSAGES_OF_A_PAGE) };
}

/** The best passages in reading order. */
const pageView = (
  { id, title, url, platform, editedAt, editedBy, passages }: FoundPage,
  positions: number[],
): AnswerPage => ({
  id,
  title,
  url,
  platform,
  editedAt: editedAt?.toISOString() ?? null,
  editedBy,
  passages: [...new Set(positions)]
    .slice(0, SHOWN_PASSAGES)
    .sort((a, b) => a - b)
    .flatMap((position) => passages[position] ?? []),
});
