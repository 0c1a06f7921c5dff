import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import type { Engine } from "../../pipeline/engine.ts";
import { listTags } from "../articles/queries.ts";
import type { ChannelRow } from "../channels/queries.ts";
import { detectionSettings } from "../settings/detection-settings.ts";
import { listConversations, type Selection, storeVerdicts, type Verdict } from "./conversation-queries.ts";
import { judgeConversation } from "./judge-conversation.ts";
import type { RunWork } from "./run-work.ts";
import type { Saved } from "./save-article.ts";

const BATCH_CONVERSATIONS = 100;
const KNOWN_TAGS = 50;
/** A model of somebody else is waited for; ours computes here. */
const AT_ONCE: Record<Engine["name"], number> = { local: 1, llm: 4 };

export interface Judging {
  channel: ChannelRow;
  /** Only the conversations of these keys; absent: every one that is to be judged. */
  keys?: string[];
  /** Only talk in which nobody said anything for so long. */
  quietSeconds?: number;
  /** Told after each conversation. */
  onJudged: (saved: Saved | "none") => Promise<void>;
}

/** Judges what has changed and writes what holds knowledge. A conversation that cannot be judged stops no other. */
export async function judgeConversations(deps: Deps, work: RunWork, judging: Judging): Promise<void> {
  const { channel, keys, quietSeconds } = judging;
  const engine = deps.engines.forWorkspace(work.workspaceId);
  const select: Selection = {
    channelId: channel.id,
    after: "",
    limit: BATCH_CONVERSATIONS,
    ...(keys && { keys }),
    ...(quietSeconds !== undefined && { quietSeconds }),
  };
  for (;;) {
    const { batch, settings, knownTags } = await inWorkspace(deps.db, work.workspaceId, async (scope) => ({
      batch: await listConversations(scope, select),
      settings: await detectionSettings(scope),
      knownTags: (await listTags(scope)).slice(0, KNOWN_TAGS),
    }));
    const verdicts: Verdict[] = [];
    const waiting = batch.values();
    const judgeWaiting = async () => {
      for (const conversation of waiting) {
        if (work.isPauseDue) return;
        const outcome = await judgeConversation(deps, { channel, conversation, engine, settings, knownTags });
        if (outcome.problem) work.problem(outcome.problem);
        if (outcome.verdict) verdicts.push(outcome.verdict);
        await judging.onJudged(outcome.saved);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE[engine.name] }, judgeWaiting));
    if (verdicts.length > 0) {
      await inWorkspace(deps.db, work.workspaceId, (scope) => storeVerdicts(scope, verdicts));
    }
    await work.pauseIfDue();
    const last = batch.at(-1);
    if (!last || batch.length < BATCH_CONVERSATIONS) return;
    select.after = last.key;
  }
}
