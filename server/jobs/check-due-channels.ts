import { startRun } from "../analysis/index.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { isStillDue, listDueChannels } from "./due-channel-queries.ts";
import type { ScheduledJob } from "./job.ts";

const CHANNELS_AT_ONCE = 500;
/**
 * The largest number of channels of a workspace per execution. After a downtime every channel is due; this limit spreads their
 * later checks over time.
 */
const CHANNELS_OF_A_WORKSPACE = 10;

export const checkDueChannelsJob: ScheduledJob = {
  name: "check-due-channels",
  everySeconds: 30,
  timeLimitSeconds: 300,
  run: checkDueChannels,
};

/**
 * Reads each active channel with automatic monitoring at the channel's own frequency, by the database's clock. A channel has
 * one run at a time.
 */
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
