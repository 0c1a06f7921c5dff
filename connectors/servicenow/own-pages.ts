import { buildFoundPage } from "../found-page.ts";
import { readChecksum } from "../html-sum.ts";
import { ARTICLE_MARKER, type FoundPage } from "../knowledge-target.ts";
import type { ServicenowApi } from "./api.ts";
import type { ServicenowConfig } from "./manifest.ts";
import { findBase, isRetired, toRemotePage } from "./pages.ts";
import type { ServicenowArticle } from "./shapes.ts";

/** The largest difference between our clock and ServiceNow's clock. */
const CLOCK_SKEW_MS = 5 * 60 * 1000;
const EVERY_MARKER = "ref lk-";

interface OwnArticleFilter {
  createdAfter: Date;
  known?: ReadonlySet<string> | undefined;
  /** The wanted marker. If absent, every marker of Lorekeep is wanted. */
  marker?: string;
}

/** Returns the account's own articles in the knowledge base, oldest first, without archived ones. */
export async function listOwnArticles(
  api: ServicenowApi,
  config: ServicenowConfig,
  { createdAfter, known, marker: only }: OwnArticleFilter,
): Promise<FoundPage[]> {
  const since = createdAfter.getTime() - CLOCK_SKEW_MS;
  const { sys_id: baseId } = await findBase(api, config);
  const numbers = new Set<string>();
  for await (const list of api.ownArticles(baseId, only ?? EVERY_MARKER)) {
    const recent = list.filter((article) => madeAt(article) >= since);
    for (const { number, text } of recent)
      if (!known?.has(number) && isWanted(ARTICLE_MARKER.exec(text)?.[0], only)) numbers.add(number);
    if (recent.length < list.length) break;
  }
  const found: FoundPage[] = [];
  // The list is newest first, so it is reversed.
  for (const number of [...numbers].toReversed()) {
    const article = await api.article(number);
    const marker = article && ARTICLE_MARKER.exec(article.text)?.[0];
    if (!marker || !isWanted(marker, only) || isRetired(article)) continue;
    const page = await buildFoundPage(article, { ...article, text: "" }, (one) => {
      const { isUntouched } = readChecksum(one.short_description, one.text);
      return { ...toRemotePage(api, one), marker, isUntouched };
    });
    found.push(page);
  }
  return found;
}

const isWanted = (marker: string | undefined, only: string | undefined) =>
  marker !== undefined && (only === undefined || marker === only);
const madeAt = ({ sys_created_on: at }: ServicenowArticle) => Date.parse(`${at.replace(" ", "T")}Z`);
