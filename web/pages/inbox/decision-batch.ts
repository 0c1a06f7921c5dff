import type { InboxItem } from "../../../shared/contract/inbox.ts";
import type { InboxChoice } from "../../../shared/domain/inbox.ts";
import type { Decision, DecisionResult } from "../../api/inbox.ts";
import type { FailureDetails } from "../articles/failure-report.tsx";
import { findRewrittenSentence, toDecidedSentences } from "./excluded-sentences.ts";

/** A person's decision about an item. */
export interface ItemDecision {
  item: InboxItem;
  choice: InboxChoice;
  conditions?: { known: string; fresh: string };
  /** The title of the separate article, where the choice creates one. */
  title?: string;
  wholeChannel?: boolean;
  /** The reason, in the person's words. */
  note?: string;
}

export interface ItemOfBatch {
  id: string;
  article: { id: string; title: string };
}

/** Decisions that are sent, and undone, together. */
export interface DecisionBatch {
  /** Empty when everything of a kind was decided: only the server knows those items. */
  decided: readonly ItemDecision[];
  /** The ids that undo each decision; filled when the server has answered. */
  undos: { id: string; item: ItemOfBatch }[];
  toast: number | undefined;
  /** Takes a snooze back, by the ids in `undos`; absent for decisions. */
  takeBack?: (ids: string[]) => Promise<{ results: DecisionResult[] }>;
}

/** The decision as the server takes it. */
export function toDecisionRequest({ item, choice, conditions, title, wholeChannel, note }: ItemDecision): Decision {
  const sentences = toDecidedSentences(item, choice);
  const sentence = choice === "rewrite" ? findRewrittenSentence(item) : undefined;
  return {
    id: item.id,
    choice,
    ...(conditions && { conditions }),
    ...(sentences && { sentences }),
    ...(sentence && { sentence }),
    ...(title && { title }),
    ...(wholeChannel && { wholeChannel }),
    ...(note && { note }),
  };
}

/** `about`: the item of each result, found by the result's id or by its item's id. Null without a failure. */
export function describeFailures(
  title: string,
  failed: readonly DecisionResult[],
  about: readonly { id?: string; item: ItemOfBatch }[],
): FailureDetails | null {
  if (failed.length === 0) return null;
  return {
    title,
    failed: failed.map(({ id, message }) => {
      const article = about.find((one) => (one.id ?? one.item.id) === id)?.item.article;
      return { id: article?.id ?? "", title: article?.title ?? "", message: message || "Please try again." };
    }),
  };
}
