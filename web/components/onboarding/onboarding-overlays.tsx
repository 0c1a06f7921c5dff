import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from "react";
import type { User } from "../../../shared/contract/accounts.ts";
import { can } from "../../../shared/domain/access.ts";
import { useDismissWelcome } from "../../api/account.ts";
import { showToast } from "../../lib/toast-store.ts";
import {
  chooseStage,
  endTour,
  getCurrentStage,
  isTourOver,
  settleStage,
  skipWelcome,
  subscribeToStage,
} from "./onboarding.ts";

const loadTour = () => import("./tour.tsx");
const WelcomeOverlay = lazy(() => import("./welcome-overlay.tsx"));
const Tour = lazy(loadTour);

/** The welcome and the tour over the dashboard on the first visits. The code is loaded only when one of them is shown. */
export function OnboardingOverlays({ user }: { user: User }) {
  const stage = chooseStage(useSyncExternalStore(subscribeToStage, getCurrentStage), user.welcomeDismissed);
  const dismissal = useDismissWelcome();
  const dismiss = () => {
    skipWelcome();
    endTour("skipped", settleStage);
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
    // The page can take the focus only now, without the dialog over it.
    if (stage === "over" && before.current !== "over")
      document.getElementById("content")?.focus({ preventScroll: true });
    before.current = stage;
  }, [stage]);
  const tourFollows = stage === "welcome" && !isTourOver();
  useEffect(() => {
    if (tourFollows) void loadTour();
  }, [tourFollows]);
  if (stage === "over") return null;
  // A member without permission to change integrations was invited, so this is their first visit. The founder has just come from
  // signing up.
  const isNew = !isTourOver() && !can(user, "change", "integrations");
  // One backdrop for both overlays, so that it does not fade between the welcome and the tour.
  const sheet = <div aria-hidden="true" className="fixed inset-0 z-50 bg-paper/85" />;
  return (
    <Suspense fallback={tourFollows || stage === "tour" ? sheet : null}>
      {tourFollows && sheet}
      {stage === "welcome" ? (
        <WelcomeOverlay firstName={user.firstName} isNew={isNew} onDone={settleStage} onDismiss={dismiss} />
      ) : (
        <Tour onDone={settleStage} onDismiss={dismiss} />
      )}
    </Suspense>
  );
}
