import type { InboxItem } from "../../../shared/contract/inbox.ts";
import type { InboxChoice } from "../../../shared/domain/inbox.ts";
import type { Decision } from "../../api/inbox.ts";
import { sentencesOf } from "./left-sentences.ts";

/** A person's decision about an item. */
export interface Decided {
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
export interface Batch {
  /** Empty when everything of a kind was decided: only the server knows those items. */
  decided: readonly Decided[];
  /** The ids that undo each decision; filled when the server has answered. */
  undos: { id: string; item: ItemOfBatch }[];
  toast: number | undefined;
  /** How often it was sent again because something was in the way that passes. */
  retries: number;
}

/** The decision as the server takes it. */
export function decisionOf({ item, choice, conditions, title, wholeChannel, note }: Decided): Decision {
  const sentences = choice === "decline" ? undefined : sentencesOf(item);
  return {
    id: item.id,
    choice,
    ...(conditions && { conditions }),
    ...(sentences && { sentences }),
    ...(title && { title }),
    ...(wholeChannel && { wholeChannel }),
    ...(note && { note }),
  };
}
