import { answerPrivately } from "../ask/index.ts";
import type { ScheduledJob } from "./job.ts";

/** Answers private questions. Each row is claimed with a lease, so workers share them. */
export const answerPrivatelyJob: ScheduledJob = {
  name: "answer-privately",
  everySeconds: 1,
  inEachWorker: true,
  timeLimitSeconds: 3600,
  run: answerPrivately,
};
