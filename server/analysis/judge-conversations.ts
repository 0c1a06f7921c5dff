import { countUncounted, hasLimits, limitsOf, messagesLeft } from "../billing/index.ts";
import { inWorkspace, type WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import {
  type ChannelRow,
  isAnyUnjudged,
  listConversations,
  type Selection,
  type StoredConversation,
  storeVerdicts,
  type Verdict,
} from "../ingest/index.ts";
import { listKnownTags, type Saved } from "../library/index.ts";
import type { Engine } from "../pipeline/engine.ts";
import { TryLater } from "../queue/queue.ts";
import { detectionSettings } from "../settings/index.ts";
import { judgeConversation } from "./judge-conversation.ts";
import type { RunWork } from "./run-work.ts";

const BATCH_CONVERSATIONS = 100;
const KNOWN_TAGS = 50;
const BUSY_MS = 700;
/** A model of somebody else is waited for; ours computes here. */
const AT_ONCE: Record<Engine["name"], number> = { local: 1, llm: 4 };

export interface Judging {
  channel: ChannelRow;
  /** Only the conversations of these keys; absent: every one that is to be judged. */
  keys?: string[];
  /** Only conversations in which nobody said anything for so long. */
  quietSeconds?: number;
  /** Told after each conversation. */
  onJudged: (saved: Saved | "none") => Promise<void>;
}

/**
 * Judges what has changed and writes what holds knowledge. A conversation that cannot be judged stops no other. Answers
 * whether conversations wait because the messages of the plan are used up; one that does not fit into what is left waits.
 */
export async function judgeConversations(deps: Deps, work: RunWork, judging: Judging): Promise<boolean> {
  if (!hasLimits(deps)) return judgeWaiting(deps, work, judging);
  // One run of a workspace at a time, so that no two spend the same messages.
  const lock = `messages of ${work.workspaceId}`;
  if (!(await work.locks.tryLock(lock))) {
    await work.save();
    throw new TryLater(BUSY_MS);
  }
  try {
    return await judgeWaiting(deps, work, judging);
  } finally {
    if (!work.locks.lost.aborted) await work.locks.unlock(lock);
  }
}

async function judgeWaiting(deps: Deps, work: RunWork, judging: Judging): Promise<boolean> {
  const { channel, keys, quietSeconds } = judging;
  const engine = deps.engines.forWorkspace(work.workspaceId);
  const selection: Selection = {
    channelId: channel.id,
    after: "",
    limit: BATCH_CONVERSATIONS,
    ...(keys && { keys }),
    ...(quietSeconds !== undefined && { quietSeconds }),
  };
  const select = { ...selection };
  let isHeldBack = false;
  for (;;) {
    const { batch, settings, knownTags, left, monthly, uncounted } = await inWorkspace(
      deps.db,
      work.workspaceId,
      (scope) => nextBatch(deps, scope, select),
    );
    let room = left;
    const verdicts: Verdict[] = [];
    const waiting = batch.values();
    const judgeNext = async () => {
      for (const conversation of waiting) {
        if (work.isPauseDue) return;
        const costs = uncounted?.get(conversation.key) ?? 0;
        // A conversation that fits into no month is judged by its beginning, in a month of which nothing was spent yet.
        const isCut = costs > room && room === monthly;
        if (costs > 0 && costs > room && !isCut) {
          isHeldBack = true;
          continue;
        }
        room -= Math.min(costs, room);
        const whole = isCut ? beginningOf(conversation, monthly, settings.minMessageLength) : conversation;
        if (isCut)
          work.problem(
            `A conversation in #${channel.name} is longer than the ${monthly} messages a month of the plan: its beginning was analyzed.`,
          );
        const outcome = await judgeConversation(deps, { channel, conversation: whole, engine, settings, knownTags });
        if (outcome.problem) work.problem(outcome.problem);
        if (outcome.verdict) verdicts.push(outcome.verdict);
        await judging.onJudged(outcome.saved);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE[engine.name] }, judgeNext));
    if (verdicts.length > 0) {
      await inWorkspace(deps.db, work.workspaceId, (scope) => storeVerdicts(scope, verdicts));
    }
    await work.pauseIfDue();
    const last = batch.at(-1);
    if (last && batch.length === BATCH_CONVERSATIONS) {
      select.after = last.key;
      continue;
    }
    if (isHeldBack) return true;
    if (room > 0) return false;
    return inWorkspace(deps.db, work.workspaceId, (scope) => isAnyUnjudged(scope, selection));
  }
}

/** Once the messages of the plan are used up, only conversations that were judged before: what was edited there costs nothing. */
async function nextBatch(deps: Deps, scope: WorkspaceScope, select: Selection) {
  const left = await messagesLeft(deps, scope);
  const batch = await listConversations(scope, { ...select, onlyKnown: left <= 0 });
  const keys = batch.map(({ key }) => key);
  return {
    batch,
    left,
    monthly: (await limitsOf(deps, scope)).messagesPerMonth,
    uncounted: Number.isFinite(left) ? await countUncounted(scope, select.channelId, keys) : null,
    settings: await detectionSettings(scope),
    knownTags: (await listKnownTags(scope)).slice(0, KNOWN_TAGS),
  };
}

/** Its first messages, of which so many count. */
function beginningOf(conversation: StoredConversation, counted: number, minMessageLength: number): StoredConversation {
  let left = counted;
  const end = conversation.messages.findIndex(({ text }) => text.length >= minMessageLength && (left -= 1) < 0);
  return { ...conversation, isBeginning: true, messages: conversation.messages.slice(0, end < 0 ? undefined : end) };
}
