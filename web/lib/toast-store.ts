import { createListeners } from "./listeners.ts";

export interface Toast {
  title: string;
  text?: string;
  /** The path of the article that the text names; the text is a link to it. */
  to?: string;
  tone?: "default" | "destructive";
  /** An action offered while the toast is shown: `{ label: "Undo", run: switchBack }`. Pressing it closes the toast. */
  action?: { label: string; run: () => void };
}

export const TOAST_MS = 5000;
/** A swipe of 50 px dismisses a toast. Radix compares with 'greater than', so the threshold is just below. */
export const TOAST_SWIPE_PX = 49.99;

/** One toast at a time: a new one replaces the last. Kept outside React, so that any failed call can show a toast. */
let current: (Toast & { id: number }) | null = null;
let lastId = 0;
const listeners = createListeners();

export function showToast(toast: Toast): void {
  lastId += 1;
  current = { ...toast, id: lastId };
  listeners.notify();
}

/** Completes a toast while it is shown, without showing it longer or announcing it again. */
export function amendToast(id: number, part: Pick<Toast, "text" | "to">): void {
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

/** The distance of toasts from the lower edge of the window, in px, so that they do not cover a sticky bar there. */
let lift = 0;
export function liftToasts(px: number): void {
  lift = px;
  listeners.notify();
}
export const getToastLift = () => lift;
export const subscribeToToasts = listeners.subscribe;
