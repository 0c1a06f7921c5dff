import { inWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import type { Job } from "../queue/queue.ts";

/** Rows that are looked at in one run. */
export const ROWS_AT_ONCE = 1000;

export const giveJob = (deps: Deps, job: Job) =>
  inWorkspace(deps.db, job.workspaceId, (scope) => deps.queue.enqueue(scope, job));
