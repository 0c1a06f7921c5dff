import type { ArticlePage } from "../../../shared/contract/articles.ts";
import { useRestoreVersion } from "../../api/articles.ts";
import { May } from "../../components/may.tsx";
import { ApiError } from "../../lib/api-error.ts";
import { showToast } from "../../lib/toast-store.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";

interface RestoreVersionProps {
  article: Pick<ArticlePage, "id" | "version">;
  version: number;
}

/** An earlier version comes back as a new one: nothing of the history is lost. */
export function RestoreVersion({ article, version }: RestoreVersionProps) {
  const restore = useRestoreVersion(article.id);
  return (
    <May change="articles">
      <ConfirmDialog
        title={`Bring version ${version} back?`}
        text="The article and its pages say again what they said then, as a new version. What came later stays in the history; what was deleted in the chat since does not come back."
        confirm={`Bring version ${version} back`}
        look="primary"
        onConfirm={() =>
          restore.mutate(
            { version, from: article.version },
            {
              onSuccess: () => showToast({ title: `Version ${version} is back`, text: "Its pages follow at once." }),
              onError: (error) =>
                showToast({
                  title: "Not brought back",
                  text:
                    error instanceof ApiError ? (error.said ?? "Please try again.") : "No answer came from the server.",
                  tone: "destructive",
                }),
            },
          )
        }
      >
        <button
          type="button"
          className="touch not-printed text-link mt-0.5 ml-3 inline-flex min-h-6 items-center text-13"
        >
          Bring back
        </button>
      </ConfirmDialog>
    </May>
  );
}
