import { useEffect, useRef } from "react";
import { areLetterShortcutsOn } from "./palette/keys.ts";

const WRITES = "input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]";

/**
 * A page's single-letter shortcuts. Ignored if they are switched off, while a person types or holds Ctrl, Alt or Cmd,
 * and while a dialog is open.
 */
export function usePageShortcuts(handlers: Record<string, () => void>): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key.length === 1 && !areLetterShortcutsOn()) return;
      if (event.target instanceof Element && event.target.closest(WRITES)) return;
      if (document.querySelector("dialog[open], [role=dialog]:not(dialog)")) return;
      const handler = latest.current[event.key];
      if (!handler) return;
      event.preventDefault();
      handler();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
