import { forgetOldConnections } from "../public-api/index.ts";
import type { ScheduledJob } from "./job.ts";

export const forgetOldConnectionsJob: ScheduledJob = {
  name: "forget-old-connections",
  everySeconds: 3600,
  timeLimitSeconds: 300,
  run: ({ db }) => forgetOldConnections(db),
};
