import { makeRepairs } from "../wiki/index.ts";
import type { ScheduledJob } from "./job.ts";

/** Changes people's pages of the wiki as somebody ordered. Each repair is claimed with a lease, so workers share them. */
export const repairPagesJob: ScheduledJob = {
  name: "repair-pages",
  everySeconds: 2,
  inEachWorker: true,
  timeLimitSeconds: 3600,
  run: makeRepairs,
};
