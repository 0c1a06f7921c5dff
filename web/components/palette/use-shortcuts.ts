import { useEffect } from "react";
import { useNavigate } from "react-router";
import { areLetterShortcutsOn, createKeyReader, takesTyping } from "./keys.ts";
import { showOverlay } from "./shell-overlay.ts";

/** The keys of the whole app. Inactive while a dialog is open. */
export function useAppShortcuts(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const read = createKeyReader();
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || document.querySelector("dialog[open]")) return;
      const meaning = read(event, takesTyping(event.target) || !areLetterShortcutsOn(), event.timeStamp);
      if (!meaning) return;
      if (meaning.do === "search") {
        const field = document.querySelector<HTMLInputElement>("main input[type=search]");
        if (!field) return;
        event.preventDefault();
        field.focus();
        field.select();
        return;
      }
      event.preventDefault();
      if (meaning.do === "go") void navigate(meaning.to);
      else showOverlay(meaning.do);
    };
    // Registered before a page's shortcuts, so that the letter after 'g' does not trigger a shortcut of the page.
    document.addEventListener("keydown", onKey, true);
    return () => document.removeEventListener("keydown", onKey, true);
  }, [navigate]);
}
