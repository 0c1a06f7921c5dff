import { doDueQuestions } from "../inbox/index.ts";
import type { ScheduledJob } from "./job.ts";

/** Asks who gave an answer, and does what people chose. Each question is claimed for a while, so workers share them. */
export const askInThreads: ScheduledJob = {
  name: "ask-in-threads",
  everySeconds: 1,
  inEachWorker: true,
  timeLimitSeconds: 3600,
  run: doDueQuestions,
};
