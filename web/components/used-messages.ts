import type { Subscription } from "../../shared/contract/billing.ts";
import type { UsedMessages } from "./usage-warning.tsx";

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
