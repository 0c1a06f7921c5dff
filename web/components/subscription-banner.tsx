import { lazy, Suspense } from "react";
import type { Subscription } from "../../shared/contract/billing.ts";
import { useSubscription } from "../api/subscription.ts";
import type { UsedMessages } from "./usage-warning.tsx";

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

const DAY_MS = 24 * 60 * 60 * 1000;
const WARN_DAYS = 7;

/** The days until access ends, rounded up. Null if more than 7 or none are left, and while the subscription loads. */
export function countPlanDaysLeft(
  subscription: Pick<Subscription, "isActive" | "expiresAt"> | undefined,
  now = Date.now(),
): number | null {
  if (!subscription?.isActive || !subscription.expiresAt) return null;
  const days = Math.ceil((Date.parse(subscription.expiresAt) - now) / DAY_MS);
  return days >= 1 && days <= WARN_DAYS ? days : null;
}

const ALMOST_USED = 0.8;

/**
 * The month's used messages, if at least four fifths are used. Null otherwise, without a limit, and for an expired
 * account.
 */
export function findNearlyUsedMessages(
  subscription: Pick<Subscription, "isActive" | "usage"> | undefined,
): UsedMessages | null {
  if (!subscription?.isActive) return null;
  const { messages, resetsAt } = subscription.usage;
  if (messages.limit === null || messages.used < messages.limit * ALMOST_USED) return null;
  return { used: messages.used, limit: messages.limit, resetsAt };
}
