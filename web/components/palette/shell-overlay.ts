/** What a key or a button opens over the page: the palette, or the sheet with the keys. */
export type ShellOverlay = "palette" | "keys" | null;

let shown: ShellOverlay = null;
const listeners = new Set<() => void>();

export function showOverlay(overlay: ShellOverlay): void {
  shown = overlay;
  for (const listener of listeners) listener();
}
export const currentOverlay = () => shown;
export function onOverlay(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
