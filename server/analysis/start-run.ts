import { newId } from "../db/new-id.ts";
import type { RunInput, RunProgress } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { getConversation } from "../ingest/conversations/index.ts";
import { requeueIfUnlocked } from "../library/edit/index.ts";
import { findSameQueuedRun, insertRun, isCheckedAutomatically, type RunRow } from "./queries.ts";

export interface RunRequest {
  kind: RunRow["kind"];
  input: RunInput;
  /** The person's id; null for the schedule or an event. */
  requestedBy: string | null;
}

/** Inserts a run and enqueues its job in the caller's transaction. `runs` shows the progress. */
export async function startRun(
  deps: Pick<Deps, "queue" | "events">,
  scope: WorkspaceScope,
  request: RunRequest,
): Promise<RunRow> {
  const twin = request.kind === "import" ? null : await findSameQueuedRun(scope, request);
  if (twin) return twin;
  const { workspaceId } = scope;
  const row = await insertRun(scope, {
    workspaceId,
    id: newId(),
    state: "queued",
    progress: NOTHING_YET,
    ...request,
  });
  await deps.queue.enqueue(scope, { queue: "run", workspaceId, runId: row.id });
  await deps.events.notify(scope, { type: "run", id: row.id });
  return row;
}

/** Starts a check of an automatically checked channel. Does nothing for a paused channel, or one that is checked manually. */
export async function checkChannelNow(
  deps: Pick<Deps, "queue" | "events">,
  scope: WorkspaceScope,
  { channelId }: { channelId: string },
): Promise<void> {
  if (!(await isCheckedAutomatically(scope, channelId))) return;
  await startRun(deps, scope, { kind: "analyse", input: { channelIds: [channelId] }, requestedBy: null });
}

/** Judges conversations again that a person wants as articles. */
export async function writeRequestedArticles(
  deps: Pick<Deps, "queue" | "events">,
  scope: WorkspaceScope,
  { conversationIds, by }: { conversationIds: string[]; by: string },
): Promise<void> {
  const channelIds = new Set<string>();
  for (const id of conversationIds.toSorted()) {
    await requeueIfUnlocked(scope, id);
    channelIds.add((await getConversation(scope, id)).channelId);
  }
  await startRun(deps, scope, { kind: "analyse", input: { channelIds: [...channelIds] }, requestedBy: by });
}

const NOTHING_YET: RunProgress = {
  step: "Starting…",
  channelsDone: 0,
  channelsTotal: 0,
  messagesRead: 0,
  conversationsFound: 0,
  articlesCreated: 0,
  articlesUpdated: 0,
  fraction: null,
};
