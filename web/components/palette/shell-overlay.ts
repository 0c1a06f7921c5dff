import { createListeners } from "../../lib/listeners.ts";

/** The overlay over the page: the command palette, or the list of keyboard shortcuts. */
export type ShellOverlay = "palette" | "keys" | null;

let shown: ShellOverlay = null;
/** The text typed while the palette's code was loading. */
let typedEarly = "";
const listeners = createListeners();

export function showOverlay(overlay: ShellOverlay): void {
  shown = overlay;
  typedEarly = "";
  listeners.notify();
}
export const getTypedEarly = () => typedEarly;
/** Returns whether the key was one of text. */
export function typeEarly(key: string): boolean {
  const isErasing = key === "Backspace";
  if (!isErasing && [...key].length > 1) return false;
  typedEarly = isErasing ? typedEarly.slice(0, -1) : typedEarly + key;
  return true;
}
export const getCurrentOverlay = () => shown;
export const subscribeToOverlay = listeners.subscribe;
