import { openLocks } from "../db/locks.ts";
import type { Deps } from "../deps.ts";
import { checkPages, listIntegrationsToCheck } from "../publishing/targets/index.ts";
import type { ScheduledJob } from "./job.ts";

/** Finds pages that people moved, removed, restored or copied, because no platform reports this. */
export const checkPublishedPagesJob: ScheduledJob = {
  name: "look-after-pages",
  everySeconds: 600,
  timeLimitSeconds: 3600,
  run: checkPublishedPages,
};

/** A lock admits one worker at a time. */
export async function checkPublishedPages(deps: Deps, stopping: AbortSignal): Promise<void> {
  const locks = await openLocks(deps.db);
  try {
    if (!(await locks.tryLock("sweep of pages"))) return;
    for (const integration of await listIntegrationsToCheck(deps.db)) {
      if (!stopping.aborted) await checkPages(deps, integration, stopping);
    }
  } finally {
    await locks.close();
  }
}
