import type { Subscription } from "../../shared/contract/billing.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const WARN_DAYS = 7;

/** Whole days rounded up while there are 1 to 7 of them; null for everything else, also while nothing is known. */
export function daysLeft(
  subscription: Pick<Subscription, "isActive" | "expiresAt"> | undefined,
  now = Date.now(),
): number | null {
  if (!subscription?.isActive || !subscription.expiresAt) return null;
  const days = Math.ceil((Date.parse(subscription.expiresAt) - now) / DAY_MS);
  return days >= 1 && days <= WARN_DAYS ? days : null;
}
