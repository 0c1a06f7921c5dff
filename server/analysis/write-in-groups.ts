import { MAX_MATTERS_PER_CALL, type ModelUnavailable } from "../../engine/contract.ts";
import type { Deps } from "../deps.ts";
import type { StoredConversation } from "../ingest/conversations/index.ts";
import type { JudgedConversation } from "./judging-input.ts";
import { type ModelInput, type PreparedMatter, prepareMatter, writeMatters } from "./write-matter.ts";

/** The number of groups of conversations sent to the model at the same time. */
const GROUPS_AT_ONCE = 4;

export interface ConversationFeed {
  /** Returns the next conversation to judge; null when there is none. */
  next(): Promise<StoredConversation | null>;
  onOutcome(conversation: StoredConversation, judged: JudgedConversation | ModelUnavailable): Promise<void>;
}

/** Prepares conversations one after the other, and sends several to the model in one call. */
export async function writeInBatches(
  deps: Deps,
  about: Omit<ModelInput, "conversation">,
  { next, onOutcome }: ConversationFeed,
): Promise<void> {
  const underWay = new Set<Promise<void>>();
  let failure: { error: unknown } | null = null;
  const write = async (group: PreparedMatter[]) => {
    try {
      for (const [place, judged] of (await writeMatters(deps, group)).entries())
        if (group[place]) await onOutcome(group[place].given.conversation, judged);
    } catch (error) {
      failure ??= { error };
    }
  };
  let group: PreparedMatter[] = [];
  for (;;) {
    const conversation = failure ? null : await next();
    if (conversation) {
      const prepared = await prepareMatter(deps, { ...about, conversation });
      if ("lookedUp" in prepared) group.push(prepared);
      else await onOutcome(conversation, prepared);
    }
    if (group.length === MAX_MATTERS_PER_CALL || (!conversation && group.length > 0)) {
      const writing = write(group).finally(() => underWay.delete(writing));
      underWay.add(writing);
      group = [];
      if (underWay.size === GROUPS_AT_ONCE) await Promise.race(underWay);
    }
    if (!conversation) break;
  }
  await Promise.all(underWay);
  if (failure) throw (failure as { error: unknown }).error;
}
