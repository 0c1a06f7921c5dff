import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from "react";
import type { User } from "../../../shared/contract/accounts.ts";
import { can } from "../../../shared/domain/access.ts";
import { useDismissWelcome } from "../../api/account.ts";
import { showToast } from "../../lib/toast-store.ts";
import {
  advanceStage,
  chooseNextOnboardingStage,
  endTour,
  getCurrentStage,
  isTourOver,
  skipWelcome,
  subscribeToStage,
} from "./onboarding.ts";

const loadTour = () => import("./tour.tsx");
const WelcomeOverlay = lazy(() => import("./welcome-overlay.tsx"));
const Tour = lazy(loadTour);

/** The welcome and the tour on the dashboard at the first visits. Their code is loaded only when needed. */
export function OnboardingOverlays({ user }: { user: User }) {
  const stage = chooseNextOnboardingStage(
    useSyncExternalStore(subscribeToStage, getCurrentStage),
    user.welcomeDismissed,
  );
  const dismissal = useDismissWelcome();
  const dismiss = () => {
    skipWelcome();
    endTour("skipped", advanceStage);
    dismissal.mutate(undefined, {
      onError: () =>
        showToast({
          title: "Not saved",
          text: "The welcome may be shown again in another browser.",
          tone: "destructive",
        }),
    });
  };
  const before = useRef(stage);
  useEffect(() => {
    // The page can take the focus only now, because the dialog is no longer in front of it.
    if (stage === "over" && before.current !== "over")
      document.getElementById("content")?.focus({ preventScroll: true });
    before.current = stage;
  }, [stage]);
  const tourFollows = stage === "welcome" && !isTourOver();
  useEffect(() => {
    if (tourFollows) void loadTour();
  }, [tourFollows]);
  if (stage === "over") return null;
  // A person who may not change integrations was invited, so this is their first visit. A founder has just signed up.
  const isNew = !isTourOver() && !can(user, "change", "integrations");
  // The same backdrop for both overlays, so that it does not fade between the welcome and the tour.
  const sheet = <div aria-hidden="true" className="fixed inset-0 z-50 bg-paper/85" />;
  return (
    <Suspense fallback={tourFollows || stage === "tour" ? sheet : null}>
      {tourFollows && sheet}
      {stage === "welcome" ? (
        <WelcomeOverlay firstName={user.firstName} isNew={isNew} onDone={advanceStage} onDismiss={dismiss} />
      ) : (
        <Tour onDone={advanceStage} onDismiss={dismiss} />
      )}
    </Suspense>
  );
}
