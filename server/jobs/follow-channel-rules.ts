import { followChannelRules } from "../ingest/channels/index.ts";
import type { ScheduledJob } from "./job.ts";

/** Adds channels that match an integration's rule; new channels within some minutes. */
export const followChannelRulesJob: ScheduledJob = {
  name: "follow-channel-rules",
  everySeconds: 30,
  timeLimitSeconds: 900,
  run: followChannelRules,
};
