import { listOpenRuns, parkRun } from "../analysis/index.ts";
import type { Deps } from "../deps.ts";
import { giveJob, ROWS_AT_ONCE } from "./give-job.ts";
import type { ScheduledJob } from "./job.ts";

export const giveRunsTheirJobs: ScheduledJob = {
  name: "give-runs-their-jobs",
  everySeconds: 30,
  timeLimitSeconds: 120,
  run: giveThem,
};

/** The rows are authoritative: an open run gets its job again, also after the queue was lost or restored. */
async function giveThem(deps: Deps): Promise<void> {
  const open = await listOpenRuns(deps.db, ROWS_AT_ONCE);
  const ids = open.map(({ id }) => id);
  const jobs = await deps.queue.lookUp("run", ids);
  for (const { workspaceId, id } of open) {
    const state = jobs.get(id);
    if (state === "given-up") await parkRun(deps, workspaceId, id);
    // A run counts its own interruptions, as far as they are at the same place.
    else if (state !== "live") await giveJob(deps, { queue: "run", workspaceId, runId: id });
  }
}
