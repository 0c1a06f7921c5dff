import type { Deps } from "../deps.ts";
import { listDuePublications } from "../publishing/index.ts";
import { giveJob, ROWS_AT_ONCE } from "./give-job.ts";
import type { ScheduledJob } from "./job.ts";

export const givePublicationsTheirJobs: ScheduledJob = {
  name: "give-publications-their-jobs",
  everySeconds: 30,
  timeLimitSeconds: 120,
  run: giveThem,
};

/** A publication counts its own attempts and parks itself, so a job that the queue gave up is enqueued again. */
async function giveThem(deps: Deps): Promise<void> {
  const due = await listDuePublications(deps.db, ROWS_AT_ONCE);
  const ids = due.map(({ id }) => id);
  const jobs = await deps.queue.lookUp("publish", ids);
  for (const { workspaceId, id } of due) {
    if (jobs.get(id) !== "live") await giveJob(deps, { queue: "publish", workspaceId, publicationId: id });
  }
}
