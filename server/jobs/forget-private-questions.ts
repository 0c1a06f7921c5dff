import { forgetPrivateQuestions } from "../ask/index.ts";
import type { ScheduledJob } from "./job.ts";

export const forgetPrivateQuestionsJob: ScheduledJob = {
  name: "forget-private-questions",
  everySeconds: 300,
  timeLimitSeconds: 300,
  run: ({ db }) => forgetPrivateQuestions(db),
};
