import { forgetOldDeliveries } from "../public-api/index.ts";
import type { ScheduledJob } from "./job.ts";

export const forgetOldDeliveriesJob: ScheduledJob = {
  name: "forget-old-deliveries",
  everySeconds: 300,
  timeLimitSeconds: 300,
  run: ({ db }) => forgetOldDeliveries(db),
};
