import { type DetectionSettings, type Engine, ModelUnavailable } from "../../engine/contract.ts";
import { hasLimits } from "../billing/usage/index.ts";
import { bindToWorkspace, type WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { type ChannelRow } from "../ingest/channels/index.ts";
import {
  type ConversationSelection,
  computeFingerprint,
  hasUnjudgedConversation,
  type StoredConversation,
  storeVerdicts,
  type Verdict,
} from "../ingest/conversations/index.ts";
import { markConversationsRefused } from "../ingest/waiting/index.ts";
import type { SaveOutcome } from "../library/save/index.ts";
import { judgeConversation } from "./judge-conversation.ts";
import type { JudgedConversation, JudgingInput } from "./judging-input.ts";
import { listNextConversations, type NextConversations } from "./next-conversations.ts";
import type { RunExecution } from "./run-work.ts";
import { type ConversationFeed, writeInBatches } from "./write-in-groups.ts";

const BATCH_CONVERSATIONS = 100;

export interface JudgingContext {
  channel: ChannelRow;
  /** Judges only conversations with these keys. */
  keys?: string[];
  /** Judges only conversations that have been silent for this long. */
  quietSeconds?: number;
  /** Whether a person requested an article. */
  isRequested?: boolean;
  /** Called after each judged conversation. */
  onJudged: (saved: SaveOutcome | "none") => Promise<void>;
}

/**
 * Judges changed conversations and writes articles from those with knowledge. A failed one does not stop the others. Returns
 * whether conversations wait because they exceed the plan's remaining messages.
 */
export async function judgeChangedConversations(
  deps: Deps,
  work: RunExecution,
  judging: JudgingContext,
): Promise<boolean> {
  const { channel, onJudged, isRequested = false, ...which } = judging;
  const inScope = bindToWorkspace(deps.db, work.workspaceId);
  const engine = await deps.engines.forWorkspace(work.workspaceId, channel.id, work.onCall);
  const selection: ConversationSelection = { channelId: channel.id, after: "", limit: BATCH_CONVERSATIONS, ...which };
  // If a plan limits messages, the runs of a workspace take turns, so that no two spend the same messages.
  const release = hasLimits(deps) ? await work.hold(`messages of ${work.workspaceId}`) : async () => {};
  try {
    let hasWaiting = false;
    for (let after = ""; ; ) {
      const { batch, allowance, settings, knownTags, wanted } = await inScope((scope) =>
        listNextConversations(deps, scope, { ...selection, after }),
      );
      const waiting = [...batch];
      const verdicts: Verdict[] = [];
      const declined: { conversation: StoredConversation; error: ModelUnavailable }[] = [];
      let wait: ModelUnavailable | null = null;
      const next = async () => {
        if (await work.isChannelOff()) return null;
        for (let found = waiting.shift(); found && !work.isPauseDue; found = waiting.shift()) {
          const conversation = allowance.admit(found);
          if (!conversation) continue;
          if (conversation.isBeginning) work.problem(allowance.sentenceOfCut(channel));
          return conversation;
        }
        return null;
      };
      const onOutcome = async (conversation: StoredConversation, judged: JudgedConversation | ModelUnavailable) => {
        if (judged instanceof ModelUnavailable) {
          if (judged.reason === "refused") return void declined.push({ conversation, error: judged });
          wait ??= judged;
          waiting.length = 0;
          return;
        }
        if (judged.problem) work.problem(judged.problem);
        // The divided part was counted with the whole conversation, so it is not counted again.
        waiting.unshift(...(judged.dividedOff ?? []));
        if (judged.verdict) verdicts.push(judged.verdict);
        await onJudged(judged.saved);
      };
      const about = { channel, settings, knownTags, isRequested, isChannelOff: () => work.isChannelOff() };
      if (engine.name === "llm") await writeInBatches(deps, { ...about, engine }, { next, onOutcome });
      else await judgeOneByOne(deps, { ...about, engine, wanted }, { next, onOutcome });
      if (verdicts.length > 0) await inScope((scope) => storeVerdicts(scope, verdicts));
      if (declined.length > 0) await inScope((scope) => setDeclinedAside(scope, declined, { settings, engine }));
      // The remaining conversations are judged when the run resumes.
      if (wait) throw wait as ModelUnavailable;
      await work.pauseIfDue();
      hasWaiting ||= allowance.hasWaiting;
      const last = batch.at(-1);
      if (last && batch.length === BATCH_CONVERSATIONS) after = last.key;
      else if (hasWaiting || !allowance.isUsedUp) return hasWaiting;
      else return await inScope((scope) => hasUnjudgedConversation(scope, selection));
    }
  } finally {
    await release();
  }
}

type SharedJudgingInput = Omit<JudgingInput, "conversation"> & Pick<NextConversations, "wanted">;

async function judgeOneByOne(
  deps: Deps,
  { wanted, ...about }: SharedJudgingInput,
  { next, onOutcome }: ConversationFeed,
): Promise<void> {
  for (let conversation = await next(); conversation; conversation = await next()) {
    const isWanted = wanted.has(conversation.id);
    await onOutcome(conversation, await judgeConversation(deps, { ...about, conversation, isWanted }));
  }
}

/** Marks conversations that the provider refused, so that only these wait; each is retried when it changes. */
async function setDeclinedAside(
  scope: WorkspaceScope,
  declined: { conversation: StoredConversation; error: ModelUnavailable }[],
  { settings, engine }: { settings: DetectionSettings; engine: Engine },
): Promise<void> {
  await storeVerdicts(
    scope,
    declined.map(({ conversation, error }) => ({
      conversation,
      fingerprint: computeFingerprint(conversation, settings, engine),
      finding: null,
      reasons: [error.message],
    })),
  );
  for (const { conversation, error } of declined) await markConversationsRefused(scope, conversation.id, error);
}
