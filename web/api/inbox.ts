import { type QueryClient, useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import type { InboxItem } from "../../shared/contract/inbox.ts";
import { MOST_DECISIONS_IN_BULK } from "../../shared/domain/inbox.ts";
import { showToast } from "../lib/toast-store.ts";
import { ApiError, call, type Input, type Output } from "./client.ts";
import { buildQueryKey, useRead } from "./query-client.ts";

const PAGE_LENGTH = "100";
const WAITING = ["/api/inbox", "/api/wiki-findings", "/api/wiki-health", "/api/questions"];

/**
 * An inbox item that can be assigned and snoozed, or a finding about a wiki page. For a finding, `article` names the
 * wiki page.
 */
export type AssignableItem = Pick<InboxItem, "id" | "assignment" | "snoozedUntil"> & {
  article: { id?: string; title: string };
};
export type Decision = Input<"POST /api/inbox/decide">["body"]["decisions"][number];
export type DecisionResult = Output<"POST /api/inbox/decide">["results"][number];

/** Loads the inbox in pages: every item that needs a person's decision. */
export const useInbox = ({ mine, everything, snoozed }: { mine: boolean; everything: boolean; snoozed: boolean }) =>
  useInfiniteQuery({
    queryKey: ["/api/inbox", "pages", mine, everything, snoozed],
    queryFn: ({ pageParam }) =>
      call("GET /api/inbox", {
        query: {
          limit: PAGE_LENGTH,
          after: pageParam,
          ...(mine && { mine: "true" }),
          ...(everything && { everything: "true" }),
          ...(snoozed && { snoozed: "true" }),
        },
      }),
    initialPageParam: "",
    getNextPageParam: (page) => page.next,
  });

/** Loads one item by id, because the list may not have loaded it yet. */
export const useInboxItem = (id: string, enabled: boolean) =>
  useRead("GET /api/inbox/:id", { params: { id } }, { enabled });

export const decideAll = (decisions: Decision[]) => call("POST /api/inbox/decide", { body: { decisions } });
export const undoAll = (ids: string[]) => call("POST /api/inbox/undo", { body: { ids } });

type DecideAllBody = Input<"POST /api/inbox/decide-all">["body"];
export const decidePartOfKind = (body: DecideAllBody) => call("POST /api/inbox/decide-all", { body });

const readWaiting = (queryClient: QueryClient) =>
  Promise.all(WAITING.map((root) => queryClient.invalidateQueries({ queryKey: [root] })));

/** Snoozes items until a time; null ends the snooze. The server limits the number of items per call. */
export async function snoozeItems(ids: readonly string[], until: string | null) {
  const results: DecisionResult[] = [];
  for (let start = 0; start < ids.length; start += MOST_DECISIONS_IN_BULK) {
    const part = ids.slice(start, start + MOST_DECISIONS_IN_BULK);
    results.push(...(await call("PUT /api/inbox/snoozes", { body: { ids: part, until } })).results);
  }
  return { results };
}

export function useSnoozeItems() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ ids, until }: { ids: readonly string[]; until: string | null }) => {
      const { results } = await snoozeItems(ids, until);
      const failed = results.find(({ outcome }) => outcome === "failed");
      if (failed) throw new Error(failed.message);
    },
    onError: (error) => {
      const text = error instanceof ApiError ? error.explanation : error.message;
      showToast({ title: "Not snoozed", text: text || "The server did not answer.", tone: "destructive" });
    },
    onSettled: () => readWaiting(queryClient),
  });
}

/** Reports which items could not be assigned, and why. */
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
    onSettled: () => readWaiting(queryClient),
  });
}

export const useUndoableDecisions = () => useRead("GET /api/inbox/undoable");
export const useDecisionsByRisk = () => useRead("GET /api/review-settings/decisions");
export const useReviewSettings = () => useRead("GET /api/review-settings");

/** Shows the choice at once. Reverts it if saving fails. */
export function useSaveReviewSettings() {
  const queryClient = useQueryClient();
  const queryKey = buildQueryKey("GET /api/review-settings");
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
