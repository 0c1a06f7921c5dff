import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import type { WikiPageState } from "../../shared/contract/wiki.ts";
import { call, type Input } from "./client.ts";
import { buildQueryKey, useRead } from "./query-client.ts";

type WikiChange = Input<"PUT /api/wikis/:id">["body"] & { id: string };

/** Loads the pages of a wiki portion by portion. */
export const useListedPages = (id: string, state: WikiPageState | null) =>
  useInfiniteQuery({
    queryKey: ["/api/wikis", id, "pages", state],
    queryFn: ({ pageParam }) =>
      call("GET /api/wikis/:id/pages", { params: { id }, query: { ...(state && { state }), from: String(pageParam) } }),
    initialPageParam: 0,
    getNextPageParam: ({ total, pages }, all) => {
      const shown = all.reduce((sum, portion) => sum + portion.pages.length, 0);
      return pages.length > 0 && shown < total ? shown : undefined;
    },
  });

/** Loads the values from which people choose what is read. The previous list stays until the next one has loaded. */
export const useReadingChoices = (id: string, kind: string, search: string) =>
  useRead(
    "GET /api/wikis/:id/choices/:kind",
    { params: { id, kind }, query: search ? { search } : {} },
    { placeholderData: keepPreviousData },
  );

/** Read anew whenever it is shown, because it grows while pages are read. */
export const useWikiSize = (id: string) => useRead("GET /api/wikis/:id/size", { params: { id } }, { staleTime: 0 });

export function useChangeWiki() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: WikiChange) => call("PUT /api/wikis/:id", { params: { id }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: buildQueryKey("GET /api/wikis") }),
  });
}

/** The interval at which the platform's secret is requested until it arrives. */
const WHILE_WAITING_MS = 3_000;

export const useWikiEvents = (id: string, { isWaiting }: { isWaiting: boolean }) =>
  useRead("GET /api/wikis/:id/events", { params: { id } }, { refetchInterval: isWaiting ? WHILE_WAITING_MS : false });

function useChangingEvents<Result>(change: (id: string) => Promise<Result>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: (_result, _error, id) =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: buildQueryKey("GET /api/wikis") }),
        queryClient.invalidateQueries({ queryKey: buildQueryKey("GET /api/wikis/:id/events", { params: { id } }) }),
      ]),
  });
}

export const useEnableWikiEvents = () =>
  useChangingEvents((id) => call("POST /api/wikis/:id/events", { params: { id }, body: {} }));
export const useDisableWikiEvents = () =>
  useChangingEvents((id) => call("DELETE /api/wikis/:id/events", { params: { id } }));
