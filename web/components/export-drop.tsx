import { clsx } from "clsx";
import { FileArchive } from "lucide-react";
import { type RefObject, useState } from "react";
import type { Run } from "../../shared/contract/analysis.ts";
import { ApiError } from "../api/client.ts";
import { isUnfinished, useImportSlackExport, useLatestRun } from "../api/runs.ts";
import { showToast } from "../lib/toast-store.ts";

interface ExportDropProps {
  /** The messages are stored but not analyzed, because a language model is tried on them first. */
  isAnalyzedLater?: boolean;
  input?: RefObject<HTMLInputElement | null>;
  onStarted?: (run: Run) => void;
}

/**
 * Accepts a Slack export as a dropped or chosen file. The import continues on the server, so the person may leave the
 * page.
 */
export function ExportDrop({ isAnalyzedLater = false, input, onStarted }: ExportDropProps) {
  const [isOver, setIsOver] = useState(false);
  const upload = useImportSlackExport({ isAnalyzedLater });
  const run = useLatestRun("import");
  const busy = upload.isPending || (run !== undefined && isUnfinished(run));
  const take = (file: File | undefined) => {
    if (!file || busy) return;
    upload.mutate(file, {
      ...(onStarted && { onSuccess: onStarted }),
      onError: (error) =>
        showToast({
          title: "Import failed",
          text: error instanceof ApiError ? error.explanation : "The file could not be sent. Please try again.",
          tone: "destructive",
        }),
    });
  };
  return (
    <div
      className={clsx(
        "relative mt-4 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-box border border-dashed px-5 py-6 transition-colors focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent hover:border-accent",
        isOver ? "border-accent bg-accent-wash" : "border-edge",
        busy && "opacity-55",
      )}
    >
      <FileArchive className="size-5 text-soft" aria-hidden="true" />
      <span className="font-medium">{upload.isPending ? "Sending the file..." : "Drop the ZIP file here"}</span>
      <span className="text-soft">or choose it from your computer</span>
      {/* The invisible file input covers the box, so that the browser treats a dropped file like a chosen one. */}
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        aria-label="Slack export (ZIP)"
        disabled={busy}
        className="absolute inset-0 cursor-pointer opacity-0 disabled:cursor-not-allowed"
        onDragEnter={() => setIsOver(true)}
        onDragLeave={() => setIsOver(false)}
        onDrop={() => setIsOver(false)}
        onChange={(event) => {
          take(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
    </div>
  );
}
