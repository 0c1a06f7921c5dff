import { createListeners } from "./listeners.ts";

export interface Toast {
  title: string;
  text?: string;
  /** The path of the article named in the text, which becomes a link. */
  to?: string;
  tone?: "default" | "destructive";
  /** An action in the toast: `{ label: "Undo", run: switchBack }`. The action closes the toast. */
  action?: { label: string; run: () => void };
}

export const TOAST_MS = 5000;
/** The time for which a toast with an action stays, so that people can read what the action undoes. */
export const TOAST_WITH_ACTION_MS = 10_000;
/** A swipe of 50 px dismisses a toast. The value is slightly under 50, because Radix compares with 'greater than'. */
export const TOAST_SWIPE_PX = 49.99;

/** The only visible toast. A new toast replaces it. Stored outside React, so that any failed call can show a toast. */
let current: (Toast & { id: number }) | null = null;
let lastId = 0;
const listeners = createListeners();

export function showToast(toast: Toast): void {
  lastId += 1;
  current = { ...toast, id: lastId };
  listeners.notify();
}

/** Changes the visible toast without restarting its timer, and without a new announcement by screen readers. */
export function amendToast(id: number, part: Partial<Pick<Toast, "title" | "text" | "to">>): void {
  if (current?.id !== id) return;
  current = { ...current, ...part };
  listeners.notify();
}

export function dismissToast(id: number): void {
  if (current?.id !== id) return;
  current = null;
  listeners.notify();
}

export const getCurrentToast = () => current;

/** The toasts' distance from the window's lower edge in px, so that they do not cover a sticky bar. */
let lift = 0;
export function raiseToasts(px: number): void {
  lift = px;
  listeners.notify();
}
export const getToastLift = () => lift;
export const subscribeToToasts = listeners.subscribe;
