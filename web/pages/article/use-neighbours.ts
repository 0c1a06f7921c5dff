import { useNeighboursOf } from "../../api/articles.ts";
import { filtersIn } from "../articles/use-article-filters.ts";

export interface Neighbours {
  previous: string | undefined;
  next: string | undefined;
  /** From 1, in a list of `total`; 0 when the article is not in it (any more). */
  place: number;
  total: number;
}

/** What comes before and after the article in the list one came from: its filters are in the address. */
export function useNeighbours(id: string, search: string): Neighbours {
  const { data } = useNeighboursOf(id, filtersIn(new URLSearchParams(search)));
  return {
    previous: data?.previous ?? undefined,
    next: data?.next ?? undefined,
    place: data?.place ?? 0,
    total: data?.total ?? 0,
  };
}
