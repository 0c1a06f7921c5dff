import { getRun, type RunRow, waitForRun } from "../analysis/index.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { listWaiting } from "../ingest/index.ts";

const A_WHILE_MS = 2_000;

/**
 * Waits for a run and says how far it is whenever that changed; one that waits for a model is left when nothing moved for so many
 * minutes. Throws with the run's own sentence when it failed.
 */
export async function followRun(
  deps: Deps,
  workspaceId: string,
  runId: string,
  say: (sentence: string) => void,
  waitMinutes = Number.POSITIVE_INFINITY,
): Promise<RunRow> {
  let last = "";
  let movedAt = performance.now();
  for (;;) {
    const run = await waitForRun(deps, workspaceId, runId, A_WHILE_MS);
    const { step, messagesRead, conversationsFound, articlesCreated, fraction } = run.progress;
    const line = `${step}${fraction === null ? "" : ` (${Math.round(fraction * 100)} %)`}: ${messagesRead} messages, ${conversationsFound} conversations, ${articlesCreated} articles`;
    if (line !== last) {
      say(`  ${line}`);
      movedAt = performance.now();
    }
    last = line;
    if (run.state === "failed") throw new Error(run.error ?? "The run failed.");
    const hasWaited = performance.now() - movedAt > waitMinutes * 60_000;
    if (hasWaited && (await inWorkspace(deps.db, workspaceId, listWaiting)).length > 0) return run;
    if (run.state === "done") return inWorkspace(deps.db, workspaceId, (scope) => getRun(scope, runId));
  }
}
