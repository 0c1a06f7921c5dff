import { collectPassages } from "../html-passages.ts";
import { parseHtml } from "../html-tree.ts";
import { ANY_MARKER } from "../knowledge-target.ts";
import type { PagesToCheck, WikiList, WikiListRequest, WikiPage } from "../wiki-pages.ts";
import type { ServicenowApi } from "./api.ts";
import { findChosen } from "./choice.ts";
import type { ServicenowConfig } from "./manifest.ts";
import { buildArticleUrl, findBase, parseArticleNumber } from "./pages.ts";
import type { PublishedArticle } from "./shapes.ts";

/**
 * Lists a portion of the chosen published articles in the order of their numbers; it cannot list changes only.
 * `cursor` is the last number of the previous portion.
 */
export async function listPages(
  api: ServicenowApi,
  config: ServicenowConfig,
  { places, cursor }: WikiListRequest,
): Promise<WikiList> {
  const chosen = await findChosen(api, config, places);
  chosen.expectAll();
  const { articles, next } = await api.publishedArticles(chosen, cursor);
  const pages = articles.filter(isValid).map((article) => ({
    externalId: article.number,
    title: article.short_description,
    url: buildArticleUrl(api, article.number),
    version: versionOf(article),
    editedAt: new Date(`${article.sys_updated_on.replace(" ", "T")}Z`),
    editedBy: article.sys_updated_by || null,
    readers: isRestricted(article) ? ("restricted" as const) : ("unknown" as const),
    above: [],
  }));
  return { pages, next };
}

const versionOf = ({ sys_id: id, sys_mod_count: count }: PublishedArticle) => `${id} ${count ?? ""}`;
/** Readers no longer find an article after its last day. */
const isValid = ({ valid_to: last }: PublishedArticle) => !last || last >= new Date().toISOString().slice(0, 10);

/**
 * True when the article has readers of its own. Otherwise the knowledge base's readers may read it; but an account that may not
 * see the criteria gets empty fields, too.
 */
const isRestricted = (article: PublishedArticle) =>
  Boolean(article.can_read_user_criteria || article.cannot_read_user_criteria || article.roles);

/** Takes one call, and those that find the choice. */
export async function findGone(
  api: ServicenowApi,
  config: ServicenowConfig,
  { places, pages }: PagesToCheck,
): Promise<string[]> {
  const chosen = await findChosen(api, config, places);
  const ids = pages.map(({ externalId }) => externalId);
  const numbers = ids.filter((id) => /^\w{1,40}$/.test(id));
  if (numbers.length === 0 || chosen.bases.length === 0 || chosen.categories?.length === 0) return ids;
  const found = await api.publishedWithNumbers(chosen, numbers);
  const there = found.filter((article) => isValid(article) && !isRestricted(article)).map(({ number }) => number);
  return ids.filter((id) => !there.includes(id));
}

export async function readPage(
  api: ServicenowApi,
  config: ServicenowConfig,
  externalId: string,
): Promise<WikiPage | null> {
  const article = await api.publishedArticle(parseArticleNumber(externalId));
  // An empty list may mean that the account can no longer see anything.
  if (!article) await findBase(api, config);
  if (!article || !isValid(article) || isRestricted(article)) return null;
  const isOurs = ANY_MARKER.test(article.text);
  const { all: passages, isCut } = collectPassages(parseHtml(isOurs ? "" : article.text));
  return { version: versionOf(article), title: article.short_description, isOurs, passages, isCut };
}
