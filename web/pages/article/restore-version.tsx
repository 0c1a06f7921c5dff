import type { ArticlePage } from "../../../shared/contract/articles.ts";
import { useRestoreVersion } from "../../api/articles.ts";
import { Permitted } from "../../components/permissions.tsx";
import { ApiError } from "../../lib/api-error.ts";
import { showToast } from "../../lib/toast-store.ts";
import { ConfirmButton } from "../../ui/confirm-dialog.tsx";
import { describePageUpdate } from "./text-after-change.ts";

interface RestoreVersionProps {
  article: Pick<ArticlePage, "id" | "version" | "publications">;
  version: number;
}

/** Restores an earlier version as a new version, so that the history stays complete. */
export function RestoreVersion({ article, version }: RestoreVersionProps) {
  const restore = useRestoreVersion(article.id);
  return (
    <Permitted change="articles">
      <ConfirmButton
        title={`Restore version ${version}?`}
        text="The article and its pages return to that text, as a new version. Later versions stay in the history; anything deleted in the chat since is not restored."
        confirm={`Restore version ${version}`}
        look="primary"
        onConfirm={() =>
          restore.mutate(
            { version, from: article.version },
            {
              onSuccess: () => showToast({ title: `Version ${version} restored`, text: describePageUpdate(article) }),
              onError: (error) =>
                showToast({
                  title: "Not restored",
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
          Restore
        </button>
      </ConfirmButton>
    </Permitted>
  );
}
