import { collectPassages } from "../html-passages.ts";
import { parseHtml } from "../html-tree.ts";
import { ANY_MARKER } from "../knowledge-target.ts";
import type { WikiList, WikiListRequest, WikiPage } from "../wiki-pages.ts";
import type { ServicenowApi } from "./api.ts";
import type { ServicenowConfig } from "./manifest.ts";
import { buildArticleUrl, findBase, formatNumber } from "./pages.ts";
import type { PublishedArticle } from "./shapes.ts";

/**
 * Lists a portion of the knowledge base's published articles in the order of their numbers; it cannot list changes only.
 * `cursor` is the last number of the previous portion.
 */
export async function listPages(
  api: ServicenowApi,
  config: ServicenowConfig,
  { cursor }: WikiListRequest,
): Promise<WikiList> {
  const base = await findBase(api, config);
  const { articles, next } = await api.publishedArticles(base, cursor);
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

export async function readPage(
  api: ServicenowApi,
  config: ServicenowConfig,
  externalId: string,
): Promise<WikiPage | null> {
  const base = await findBase(api, config);
  const article = await api.publishedArticle(base, formatNumber(externalId));
  if (!article || !isValid(article) || isRestricted(article)) return null;
  const isOurs = ANY_MARKER.test(article.text);
  const { all: passages, isCut } = collectPassages(parseHtml(isOurs ? "" : article.text));
  return { version: versionOf(article), title: article.short_description, isOurs, passages, isCut };
}
