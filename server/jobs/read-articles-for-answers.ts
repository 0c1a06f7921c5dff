import { readArticlesForAnswers } from "../ask/index.ts";
import type { ScheduledJob } from "./job.ts";

/** The meaning of articles that are new or changed, so that questions in other words find them. */
export const readArticlesForAnswersJob: ScheduledJob = {
  name: "read-articles-for-answers",
  everySeconds: 30,
  timeLimitSeconds: 600,
  run: readArticlesForAnswers,
};
