import { checkDue } from "../analysis/index.ts";
import type { ScheduledJob } from "./job.ts";

/**
 * Rechecks articles whose messages were edited or deleted, by workspace in turn. Each row is claimed with a lease, so
 * workers share them.
 */
export const checkChangedArticles: ScheduledJob = {
  name: "check-changed-articles",
  everySeconds: 1,
  inEachWorker: true,
  timeLimitSeconds: 3600,
  run: (deps, stopping) => checkDue(deps, () => stopping.aborted),
};
