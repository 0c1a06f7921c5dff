import { randomUUID } from "node:crypto";
import { reportWorker } from "../status/index.ts";
import type { ScheduledJob } from "./job.ts";

const WORKER = randomUUID();

/** The status page says from it whether anything works in the background. */
export const reportWorkerJob: ScheduledJob = {
  name: "report-worker",
  everySeconds: 15,
  inEachWorker: true,
  timeLimitSeconds: 15,
  run: ({ db }) => reportWorker(db, WORKER),
};
