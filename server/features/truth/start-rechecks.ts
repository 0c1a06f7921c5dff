import { safeDatabaseError } from "../../db/pool.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { recheckArticle } from "./recheck-article.ts";
import { claimRecheck, postponeRecheck, type RecheckRow } from "./recheck-queries.ts";

const LOOK_EVERY_MS = 1000;
/** Longer than a model takes; a worker that died is not waited for any longer. */
const LEASE_SECONDS = 60;
const LONGEST_PAUSE_SECONDS = 3600;

/** Checks articles whose messages changed, one at a time, the workspaces in turn. Every worker process has one. */
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
  return {
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await current;
    },
  };
}

/** Until nothing is due. */
export async function checkDue(deps: Deps, isStopped: () => boolean = () => false): Promise<void> {
  let served: string[] = [];
  while (!isStopped()) {
    const claimed = await claimRecheck(deps.db, LEASE_SECONDS, served);
    if (claimed) {
      served.push(claimed.workspaceId);
      await checkOne(deps, claimed);
    } else if (served.length > 0) served = [];
    else return;
  }
}

async function checkOne(deps: Deps, claimed: RecheckRow): Promise<void> {
  const { workspaceId, articleId, attempts } = claimed;
  try {
    await recheckArticle(deps, claimed);
  } catch (error) {
    deps.log.error(
      { err: safeDatabaseError(error), articleId },
      "A changed article could not be checked; trying again",
    );
    const seconds = Math.min(LONGEST_PAUSE_SECONDS, 2 ** attempts);
    await inWorkspace(deps.db, workspaceId, (scope) => postponeRecheck(scope, articleId, seconds));
  }
}
