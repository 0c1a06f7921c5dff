import { readDueMembers } from "../ingest/audiences/index.ts";
import type { ScheduledJob } from "./job.ts";

/** Lets new members of a private channel read its articles within a minute of the event. */
export const readChannelMembers: ScheduledJob = {
  name: "read-channel-members",
  everySeconds: 30,
  timeLimitSeconds: 300,
  run: readDueMembers,
};
