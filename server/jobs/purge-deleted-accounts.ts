import { purgeDeletedAccounts } from "../workspace/index.ts";
import type { ScheduledJob } from "./job.ts";

/** Purges deleted accounts, which the privacy policy promises within 30 days. */
export const purgeDeletedAccountsJob: ScheduledJob = {
  name: "purge-deleted-accounts",
  everySeconds: 30,
  timeLimitSeconds: 900,
  run: purgeDeletedAccounts,
};
