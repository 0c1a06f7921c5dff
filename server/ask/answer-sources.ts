import type { FoundSentence } from "../../engine/answer/index.ts";
import type { AnswerSentence, ArticleAnswer } from "../../shared/contract/ask.ts";
import type { ChatAuthor } from "../../shared/domain/chat.ts";
import type { ReaderScope } from "../db/audience.ts";
import type { Deps } from "../deps.ts";
import type { ArticleRow } from "../library/articles/index.ts";
import { viewArticleLinks, viewSentences } from "./answer-view.ts";
import { listArticlesExcludedFromModel, listNamesToHide } from "./ask-queries.ts";
import { type LibrarySearchResult, listArticlesInStates } from "./find-answer.ts";
import { listQuestionStatements, listStatements } from "./read-articles.ts";

const MOST_SENTENCES = 40;
/** Longer sentences are log dumps. */
const MOST_CHARACTERS = 4_000;

/** The input for a model's answer: only what the reader may read, without channels excluded from models. */
export interface AnswerSources {
  /** Grouped by article, in reading order. */
  sentences: AnswerSentence[];
  articles: Map<string, ArticleRow>;
  links: ArticleAnswer["articles"];
  names: ChatAuthor[];
}

/**
 * Picks the best sentences: first those of the shown answer, then of each search in turn, last the rest of each search's best
 * article, because a step may have no word of the question. Returns null if a shown one must not go to a model; 'changed' if an
 * article changed after the search.
 */
export async function readAnswerSources(
  deps: Pick<Deps, "connectors">,
  scope: ReaderScope,
  { found, shown }: { found: LibrarySearchResult[]; shown: ArticleAnswer["sentences"] },
): Promise<AnswerSources | "changed" | null> {
  const [first] = found;
  if (!first) return null;
  const best = shown.length > 0 ? first.found.sentences : [];
  const ranked = [...best, ...inTurn(found.map((one) => one.found.candidates))];
  const ids = [...new Set(ranked.map(({ articleId }) => articleId))];
  const kept = await listArticlesExcludedFromModel(scope, ids);
  if (shown.some(({ articleId }) => kept.has(articleId))) return null;
  const read = (id: string) => found.map((one) => one.articles.get(id)).find((row) => row !== undefined);
  const rows = await listArticlesInStates(scope, first.states, ids);
  if (rows.some(({ id, version }) => read(id)?.version !== version)) return "changed";
  const articles = new Map(rows.filter(({ id }) => !kept.has(id)).map((row) => [row.id, row]));
  const rest = found.flatMap((one) => listSentences(articles.get(one.found.articles[0]?.id ?? "")));
  const picked = [...new Map([...ranked, ...rest].map((one) => [`${one.articleId} ${one.position}`, one])).values()]
    .filter(({ articleId, position }) => isShort(articles.get(articleId), position))
    .slice(0, MOST_SENTENCES);
  const sentences: AnswerSentence[] = [];
  for (const [id, ofArticle] of Map.groupBy(picked, ({ articleId }) => articleId)) {
    const article = articles.get(id);
    const inOrder = ofArticle.toSorted((a, b) => a.position - b.position);
    if (article) sentences.push(...(await viewSentences(deps, scope, article, inOrder)));
  }
  const links = await viewArticleLinks(scope, [...articles.values()]);
  return { sentences, articles, links, names: await listNamesToHide(scope, [...articles.keys()]) };
}

/** The sentences of an article that do not only ask. */
function listSentences(article: ArticleRow | undefined): Pick<FoundSentence, "articleId" | "position">[] {
  if (!article) return [];
  const asked = listQuestionStatements(article);
  return listStatements(article).flatMap((statement, position) =>
    asked.has(statement) ? [] : { articleId: article.id, position },
  );
}

function isShort(article: ArticleRow | undefined, position: number): boolean {
  const text = article && listStatements(article)[position]?.text;
  return text !== undefined && text.length <= MOST_CHARACTERS;
}

/** Interleaves the lists: the best of each, then the second of each, and so on. */
function inTurn(lists: FoundSentence[][]): FoundSentence[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, place) => lists.flatMap((list) => list[place] ?? [])).flat();
}
