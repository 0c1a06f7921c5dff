import { checkDue } from "../analysis/index.ts";
import type { ScheduledJob } from "./job.ts";

/** Articles whose messages were edited or deleted, the workspaces in turn. Each is claimed for a while, so workers share them. */
export const checkChangedArticles: ScheduledJob = {
  name: "check-changed-articles",
  everySeconds: 1,
  inEachWorker: true,
  timeLimitSeconds: 3600,
  run: (deps, stopping) => checkDue(deps, () => stopping.aborted),
};
