import { getRun, type RunRow, waitForRun } from "../analysis/index.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";

const A_WHILE_MS = 2_000;

/**
 * Waits for a run and reports its progress. Stops waiting for a run with a language model after this many minutes. If the run
 * failed, throws the run's sentence.
 */
export async function followRun(
  deps: Deps,
  workspaceId: string,
  runId: string,
  say: (sentence: string) => void,
  waitMinutes = Number.POSITIVE_INFINITY,
): Promise<RunRow> {
  let endsAt = performance.now() + waitMinutes * 60_000;
  let last = "";
  for (;;) {
    const left = Math.max(0, endsAt - performance.now());
    const run = await waitForRun(deps, workspaceId, runId, Math.min(A_WHILE_MS, left));
    const { step, messagesRead, conversationsFound, articlesCreated, fraction } = run.progress;
    const line = `${step}${fraction === null ? "" : ` (${Math.round(fraction * 100)} %)`}: ${messagesRead} messages, ${conversationsFound} conversations, ${articlesCreated} articles`;
    if (line !== last) say(`  ${line}`);
    last = line;
    if (run.state === "failed") throw new Error(run.error ?? "The run failed.");
    if (run.state === "done") return inWorkspace(deps.db, workspaceId, (scope) => getRun(scope, runId));
    if (performance.now() < endsAt) continue;
    if (await deps.engines.hasModel?.(workspaceId)) return run;
    endsAt = Number.POSITIVE_INFINITY;
  }
}
