import { useEffect, useRef } from "react";
import { singleKeysOn } from "./palette/keys.ts";

/** An entry of the help sheet. Letters are pressed without a modifier. */
export interface Shortcut {
  keys: readonly string[];
  does: string;
}

export const ARTICLE_LIST_SHORTCUTS: readonly Shortcut[] = [
  { keys: ["j"], does: "Next article" },
  { keys: ["k"], does: "Previous article" },
  { keys: ["Enter"], does: "Open the article" },
  { keys: ["x"], does: "Select the article, or take it out of the selection" },
  { keys: ["Esc"], does: "Clear the selection" },
];

export const ARTICLE_SHORTCUTS: readonly Shortcut[] = [
  { keys: ["j"], does: "Next article of the list" },
  { keys: ["k"], does: "Previous article of the list" },
  { keys: ["e"], does: "Edit the article" },
  { keys: ["c"], does: "Open or close the original conversation" },
  { keys: ["i"], does: "Open or close the details" },
  { keys: ["n"], does: "Next sentence, with its messages" },
  { keys: ["p"], does: "Previous sentence, with its messages" },
  { keys: ["u"], does: "Back to the list" },
];

export const INBOX_SHORTCUTS: readonly Shortcut[] = [
  { keys: ["j"], does: "Next item" },
  { keys: ["k"], does: "Previous item" },
  { keys: ["1", "2", "3"], does: "Choose by its number" },
  { keys: ["a"], does: "Accept what is offered" },
  { keys: ["d"], does: "Decline it" },
  { keys: ["c"], does: "Compare a page that people changed with its article" },
  { keys: ["s"], does: "Assign to somebody" },
  { keys: ["h"], does: "Snooze until a day" },
  { keys: ["o"], does: "Open the item with its article and conversation" },
  { keys: ["e"], does: "Edit the article of an opened item" },
  { keys: ["m"], does: "Merge the article of an opened item into another one" },
  { keys: ["u"], does: "Back from an opened item to the list" },
  { keys: ["z"], does: "Undo the last decision" },
  { keys: ["x"], does: "Select the item, or take it out of the selection" },
  { keys: ["Shift", "x"], does: "Select everything from the last selected one" },
  { keys: ["Shift", "j"], does: "Select on to the next item" },
  { keys: ["Esc"], does: "Clear the selection" },
];

export const TRIAL_SHORTCUTS: readonly Shortcut[] = [
  { keys: ["1"], does: "I would keep this" },
  { keys: ["2"], does: "Needs an edit" },
  { keys: ["3"], does: "No" },
  { keys: ["j"], does: "Next article" },
  { keys: ["k"], does: "Previous article" },
];

const WRITES = "input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]";

/**
 * A page's single keys. Ignored when they are switched off, while a person types or holds Ctrl, Alt or Cmd, and while a dialog is
 * open.
 */
export function useShortcuts(handlers: Record<string, () => void>): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key.length === 1 && !singleKeysOn()) return;
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
