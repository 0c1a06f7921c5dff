import { createListeners } from "./listeners.ts";

export interface Toast {
  title: string;
  text?: string;
  tone?: "default" | "destructive";
  /** What can still be done about it while the toast is there: `{ label: "Undo", run: switchBack }`. Pressing it closes the toast. */
  action?: { label: string; run: () => void };
}

export const TOAST_MS = 5000;
/** A swipe of 50 px dismisses; Radix asks for more than its threshold. */
export const TOAST_SWIPE_PX = 49.99;

/** One toast at a time: a new one takes the place of the last. Outside React, so that refusals of any call can speak. */
let current: (Toast & { id: number }) | null = null;
let lastId = 0;
const listeners = createListeners();

export function showToast(toast: Toast): void {
  lastId += 1;
  current = { ...toast, id: lastId };
  listeners.notify();
}

export function dismissToast(id: number): void {
  if (current?.id !== id) return;
  current = null;
  listeners.notify();
}

export const currentToast = () => current;

/** How far above the lower edge of the window toasts are, in px: over what stays in sight there. */
let lift = 0;
export function liftToasts(px: number): void {
  lift = px;
  listeners.notify();
}
export const currentLift = () => lift;
export const onToast = listeners.subscribe;
