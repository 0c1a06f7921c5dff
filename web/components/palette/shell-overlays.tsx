import { lazy, Suspense, useSyncExternalStore } from "react";
import { useNavigate } from "react-router";
import { restartTour } from "../onboarding/onboarding.ts";
import { getCurrentOverlay, showOverlay, subscribeToOverlay, TYPED_EARLY } from "./shell-overlay.ts";
import { useShortcuts } from "./use-shortcuts.ts";

const Palette = lazy(() => import("./palette.tsx"));
const KeysSheet = lazy(() => import("./keys-sheet.tsx"));

const close = () => showOverlay(null);

/** Has the focus until the palette comes, which then gives it back to where it was. */
function takeKeys(field: HTMLInputElement) {
  const before = document.activeElement;
  field.focus();
  return () => {
    if (before instanceof HTMLElement) before.focus();
  };
}

/** The palette and the keys sheet, available on every page. Their code is loaded on demand. */
export function ShellOverlays() {
  useShortcuts();
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
          <input id={TYPED_EARLY} ref={takeKeys} className="sr-only" aria-label="Find anything" />
        )
      }
    >
      {overlay === "palette" && <Palette onClose={close} onKeys={() => showOverlay("keys")} />}
      {overlay === "keys" && <KeysSheet onClose={close} onTour={takeTour} />}
    </Suspense>
  );
}
