import { removeForgottenExports } from "../analysis/index.ts";
import { sweepPayers, takeUpPaused } from "../billing/index.ts";
import type { Deps } from "../deps.ts";
import { forgetOldEvents } from "../ingest/index.ts";
import { forgetOldClocks } from "../pace/call-clocks.ts";
import { purgeDeletedAccounts, sweepAccounts } from "../workspace/index.ts";
import { analyseQuietTalk, checkDueChannels } from "./check-due-channels.ts";
import { giveEventsTheirJobs, givePublicationsTheirJobs, giveRunsTheirJobs } from "./give-jobs-back.ts";
import { pruneHistory } from "./prune.ts";

/** Something that is due by time and not because somebody asked. It finds its own work and does nothing twice. */
export interface Duty {
  /** As it stands in the log. */
  name: string;
  run(deps: Deps): Promise<unknown>;
}

/** Each is looked at every 30 seconds and fails alone. */
export const DUTIES: readonly Duty[] = [
  { name: "give runs their jobs", run: giveRunsTheirJobs },
  { name: "give publications their jobs", run: givePublicationsTheirJobs },
  { name: "give events their jobs", run: giveEventsTheirJobs },
  { name: "read on where the plan has messages left", run: takeUpPaused },
  { name: "check due channels", run: checkDueChannels },
  { name: "analyse conversations that became quiet", run: analyseQuietTalk },
  { name: "forget old events", run: ({ db }) => forgetOldEvents(db) },
  { name: "forget old pauses of platforms", run: ({ db }) => forgetOldClocks(db) },
  { name: "remove forgotten exports", run: removeForgottenExports },
  { name: "prune history", run: pruneHistory },
  { name: "compare payments with the provider", run: sweepPayers },
  { name: "forget expired links and sessions", run: ({ db }) => sweepAccounts(db) },
  { name: "purge deleted accounts", run: purgeDeletedAccounts },
];
