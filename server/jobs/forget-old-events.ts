import { forgetOldEvents } from "../ingest/index.ts";
import type { ScheduledJob } from "./job.ts";

/** Deletes old applied events; they are kept for a while, so that nothing is applied twice. */
export const forgetOldEventsJob: ScheduledJob = {
  name: "forget-old-events",
  everySeconds: 30,
  timeLimitSeconds: 300,
  run: ({ db }) => forgetOldEvents(db),
};
