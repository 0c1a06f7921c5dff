import { sendDirectMessages } from "../notifications/index.ts";
import type { ScheduledJob } from "./job.ts";

export const sendDirectMessagesJob: ScheduledJob = {
  name: "send-direct-messages",
  everySeconds: 20,
  timeLimitSeconds: 300,
  run: sendDirectMessages,
};
