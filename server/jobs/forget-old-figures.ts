import type { Deps } from "../deps.ts";
import { forgetOldCalls, sumUpAnalyzedMessages } from "./history-queries.ts";
import type { ScheduledJob } from "./job.ts";

export const forgetOldFiguresJob: ScheduledJob = {
  name: "forget-old-figures",
  everySeconds: 3600,
  timeLimitSeconds: 600,
  run: forgetOldFigures,
};

/** Deletes old model calls and chat answers with the rest of the history; sums up counts of messages in fewer rows. */
export async function forgetOldFigures({ db, env }: Pick<Deps, "db" | "env">): Promise<void> {
  await forgetOldCalls(db, env.KEEP_HISTORY_DAYS);
  await sumUpAnalyzedMessages(db);
}
