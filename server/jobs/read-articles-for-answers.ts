import { readArticlesForAnswers } from "../ask/index.ts";
import type { ScheduledJob } from "./job.ts";

/** Computes embeddings of new and changed articles, so that questions in other words find them. */
export const readArticlesForAnswersJob: ScheduledJob = {
  name: "read-articles-for-answers",
  everySeconds: 30,
  timeLimitSeconds: 600,
  run: readArticlesForAnswers,
};
