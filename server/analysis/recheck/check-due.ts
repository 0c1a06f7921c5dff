import { ModelUnavailable } from "../../../engine/contract.ts";
import { isRetryable, safeDatabaseError } from "../../db/pool.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { claimRecheck, postponeRecheck, type RecheckRow } from "../../library/retract/index.ts";
import { recheckArticle } from "./recheck-article.ts";

/** The lease of one check: longer than a model takes, but short, so that a dead worker's check is soon claimed again. */
const LEASE_SECONDS = 60;
/** The number of articles checked at the same time: one computes while others wait for the database. */
const AT_ONCE = 3;
const LONGEST_PAUSE_SECONDS = 3600;
const MODEL_PAUSE_SECONDS = 300;

/** Checks articles whose sources changed, until none is due. */
export async function recheckDueArticles(deps: Deps, isStopped: () => boolean = () => false): Promise<void> {
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
    // A conflict over rows or an unavailable model does not count as a failed attempt.
    const isWaiting = error instanceof ModelUnavailable;
    const passes = isRetryable(error) || isWaiting;
    if (!passes) {
      deps.log.error(
        { err: safeDatabaseError(error), articleId },
        "A changed article could not be checked; trying again",
      );
    }
    const seconds = isWaiting ? MODEL_PAUSE_SECONDS : passes ? 1 : Math.min(LONGEST_PAUSE_SECONDS, 2 ** attempts);
    await inWorkspace(deps.db, workspaceId, (scope) => postponeRecheck(scope, articleId, seconds, { counts: !passes }));
  }
}
