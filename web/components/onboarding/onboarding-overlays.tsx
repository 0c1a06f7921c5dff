import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from "react";
import type { User } from "../../../shared/contract/accounts.ts";
import { currentStage, onStage, settleStage } from "./onboarding.ts";

const WelcomeOverlay = lazy(() => import("./welcome-overlay.tsx"));
const Tour = lazy(() => import("./tour.tsx"));

/** What stands over the dashboard on the first visits. Its code is only loaded when it is to be seen. */
export function OnboardingOverlays({ user }: { user: User }) {
  const stage = useSyncExternalStore(onStage, currentStage);
  const before = useRef(stage);
  useEffect(() => {
    // Only now, without the dialog over it, can the page take the focus.
    if (stage === "over" && before.current !== "over")
      document.getElementById("content")?.focus({ preventScroll: true });
    before.current = stage;
  }, [stage]);
  if (stage === "over") return null;
  return (
    <Suspense fallback={null}>
      {stage === "welcome" ? (
        <WelcomeOverlay firstName={user.firstName} onDone={settleStage} />
      ) : (
        <Tour onDone={settleStage} />
      )}
    </Suspense>
  );
}
