import { createListeners } from "../../lib/listeners.ts";

/** What a key or a button opens over the page: the palette, or the sheet with the keys. */
export type ShellOverlay = "palette" | "keys" | null;

let shown: ShellOverlay = null;
const listeners = createListeners();

export function showOverlay(overlay: ShellOverlay): void {
  shown = overlay;
  listeners.notify();
}
export const currentOverlay = () => shown;
export const onOverlay = listeners.subscribe;
