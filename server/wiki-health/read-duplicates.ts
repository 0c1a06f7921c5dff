import type { WikiDuplicate } from "../../shared/contract/wiki-health.ts";
import { listStatements } from "../../shared/domain/article.ts";
import { toDuplicateItemId } from "../../shared/domain/inbox.ts";
import type { ReaderScope } from "../db/audience.ts";
import { addAssignmentState, listAssignments } from "../inbox/index.ts";
import { listReadableArticles } from "../library/articles/index.ts";
import { findSharedSentences, isLargeOverlap, listSentences } from "./compare-pages.ts";
import { listOpenDuplicates } from "./duplicate-queries.ts";
import { toPageHead } from "./health-queries.ts";

const MOST_SHOWN = 20;
const MOST_EXAMPLES = 3;
/** Found rows are read on in portions, up to so many, until enough of them still hold. */
export const MAX_DUPLICATES_READ = 100;

type AsReader = <T>(work: (scope: ReaderScope) => Promise<T>) => Promise<T>;

/**
 * The duplicates that this person may decide, compared in the texts' present words. One that is none any more is left out, and takes no
 * place of another. `isMine`: only those that were assigned to this person.
 */
export async function readDuplicates(asReader: AsReader, isMine = false): Promise<WikiDuplicate[]> {
  const shown: WikiDuplicate[] = [];
  for (let from = 0; from < MAX_DUPLICATES_READ && shown.length < MOST_SHOWN; from += MOST_SHOWN) {
    const { found, isLast } = await readPortion(asReader, from, isMine);
    shown.push(...found);
    if (isLast) break;
  }
  return shown.slice(0, MOST_SHOWN);
}

async function readPortion(asReader: AsReader, offset: number, isMine: boolean) {
  const { rows, pages, articles, standings } = await asReader(async (scope) => {
    const rows = await listOpenDuplicates(scope, { limit: MOST_SHOWN, offset, isMine });
    const pageIds = new Set(rows.flatMap(({ page, other }) => [page.id, ...(other ? [other.id] : [])]));
    const articleIds = rows.flatMap(({ article }) => article?.id ?? []);
    return {
      rows,
      pages: await listSentences(scope, [...pageIds]),
      articles: new Map((await listReadableArticles(scope, articleIds)).map((article) => [article.id, article])),
      standings: await listAssignments(
        scope,
        rows.map(({ id }) => toDuplicateItemId(id)),
      ),
    };
  });
  const found: WikiDuplicate[] = [];
  for (const { id, page, other, article } of rows) {
    const text = articles.get(article?.id ?? "");
    const others = other ? (pages.get(other.id) ?? []) : text ? listStatements(text) : [];
    const { pairs, sentences } = await findSharedSentences(pages.get(page.id) ?? [], others);
    if (!isLargeOverlap(pairs.length, sentences)) continue;
    // A person has to decide about sentences that differ.
    const examples = pairs.toSorted((a, b) => Number(b.differs) - Number(a.differs)).slice(0, MOST_EXAMPLES);
    const item = toDuplicateItemId(id);
    const duplicate = {
      id,
      item,
      page: toPageHead(page),
      other: other && toPageHead(other),
      article: article && { ...article, updatedAt: new Date(article.updatedAt).toISOString() },
      shared: pairs.length,
      sentences,
      examples,
    };
    found.push(addAssignmentState(duplicate, standings.get(item)));
  }
  return { found, isLast: rows.length < MOST_SHOWN };
}
