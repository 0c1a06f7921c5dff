import type { Deps } from "../deps.ts";
import { listStalledIntegrations } from "../ingest/index.ts";
import { giveJob, ROWS_AT_ONCE } from "./give-job.ts";
import type { ScheduledJob } from "./job.ts";

export const giveEventsTheirJobs: ScheduledJob = {
  name: "give-events-their-jobs",
  everySeconds: 30,
  timeLimitSeconds: 120,
  run: giveThem,
};

/** Enqueues events that were stored and not applied, because the queue or its worker was lost. */
async function giveThem(deps: Deps): Promise<void> {
  const stalled = await listStalledIntegrations(deps.db, ROWS_AT_ONCE);
  const ids = stalled.map(({ integrationId }) => integrationId);
  const jobs = await deps.queue.lookUp("events", ids);
  for (const { workspaceId, integrationId } of stalled) {
    if (jobs.get(integrationId) !== "live") await giveJob(deps, { queue: "events", workspaceId, integrationId });
  }
}
