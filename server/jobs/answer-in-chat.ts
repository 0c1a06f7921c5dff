import { answerInChat } from "../ask/index.ts";
import type { ScheduledJob } from "./job.ts";

/** Answers who asks in a channel, and keeps the answers true. Each is claimed for a while, so workers share them. */
export const answerInChatJob: ScheduledJob = {
  name: "answer-in-chat",
  everySeconds: 1,
  inEachWorker: true,
  timeLimitSeconds: 3600,
  run: answerInChat,
};
