import type { Subscription } from "../../shared/contract/billing.ts";

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
