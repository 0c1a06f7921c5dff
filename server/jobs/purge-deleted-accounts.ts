import { purgeDeletedAccounts } from "../workspace/index.ts";
import type { ScheduledJob } from "./job.ts";

/** Accounts whose deletion was asked for; the privacy policy promises it within 30 days. */
export const purgeDeletedAccountsJob: ScheduledJob = {
  name: "purge-deleted-accounts",
  everySeconds: 30,
  timeLimitSeconds: 900,
  run: purgeDeletedAccounts,
};
