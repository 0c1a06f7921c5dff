import { openLocks } from "../db/locks.ts";
import type { Deps } from "../deps.ts";
import { fillTarget, listTargetsToFill } from "../publishing/targets/index.ts";
import type { ScheduledJob } from "./job.ts";

/** Publishes an existing library on a new platform. */
export const fillNewTargetsJob: ScheduledJob = {
  name: "fill-new-targets",
  everySeconds: 5,
  timeLimitSeconds: 3600,
  run: fillNewTargets,
};

/** A lock lets only one worker do it. */
export async function fillNewTargets(deps: Deps, stopping: AbortSignal): Promise<void> {
  const targets = await listTargetsToFill(deps.db);
  if (targets.length === 0) return;
  const locks = await openLocks(deps.db);
  try {
    if (!(await locks.tryLock("filling of targets"))) return;
    for (const target of targets) if (!stopping.aborted) await fillTarget(deps, target, stopping);
  } finally {
    await locks.close();
  }
}
