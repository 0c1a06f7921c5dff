import { failRunOfDeadWorkers, listOpenRuns } from "../analysis/index.ts";

import { type Database, inWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { listStalledIntegrations } from "../ingest/live/index.ts";
import { listDuePublications } from "../publishing/index.ts";
import type { Job } from "../queue/queue.ts";
import type { ScheduledJob } from "./job.ts";

const ROWS_AT_ONCE = 1000;

interface JobFinder {
  name: string;
  queue: Job["queue"];
  /** Lists rows with unfinished work. */
  list(db: Database, limit: number): Promise<{ workspaceId: string; id: string }[]>;
  jobOf(row: { workspaceId: string; id: string }): Job;
  /** Called instead of enqueueing, if the queue gave the job up. */
  onGivenUp?(deps: Deps, row: { workspaceId: string; id: string }): Promise<unknown>;
}

/**
 * Enqueues jobs again for rows whose job was lost, because the queue or a worker failed or the database was restored. The rows
 * are authoritative.
 */
const enqueueLost = ({ name, queue, list, jobOf, onGivenUp }: JobFinder): ScheduledJob => ({
  name,
  everySeconds: 30,
  timeLimitSeconds: 120,
  async run(deps) {
    const rows = await list(deps.db, ROWS_AT_ONCE);
    const jobs = await deps.queue.lookUp(
      queue,
      rows.map(({ id }) => id),
    );
    for (const row of rows) {
      const state = jobs.get(row.id);
      if (state === "given-up" && onGivenUp) await onGivenUp(deps, row);
      else if (state !== "live")
        await inWorkspace(deps.db, row.workspaceId, (scope) => deps.queue.enqueue(scope, jobOf(row)));
    }
  },
});

/** The row of a run counts its own interruptions. */
export const enqueueLostRuns = enqueueLost({
  name: "enqueue-lost-runs",
  queue: "run",
  list: listOpenRuns,
  jobOf: ({ workspaceId, id }) => ({ queue: "run", workspaceId, runId: id }),
  onGivenUp: (deps, { workspaceId, id }) => failRunOfDeadWorkers(deps, workspaceId, id),
});

/** The row of a publication counts its own attempts and ends them, so a job that the queue gave up is enqueued again. */
export const enqueueLostPublications = enqueueLost({
  name: "enqueue-lost-publications",
  queue: "publish",
  list: listDuePublications,
  jobOf: ({ workspaceId, id }) => ({ queue: "publish", workspaceId, publicationId: id }),
});

/** Events are stored by integration. One job applies all waiting events of an integration. */
export const enqueueLostEvents = enqueueLost({
  name: "enqueue-lost-events",
  queue: "events",
  async list(db, limit) {
    const stalled = await listStalledIntegrations(db, limit);
    return stalled.map(({ workspaceId, integrationId }) => ({ workspaceId, id: integrationId }));
  },
  jobOf: ({ workspaceId, id }) => ({ queue: "events", workspaceId, integrationId: id }),
});
