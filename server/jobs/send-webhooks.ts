import { sendWebhooks } from "../public-api/index.ts";
import type { ScheduledJob } from "./job.ts";

export const sendWebhooksJob: ScheduledJob = {
  name: "send-webhooks",
  everySeconds: 3,
  timeLimitSeconds: 300,
  run: sendWebhooks,
};
