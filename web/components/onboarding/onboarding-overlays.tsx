import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from "react";
import type { User } from "../../../shared/contract/accounts.ts";
import { can } from "../../../shared/domain/access.ts";
import { useDismissWelcome } from "../../api/account.ts";
import { showToast } from "../../lib/toast-store.ts";
import { currentStage, endTour, isTourOver, onStage, settleStage, skipWelcome, stageFor } from "./onboarding.ts";

const loadTour = () => import("./tour.tsx");
const WelcomeOverlay = lazy(() => import("./welcome-overlay.tsx"));
const Tour = lazy(loadTour);

/** What is shown over the dashboard on the first visits. Its code is only loaded when it is to be seen. */
export function OnboardingOverlays({ user }: { user: User }) {
  const stage = stageFor(useSyncExternalStore(onStage, currentStage), user.welcomeDismissed);
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
    // Only now, without the dialog over it, can the page take the focus.
    if (stage === "over" && before.current !== "over")
      document.getElementById("content")?.focus({ preventScroll: true });
    before.current = stage;
  }, [stage]);
  const tourFollows = stage === "welcome" && !isTourOver();
  useEffect(() => {
    if (tourFollows) void loadTour();
  }, [tourFollows]);
  if (stage === "over") return null;
  // Whoever opened the workspace has signed up, and comes back from that.
  const isNew = !isTourOver() && !can(user, "change", "integrations");
  // One sheet of paper from the first slide to the last step: the welcome lifts from it, and the tour lies on it.
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
