import type { RunResult } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { conflict } from "../errors.ts";
import { clearModelWait, withdrawRereading } from "../ingest/waiting/index.ts";
import { getRun, listActiveChannelIds, type RunRow, updateOpenRun } from "./queries.ts";

/**
 * Ends a run and keeps its results. The worker notices this at its next save or pause, finishes running calls and starts no
 * others.
 */
export async function stopRun(deps: Pick<Deps, "events">, scope: WorkspaceScope, id: string): Promise<void> {
  const run = await getRun(scope, id);
  if (run.kind === "trial") throw conflict("A trial is stopped on its own page.");
  const { progress, position, input } = run;
  const { channels = [], problems = [] } = (position?.["result"] ?? {}) as Partial<RunResult>;
  const { messagesRead, articlesCreated, articlesUpdated } = progress;
  const isChanged = await updateOpenRun(scope, id, {
    state: "done",
    result: { channels, problems, messagesRead, articlesCreated, articlesUpdated },
    progress: { ...progress, step: "Stopped", isStopped: true },
    position: null,
    finishedAt: new Date(),
  });
  if (!isChanged) return;
  const channelIds = await channelsOf(scope, run);
  if (input.onlyStored) await withdrawRereading(scope, channelIds);
  // The channels no longer wait for a model, because nothing resumes the run.
  for (const channelId of channelIds)
    if (await clearModelWait(scope, channelId)) await deps.events.notify(scope, { type: "channel", id: channelId });
  await deps.events.notify(scope, { type: "run", id });
}

async function channelsOf(scope: WorkspaceScope, { kind, input, position }: RunRow): Promise<string[]> {
  if (kind === "import") return Object.keys((position?.["imported"] ?? {}) as object);
  return input.channelIds ?? (kind === "test" ? await listActiveChannelIds(scope) : []);
}
