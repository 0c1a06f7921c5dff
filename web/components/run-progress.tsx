import { lazy, type ReactNode, Suspense } from "react";
import type { Run } from "../../shared/contract/analysis.ts";
import { ProgressBar } from "../ui/progress-bar.tsx";
import { RunFigures } from "./run-figures.tsx";

const StopRun = lazy(() => import("./run-costs.tsx").then((module) => ({ default: module.StopRun })));

/** Shows the counts of a run. `run` is undefined if its id is not known yet. */
export function RunProgress({ run, children }: { run: Run | undefined; children?: ReactNode }) {
  const progress = run?.progress;
  const step = progress?.step || "Starting";
  return (
    <div className="mt-6 flex flex-col gap-4 border-t border-rule pt-4">
      <p aria-live="polite" className="text-13 text-soft">
        {step}
        {progress && progress.channelsTotal > 1 && ` · channel ${progress.channelsDone} of ${progress.channelsTotal}`}
      </p>
      <ProgressBar fraction={progress?.fraction ?? null} label={step} />
      <RunFigures
        figures={[
          ["message", "read", progress?.messagesRead ?? 0],
          ["conversation", "found", progress?.conversationsFound ?? 0],
          ["article", "created", progress?.articlesCreated ?? 0],
          ["article", "updated", progress?.articlesUpdated ?? 0],
        ]}
      />
      {children}
      <p className="text-13 text-faint">You can leave this page. The work continues, and its result will be here.</p>
    </div>
  );
}

/** Shows the progress of a run with its cost and a button that stops it. */
export const RunWithStop = ({ run }: { run: Run | undefined }) => (
  <RunProgress run={run}>
    <Suspense fallback={<div className="h-9" />}>{run ? <StopRun run={run} /> : <div className="h-9" />}</Suspense>
  </RunProgress>
);
