import { createListeners } from "../../lib/listeners.ts";

/** The overlay that covers the page: the command palette, or the list of keyboard shortcuts. */
export type ShellOverlay = "palette" | "keys" | null;

/** The id of the field that takes typed text until the palette's code has loaded. */
export const EARLY_FIELD_ID = "typed-early";

let shown: ShellOverlay = null;
const listeners = createListeners();

export function showOverlay(overlay: ShellOverlay): void {
  shown = overlay;
  listeners.notify();
}
export const getCurrentOverlay = () => shown;
export const subscribeToOverlay = listeners.subscribe;
