import { forgetChatText } from "../library/index.ts";
import type { ScheduledJob } from "./job.ts";

/** Erases chat text whose retention time is over. */
export const forgetChatTextJob: ScheduledJob = {
  name: "forget-chat-text",
  everySeconds: 300,
  timeLimitSeconds: 600,
  run: (deps, stopping) => forgetChatText(deps, () => stopping.aborted),
};
