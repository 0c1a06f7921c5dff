import { lazy, Suspense } from "react";
import type { Run } from "../../../shared/contract/analysis.ts";
import { isGoingOn, useRuns } from "../../api/runs.ts";
import { RunProgress } from "../../components/run-progress.tsx";

const StopRun = lazy(() => import("../../components/stop-run.tsx"));

/** Shows a running run with what it costs and a button that stops it. */
export const RunWithStop = ({ run }: { run: Run }) => (
  <RunProgress run={run}>
    <Suspense fallback={<div className="h-9" />}>
      <StopRun run={run} />
    </Suspense>
  </RunProgress>
);

/** Lists the runs that a person requested or that cost something. The scheduled checks take seconds and are left out. */
export function BeingRead() {
  const going = useRuns().data?.filter(
    (run) => run.kind === "analyse" && isGoingOn(run) && (run.isRequested || run.progress.dollars),
  );
  return going?.map((run) => (
    <section key={run.id} aria-label="Being read" className="border-b border-rule pb-4 *:mt-0 *:border-t-0">
      <RunWithStop run={run} />
    </section>
  ));
}
