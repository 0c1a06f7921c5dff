import { forgetGivenAnswers } from "../ask/index.ts";
import type { ScheduledJob } from "./job.ts";

/** What people were answered: what it was about, once that is settled, and whose it was, once that is long ago. */
export const forgetGivenAnswersJob: ScheduledJob = {
  name: "forget-given-answers",
  everySeconds: 600,
  timeLimitSeconds: 300,
  run: ({ db }) => forgetGivenAnswers(db),
};
