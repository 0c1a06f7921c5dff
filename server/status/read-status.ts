import type { z } from "zod";
import type { StatusArea, statusEndpoints } from "../../shared/contract/status.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { countWaitingJobs } from "../queue/queue-queries.ts";
import {
  buildAnalysisArea,
  buildBackgroundArea,
  buildMailArea,
  buildPublishingArea,
  buildReadingArea,
} from "./areas.ts";
import { listChannelReadings, listIntegrationReadings, listTargets, readRunsState } from "./status-queries.ts";
import { readWorkers } from "./worker-queries.ts";

/** A worker that missed four heartbeats (this many seconds) counts as silent. */
const SILENT_AFTER_SECONDS = 60;

type StatusAnswer = z.input<(typeof statusEndpoints)["GET /api/status"]["response"]>;

export async function readStatus({ db, env }: Pick<Deps, "db" | "env">, workspaceId: string): Promise<StatusAnswer> {
  const workers = await readWorkers(db, SILENT_AFTER_SECONDS);
  const mails = await countWaitingJobs(db, "mail", workspaceId);
  const areas = await inWorkspace(
    db,
    workspaceId,
    async (scope): Promise<StatusArea[]> => [
      buildBackgroundArea(workers),
      buildReadingArea(await listIntegrationReadings(scope), await listChannelReadings(scope)),
      buildAnalysisArea(await readRunsState(scope)),
      buildPublishingArea(await listTargets(scope)),
      buildMailArea(mails, env.SMTP_URL !== undefined),
    ],
  );
  return { checkedAt: new Date().toISOString(), areas };
}
