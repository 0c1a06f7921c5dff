import type { PageTextChanges } from "../../../shared/contract/article-actions.ts";
import { useImportPageEdits, usePageTextChanges } from "../../api/page-text-changes.ts";
import { formatItems } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { SaveError } from "../../ui/save-problem.tsx";
import { StatementDifferences } from "./statement-differences.tsx";
import { useUndoToast } from "./use-undo-toast.ts";

interface ImportPageEditsDialogProps {
  articleId: string;
  publicationId: string;
  integrationName: string;
  onClose: () => void;
}

/** Keeps the dialog open after an error, because the dialog shows the error. */
const stayOpen = () => undefined;

/** Shows people's edits of a page, and imports them into the article. */
export default function ImportPageEditsDialog({
  articleId,
  publicationId,
  integrationName,
  onClose,
}: ImportPageEditsDialogProps) {
  const words = usePageTextChanges(articleId, publicationId);
  const takeOver = useImportPageEdits(articleId, publicationId);
  const tell = useUndoToast(`/articles/${articleId}`);
  const { data } = words;
  const submit = async (seen: string) => {
    const { message, undo } = await takeOver.mutateAsync(seen);
    onClose();
    tell("Changes taken over", message, undo);
  };
  return (
    <Dialog title={`Changes on the page in ${integrationName}`} open onClose={onClose} isWide>
      <QueryView
        query={words}
        loading={
          <output className="mt-4 block">
            <span className="text-soft">Reading the page...</span>
            <span className="late skeleton mt-3 block h-24" />
          </output>
        }
      >
        {(found) => <Found {...found} />}
      </QueryView>
      <SaveError error={takeOver.error} />
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        {takeOver.isError && (
          <Button
            onClick={() => {
              takeOver.reset();
              void words.refetch();
            }}
          >
            Read the page again
          </Button>
        )}
        <Button onClick={onClose}>{data && !data.canTake ? "Close" : "Cancel"}</Button>
        {data?.canTake && (
          <Button
            look="primary"
            disabled={takeOver.isPending || words.isFetching}
            onClick={() => void submit(data.seen).catch(stayOpen)}
          >
            {takeOver.isPending ? "Taking them..." : "Take into the article"}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function Found({ changes, left, canTake }: Pick<PageTextChanges, "changes" | "left" | "canTake">) {
  return (
    <>
      {canTake ? (
        <>
          <p className="mt-2 mb-4 text-soft">
            Using them makes a new version of the article, marked as edited by you, and updates its other pages. Changed
            sentences keep their sources. You can undo it for a day.
          </p>
          <div className="border-t border-rule">
            <StatementDifferences found={changes} />
          </div>
        </>
      ) : (
        <p className="mt-3 text-soft">
          {left > 0 ? "Nothing else on the page differs from the article." : "The page says what the article says."}
        </p>
      )}
      {left > 0 && (
        <p className="mt-3 text-13 text-soft">
          {formatItems(left, "change")} cannot be taken over (a table or picture, or our own notes on the page, for
          example) and will stay on that page only.
        </p>
      )}
    </>
  );
}
