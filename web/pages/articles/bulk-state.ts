import { useSyncExternalStore } from "react";
import type { BulkOutcome } from "../../../shared/contract/article-actions.ts";
import { createListeners } from "../../lib/listeners.ts";

/**
 * Work on many articles outlives the page it was started on, and so does what became of it. Removing begins when its toast
 * goes (docs/decisions/015).
 */
export interface BulkState {
  /** While work goes on. */
  work: { doing: string; done: number; total: number } | null;
  /** What did not work, until somebody has read it. */
  report: { title: string; failed: BulkOutcome[] } | null;
  /** Removed, unless somebody undoes it. */
  hidden: ReadonlySet<string>;
}

let state: BulkState = { work: null, report: null, hidden: new Set() };
const listeners = createListeners();
export function changeBulkState(part: Partial<BulkState>): void {
  state = { ...state, ...part };
  listeners.notify();
}

export const useBulkState = () => useSyncExternalStore(listeners.subscribe, () => state);
export const hiddenArticles = () => state.hidden;
export const dismissReport = () => changeBulkState({ report: null });
