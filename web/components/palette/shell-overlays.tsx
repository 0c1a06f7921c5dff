import { lazy, Suspense, useSyncExternalStore } from "react";
import { useNavigate } from "react-router";
import { restartTour } from "../onboarding/onboarding.ts";
import { getCurrentOverlay, showOverlay, subscribeToOverlay } from "./shell-overlay.ts";
import { useShortcuts } from "./use-shortcuts.ts";

const Palette = lazy(() => import("./palette.tsx"));
const KeysSheet = lazy(() => import("./keys-sheet.tsx"));

const close = () => showOverlay(null);

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
    <Suspense fallback={null}>
      {overlay === "palette" && <Palette onClose={close} onKeys={() => showOverlay("keys")} />}
      {overlay === "keys" && <KeysSheet onClose={close} onTour={takeTour} />}
    </Suspense>
  );
}
