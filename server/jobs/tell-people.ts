import { forgetOldNotifications, sendMails, tellPeople } from "../notifications/index.ts";
import type { ScheduledJob } from "./job.ts";

export const tellPeopleJob: ScheduledJob = {
  name: "tell-people",
  everySeconds: 20,
  timeLimitSeconds: 120,
  run: tellPeople,
};

export const sendNotificationMails: ScheduledJob = {
  name: "send-notification-mails",
  everySeconds: 60,
  timeLimitSeconds: 300,
  run: (deps) => sendMails(deps),
};

export const forgetOldNotificationsJob: ScheduledJob = {
  name: "forget-old-notifications",
  everySeconds: 300,
  timeLimitSeconds: 300,
  run: ({ db }) => forgetOldNotifications(db),
};
