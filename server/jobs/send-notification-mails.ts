import { sendMails } from "../notifications/index.ts";
import type { ScheduledJob } from "./job.ts";

export const sendNotificationMails: ScheduledJob = {
  name: "send-notification-mails",
  everySeconds: 60,
  timeLimitSeconds: 300,
  run: (deps) => sendMails(deps),
};
