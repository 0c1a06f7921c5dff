import { processQuestions } from "../inbox/index.ts";
import type { ScheduledJob } from "./job.ts";

/**
 * Asks authors about their answers, and carries out their choices. Workers claim each question with a lease, so they share the
 * work.
 */
export const askInThreads: ScheduledJob = {
  name: "ask-in-threads",
  everySeconds: 1,
  inEachWorker: true,
  timeLimitSeconds: 3600,
  run: processQuestions,
};
