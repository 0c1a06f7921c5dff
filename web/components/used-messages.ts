import type { Subscription } from "../../shared/contract/billing.ts";
import type { UsedMessages } from "./usage-warning.tsx";

const ALMOST_USED = 0.8;

/** Once four fifths of the month's messages are used; null before that, without a limit, and where the account is expired. */
export function usedMessages(subscription: Pick<Subscription, "isActive" | "usage"> | undefined): UsedMessages | null {
  if (!subscription?.isActive) return null;
  const { messages, resetsAt } = subscription.usage;
  if (messages.limit === null || messages.used < messages.limit * ALMOST_USED) return null;
  return { used: messages.used, limit: messages.limit, resetsAt };
}
