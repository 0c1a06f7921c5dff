import { collectPassages } from "../html-passages.ts";
import { deriveContentVersion } from "../html-sum.ts";
import { parseHtml } from "../html-tree.ts";
import { ANY_MARKER } from "../knowledge-target.ts";
import {
  findUnreadable,
  type ListedPage,
  type PagesToCheck,
  type WikiList,
  type WikiListRequest,
  type WikiPage,
} from "../wiki-pages.ts";
import type { IntercomApi } from "./api.ts";
import { findChosen } from "./choice.ts";
import type { IntercomArticle } from "./shapes.ts";

/**
 * Lists a portion of the chosen published articles, last edited first. An article that is edited during a complete listing moves to
 * the front, so the listing ends with the articles that were edited since it began.
 */
export async function listPages(api: IntercomApi, { places, since, cursor }: WikiListRequest): Promise<WikiList> {
  const { isChosen, expectAll } = await findChosen(api, places);
  expectAll();
  const { begun, isAtEnd, after } = parseCursor(cursor);
  const { articles, next } = await api.listArticles(after);
  const newest = begun ?? articles[0]?.updated_at ?? 0;
  const until = since ? Math.floor(since.getTime() / 1000) : isAtEnd ? newest : null;
  const wanted = articles.filter(({ updated_at: at }) => until === null || at > until);
  const isLast = next === null || wanted.length < articles.length;
  const pages = wanted.filter((article) => article.state === "published" && isChosen(article)).map(listed);
  if (!isLast) return { pages, next: `${newest}${isAtEnd ? "+" : ""} ${next}` };
  return { pages, next: since || isAtEnd ? null : `${newest}+ ` };
}

/**
 * Parses '1764450000+?starting_after=…': the newest article's time when the listing began, and the position to continue from.
 */
function parseCursor(cursor: string | null): { begun: number | null; isAtEnd: boolean; after: string } {
  const [, begun, end = "", after = ""] = /^(\d+)(\+?) (.*)$/.exec(cursor ?? "") ?? [];
  return { begun: begun === undefined ? null : Number(begun), isAtEnd: end === "+", after };
}

/** Intercom's API does not return an article's audience. */
const listed = (article: IntercomArticle): ListedPage => ({
  externalId: article.id,
  title: titleOf(article),
  url: article.url ?? "",
  version: versionOf(article),
  editedAt: new Date(article.updated_at * 1000),
  editedBy: null,
  readers: "unknown",
  above: [],
});

const titleOf = ({ title }: IntercomArticle) => title || "Untitled";
const versionOf = ({ title, body }: IntercomArticle) => deriveContentVersion(title, body);

export async function findGone(api: IntercomApi, asked: PagesToCheck): Promise<string[]> {
  const { isChosen } = await findChosen(api, asked.places);
  return findUnreadable(asked, async (id) => {
    const article = await api.article(id);
    return article?.state === "published" && isChosen(article) ? article : null;
  });
}

export async function readPage(api: IntercomApi, externalId: string): Promise<WikiPage | null> {
  const article = await api.article(externalId);
  if (article?.state !== "published") return null;
  const body = article.body ?? "";
  const isOurs = ANY_MARKER.test(body);
  const { all: passages, isCut } = collectPassages(parseHtml(isOurs ? "" : body));
  return { version: versionOf(article), title: titleOf(article), isOurs, passages, isCut };
}
