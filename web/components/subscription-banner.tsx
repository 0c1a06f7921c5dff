import { lazy, Suspense } from "react";
import { useSubscription } from "../api/subscription.ts";
import { countPlanDaysLeft } from "./days-left.ts";
import { findNearlyUsedMessages } from "./used-messages.ts";

const ExpiryWarning = lazy(() => import("./expiry-warning.tsx"));
const UsageWarning = lazy(() => import("./usage-warning.tsx"));

/**
 * Shown at the top of every page if access ends soon or the month's messages are nearly used. Loaded only when needed,
 * because most people never see it.
 */
export function SubscriptionBanner() {
  const { data } = useSubscription();
  const days = countPlanDaysLeft(data);
  const used = findNearlyUsedMessages(data);
  return (
    <output data-slot="subscription-banner" className="block">
      {days !== null && (
        <Suspense>
          <ExpiryWarning days={days} />
        </Suspense>
      )}
      {used && (
        <Suspense>
          <UsageWarning {...used} />
        </Suspense>
      )}
    </output>
  );
}
