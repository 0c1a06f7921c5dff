import type { Deps } from "../deps.ts";
import { forgetOldHistory } from "./history-queries.ts";
import type { ScheduledJob } from "./job.ts";

export const pruneHistoryJob: ScheduledJob = {
  name: "prune-history",
  everySeconds: 30,
  timeLimitSeconds: 600,
  run: pruneHistory,
};

/**
 * Removes what is older than `KEEP_HISTORY_DAYS`: entries of logs, versions of articles that were replaced before then, and runs
 * that are over; what the schedule ran goes after two days, and invitations that have ended or expired after 90. The queue removes its own finished jobs after one.
 */
export async function pruneHistory({ db, env }: Pick<Deps, "db" | "env">): Promise<void> {
  await forgetOldHistory(db, env.KEEP_HISTORY_DAYS);
}
