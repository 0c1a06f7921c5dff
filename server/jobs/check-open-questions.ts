import { checkOpenQuestions } from "../ask/index.ts";
import type { ScheduledJob } from "./job.ts";

/** What nobody had explained and articles answer by now: who asked is told. */
export const checkOpenQuestionsJob: ScheduledJob = {
  name: "check-open-questions",
  everySeconds: 30,
  timeLimitSeconds: 600,
  run: checkOpenQuestions,
};
