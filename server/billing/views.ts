import type { Subscription } from "../../shared/contract/billing.ts";
import type { PlanRow } from "./plan-queries.ts";

/** True for a subscription that has not ended, even if its last charge was refused. */
export const isRunningSubscription = (status: string | null): boolean =>
  status === "active" || status === "trialing" || status === "past_due" || status === "unpaid";

export function buildSubscriptionView(
  { plan, payer, isExpired }: PlanRow,
  hasBilling: boolean,
): Omit<Subscription, "usage"> {
  const paid = payer && isRunningSubscription(payer.status) ? payer : null;
  return {
    plan,
    isActive: !(hasBilling && isExpired),
    expiresAt: iso(accessEnd(payer)),
    renewsAt: iso(paid?.periodEnd),
    nextPlan: paid?.nextPlan ?? null,
    graceUntil: iso(payer?.graceUntil),
    hasBilling,
  };
}

/** The end of access. Null unless access will end: the plan is unpaid or cancelled, or is a trial. */
function accessEnd(payer: PlanRow["payer"]): Date | null {
  if (!payer) return null;
  if (payer.graceUntil) return payer.graceUntil;
  const ends = isRunningSubscription(payer.status) && (payer.nextPlan === "starter" || payer.status === "trialing");
  return ends ? payer.periodEnd : null;
}

const iso = (date: Date | null | undefined): string | null => date?.toISOString() ?? null;
