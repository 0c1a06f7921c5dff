import { checkOpenQuestions } from "../ask/index.ts";
import type { ScheduledJob } from "./job.ts";

/** Finds open questions that articles answer by now, and tells the people who asked. */
export const checkOpenQuestionsJob: ScheduledJob = {
  name: "check-open-questions",
  everySeconds: 30,
  timeLimitSeconds: 600,
  run: checkOpenQuestions,
};
