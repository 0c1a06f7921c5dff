import { purgeDeletedAccounts } from "../workspace/index.ts";
import type { ScheduledJob } from "./job.ts";

/** Purges deleted accounts; the privacy policy promises it within 30 days. */
export const purgeDeletedAccountsJob: ScheduledJob = {
  name: "purge-deleted-accounts",
  everySeconds: 30,
  timeLimitSeconds: 900,
  run: purgeDeletedAccounts,
};
