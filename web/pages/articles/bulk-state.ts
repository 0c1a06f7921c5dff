import { useSyncExternalStore } from "react";
import type { BulkOutcome } from "../../../shared/contract/article-actions.ts";
import { createListeners } from "../../lib/listeners.ts";

/**
 * The state of actions on many articles. An action and its result outlive the page that started them. A removal begins
 * when its toast closes (docs/decisions/015).
 */
export interface BulkState {
  /** The running action; null if none is running. */
  work: { doing: string; done: number; total: number } | null;
  /** The failures, until a person dismisses them. */
  report: { title: string; failed: BulkOutcome[] } | null;
  /** Articles that will be removed unless somebody undoes the removal. */
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
