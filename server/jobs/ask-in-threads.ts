import { doDueQuestions } from "../inbox/index.ts";
import type { ScheduledJob } from "./job.ts";

/** Asks authors of answers, and carries out people's choices. Each question is claimed with a lease, so workers share them. */
export const askInThreads: ScheduledJob = {
  name: "ask-in-threads",
  everySeconds: 1,
  inEachWorker: true,
  timeLimitSeconds: 3600,
  run: doDueQuestions,
};
