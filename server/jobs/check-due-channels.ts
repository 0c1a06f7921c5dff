import { startRun } from "../analysis/index.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { listChannelsWithQuietConversations } from "../ingest/index.ts";
import { isStillDue, isStillFree, listDueChannels } from "./due-channel-queries.ts";
import type { ScheduledJob } from "./job.ts";

const CHANNELS_AT_ONCE = 500;
/** After a downtime every channel is due: so they come one after the other, and stay apart from then on. */
const CHANNELS_OF_A_WORKSPACE = 10;

export const checkDueChannelsJob: ScheduledJob = {
  name: "check-due-channels",
  everySeconds: 30,
  timeLimitSeconds: 300,
  run: checkDueChannels,
};

/** Conversations that live events brought and that became quiet. */
export const analyseQuietConversations: ScheduledJob = {
  name: "analyse-quiet-conversations",
  everySeconds: 30,
  timeLimitSeconds: 300,
  run: startQuietConversations,
};

/** Automatic monitoring: each active channel at its own frequency, by the database's clock. One run a channel at a time. */
export async function checkDueChannels(deps: Deps): Promise<void> {
  const due = await listDueChannels(deps.db, Object.keys(deps.connectors.sources), {
    ofAWorkspace: CHANNELS_OF_A_WORKSPACE,
    atOnce: CHANNELS_AT_ONCE,
  });
  for (const { workspaceId, channelId } of due) {
    await inWorkspace(deps.db, workspaceId, async (scope) => {
      if (await isStillDue(scope, channelId))
        await startRun(deps, scope, { kind: "analyse", input: { channelIds: [channelId] }, requestedBy: null });
    });
  }
}

/** A conversation that live events brought is analysed once it has become quiet, without asking the platform again. */
export async function startQuietConversations(deps: Deps): Promise<void> {
  for (const { workspaceId, channelId } of await listChannelsWithQuietConversations(deps.db, CHANNELS_AT_ONCE)) {
    await inWorkspace(deps.db, workspaceId, async (scope) => {
      if (await isStillFree(scope, channelId))
        await startRun(deps, scope, {
          kind: "analyse",
          input: { channelIds: [channelId], onlyQuiet: true },
          requestedBy: null,
        });
    });
  }
}
