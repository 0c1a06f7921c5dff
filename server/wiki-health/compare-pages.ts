import { setImmediate } from "node:timers/promises";
import { pairSentences } from "../../engine/compare/index.ts";
import { listStatements } from "../../shared/domain/article.ts";
import { compareConversationsWithPages } from "../analysis/index.ts";
import { safeDatabaseError } from "../db/pool.ts";
import { bindToWorkspace, type InScope, type WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { listArticlesById } from "../library/articles/index.ts";
import { findCandidates } from "../library/dedupe/index.ts";
import { requestComparisons } from "../wiki/comparisons/index.ts";
import { findNearbyPages } from "../wiki/nearby/index.ts";
import {
  type FoundDuplicate,
  listKnownPairs,
  listPagesToCompare,
  listPlainPassages,
  type PageToCompare,
  type PlainPassage,
  saveDuplicates,
  skipComparison,
} from "./duplicate-queries.ts";

const AT_ONCE = 50;
/** A turn ends after this time; the next one goes on. */
const LONGEST_TURN_MS = 30_000;
const NEAREST_PAGES = 6;
const NEAREST_ARTICLES = 4;
/** A page is compared by its first sentences. */
const MOST_SENTENCES = 80;
/** A longer passage is code that nobody compares by its sentences. */
const LONGEST_PASSAGE = 2_000;
/** The words by which near pages are looked up. */
const MOST_CHARACTERS = 4_000;
/** Two texts are duplicates from so many sentences, and from such a share of the shorter text's. */
const LEAST_SHARED = 3;
const LEAST_SHARE = 0.5;

/**
 * Compares pages that are new or changed with the nearest pages and articles, and then the conversations behind those articles with the
 * pages, because they may be older than the pages.
 */
export async function comparePages(deps: Deps, stopping: AbortSignal): Promise<void> {
  const until = Date.now() + LONGEST_TURN_MS;
  const isOver = () => stopping.aborted || Date.now() > until;
  for (const page of await listPagesToCompare(deps.db, AT_ONCE)) {
    if (isOver()) return;
    const inScope = bindToWorkspace(deps.db, page.workspaceId);
    try {
      const { articleIds, ...found } = await findDuplicates(inScope, page);
      await inScope(async (scope) => {
        await requestComparisons(scope, page, articleIds);
        await saveDuplicates(scope, page, found);
      });
    } catch (error) {
      deps.log.warn({ err: safeDatabaseError(error), pageId: page.id }, "A page was not compared with others");
      await inScope((scope) => skipComparison(scope, page));
    }
  }
  await compareConversationsWithPages(deps, isOver);
}

/**
 * Finds the texts that say much of what the page says, and the articles near to it. Compares texts regardless of their readers, because
 * no word of them is shown or stored.
 */
async function findDuplicates(inScope: InScope, page: PageToCompare) {
  const { own, known } = await inScope(async (scope) => ({
    own: (await listSentences(scope, [page.id])).get(page.id) ?? [],
    known: await listKnownPairs(scope, page.id),
  }));
  const compared = known.map(({ id }) => id);
  const wanted = { title: page.title, contentType: "documentation" as const, statements: own };
  const articleIds = await inScope((scope) => findCandidates(scope, wanted, NEAREST_ARTICLES));
  if (own.length < LEAST_SHARED) return { found: [], compared, articleIds };
  const said = own
    .map(({ text }) => text)
    .join("\n")
    .slice(0, MOST_CHARACTERS);
  const idsOf = (isArticle: boolean) => known.filter((one) => one.isArticle === isArticle).map(({ id }) => id);
  const { pages, articles } = await inScope(async (scope) => {
    const near = await findNearbyPages(scope, { said, matter: [page.title] }, NEAREST_PAGES + 1);
    const pageIds = near.map(({ id }) => id).filter((id) => id !== page.id);
    return {
      pages: await listSentences(scope, [...new Set([...pageIds, ...idsOf(false)])]),
      articles: await listArticlesById(scope, [...new Set([...articleIds, ...idsOf(true)])]),
    };
  });
  const found: FoundDuplicate[] = [];
  for (const [otherId, other] of pages) found.push(...(await sharedBy(own, other, { otherId, articleId: null })));
  for (const article of articles)
    found.push(...(await sharedBy(own, listStatements(article), { otherId: null, articleId: article.id })));
  return { found, compared, articleIds };
}

async function sharedBy<Of extends object>(one: PlainPassage[], other: PlainPassage[], of: Of) {
  const { pairs, sentences } = await findSharedSentences(one, other);
  return isLargeOverlap(pairs.length, sentences) ? [{ ...of, shared: pairs.length, sentences }] : [];
}

export const isLargeOverlap = (shared: number, sentences: number): boolean =>
  shared >= LEAST_SHARED && shared >= LEAST_SHARE * sentences;

/**
 * The sentences that stand in both texts, also with another value, and how many the shorter one has. Each pair of texts is a turn of its
 * own of the event loop, so that requests are answered between two.
 */
export async function findSharedSentences(one: PlainPassage[], other: PlainPassage[]) {
  await setImmediate();
  const cut = (text: PlainPassage[]) =>
    text.filter((part) => part.text.length <= LONGEST_PASSAGE).slice(0, MOST_SENTENCES);
  const [a, b] = [cut(one), cut(other)];
  const isShorter = a.length <= b.length;
  const [short, long] = isShorter ? [a, b] : [b, a];
  const pairs = pairSentences(long, short).flatMap(({ known, relation }, position) => {
    const [of, to] = [short[position]?.text ?? "", known === null ? "" : (long[known]?.text ?? "")];
    if (known === null) return [];
    const [page, text] = isShorter ? [of, to] : [to, of];
    return [{ page, other: text, differs: relation === "contradicts" }];
  });
  return { pairs, sentences: short.length };
}

/** The sentences and code of these pages by which they are compared. */
export const listSentences = (scope: WorkspaceScope, pageIds: string[]): Promise<Map<string, PlainPassage[]>> =>
  listPlainPassages(scope, pageIds, { most: MOST_SENTENCES, longest: LONGEST_PASSAGE });
