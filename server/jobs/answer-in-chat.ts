import { answerInChat } from "../ask/index.ts";
import type { ScheduledJob } from "./job.ts";

/**
 * Answers questions in channels, and corrects answers whose articles changed. Workers claim each row with a lease, so they share
 * the work.
 */
export const answerInChatJob: ScheduledJob = {
  name: "answer-in-chat",
  everySeconds: 1,
  inEachWorker: true,
  timeLimitSeconds: 3600,
  run: answerInChat,
};
