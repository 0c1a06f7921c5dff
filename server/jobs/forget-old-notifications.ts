import { forgetOldNotifications } from "../notifications/index.ts";
import type { ScheduledJob } from "./job.ts";

export const forgetOldNotificationsJob: ScheduledJob = {
  name: "forget-old-notifications",
  everySeconds: 300,
  timeLimitSeconds: 300,
  run: ({ db }) => forgetOldNotifications(db),
};
