import { openLocks } from "../db/locks.ts";
import type { Deps } from "../deps.ts";
import { arrangeTarget, listTargetsToArrange } from "../publishing/tree/index.ts";
import type { ScheduledJob } from "./job.ts";

/** Moves pages within a minute after the tree of categories changed. */
export const arrangePagesJob: ScheduledJob = {
  name: "arrange-pages",
  everySeconds: 30,
  timeLimitSeconds: 1800,
  run: arrangePages,
};

/** A lock admits one worker at a time. */
async function arrangePages(deps: Deps, stopping: AbortSignal): Promise<void> {
  const targets = await listTargetsToArrange(deps.db);
  if (targets.length === 0) return;
  const locks = await openLocks(deps.db);
  try {
    if (!(await locks.tryLock("arranging of pages"))) return;
    for (const target of targets) if (!stopping.aborted) await arrangeTarget(deps, target, stopping);
  } finally {
    await locks.close();
  }
}
