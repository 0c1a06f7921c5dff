import { forgetGivenAnswers } from "../ask/index.ts";
import type { ScheduledJob } from "./job.ts";

/** Erases the subject of given answers once it is settled, and their person after a long time. */
export const forgetGivenAnswersJob: ScheduledJob = {
  name: "forget-given-answers",
  everySeconds: 600,
  timeLimitSeconds: 300,
  run: ({ db }) => forgetGivenAnswers(db),
};
