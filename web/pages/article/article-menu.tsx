import { useQueryClient } from "@tanstack/react-query";
import { Download, Merge, Printer, RotateCw, Split, Trash2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useNavigate } from "react-router";
import type { ArticlePage } from "../../../shared/contract/articles.ts";
import { toFileName } from "../../../shared/domain/file-name.ts";
import { Permitted } from "../../components/permissions.tsx";
import { saveFile } from "../../lib/save-file.ts";
import { ActionMenu } from "../../ui/action-menu.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { removeWithUndo } from "../articles/bulk-work.ts";
import { BACK_STATE } from "../articles/list-position.ts";

const MergeDialog = lazy(() => import("./merge-dialog.tsx"));
const SplitDialog = lazy(() => import("./split-dialog.tsx"));
const RemoveDialog = lazy(() => import("../articles/remove-dialog.tsx"));

const canBeSplit = ({ summaryStatements, sections }: ArticlePage) =>
  summaryStatements.length + sections.reduce((count, { statements }) => count + statements.length, 0) > 1;

interface ArticleMenuProps {
  article: ArticlePage;
  /** The filters of the list from which the person came. */
  search: string;
  isReanalyzing: boolean;
  onReanalyze: () => void;
}

/** The menu with less frequent actions on an article. */
export function ArticleMenu({ article, search, isReanalyzing, onReanalyze }: ArticleMenuProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<"merge" | "split" | "remove" | null>(null);
  /** Keeps the dialog mounted until it has faded out. */
  const [hasAskedRemoval, setAskedRemoval] = useState(false);
  const closeDialog = () => setDialog(null);
  const save = () =>
    saveFile(new Blob([article.markdown], { type: "text/markdown" }), `${toFileName(article.title)}.md`);
  const isTrashed = article.state === "trashed";
  const isMerged = article.state === "merged";
  return (
    <>
      <ActionMenu label="More actions">
        {(close) => {
          const item = (name: string, Icon: typeof Merge, act: () => void, isDisabled = false) => (
            <Item name={name} Icon={Icon} act={act} isDisabled={isDisabled} close={close} />
          );
          return (
            <>
              <li>
                <CopyButton text={article.markdown} label="Copy as Markdown" quiet />
              </li>
              {item("Download .md", Download, save)}
              {item("Print", Printer, () => requestAnimationFrame(() => window.print()))}
              {!isTrashed && (
                <Permitted change="articles">
                  {item(isReanalyzing ? "Re-analyzing…" : "Re-analyze", RotateCw, onReanalyze, isReanalyzing)}
                  {!isMerged && item("Merge with…", Merge, () => setDialog("merge"))}
                  {!isMerged && canBeSplit(article) && item("Split…", Split, () => setDialog("split"))}
                  {item("Remove", Trash2, () => {
                    setAskedRemoval(true);
                    setDialog("remove");
                  })}
                </Permitted>
              )}
            </>
          );
        }}
      </ActionMenu>
      <Suspense fallback={null}>
        {dialog === "merge" && <MergeDialog article={article} onClose={closeDialog} />}
        {dialog === "split" && <SplitDialog article={article} onClose={closeDialog} />}
        {hasAskedRemoval && (
          <RemoveDialog
            articles={[article]}
            open={dialog === "remove"}
            onClose={closeDialog}
            onRemove={(pages) => {
              removeWithUndo(queryClient, [article], pages);
              void navigate(`/articles${search}`, { state: BACK_STATE });
            }}
          />
        )}
      </Suspense>
    </>
  );
}

interface ItemProps {
  name: string;
  Icon: typeof Merge;
  act: () => void;
  isDisabled: boolean;
  /** Closes the menu. */
  close: () => void;
}

function Item({ name, Icon, act, isDisabled, close }: ItemProps) {
  return (
    <li>
      <Button
        look="quiet"
        size="small"
        disabled={isDisabled}
        onClick={() => {
          close();
          act();
        }}
      >
        <Icon className="size-4" aria-hidden="true" />
        {name}
      </Button>
    </li>
  );
}
