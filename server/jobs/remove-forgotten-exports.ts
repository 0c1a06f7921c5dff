import { removeForgottenExports } from "../analysis/index.ts";
import type { ScheduledJob } from "./job.ts";

/** Deletes uploaded exports on this machine whose run has ended or never started. */
export const removeForgottenExportsJob: ScheduledJob = {
  name: "remove-forgotten-exports",
  everySeconds: 30,
  inEachWorker: true,
  timeLimitSeconds: 300,
  run: removeForgottenExports,
};
