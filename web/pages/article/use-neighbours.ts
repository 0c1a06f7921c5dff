import { useArticles } from "../../api/articles.ts";
import { filtersIn } from "../articles/use-article-filters.ts";

export interface Neighbours {
  previous: string | undefined;
  next: string | undefined;
  /** From 1, in a list of `total`; 0 when the article is not in it (any more). */
  place: number;
  total: number;
}

/** What stands before and after the article in the list one came from: its filters are in the address. */
export function useNeighbours(id: string, search: string): Neighbours {
  const list = useArticles(filtersIn(new URLSearchParams(search))).data ?? [];
  const index = list.findIndex((article) => article.id === id);
  return {
    previous: list[index - 1]?.id,
    next: index === -1 ? undefined : list[index + 1]?.id,
    place: index + 1,
    total: list.length,
  };
}
