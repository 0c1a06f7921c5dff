import { sql } from "drizzle-orm";
import { listOpenRuns, parkRun, removeForgottenExports } from "../analysis/index.ts";
import { sweepPayers, takeUpPaused } from "../billing/index.ts";
import { forgetOldClocks } from "../db/call-clocks.ts";
import { safeDatabaseError } from "../db/pool.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { forgetOldEvents, listStalledIntegrations } from "../ingest/index.ts";
import { listDuePublications } from "../publishing/index.ts";
import type { Job } from "../queue/queue.ts";
import { purgeDeletedAccounts, sweepAccounts } from "../workspace/index.ts";
import { analyseQuietTalk, checkDueChannels } from "./check-due-channels.ts";

const SWEEP_EVERY_MS = 30_000;
const ROWS_A_SWEEP = 1000;

/** Looks now and then for what should go on and does not. Every worker process has one; together they do no more than one. */
export function startSweep(deps: Deps): { stop(): Promise<void> } {
  let current: Promise<void> = Promise.resolve();
  let isStopped = false;
  const sweepOnce = () => {
    current = current
      .then(() => (isStopped ? undefined : sweep(deps)))
      .catch((error: unknown) => deps.log.error({ err: safeDatabaseError(error) }, "The sweep failed and comes again"));
  };
  sweepOnce();
  const timer = setInterval(sweepOnce, SWEEP_EVERY_MS);
  return {
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await current;
    },
  };
}

/** The rows are the truth: what they say is to be done gets its job again, also after the queue was lost or restored. */
export async function sweep(deps: Deps): Promise<void> {
  await giveRunsTheirJobs(deps);
  await givePublicationsTheirJobs(deps);
  await giveEventsTheirJobs(deps);
  await takeUpPaused(deps);
  await checkDueChannels(deps);
  await analyseQuietTalk(deps);
  await forgetOldEvents(deps.db);
  await forgetOldClocks(deps.db);
  await removeForgottenExports(deps);
  await removeOldRuns(deps);
  await sweepPayers(deps);
  await sweepAccounts(deps.db);
  await purgeDeletedAccounts(deps);
}

async function giveRunsTheirJobs(deps: Deps): Promise<void> {
  const open = await listOpenRuns(deps.db, ROWS_A_SWEEP);
  const jobs = await deps.queue.lookUp(
    "run",
    open.map(({ id }) => id),
  );
  for (const { workspaceId, id } of open) {
    const state = jobs.get(id);
    if (state === "given-up") await parkRun(deps, workspaceId, id);
    else if (!state) await enqueue(deps, { queue: "run", workspaceId, runId: id });
  }
}

/** A publication counts its own tries and parks itself, so a job that was given up is simply given again. */
async function givePublicationsTheirJobs(deps: Deps): Promise<void> {
  const due = await listDuePublications(deps.db, ROWS_A_SWEEP);
  const jobs = await deps.queue.lookUp(
    "publish",
    due.map(({ id }) => id),
  );
  for (const { workspaceId, id } of due) {
    if (jobs.get(id) !== "live") await enqueue(deps, { queue: "publish", workspaceId, publicationId: id });
  }
}

async function giveEventsTheirJobs(deps: Deps): Promise<void> {
  const stalled = await listStalledIntegrations(deps.db, ROWS_A_SWEEP);
  const jobs = await deps.queue.lookUp(
    "events",
    stalled.map(({ integrationId }) => integrationId),
  );
  for (const { workspaceId, integrationId } of stalled) {
    if (jobs.get(integrationId) !== "live") await enqueue(deps, { queue: "events", workspaceId, integrationId });
  }
}

const enqueue = (deps: Deps, job: Job) =>
  inWorkspace(deps.db, job.workspaceId, (scope) => deps.queue.enqueue(scope, job));

/** The schedule makes many; what they found is in the log and the articles. */
async function removeOldRuns({ db }: Deps): Promise<void> {
  await db.execute(sql`
    delete from runs where state in ('done', 'failed')
      and finished_at < now() - case when requested_by is null then interval '2 days' else interval '90 days' end`);
}
