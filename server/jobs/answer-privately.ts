import { answerPrivately } from "../ask/index.ts";
import type { ScheduledJob } from "./job.ts";

/** Answers private questions. Workers claim each row with a lease, so they share the work. */
export const answerPrivatelyJob: ScheduledJob = {
  name: "answer-privately",
  everySeconds: 1,
  inEachWorker: true,
  timeLimitSeconds: 3600,
  run: answerPrivately,
};
