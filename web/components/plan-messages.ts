import { useSubscription } from "../api/subscription.ts";
import { formatCount, formatItems } from "../lib/format.ts";

/**
 * Returns a function that says before a history is read how many of its messages the plan reads this month. `waiting`: the
 * messages that are known to wait; 0 if nobody knows. The function returns null where the plan reads all, or none: a banner
 * says that none are left.
 */
export function usePlanMessages(): (name: string, waiting: number) => string | null {
  const { data } = useSubscription();
  return (name, waiting) => {
    const { used = 0, limit = null } = data?.usage.messages ?? {};
    const left = limit === null ? 0 : limit - used;
    if (left <= 0 || (waiting > 0 && waiting <= left)) return null;
    const known = waiting > 0 ? `${name} has ${formatItems(waiting, "message")} waiting. ` : "";
    const messages = `${formatCount(left)} ${used > 0 ? "more " : ""}${left === 1 ? "message" : "messages"}`;
    return `${known}Your plan reads ${messages} this month, the oldest first.`;
  };
}
