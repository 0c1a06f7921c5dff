import { NotFound } from "../errors.ts";
import { collectPassages } from "../html-passages.ts";
import { deriveContentVersion } from "../html-sum.ts";
import { parseHtml } from "../html-tree.ts";
import { ANY_MARKER } from "../knowledge-target.ts";
import {
  findUnreadable,
  type ListedPage,
  type PageReaders,
  type PagesToCheck,
  type WikiList,
  type WikiListRequest,
  type WikiPage,
} from "../wiki-pages.ts";
import type { ZendeskApi } from "./api.ts";
import { chooseUrl } from "./articles.ts";
import { findChosen } from "./choice.ts";
import type { OpenedCenter } from "./creation-settings.ts";
import { listContainers } from "./folders.ts";
import type { ZendeskArticle } from "./shapes.ts";

/** Lists a portion of the chosen published articles. Lists include the text, so the version contains it. */
export async function listPages(center: OpenedCenter, { places, since, cursor }: WikiListRequest): Promise<WikiList> {
  const { api, place } = center;
  const { isChosen, expectAll } = await findChosen(center, places);
  expectAll();
  const { articles, next } = await api.allArticles(
    place.locale,
    since ? ["updated_at", "desc"] : ["created_at", "asc"],
    cursor,
  );
  const published = articles.filter((article) => !article.draft && isChosen(article));
  const readers = await readersAmong(api, published);
  const isPast = since !== null && articles.some((article) => dateOf(article) < since);
  const pages = published.map((article) => ({
    ...listed(api.site, article, readers(article)),
    containers: listContainers(place, article),
  }));
  return { pages, next: isPast ? null : next };
}

const listed = (site: string, article: ZendeskArticle, readers: PageReaders): ListedPage => ({
  externalId: String(article.id),
  title: article.title,
  url: chooseUrl(site, String(article.id), article.html_url),
  version: versionOf(article),
  editedAt: new Date(article.edited_at ?? article.created_at),
  editedBy: null,
  readers,
  above: [],
});

const versionOf = ({ title, body }: ZendeskArticle) => deriveContentVersion(title, body ?? "");
const dateOf = ({ updated_at, created_at }: ZendeskArticle) => new Date(updated_at ?? created_at);

/**
 * An article without a segment is for everybody. The people of Zendesk's built-in segments (signed-in people; agents and
 * managers) cannot be matched with those of the workspace. An article for any other segment is restricted.
 */
async function readersAmong(
  api: ZendeskApi,
  articles: ZendeskArticle[],
): Promise<(article: ZendeskArticle) => PageReaders> {
  const isOpen = articles.every((article) => segmentsOf(article).length === 0);
  const known = isOpen ? [] : ((await api.userSegments()) ?? []);
  const builtIn = new Set(known.filter(({ built_in }) => built_in === true).map(({ id }) => id));
  return (article) => {
    const segments = segmentsOf(article);
    if (segments.length === 0) return "place";
    return segments.every((id) => builtIn.has(id)) ? "unknown" : "restricted";
  };
}

const segmentsOf = ({ user_segment_id: one, user_segment_ids: all }: ZendeskArticle): number[] => [
  ...(one === null ? [] : [one]),
  ...(all ?? []),
];

async function findArticle({ api, place }: OpenedCenter, externalId: string): Promise<ZendeskArticle | null> {
  const article = await api.article(place.locale, externalId).catch((error: unknown) => {
    if (error instanceof NotFound) return null;
    throw error;
  });
  if (!article || article.draft) return null;
  const readers = await readersAmong(api, [article]);
  return readers(article) === "restricted" ? null : article;
}

export async function findGone(center: OpenedCenter, asked: PagesToCheck): Promise<string[]> {
  const { isChosen } = await findChosen(center, asked.places);
  return findUnreadable(asked, async (id) => {
    const article = await findArticle(center, id);
    return article && isChosen(article) ? article : null;
  });
}

export async function readPage(center: OpenedCenter, externalId: string): Promise<WikiPage | null> {
  const article = await findArticle(center, externalId);
  if (!article) return null;
  const body = article.body ?? "";
  const isOurs = ANY_MARKER.test(body);
  const { all: passages, isCut } = collectPassages(parseHtml(isOurs ? "" : body));
  return { version: versionOf(article), title: article.title, isOurs, passages, isCut };
}
