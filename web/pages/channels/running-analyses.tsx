import { isUnfinished, useRuns } from "../../api/runs.ts";
import { RunWithStop } from "../../components/run-progress.tsx";

/** Lists the runs that a person requested or that cost something. The scheduled checks take seconds and are left out. */
export function RunningAnalyses() {
  const going = useRuns().data?.filter(
    (run) => run.kind === "analyse" && isUnfinished(run) && (run.isRequested || run.progress.dollars),
  );
  return going?.map((run) => (
    <section key={run.id} aria-label="Being read" className="border-b border-rule pb-4 *:mt-0 *:border-t-0">
      <RunWithStop run={run} />
    </section>
  ));
}
