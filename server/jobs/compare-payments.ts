import { comparePayers } from "../billing/index.ts";
import type { ScheduledJob } from "./job.ts";

/** Compares each payer with the payment provider, in case an event was lost. */
export const comparePayments: ScheduledJob = {
  name: "compare-payments",
  everySeconds: 30,
  timeLimitSeconds: 600,
  run: comparePayers,
};
