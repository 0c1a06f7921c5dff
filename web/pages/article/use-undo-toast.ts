import { useNavigate } from "react-router";
import type { Undoable } from "../../../shared/contract/inbox.ts";
import { useUndo } from "../../api/canonical.ts";
import { showToast } from "../../ui/toast-store.ts";

/** Says what was done to an article and offers to take it back, which leads back to the article. */
export function useUndoToast(articleId: string) {
  const { mutate } = useUndo();
  const navigate = useNavigate();
  const takeBack = (id: string) =>
    mutate(id, {
      onSuccess: () => {
        showToast({ title: "Undone" });
        void navigate(`/articles/${articleId}`);
      },
      onError: () => showToast({ title: "Not undone", text: "Please try again.", tone: "destructive" }),
    });
  return (title: string, text: string, undo: Undoable) =>
    showToast({ title, text, ...(undo && { action: { label: "Undo", run: () => takeBack(undo.id) } }) });
}
