import { useEffect, useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import type { ArticleFilters } from "../../api/articles.ts";
import { useDebounced } from "../../lib/use-debounced.ts";

const NAMES = ["keywords", "category", "contentType", "difficulty", "priority", "tags"] as const;
export type FilterName = (typeof NAMES)[number];
const TYPING_DELAY_MS = 300;

export type ArticleFiltering = ReturnType<typeof useArticleFilters>;

/** The filters live in the address. Typed keywords reach it once the typing has rested; every other choice at once. */
export function useArticleFilters() {
  const [params, setParams] = useSearchParams();
  const inAddress = params.get("keywords") ?? "";
  const [typed, setTyped] = useState(inAddress);
  const rested = useDebounced(typed, TYPING_DELAY_MS);

  const filters = useMemo(
    () =>
      Object.fromEntries(
        NAMES.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])),
      ) as ArticleFilters,
    [params],
  );
  const choose = (name: FilterName, value: string) =>
    setParams(
      (before) => {
        if (value) before.set(name, value);
        else before.delete(name);
        return before;
      },
      { replace: true },
    );

  // Only typing that has rested moves the address, not the other way round.
  useEffect(() => {
    if (rested.trim() !== inAddress) choose("keywords", rested.trim());
  }, [rested]);

  return {
    filters,
    count: Object.keys(filters).length,
    typed,
    type: setTyped,
    choose,
    clear: () => {
      setTyped("");
      setParams({}, { replace: true });
    },
  };
}
