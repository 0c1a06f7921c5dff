import { shareAmongWorkers } from "../db/locks.ts";
import type { Deps } from "../deps.ts";
import { listDueReadings, readWiki } from "../wiki/index.ts";
import type { ScheduledJob } from "./job.ts";

/** The largest number of wikis read in one execution. The next execution begins with the wikis that waited longest. */
const WIKIS_AT_ONCE = 4;

/** Reads pages that people write on knowledge platforms, if an admin switched this on. */
export const readWikisJob: ScheduledJob = {
  name: "read-wikis",
  everySeconds: 30,
  inEachWorker: true,
  timeLimitSeconds: 900,
  run: readWikis,
};

/** Reads the wikis that are due. Workers share the wikis. */
async function readWikis(deps: Deps, stopping: AbortSignal): Promise<void> {
  const due = await listDueReadings(deps.db, WIKIS_AT_ONCE);
  const lockOf = ({ integrationId }: (typeof due)[number]) => `reading of wiki ${integrationId}`;
  await shareAmongWorkers(deps.db, due, { lockOf, stopping }, (wiki, signal) => readWiki(deps, wiki, signal));
}
