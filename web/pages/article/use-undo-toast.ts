import { useNavigate } from "react-router";
import type { UndoableDecisionId } from "../../../shared/contract/inbox.ts";
import { useUndoDecision } from "../../api/canonical.ts";
import { ApiError } from "../../api/client.ts";
import { showToast } from "../../lib/toast-store.ts";

/** Shows a toast about a change of an article, with an undo. After the undo, opens `address` if one is given. */
export function useUndoToast(address?: string) {
  const undo = useUndoDecision();
  const navigate = useNavigate();
  const takeBack = (id: string) =>
    undo(id).then(
      () => {
        showToast({ title: "Undone" });
        return address && navigate(address);
      },
      (error: unknown) =>
        showToast({
          title: "Not undone",
          text: (error instanceof ApiError && error.said) || "Please try again.",
          tone: "destructive",
        }),
    );
  return (title: string, text: string, way: UndoableDecisionId) =>
    showToast({ title, text, ...(way && { action: { label: "Undo", run: () => void takeBack(way.id) } }) });
}
