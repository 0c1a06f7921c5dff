import { recheckDueArticles } from "../analysis/index.ts";
import type { ScheduledJob } from "./job.ts";

/**
 * Checks articles whose messages were edited or deleted, from all workspaces alternately. Workers claim each row with a lease
 * (a time-limited claim), so they share the work.
 */
export const checkChangedArticles: ScheduledJob = {
  name: "check-changed-articles",
  everySeconds: 1,
  inEachWorker: true,
  timeLimitSeconds: 3600,
  run: (deps, stopping) => recheckDueArticles(deps, () => stopping.aborted),
};
