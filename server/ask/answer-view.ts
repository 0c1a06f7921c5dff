import { type FoundAnswer, MIN_LIKELY_SCORE } from "../../engine/answer/index.ts";
import { hasMeaning } from "../../engine/language/meanings.ts";
import type { AnswerSentence, ArticleAnswer } from "../../shared/contract/ask.ts";
import type { Statement } from "../../shared/domain/article.ts";
import type { Verdict } from "../../shared/domain/ask.ts";
import { parseInline } from "../../shared/markdown/parse-inline.ts";
import type { ReaderScope } from "../db/audience.ts";
import type { Deps } from "../deps.ts";
import { type ArticleRow, buildPermalink, getChannelName, listSources } from "../library/articles/index.ts";
import { viewFreshness } from "../library/care/index.ts";
import { listContradictions } from "../library/dedupe/index.ts";
import { findPeopleNames, viewPersonEdits } from "../library/edit/index.ts";
import type { LibrarySearchResult } from "./find-answer.ts";
import { countLeftOut } from "./left-out.ts";
import { listQuestionStatements, listStatements } from "./read-articles.ts";

/** The minimum score for 'near'. Below it, no article and no expert is shown. */
const NEAR_FROM = 0.4;
export const SHOWN_ARTICLES = 5;
/** Articles whose title is less like the question, and that have fewer of its words, are about something else. */
const RELATED_FROM = 0.4;
const MOST_RELATED = 3;

/** Builds the answer for this reader; its input already contains only what they may read. */
export async function answerView(
  { connectors }: Pick<Deps, "connectors">,
  scope: ReaderScope,
  { found, articles }: LibrarySearchResult,
): Promise<ArticleAnswer> {
  const sure = verdictOf(found);
  const near = (sure === "unknown" ? [] : found.articles)
    .flatMap(({ id }) => articles.get(id) ?? [])
    .slice(0, SHOWN_ARTICLES);
  const [best] = near;
  const positions = best ? withCorrections(best, withContext(best, withWholeLists(best, found.sentences))) : [];
  const shown = best ? await viewSentences({ connectors }, scope, best, positions) : [];
  const leftOut = best ? countLeftOut(best, positions) : [];
  // An undecided contradiction makes the answer uncertain.
  const verdict = sure !== "unknown" && shown.some(({ correctedBy }) => correctedBy) ? "near" : sure;
  const isNear = ({ likeness, share }: { likeness: number; share: number }) =>
    Math.max(likeness, share) >= RELATED_FROM;
  const related = found.articles.filter(isNear).flatMap(({ id }) => articles.get(id) ?? []);
  return {
    verdict,
    score: Math.round(found.score * 1000) / 1000,
    sentences: shown,
    ...(leftOut.length > 0 && { leftOut }),
    articles: await viewArticleLinks(scope, near),
    people: explainersIn(shown, best),
    ...(verdict === "unknown" &&
      related.length > 0 && { related: await viewArticleLinks(scope, related.slice(0, MOST_RELATED)) }),
  };
}

function verdictOf({ isAnswered, score }: FoundAnswer): Verdict {
  if (isAnswered) return "answered";
  if (score >= MIN_LIKELY_SCORE) return "likely";
  return score >= NEAR_FROM ? "near" : "unknown";
}

/** The author of the article's answer, if one of the sentences is theirs. */
function explainersIn(shown: AnswerSentence[], article: ArticleRow | undefined): string[] {
  const authors = new Set(shown.flatMap(({ sources }) => sources.map(({ authorName }) => authorName)));
  return article?.authorName && authors.has(article.authorName) ? [article.authorName] : [];
}

/** A longer list is a page to read, not an answer. */
const LONGEST_LIST = 12;

/** Adds the other entries of a sentence's list, because a single step is useless. */
function withWholeLists({ summary, body }: ArticleRow, found: { position: number }[]): { position: number }[] {
  const positions = new Set(found.map(({ position }) => position));
  let begin = summary.length;
  for (const { layout, statements } of body) {
    const own = statements.map((_, place) => begin + place);
    const isShort = layout !== "prose" && statements.length <= LONGEST_LIST;
    if (isShort && own.some((position) => positions.has(position))) for (const position of own) positions.add(position);
    begin += statements.length;
  }
  return [...positions].toSorted((a, b) => a - b).map((position) => ({ position }));
}

/** Adds the sentence before one that leans on it: "Then it hasn't been delivered yet" alone says something else. */
function withContext(article: ArticleRow, found: { position: number }[]): { position: number }[] {
  const statements = listStatements(article);
  const asked = listQuestionStatements(article);
  const positions = new Set(found.map(({ position }) => position));
  for (const { position } of found)
    for (let at = position; at > 0 && at > position - MOST_CONTEXT && leans(statements[at]); at--) {
      const before = statements[at - 1];
      if (!before || asked.has(before)) break;
      positions.add(at - 1);
    }
  return [...positions].toSorted((a, b) => a - b).map((position) => ({ position }));
}

const MOST_CONTEXT = 2;
const leans = (statement?: Statement) => statement?.form === "sentence" && hasMeaning(statement.text, "leans");

/** Adds the messages that may correct one of the sentences, and puts that sentence last. */
function withCorrections(article: ArticleRow, found: { position: number }[]): { position: number }[] {
  const statements = listStatements(article);
  const isDoubted = ({ position }: { position: number }) => statements[position]?.correctedBy !== undefined;
  const corrections = new Set(found.flatMap(({ position }) => statements[position]?.correctedBy ?? []));
  const shown = new Set(found.map(({ position }) => position));
  const added = statements.flatMap(({ sources, correctedBy }, position) =>
    !correctedBy && !shown.has(position) && sources.some((id) => corrections.has(id)) ? [{ position }] : [],
  );
  const inOrder = [...found, ...added].toSorted((a, b) => a.position - b.position);
  return inOrder.toSorted((a, b) => Number(isDoubted(a)) - Number(isDoubted(b)));
}

export async function viewArticleLinks(scope: ReaderScope, rows: ArticleRow[]): Promise<ArticleAnswer["articles"]> {
  const names = await findPeopleNames(
    scope,
    rows.map(({ confirmedBy }) => confirmedBy),
  );
  return rows.map(({ id, title, summaryText, updatedAt, ...care }) => ({
    id,
    title,
    summary: summaryText,
    updatedAt: updatedAt.toISOString(),
    freshness: viewFreshness(care, names),
  }));
}

/** Builds the view of the article's statements at these positions, with sources and contradictions. */
export async function viewSentences(
  { connectors }: Pick<Deps, "connectors">,
  scope: ReaderScope,
  article: ArticleRow,
  positions: { position: number }[],
): Promise<AnswerSentence[]> {
  const sources = await listSources(scope, article.id);
  const contradictions = await listContradictions(scope, article.id);
  const statements = listStatements(article);
  const names = await findPeopleNames(
    scope,
    statements.map(({ hand }) => hand?.by),
  );
  return positions.flatMap(({ position }) => {
    const statement = statements[position];
    if (!statement) return [];
    const against = contradictions.find(({ known }) => known === statement.text);
    return {
      articleId: article.id,
      articleTitle: article.title,
      form: statement.form,
      text: statement.text,
      inline: statement.form === "sentence" ? parseInline(statement.text) : [],
      language: statement.language,
      doubt: statement.doubt ?? null,
      ...(statement.correctedBy && { correctedBy: statement.correctedBy }),
      contradiction: against ? { inline: against.shown.fresh, note: against.shown.note } : null,
      ...(statement.hand && { hand: viewPersonEdits(statement.hand, names) }),
      sources: sources
        .filter(({ externalId }) => statement.sources.includes(externalId))
        .map((source) => ({
          id: source.externalId,
          authorName: source.authorName,
          channelName: getChannelName(article, source),
          sentAt: source.sentAt.toISOString(),
          permalink: buildPermalink(connectors, source, source),
        })),
    };
  });
}
