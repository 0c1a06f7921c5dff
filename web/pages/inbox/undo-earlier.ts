import type { QueryClient } from "@tanstack/react-query";
import type { UndoableDecision } from "../../../shared/contract/inbox.ts";
import { ApiError, call } from "../../api/client.ts";
import { buildQueryKey } from "../../api/query-client.ts";
import { showToast } from "../../lib/toast-store.ts";

/** Undoes a decision made before this page was loaded or in another window. Only the server knows it. */
export async function undoEarlierDecision(queryClient: QueryClient, decision: UndoableDecision): Promise<void> {
  try {
    await call("POST /api/inbox/:id/undo", { params: { id: decision.id } });
    showToast({ title: "Undone", text: decision.article.title });
  } catch (error) {
    const text = (error instanceof ApiError && error.said) || "Please try again.";
    showToast({ title: "Not undone", text, tone: "destructive" });
  }
  for (const root of ["/api/articles", "/api/wiki-findings"]) void queryClient.invalidateQueries({ queryKey: [root] });
  await queryClient.invalidateQueries({ queryKey: ["/api/inbox"] });
}

/** Undoes the last such decision; shows a toast when there is none. */
export async function undoLastEarlierDecision(queryClient: QueryClient): Promise<void> {
  try {
    const queryKey = buildQueryKey("GET /api/inbox/undoable");
    const [last] = await queryClient.fetchQuery({
      queryKey,
      queryFn: () => call("GET /api/inbox/undoable"),
      staleTime: 0,
    });
    if (last) await undoEarlierDecision(queryClient, last);
    else showToast({ title: "Nothing to undo" });
  } catch {
    showToast({ title: "Not undone", text: "The server did not answer.", tone: "destructive" });
  }
}
