import { forgetExpired } from "../workspace/index.ts";
import type { ScheduledJob } from "./job.ts";

/** Deletes expired links and sessions. */
export const forgetExpiredLinks: ScheduledJob = {
  name: "forget-expired-links",
  everySeconds: 30,
  timeLimitSeconds: 300,
  run: ({ db }) => forgetExpired(db),
};
