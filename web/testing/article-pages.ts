import type { Article, ArticleNeighbours } from "../../shared/contract/articles.ts";
import { PAGE_HEADERS } from "../../shared/domain/list-pages.ts";

const LISTS = ["/api/articles", "/api/articles/recent", "/api/articles/search"];

/** Divides a list of articles into pages, as the server does. A cursor is a position: 'at-60'. */
export function paginateAnswer(body: unknown, { path, query }: { path: string; query: Record<string, string> }) {
  if (!LISTS.includes(path) || !Array.isArray(body) || query["limit"] === undefined) return { body, headers: {} };
  const start = query["cursor"] ? Number(query["cursor"].slice("at-".length)) : 0;
  const end = start + Number(query["limit"]);
  return {
    body: body.slice(start, end) as unknown,
    headers: {
      ...(end < body.length && { [PAGE_HEADERS.next]: `at-${end}` }),
      ...(start === 0 && { [PAGE_HEADERS.total]: String(body.length) }),
    },
  };
}

export function findNeighbours(list: readonly Article[], id: string): ArticleNeighbours {
  const index = list.findIndex((article) => article.id === id);
  return {
    previous: list[index - 1]?.id ?? null,
    next: index === -1 ? null : (list[index + 1]?.id ?? null),
    place: index + 1,
    total: list.length,
  };
}

export function countNews(list: readonly Article[], since = "") {
  return {
    fresh: list.filter(({ createdAt }) => createdAt > since).length,
    changed:
      since === "" ? 0 : list.filter(({ createdAt, updatedAt }) => createdAt <= since && updatedAt > since).length,
    failed: list.filter(({ status }) => status === "failed").length,
  };
}
