import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { call, type Input, type Output } from "./client.ts";
import { queryKeyOf, useRead } from "./query-client.ts";

const PAGE_LENGTH = "100";

export type Decision = Input<"POST /api/inbox/decide">["body"]["decisions"][number];
export type DecisionResult = Output<"POST /api/inbox/decide">["results"][number];

/** Everything that needs a person, part by part. */
export const useInbox = () =>
  useInfiniteQuery({
    queryKey: ["/api/inbox", "pages"],
    queryFn: ({ pageParam }) => call("GET /api/inbox", { query: { limit: PAGE_LENGTH, after: pageParam } }),
    initialPageParam: "",
    getNextPageParam: (page) => page.next,
  });

export const decideAll = (decisions: Decision[]) => call("POST /api/inbox/decide", { body: { decisions } });
export const undoAll = (ids: string[]) => call("POST /api/inbox/undo", { body: { ids } });

export const useReviewSettings = () => useRead("GET /api/review-settings");

/** The page shows what was chosen at once, and what was there before when it could not be saved. */
export function useSaveReviewSettings() {
  const queryClient = useQueryClient();
  const queryKey = queryKeyOf("GET /api/review-settings");
  return useMutation({
    mutationFn: (body: Input<"PUT /api/review-settings">["body"]) => call("PUT /api/review-settings", { body }),
    onMutate: (body) => {
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(queryKey, body);
      return before;
    },
    onError: (_error, _body, before) => queryClient.setQueryData(queryKey, before),
    onSuccess: (saved) => queryClient.setQueryData(queryKey, saved),
  });
}
