import { useSyncExternalStore } from "react";
import type { InboxItem } from "../../../shared/contract/inbox.ts";
import type { Decision } from "../../api/inbox.ts";
import { createListeners } from "../../lib/listeners.ts";

/** Sentences that a person does not want to take of a proposal, by the item's id: kept while the list is read again. */
let left: ReadonlyMap<string, ReadonlySet<string>> = new Map();
const listeners = createListeners();
const NONE: ReadonlySet<string> = new Set();

export const useLeft = (itemId: string): ReadonlySet<string> =>
  useSyncExternalStore(listeners.subscribe, () => left.get(itemId) ?? NONE);

export function toggleSentence(itemId: string, key: string): void {
  left = new Map(left).set(itemId, new Set([key]).symmetricDifference(left.get(itemId) ?? NONE));
  listeners.notify();
}

/** Of a proposal: which of its sentences are taken, and which are not. */
export function sentencesOf(item: InboxItem): Decision["sentences"] {
  if (item.kind !== "proposal") return undefined;
  const keys = item.changes.map(({ key }) => key);
  const unwanted = left.get(item.id) ?? NONE;
  return { taken: keys.filter((key) => !unwanted.has(key)), left: keys.filter((key) => unwanted.has(key)) };
}
