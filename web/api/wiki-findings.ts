import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { WikiFinding } from "../../shared/contract/wiki-findings.ts";
import type { WikiRepair } from "../../shared/contract/wiki-repairs.ts";
import { showToast } from "../lib/toast-store.ts";
import { ApiError, call, type Input, type Output } from "./client.ts";
import { buildQueryKey } from "./query-client.ts";

type Choice = Input<"POST /api/wiki-findings/:id/decide">["body"]["choice"];

const failed = (title: string) => (error: Error) =>
  showToast({
    title,
    text: (error instanceof ApiError && error.explanation) || "The server did not answer.",
    tone: "destructive",
  });

/** Shows the requested correction at once. The list is loaded until the correction has an outcome. */
const listOrder = (queryClient: QueryClient) => (repair: WikiRepair) =>
  queryClient.setQueryData(buildQueryKey("GET /api/wiki-repairs"), (listed: WikiRepair[] = []) => [repair, ...listed]);

/** A new text for a page, as an edit or as a comment for the page's author. */
export interface PageTextRequest {
  finding: WikiFinding;
  text: string;
  way: WikiRepair["way"];
}

export function useUpdatePage() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ finding, text, way }: PageTextRequest) => {
      const { id, kind, page } = finding;
      const at = way === "comment" ? finding.comment : finding.update;
      return call("POST /api/wiki-repairs", {
        body: {
          pageId: page.id,
          version: at?.version ?? "",
          position: at?.position ?? 0,
          kind: kind === "adds" ? "add" : "replace",
          way,
          sentence: null,
          text,
          findingId: id,
        },
      });
    },
    onSuccess: listOrder(queryClient),
    onError: (error, { way }) => {
      failed(way === "comment" ? "No comment was left" : "The page was not updated")(error);
      void queryClient.invalidateQueries({ queryKey: buildQueryKey("GET /api/wiki-findings") });
    },
  });
}

export function useUndoRepair() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call("POST /api/wiki-repairs/:id/undo", { params: { id }, body: {} }),
    onSuccess: (repair) => {
      listOrder(queryClient)(repair);
      void queryClient.invalidateQueries({ queryKey: buildQueryKey("GET /api/wiki-repairs") });
    },
    onError: failed("Not undone"),
  });
}

/** Decides a finding. Calls `onDecided` even if the finding has already left the page. */
export function useDecideFinding(onDecided: (answer: Output<"POST /api/wiki-findings/:id/decide">) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, choice }: { id: string; choice: Choice }) =>
      call("POST /api/wiki-findings/:id/decide", { params: { id }, body: { choice } }),
    onSuccess: onDecided,
    onError: failed("Not decided"),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: buildQueryKey("GET /api/wiki-findings") }),
        queryClient.invalidateQueries({ queryKey: ["/api/inbox"] }),
      ]),
  });
}
