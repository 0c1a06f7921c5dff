import { readDueMembers } from "../ingest/index.ts";
import type { ScheduledJob } from "./job.ts";

/** Who joined a private channel reads its articles within a minute of an event that told of it. */
export const readChannelMembers: ScheduledJob = {
  name: "read-channel-members",
  everySeconds: 30,
  timeLimitSeconds: 300,
  run: readDueMembers,
};
