import { forgetOldEntries } from "../audit/index.ts";
import type { ScheduledJob } from "./job.ts";

export const forgetOldAuditEntries: ScheduledJob = {
  name: "forget-old-audit-entries",
  everySeconds: 300,
  timeLimitSeconds: 300,
  run: ({ db }) => forgetOldEntries(db),
};
