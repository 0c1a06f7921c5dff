import { answerPrivately } from "../ask/index.ts";
import type { ScheduledJob } from "./job.ts";

/** Answers who asked where only they read it. Each is claimed for a while, so workers share them. */
export const answerPrivatelyJob: ScheduledJob = {
  name: "answer-privately",
  everySeconds: 1,
  inEachWorker: true,
  timeLimitSeconds: 3600,
  run: answerPrivately,
};
