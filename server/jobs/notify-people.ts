import { notifyPeople } from "../notifications/index.ts";
import type { ScheduledJob } from "./job.ts";

export const notifyPeopleJob: ScheduledJob = {
  name: "notify-people",
  everySeconds: 20,
  timeLimitSeconds: 120,
  run: notifyPeople,
};
