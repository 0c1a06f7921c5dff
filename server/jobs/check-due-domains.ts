import { checkDueDomains } from "../workspace/index.ts";
import type { ScheduledJob } from "./job.ts";

/** Rechecks mail domains with a DNS record, each once a week. */
export const checkDueDomainsJob: ScheduledJob = {
  name: "check-due-domains",
  everySeconds: 3600,
  timeLimitSeconds: 900,
  run: checkDueDomains,
};
