import { type ModelEngine, ModelUnavailable } from "../../engine/contract.ts";
import { countMessagesLeft, hasLimits } from "../billing/usage/index.ts";
import { bindToWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { type ChannelRow } from "../ingest/channels/index.ts";
import { findNextMatters, joinThreadIntoConversation, ungroupMessagesForModel } from "../ingest/conversations/index.ts";
import { clearModelWait, countUnread, storeModelWait } from "../ingest/waiting/index.ts";
import { getDetectionSettings } from "../settings/index.ts";
import { listPageTitles } from "../wiki/nearby/index.ts";
import type { RunExecution } from "./run-work.ts";

export interface ReadingWithModel {
  channel: ChannelRow;
  engine: ModelEngine;
  /** Limits reading to this thread, about which a person requested an article. */
  threadId?: string;
  quietSeconds?: number;
  /** Writes the found matters; returns whether conversations wait for the next month. */
  judge: () => Promise<boolean>;
  onGrouped: (count: number) => void;
}

/**
 * Reads the channel window by window: the model finds matters, then writes them. If it cannot answer now, the channel shows that
 * it waits and `ModelUnavailable` is thrown, so that the run resumes later. Returns whether messages wait for the next month.
 */
export async function readWithModel(deps: Deps, work: RunExecution, reading: ReadingWithModel): Promise<boolean> {
  const { channel, engine, threadId, quietSeconds, judge, onGrouped } = reading;
  const { workspaceId } = work;
  const inScope = bindToWorkspace(deps.db, workspaceId);
  try {
    if (threadId !== undefined) {
      await inScope((scope) => joinThreadIntoConversation(scope, channel.id, threadId));
      return await judge();
    }
    await inScope((scope) => ungroupMessagesForModel(scope, channel.id));
    // Matters found in an earlier turn are written first, so that later ones are compared with their articles.
    let hasWaiting = await judge();
    // Reading a message again does not count against the plan.
    for (const again of [false, true])
      for (;;) {
        const { settings, most, pageTitles } = await inScope(async (scope) => ({
          settings: await getDetectionSettings(scope),
          pageTitles: await listPageTitles(scope),
          most: hasLimits(deps) && !again ? await countMessagesLeft(deps, scope) : Number.POSITIVE_INFINITY,
        }));
        if (most <= 0) break;
        await work.report({
          step: `Reading #${channel.name} with the model${again ? " again" : ""}`,
          messagesWaiting: await inScope((scope) => countUnread(scope, channel.id)),
        });
        const found = await findNextMatters(deps, {
          workspaceId,
          engine,
          settings,
          channelId: channel.id,
          channelName: channel.name,
          most,
          pageTitles,
          again,
          ...(quietSeconds !== undefined && !again && { quietSeconds }),
        });
        if (found === 0) break;
        if (!again) onGrouped(found);
        work.madeProgress();
        await work.pauseIfDue();
        await work.report({ step: `Writing what was found in #${channel.name}` });
        hasWaiting = (await judge()) || hasWaiting;
        await work.pauseIfDue();
      }
    if (await inScope((scope) => clearModelWait(scope, channel.id)))
      await inScope((scope) => deps.events.notify(scope, { type: "channel", id: channel.id }));
    return hasWaiting;
  } catch (error) {
    if (error instanceof ModelUnavailable)
      await inScope(async (scope) => {
        await storeModelWait(scope, channel.id, error);
        await deps.events.notify(scope, { type: "channel", id: channel.id });
      });
    throw error;
  }
}
