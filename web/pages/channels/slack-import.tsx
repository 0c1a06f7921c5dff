import { clsx } from "clsx";
import { FileArchive } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { ApiError } from "../../api/client.ts";
import { isGoingOn, useImportSlackExport, useLatestRun } from "../../api/runs.ts";
import { useModelInUse } from "../../api/settings.ts";
import { RunWithStop } from "../../components/run-progress.tsx";
import { Section } from "../../components/section.tsx";
import { costOfReading } from "../../lib/model-cost.ts";
import { showToast } from "../../lib/toast-store.ts";
import { ImportResult } from "./import-result.tsx";

/** Imports a Slack export into the same list of channels. The run is on the server and survives leaving the page. */
export function SlackImport() {
  const [isOver, setIsOver] = useState(false);
  const upload = useImportSlackExport();
  const run = useLatestRun("import");
  const busy = upload.isPending || (run !== undefined && isGoingOn(run));

  const take = (file: File | undefined) => {
    if (!file || busy) return;
    upload.mutate(file, {
      onError: (error) =>
        showToast({
          title: "Import failed",
          text: error instanceof ApiError ? error.explanation : "The file could not be sent. Please try again.",
          tone: "destructive",
        }),
    });
  };

  const box = useFocusByLink();
  return (
    <Section title="Import a Slack Export">
      <p className="max-w-[65ch] pt-3 text-soft">
        A workspace owner can download the messages of public channels as a ZIP file from Slack's settings, under Import
        and export data. Lorekeep writes articles from it, as it does from live messages.
      </p>
      <CostOfImport />
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
        {/* The input covers the box, so that the browser treats a dropped file like a chosen one. */}
        <input
          ref={box}
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
      {run && isGoingOn(run) && <RunWithStop run={run} />}
      {run && !isGoingOn(run) && !upload.isPending && <ImportResult run={run} />}
    </Section>
  );
}

/** Focuses the import when a link to '#import' is followed, also from another page. */
function useFocusByLink() {
  const { hash } = useLocation();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (hash !== "#import") return;
    box.current?.scrollIntoView({ block: "center" });
    box.current?.focus({ preventScroll: true });
  }, [hash]);
  return box;
}

/** The number of messages in a file is known only once it is read. */
function CostOfImport() {
  const { data } = useModelInUse();
  const cost = data && costOfReading(data);
  return cost ? <p className="max-w-[65ch] pt-2 text-pretty text-soft">{cost}</p> : null;
}
