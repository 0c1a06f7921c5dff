import { lazy, Suspense } from "react";
import { useSubscription } from "../api/subscription.ts";
import { daysLeft } from "./days-left.ts";

const ExpiryWarning = lazy(() => import("./expiry-warning.tsx"));

/** Stands above every page when access ends soon. Most people never see it, so it is no part of the first load. */
export function SubscriptionBanner() {
  const days = daysLeft(useSubscription().data);
  return (
    <output data-slot="subscription-banner" className="block">
      {days !== null && (
        <Suspense>
          <ExpiryWarning days={days} />
        </Suspense>
      )}
    </output>
  );
}
