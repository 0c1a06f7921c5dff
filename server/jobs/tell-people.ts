import { tellPeople } from "../notifications/index.ts";
import type { ScheduledJob } from "./job.ts";

export const tellPeopleJob: ScheduledJob = {
  name: "tell-people",
  everySeconds: 20,
  timeLimitSeconds: 120,
  run: tellPeople,
};
