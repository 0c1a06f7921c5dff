import { useSyncExternalStore } from "react";
import type { InboxItem } from "../../../shared/contract/inbox.ts";
import type { Decision } from "../../api/inbox.ts";
import { createListeners } from "../../lib/listeners.ts";

/** The sentences of a proposal that a person excluded, by item id. Kept while the list is refetched. */
let left: ReadonlyMap<string, ReadonlySet<string>> = new Map();
const listeners = createListeners();
const NONE: ReadonlySet<string> = new Set();

export const useLeft = (itemId: string): ReadonlySet<string> =>
  useSyncExternalStore(listeners.subscribe, () => left.get(itemId) ?? NONE);

export function toggleSentence(itemId: string, key: string): void {
  left = new Map(left).set(itemId, new Set([key]).symmetricDifference(left.get(itemId) ?? NONE));
  listeners.notify();
}

/** The included and the excluded sentences of a proposal; undefined for other kinds. */
export function sentencesOf(item: InboxItem): Decision["sentences"] {
  if (item.kind !== "proposal") return undefined;
  const keys = item.changes.map(({ key }) => key);
  const unwanted = left.get(item.id) ?? NONE;
  return { taken: keys.filter((key) => !unwanted.has(key)), left: keys.filter((key) => unwanted.has(key)) };
}
