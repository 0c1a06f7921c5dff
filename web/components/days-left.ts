import type { Subscription } from "../../shared/contract/billing.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const WARN_DAYS = 7;

/** The remaining days, rounded up, if there are 1 to 7; null otherwise and while unknown. */
export function countDaysLeft(
  subscription: Pick<Subscription, "isActive" | "expiresAt"> | undefined,
  now = Date.now(),
): number | null {
  if (!subscription?.isActive || !subscription.expiresAt) return null;
  const days = Math.ceil((Date.parse(subscription.expiresAt) - now) / DAY_MS);
  return days >= 1 && days <= WARN_DAYS ? days : null;
}
