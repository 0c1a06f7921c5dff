import { lazy, Suspense } from "react";
import { useSubscription } from "../api/subscription.ts";
import { daysLeft } from "./days-left.ts";
import { usedMessages } from "./used-messages.ts";

const ExpiryWarning = lazy(() => import("./expiry-warning.tsx"));
const UsageWarning = lazy(() => import("./usage-warning.tsx"));

/** Stands above every page when access ends soon, or the month's messages come to an end. Most people never see it, so it is no part of the first load. */
export function SubscriptionBanner() {
  const { data } = useSubscription();
  const days = daysLeft(data);
  const used = usedMessages(data);
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
