import { lazy, Suspense, useSyncExternalStore } from "react";
import { useNavigate } from "react-router";
import { restartTour } from "../onboarding/onboarding.ts";
import { EARLY_FIELD_ID, getCurrentOverlay, showOverlay, subscribeToOverlay } from "./shell-overlay.ts";
import { useAppShortcuts } from "./use-shortcuts.ts";

const Palette = lazy(() => import("./palette.tsx"));
const KeysSheet = lazy(() => import("./shortcuts-dialog.tsx"));

const close = () => showOverlay(null);

/**
 * Gives the focus to the field until the palette appears. The palette later returns the focus to the previous element.
 */
function takeKeys(field: HTMLInputElement) {
  const before = document.activeElement;
  field.focus();
  return () => {
    if (before instanceof HTMLElement) before.focus();
  };
}

/**
 * The command palette and the list of keyboard shortcuts, available on every page. Their code is loaded when they are
 * opened.
 */
export function ShellOverlays() {
  useAppShortcuts();
  const overlay = useSyncExternalStore(subscribeToOverlay, getCurrentOverlay);
  const navigate = useNavigate();
  const takeTour = () => {
    close();
    restartTour();
    void navigate("/");
  };
  return (
    <Suspense
      fallback={
        overlay === "palette" && (
          <input id={EARLY_FIELD_ID} ref={takeKeys} className="sr-only" aria-label="Find anything" />
        )
      }
    >
      {overlay === "palette" && <Palette onClose={close} onKeys={() => showOverlay("keys")} />}
      {overlay === "keys" && <KeysSheet onClose={close} onTour={takeTour} />}
    </Suspense>
  );
}
