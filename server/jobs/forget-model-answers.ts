import { purgeOldAnswers, purgeOldTrials } from "../library/index.ts";
import type { ScheduledJob } from "./job.ts";

/** Erases old answers of models, and old trials. */
export const forgetModelAnswers: ScheduledJob = {
  name: "forget-model-answers",
  everySeconds: 600,
  timeLimitSeconds: 600,
  async run({ db }) {
    await purgeOldAnswers(db);
    await purgeOldTrials(db);
  },
};
