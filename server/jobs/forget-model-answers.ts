import { purgeOldAnswers } from "../library/index.ts";
import type { ScheduledJob } from "./job.ts";

/** What models answered long ago. */
export const forgetModelAnswers: ScheduledJob = {
  name: "forget-model-answers",
  everySeconds: 600,
  timeLimitSeconds: 600,
  run: ({ db }) => purgeOldAnswers(db),
};
