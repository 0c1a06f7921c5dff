import { listOpenRuns, parkRun } from "../analysis/index.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { listStalledIntegrations } from "../ingest/index.ts";
import { listDuePublications } from "../publishing/index.ts";
import type { Job } from "../queue/queue.ts";

const ROWS_AT_ONCE = 1000;

/** The rows are the truth: a run that is to go on gets its job again, also after the queue was lost or restored. */
export async function giveRunsTheirJobs(deps: Deps): Promise<void> {
  const open = await listOpenRuns(deps.db, ROWS_AT_ONCE);
  const jobs = await deps.queue.lookUp(
    "run",
    open.map(({ id }) => id),
  );
  for (const { workspaceId, id } of open) {
    const state = jobs.get(id);
    if (state === "given-up") await parkRun(deps, workspaceId, id);
    else if (!state) await enqueue(deps, { queue: "run", workspaceId, runId: id });
  }
}

/** A publication counts its own tries and parks itself, so a job that was given up is simply given again. */
export async function givePublicationsTheirJobs(deps: Deps): Promise<void> {
  const due = await listDuePublications(deps.db, ROWS_AT_ONCE);
  const jobs = await deps.queue.lookUp(
    "publish",
    due.map(({ id }) => id),
  );
  for (const { workspaceId, id } of due) {
    if (jobs.get(id) !== "live") await enqueue(deps, { queue: "publish", workspaceId, publicationId: id });
  }
}

export async function giveEventsTheirJobs(deps: Deps): Promise<void> {
  const stalled = await listStalledIntegrations(deps.db, ROWS_AT_ONCE);
  const jobs = await deps.queue.lookUp(
    "events",
    stalled.map(({ integrationId }) => integrationId),
  );
  for (const { workspaceId, integrationId } of stalled) {
    if (jobs.get(integrationId) !== "live") await enqueue(deps, { queue: "events", workspaceId, integrationId });
  }
}

const enqueue = (deps: Deps, job: Job) =>
  inWorkspace(deps.db, job.workspaceId, (scope) => deps.queue.enqueue(scope, job));
