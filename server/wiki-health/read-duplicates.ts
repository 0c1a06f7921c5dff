import type { WikiDuplicate } from "../../shared/contract/wiki-health.ts";
import { listStatements } from "../../shared/domain/article.ts";
import type { ReaderScope } from "../db/audience.ts";
import { listReadableArticles } from "../library/articles/index.ts";
import { isMuch, listSentences, pairTexts } from "./compare-pages.ts";
import { listOpenDuplicates } from "./duplicate-queries.ts";
import { toPageHead } from "./health-queries.ts";

const MOST_SHOWN = 20;
const MOST_EXAMPLES = 3;

/**
 * The duplicates that this person may decide, compared in the texts' present words, outside of the transaction. One that is none any
 * more is left out.
 */
export async function readDuplicates(
  asReader: <T>(work: (scope: ReaderScope) => Promise<T>) => Promise<T>,
): Promise<WikiDuplicate[]> {
  const { rows, pages, articles } = await asReader(async (scope) => {
    const rows = await listOpenDuplicates(scope, MOST_SHOWN);
    const pageIds = new Set(rows.flatMap(({ page, other }) => [page.id, ...(other ? [other.id] : [])]));
    const articleIds = rows.flatMap(({ article }) => article?.id ?? []);
    return {
      rows,
      pages: await listSentences(scope, [...pageIds]),
      articles: new Map((await listReadableArticles(scope, articleIds)).map((article) => [article.id, article])),
    };
  });
  return rows.flatMap(({ id, page, other, article }) => {
    const text = articles.get(article?.id ?? "");
    const others = other ? (pages.get(other.id) ?? []) : text ? listStatements(text) : [];
    const { pairs, sentences } = pairTexts(pages.get(page.id) ?? [], others);
    if (!isMuch(pairs.length, sentences)) return [];
    // A person has to decide about sentences that differ.
    const examples = pairs.toSorted((a, b) => Number(b.differs) - Number(a.differs)).slice(0, MOST_EXAMPLES);
    return {
      id,
      page: toPageHead(page),
      other: other && toPageHead(other),
      article: article && { ...article, updatedAt: new Date(article.updatedAt).toISOString() },
      shared: pairs.length,
      sentences,
      examples,
    };
  });
}
