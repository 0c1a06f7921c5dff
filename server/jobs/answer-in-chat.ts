import { answerInChat } from "../ask/index.ts";
import type { ScheduledJob } from "./job.ts";

/**
 * Answers questions in channels, and corrects answers when their articles change. Each row is claimed with a lease, so
 * workers share them.
 */
export const answerInChatJob: ScheduledJob = {
  name: "answer-in-chat",
  everySeconds: 1,
  inEachWorker: true,
  timeLimitSeconds: 3600,
  run: answerInChat,
};
