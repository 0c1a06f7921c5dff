import { startRun } from "../analysis/index.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { listChannelsWithQuietConversations } from "../ingest/messages/index.ts";
import { isStillWithoutRun } from "./due-channel-queries.ts";
import type { ScheduledJob } from "./job.ts";

const CHANNELS_AT_ONCE = 500;

export const analyseQuietConversations: ScheduledJob = {
  name: "analyse-quiet-conversations",
  everySeconds: 30,
  timeLimitSeconds: 300,
  run: startRunsOfQuietConversations,
};

/**
 * Starts a run for each channel with a conversation from live events that has become quiet. The run calls no platform, because
 * all messages are stored.
 */
export async function startRunsOfQuietConversations(deps: Deps): Promise<void> {
  for (const { workspaceId, channelId } of await listChannelsWithQuietConversations(deps.db, CHANNELS_AT_ONCE)) {
    await inWorkspace(deps.db, workspaceId, async (scope) => {
      if (await isStillWithoutRun(scope, channelId))
        await startRun(deps, scope, {
          kind: "analyse",
          input: { channelIds: [channelId], onlyQuiet: true },
          requestedBy: null,
        });
    });
  }
}
