import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { showToast } from "../lib/toast-store.ts";
import { ApiError, call, type Input, type Output } from "./client.ts";
import { queryKeyOf, useRead } from "./query-client.ts";

const PAGE_LENGTH = "100";

export type Decision = Input<"POST /api/inbox/decide">["body"]["decisions"][number];
export type DecisionResult = Output<"POST /api/inbox/decide">["results"][number];

/** Everything that needs a person, part by part. */
export const useInbox = (mine: boolean, everything: boolean) =>
  useInfiniteQuery({
    queryKey: ["/api/inbox", "pages", mine, everything],
    queryFn: ({ pageParam }) =>
      call("GET /api/inbox", {
        query: {
          limit: PAGE_LENGTH,
          after: pageParam,
          ...(mine && { mine: "true" }),
          ...(everything && { everything: "true" }),
        },
      }),
    initialPageParam: "",
    getNextPageParam: (page) => page.next,
  });

export const decideAll = (decisions: Decision[]) => call("POST /api/inbox/decide", { body: { decisions } });
export const undoAll = (ids: string[]) => call("POST /api/inbox/undo", { body: { ids } });

/** Says which could not be given away, and why. */
export function useAssignItems() {
  const queryClient = useQueryClient();
  const failed = (text: string) => showToast({ title: "Not assigned", text, tone: "destructive" });
  return useMutation({
    mutationFn: (body: Input<"PUT /api/inbox/assignments">["body"]) => call("PUT /api/inbox/assignments", { body }),
    onSuccess: ({ results }) => {
      const [first, ...more] = results.filter(({ outcome }) => outcome === "failed");
      if (!first) showToast({ title: results.length === 1 ? "Assigned" : `${results.length} items assigned` });
      else failed(more.length === 0 ? first.message : `${more.length + 1} items: ${first.message}`);
    },
    onError: (error) => failed(error instanceof ApiError ? error.explanation : "The server did not answer."),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["/api/inbox"] }),
  });
}

export const useUndoable = () => useRead("GET /api/inbox/undoable");
export const useDecisionsByRisk = () => useRead("GET /api/review-settings/decisions");
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
