import { useSyncExternalStore } from "react";
import type { BulkOutcome } from "../../../shared/contract/article-actions.ts";
import { createListeners } from "../../lib/listeners.ts";

/**
 * Work on many articles and its result outlive the page that started it. The removal begins when its toast closes
 * (docs/decisions/015).
 */
export interface BulkState {
  /** Null when no work runs. */
  work: { doing: string; done: number; total: number } | null;
  /** The failures, until a person dismisses them. */
  report: { title: string; failed: BulkOutcome[] } | null;
  /** Articles being removed, unless somebody undoes it. */
  hidden: ReadonlySet<string>;
}

let state: BulkState = { work: null, report: null, hidden: new Set() };
const listeners = createListeners();
export function changeBulkState(part: Partial<BulkState>): void {
  state = { ...state, ...part };
  listeners.notify();
}

export const useBulkState = () => useSyncExternalStore(listeners.subscribe, () => state);
export const getHiddenArticles = () => state.hidden;
export const dismissReport = () => changeBulkState({ report: null });
