import { openLocks } from "../../db/locks.ts";
import { isRetryable, safeDatabaseError } from "../../db/pool.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { claimRecheck, postponeRecheck, purgeOldAnswers, type RecheckRow } from "../../library/index.ts";
import { listIntegrationsToSweep, sweepPages } from "../../publishing/index.ts";
import { recheckArticle } from "./recheck-article.ts";

const LOOK_EVERY_MS = 1000;
const SWEEP_EVERY_MS = 10 * 60_000;
/** Longer than a model takes; a worker that died is not waited for any longer. */
const LEASE_SECONDS = 60;
/** The engine computes here, the database waits for disks. */
const AT_ONCE = 3;
const LONGEST_PAUSE_SECONDS = 3600;

/** Checks articles whose messages changed, the workspaces in turn, and now and then what nobody told of. */
export function startRechecks(deps: Deps): { stop(): Promise<void> } {
  let current: Promise<void> | null = null;
  let isStopped = false;
  const look = () => {
    current ??= checkDue(deps, () => isStopped)
      .catch((error: unknown) =>
        deps.log.error({ err: safeDatabaseError(error) }, "Changed articles could not be looked for; trying again"),
      )
      .finally(() => {
        current = null;
      });
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  look();
  const stopping = new AbortController();
  let sweeping: Promise<void> | null = null;
  const sweep = () => {
    sweeping ??= sweepWhatNobodyTold(deps, stopping.signal)
      .catch((error: unknown) =>
        deps.log.error({ err: safeDatabaseError(error) }, "What is due by time failed and comes again"),
      )
      .finally(() => {
        sweeping = null;
      });
  };
  const sweepTimer = setInterval(sweep, SWEEP_EVERY_MS);
  return {
    async stop() {
      isStopped = true;
      clearInterval(timer);
      clearInterval(sweepTimer);
      stopping.abort();
      await Promise.all([current, sweeping]);
    },
  };
}

/** By one worker of all: pages that people moved or removed, copies, and what models answered long ago. */
export async function sweepWhatNobodyTold(deps: Deps, signal: AbortSignal): Promise<void> {
  const locks = await openLocks(deps.db);
  try {
    if (!(await locks.tryLock("sweep of pages and answers"))) return;
    await purgeOldAnswers(deps.db);
    for (const integration of await listIntegrationsToSweep(deps.db)) {
      if (!signal.aborted) await sweepPages(deps, integration, signal);
    }
  } finally {
    await locks.close();
  }
}

/** Until nothing is due. */
export async function checkDue(deps: Deps, isStopped: () => boolean = () => false): Promise<void> {
  let served: string[] = [];
  const takeTurns = async () => {
    while (!isStopped()) {
      const claimed = await claimRecheck(deps.db, LEASE_SECONDS, served);
      if (claimed) {
        served.push(claimed.workspaceId);
        await checkOne(deps, claimed);
      } else if (served.length > 0) served = [];
      else return;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, takeTurns));
}

async function checkOne(deps: Deps, claimed: RecheckRow): Promise<void> {
  const { workspaceId, articleId, attempts } = claimed;
  try {
    await recheckArticle(deps, claimed);
  } catch (error) {
    // Somebody else was writing the same rows: that says nothing about the article.
    const passes = isRetryable(error);
    if (!passes) {
      deps.log.error(
        { err: safeDatabaseError(error), articleId },
        "A changed article could not be checked; trying again",
      );
    }
    const seconds = passes ? 1 : Math.min(LONGEST_PAUSE_SECONDS, 2 ** attempts);
    await inWorkspace(deps.db, workspaceId, (scope) => postponeRecheck(scope, articleId, seconds, { counts: !passes }));
  }
}
