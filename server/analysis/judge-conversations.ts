import { type DetectionSettings, type Engine, ModelWaits } from "../../engine/contract.ts";
import { hasLimits } from "../billing/index.ts";
import { inWorkspace, type WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import {
  type ChannelRow,
  fingerprintOf,
  isAnyUnjudged,
  markRefused,
  type Selection,
  type StoredConversation,
  storeVerdicts,
  type Verdict,
} from "../ingest/index.ts";
import type { Saved } from "../library/index.ts";
import { judgeConversation } from "./judge-conversation.ts";
import type { Judged } from "./judging-input.ts";
import { nextConversations } from "./next-conversations.ts";
import type { RunWork } from "./run-work.ts";
import { writeInGroups } from "./write-in-groups.ts";

const BATCH_CONVERSATIONS = 100;

export interface Judging {
  channel: ChannelRow;
  /** Only the conversations of these keys; absent: every one that is to be judged. */
  keys?: string[];
  /** Only conversations in which nobody said anything for so long. */
  quietSeconds?: number;
  /** A person asked for an article of them. */
  isRequested?: boolean;
  /** Told after each conversation. */
  onJudged: (saved: Saved | "none") => Promise<void>;
}

/**
 * Judges what has changed and writes what holds knowledge. A conversation that cannot be judged stops no other. Answers
 * whether conversations wait because the messages of the plan are used up; one that does not fit into what is left waits.
 */
export async function judgeConversations(deps: Deps, work: RunWork, judging: Judging): Promise<boolean> {
  const { channel, onJudged, isRequested = false, ...which } = judging;
  const inScope = <T>(task: (scope: WorkspaceScope) => Promise<T>) => inWorkspace(deps.db, work.workspaceId, task);
  const engine = await deps.engines.forWorkspace(work.workspaceId, channel.id, work.onCall);
  const selection: Selection = { channelId: channel.id, after: "", limit: BATCH_CONVERSATIONS, ...which };
  // Where a plan limits the messages one run of a workspace at a time, so that no two spend the same ones.
  const release = hasLimits(deps) ? await work.hold(`messages of ${work.workspaceId}`) : async () => {};
  try {
    let hasWaiting = false;
    for (let after = ""; ; ) {
      const { batch, allowance, settings, knownTags } = await inScope((scope) =>
        nextConversations(deps, scope, { ...selection, after }),
      );
      const waiting = [...batch];
      const verdicts: Verdict[] = [];
      const declined: { conversation: StoredConversation; error: ModelWaits }[] = [];
      let wait: ModelWaits | null = null;
      const next = () => {
        for (let found = waiting.shift(); found && !work.isPauseDue; found = waiting.shift()) {
          const conversation = allowance.admit(found);
          if (!conversation) continue;
          if (conversation.isBeginning) work.problem(allowance.sentenceOfCut(channel));
          return conversation;
        }
        return null;
      };
      const onOutcome = async (conversation: StoredConversation, judged: Judged | ModelWaits) => {
        if (judged instanceof ModelWaits) {
          if (judged.reason === "refused") return void declined.push({ conversation, error: judged });
          wait ??= judged;
          waiting.length = 0;
          return;
        }
        if (judged.problem) work.problem(judged.problem);
        // Its messages were admitted together with those it was divided from.
        waiting.unshift(...(judged.dividedOff ?? []));
        if (judged.verdict) verdicts.push(judged.verdict);
        await onJudged(judged.saved);
      };
      const about = { channel, settings, knownTags, isRequested };
      if (engine.name === "llm") await writeInGroups(deps, { ...about, engine }, { next, onOutcome });
      else
        for (let conversation = next(); conversation; conversation = next())
          await onOutcome(conversation, await judgeConversation(deps, { ...about, engine, conversation }));
      if (verdicts.length > 0) await inScope((scope) => storeVerdicts(scope, verdicts));
      if (declined.length > 0) await inScope((scope) => setDeclinedAside(scope, declined, { settings, engine }));
      // Nothing is decided about the others: they are taken up again.
      if (wait) throw wait as ModelWaits;
      await work.pauseIfDue();
      hasWaiting ||= allowance.hasWaiting;
      const last = batch.at(-1);
      if (last && batch.length === BATCH_CONVERSATIONS) after = last.key;
      else if (hasWaiting || !allowance.isUsedUp) return hasWaiting;
      else return await inScope((scope) => isAnyUnjudged(scope, selection));
    }
  } finally {
    await release();
  }
}

/** Marks conversations that the provider refused, so that only these wait; each is retried when it changes. */
async function setDeclinedAside(
  scope: WorkspaceScope,
  declined: { conversation: StoredConversation; error: ModelWaits }[],
  { settings, engine }: { settings: DetectionSettings; engine: Engine },
): Promise<void> {
  await storeVerdicts(
    scope,
    declined.map(({ conversation, error }) => ({
      conversation,
      fingerprint: fingerprintOf(conversation, settings, engine),
      finding: null,
      reasons: [error.message],
    })),
  );
  for (const { conversation, error } of declined) await markRefused(scope, conversation.id, error);
}
