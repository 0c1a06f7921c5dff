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
 * Deletes history older than `KEEP_HISTORY_DAYS`: log entries, replaced versions of articles and finished runs. Scheduled runs
 * are deleted after two days, ended invitations after 90 days. The queue deletes its finished jobs after one day.
 */
export async function pruneHistory({ db, env }: Pick<Deps, "db" | "env">): Promise<void> {
  await forgetOldHistory(db, env.KEEP_HISTORY_DAYS);
}
