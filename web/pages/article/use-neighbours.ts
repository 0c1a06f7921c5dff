import { useArticleNeighbours } from "../../api/articles.ts";
import { readFilters } from "../articles/use-article-filters.ts";

export interface Neighbours {
  previous: string | undefined;
  next: string | undefined;
  /** The article's position from 1 in a list of `total` articles; 0 if the list no longer contains the article. */
  place: number;
  total: number;
}

/** The previous and next article in the list from which the person came. The list's filters are in the URL. */
export function useNeighbours(id: string, search: string): Neighbours {
  const { data } = useArticleNeighbours(id, readFilters(new URLSearchParams(search)));
  return {
    previous: data?.previous ?? undefined,
    next: data?.next ?? undefined,
    place: data?.place ?? 0,
    total: data?.total ?? 0,
  };
}
