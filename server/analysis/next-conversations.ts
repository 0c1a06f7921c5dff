import type { DetectionSettings } from "../../engine/contract.ts";
import { countMessagesLeft, countUncountedMessages, readPlanLimits } from "../billing/usage/index.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { type ChannelRow } from "../ingest/channels/index.ts";
import {
  type ConversationSelection,
  listConversations,
  type StoredConversation,
} from "../ingest/conversations/index.ts";
import { listTagsForEverybody } from "../library/articles/index.ts";
import { getDetectionSettings } from "../settings/index.ts";
import { listConversationsToWrite } from "../wiki/findings/index.ts";

const KNOWN_TAGS = 50;

export interface NextConversations {
  batch: StoredConversation[];
  allowance: MessageAllowance;
  settings: DetectionSettings;
  knownTags: string[];
  /** Ids of conversations that become an article although wiki pages cover them. */
  wanted: ReadonlySet<string>;
}

/** Lists conversations to judge. If the plan's messages are used up, only those judged before, because their edits cost nothing. */
export async function listNextConversations(
  deps: Deps,
  scope: WorkspaceScope,
  select: ConversationSelection,
): Promise<NextConversations> {
  const left = await countMessagesLeft(deps, scope);
  const batch = await listConversations(scope, { ...select, onlyKnown: left <= 0 });
  const keys = batch.map(({ key }) => key);
  const monthly = (await readPlanLimits(deps, scope)).messagesPerMonth;
  const costs = Number.isFinite(left) ? await countUncountedMessages(scope, select.channelId, keys) : null;
  const settings = await getDetectionSettings(scope);
  return {
    batch,
    allowance: new MessageAllowance({ left, monthly, costs, minMessageLength: settings.minMessageLength }),
    settings,
    knownTags: (await listTagsForEverybody(scope)).slice(0, KNOWN_TAGS),
    wanted: await listConversationsToWrite(
      scope,
      batch.map(({ id }) => id),
    ),
  };
}

interface MessageBudget {
  left: number;
  monthly: number | null;
  /** The number of messages that count against the plan, by conversation; null without a limit. */
  costs: ReadonlyMap<string, number> | null;
  minMessageLength: number;
}

/** Spends the plan's remaining messages on one conversation after the other. */
export class MessageAllowance {
  /** True if a conversation exceeded the rest and waits. */
  hasWaiting = false;
  readonly #budget: MessageBudget;
  #room: number;

  constructor(budget: MessageBudget) {
    this.#budget = budget;
    this.#room = budget.left;
  }

  get isUsedUp(): boolean {
    return this.#room <= 0;
  }

  /**
   * Returns the part of the conversation that the plan allows; null if it has to wait. A conversation too large for any month is
   * cut to its beginning, in a month without other use.
   */
  admit(conversation: StoredConversation): StoredConversation | null {
    const { costs, monthly, minMessageLength } = this.#budget;
    const room = this.#room;
    const cost = costs?.get(conversation.key) ?? 0;
    const fits = cost === 0 || cost <= room;
    if (!fits && room !== monthly) {
      this.hasWaiting = true;
      return null;
    }
    this.#room -= Math.min(cost, room);
    return fits ? conversation : beginningOf(conversation, room, minMessageLength);
  }

  sentenceOfCut({ name }: Pick<ChannelRow, "name">): string {
    return `A conversation in #${name} is longer than the ${this.#budget.monthly} messages a month of the plan: its beginning was analyzed.`;
  }
}

/** Returns the conversation's beginning with `counted` messages that count. */
function beginningOf(conversation: StoredConversation, counted: number, minMessageLength: number): StoredConversation {
  let left = counted;
  const end = conversation.messages.findIndex(({ text }) => text.length >= minMessageLength && (left -= 1) < 0);
  return { ...conversation, isBeginning: true, messages: conversation.messages.slice(0, end < 0 ? undefined : end) };
}
