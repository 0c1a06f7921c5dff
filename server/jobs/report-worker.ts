import { randomUUID } from "node:crypto";
import { storeWorkerHeartbeat } from "../status/index.ts";
import type { ScheduledJob } from "./job.ts";

const WORKER = randomUUID();

/** Stores a heartbeat, so that the status page shows whether background work is done. */
export const reportWorkerJob: ScheduledJob = {
  name: "report-worker",
  everySeconds: 15,
  inEachWorker: true,
  timeLimitSeconds: 15,
  run: ({ db }) => storeWorkerHeartbeat(db, WORKER),
};
