import { useQueryClient } from "@tanstack/react-query";
import { Copy, Download, FileArchive, RotateCw, Send, Trash2, X } from "lucide-react";
import { useState } from "react";
import type { Article } from "../../../shared/contract/articles.ts";
import type { ArticleList } from "../../api/article-list.ts";
import { fetchExportedArticles } from "../../api/bulk-articles.ts";
import { useCostConfirmation } from "../../components/cost-question.tsx";
import { WriteSelectedExcerpts } from "../../components/excerpts/write-excerpt.tsx";
import { Permitted } from "../../components/permissions.tsx";
import { copyFile } from "../../lib/copy-text.ts";
import { formatCount, formatItems } from "../../lib/format.ts";
import { saveFile } from "../../lib/save-file.ts";
import { showToast } from "../../lib/toast-store.ts";
import { Button } from "../../ui/button.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { StickyBar } from "../../ui/sticky-bar.tsx";
import { useBulkState } from "./bulk-state.ts";
import { removeWithUndo, runBulkWork } from "./bulk-work.ts";
import RemoveDialog from "./remove-dialog.tsx";
import type { Selection } from "./use-selection.ts";

interface BulkBarProps {
  selection: Selection<Article>;
  list: ArticleList;
  /** Loads the remaining articles that match the filters. Returns null if that failed. */
  readAll: () => Promise<Article[] | null>;
  isFiltered: boolean;
}

/** The actions for the selected articles. During an action, its progress. */
export default function BulkBar({ selection, list, readAll, isFiltered }: BulkBarProps) {
  const { work } = useBulkState();
  const count = selection.items.length;
  const [isSelecting, setSelecting] = useState(false);
  const selectAll = async () => {
    setSelecting(true);
    const whole = await readAll();
    setSelecting(false);
    if (whole) return selection.set(whole.map(({ id }) => id));
    showToast({
      title: "Not all selected",
      text: "Some articles could not be loaded. Please try again.",
      tone: "destructive",
    });
  };
  return (
    <StickyBar aria-label="Selected articles">
      {work ? (
        <div className="flex flex-col gap-2">
          <output className="block font-medium tabular-nums">
            {work.doing} {formatCount(work.done)} of {formatItems(work.total, "article")}…
          </output>
          <ProgressBar fraction={work.total > 1 ? work.done / work.total : null} label={work.doing} />
          <p className="text-13 text-soft">You can go to other pages. Keep this window open until it is done.</p>
        </div>
      ) : (
        <div className="flex flex-col gap-x-4 gap-y-2 xl:flex-row xl:items-center xl:justify-between">
          <div className="flex flex-wrap items-center gap-x-3">
            <output className="block font-medium tabular-nums">{formatCount(count)} selected</output>
            {count < list.total && (
              <Button look="quiet" size="small" disabled={isSelecting} onClick={() => void selectAll()}>
                {isSelecting ? "Selecting" : "Select"} all {formatCount(list.total)}
                {isFiltered && " that match"}
              </Button>
            )}
            <Button look="quiet" size="small" onClick={selection.clear}>
              <X className="size-4" aria-hidden="true" />
              <span>
                Clear<span className="max-sm:sr-only"> selection</span>
              </span>
            </Button>
          </div>
          <Actions selection={selection} />
        </div>
      )}
    </StickyBar>
  );
}

function Actions({ selection }: { selection: Selection<Article> }) {
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const articles = selection.items;
  const ids = articles.map(({ id }) => id);
  const excerpts = articles.filter(({ savedFromChat }) => savedFromChat);
  const failed = articles.filter(({ status, publishedTo }) => status === "failed" || publishedTo);
  const { startAtPrice, isAsking: isPricing, question } = useCostConfirmation();
  const reanalyze = () =>
    startAtPrice({
      title: `Re-analyze ${formatItems(ids.length, "article")}?`,
      confirm: "Re-analyze",
      estimate: { articles: String(ids.length) },
      start: () => void runBulkWork(queryClient, { kind: "reanalyze" }, articles),
    });
  return (
    <div className="flex flex-wrap gap-2 py-1">
      <Permitted change="articles">
        {excerpts.length > 0 && <WriteSelectedExcerpts ids={excerpts.map(({ id }) => id)} />}
        <Button size="small" disabled={isPricing} onClick={reanalyze}>
          <RotateCw className="size-4" aria-hidden="true" />
          Re-analyze
        </Button>
        {failed.length > 0 && (
          <Button size="small" onClick={() => void runBulkWork(queryClient, { kind: "retry" }, failed)}>
            <Send className="size-4" aria-hidden="true" />
            Retry {formatItems(failed.length, "failed publication")}
          </Button>
        )}
      </Permitted>
      <FileButtons ids={ids} />
      <Permitted change="articles">
        <Button size="small" className="text-wrong" onClick={() => setAsking(true)}>
          <Trash2 className="size-4" aria-hidden="true" />
          Remove
        </Button>
      </Permitted>
      {question}
      <RemoveDialog
        articles={articles}
        open={isAsking}
        onClose={() => setAsking(false)}
        onRemove={(pages) => {
          selection.clear();
          removeWithUndo(queryClient, articles, pages);
        }}
      />
    </div>
  );
}

function FileButtons({ ids }: { ids: string[] }) {
  /** Set while a file is being made, because a file with thousands of articles takes a while. */
  const [making, setMaking] = useState<"copy" | "zip" | "markdown" | null>(null);
  const make = async (what: NonNullable<typeof making>, work: () => Promise<void>) => {
    setMaking(what);
    await work();
    setMaking(null);
  };
  const download = (format: "zip" | "markdown") =>
    make(format, () =>
      fetchExportedArticles(ids, format).then(
        (content) => saveFile(content, `articles.${format === "zip" ? "zip" : "md"}`),
        tellNotMade,
      ),
    );
  const copy = () =>
    make("copy", async () => {
      const isCopied = await copyFile(() => fetchExportedArticles(ids, "markdown")).catch(() => false);
      if (isCopied) showToast({ title: "Copied", text: `${formatItems(ids.length, "article")} as Markdown` });
      else showToast({ title: "Not copied", text: "Download the file instead.", tone: "destructive" });
    });
  const disabled = making !== null;
  return (
    <>
      <Button size="small" disabled={disabled} onClick={() => void copy()}>
        <Copy className="size-4" aria-hidden="true" />
        {making === "copy" ? "Copying…" : "Copy as Markdown"}
      </Button>
      <Button size="small" disabled={disabled} onClick={() => void download("markdown")}>
        <Download className="size-4" aria-hidden="true" />
        {making === "markdown" ? "Making the file…" : "One .md file"}
      </Button>
      <Button size="small" disabled={disabled} onClick={() => void download("zip")}>
        <FileArchive className="size-4" aria-hidden="true" />
        {making === "zip" ? "Making the file…" : "ZIP"}
      </Button>
    </>
  );
}

function tellNotMade(error: unknown): void {
  showToast({
    title: "File not created",
    text: error instanceof Error && "explanation" in error ? String(error.explanation) : "The server did not answer.",
    tone: "destructive",
  });
}
