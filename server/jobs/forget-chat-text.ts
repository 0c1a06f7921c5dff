import { forgetChatText } from "../library/index.ts";
import type { ScheduledJob } from "./job.ts";

/** Words of the chat that a workspace chose not to keep any longer. */
export const forgetChatTextJob: ScheduledJob = {
  name: "forget-chat-text",
  everySeconds: 300,
  timeLimitSeconds: 600,
  run: (deps, stopping) => forgetChatText(deps, () => stopping.aborted),
};
