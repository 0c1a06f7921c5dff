import { inWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { getRun, type RunRow } from "./queries.ts";

/** Returns the run when it ends, or its state after `patienceMs`. Waits for events instead of polling. */
export async function waitForRun(
  deps: Pick<Deps, "db" | "events">,
  workspaceId: string,
  runId: string,
  patienceMs: number,
): Promise<RunRow> {
  const read = () => inWorkspace(deps.db, workspaceId, (scope) => getRun(scope, runId));
  const isOver = ({ state }: RunRow) => state === "done" || state === "failed";
  let wake = () => {};
  let isLate = false;
  let changed = false;
  const unsubscribe = deps.events.subscribe(workspaceId, (event) => {
    if (event.type !== "run" || event.id !== runId) return;
    changed = true;
    wake();
  });
  const timer = setTimeout(() => {
    isLate = true;
    wake();
  }, patienceMs);
  try {
    for (;;) {
      changed = false;
      const row = await read();
      if (isOver(row) || isLate) return row;
      if (!changed) await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    clearTimeout(timer);
    unsubscribe();
  }
}
