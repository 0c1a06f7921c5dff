import { eq, sql } from "drizzle-orm";
import { GRACE_DAYS } from "../../shared/domain/plans.ts";
import { payers } from "../db/schema.ts";
import type { Transaction } from "../db/workspace-scope.ts";
import type { PayerRow } from "./queries.ts";
import { type SubscriptionFacts, toBillingState } from "./subscription-facts.ts";

export async function storeSubscriptionFacts(
  tx: Transaction,
  payer: PayerRow,
  facts: SubscriptionFacts | null,
  checkoutId: string | null,
): Promise<PayerRow> {
  const [stored] = await tx
    .update(payers)
    .set({ checkoutId, syncedAt: sql`now()`, ...(facts && columnsOf(payer, facts)) })
    .where(eq(payers.customerId, payer.customerId))
    .returning();
  if (!stored) throw new Error("The payer disappeared while its turn was held.");
  return stored;
}

function columnsOf(payer: PayerRow, { subscription, item, plan, periodEnd, nextPlan }: SubscriptionFacts) {
  const { status } = subscription;
  const state = toBillingState(status);
  return {
    subscriptionId: subscription.id,
    status,
    plan: plan ?? payer.plan,
    priceId: item.price.id,
    periodEnd,
    nextPlan: state === "ended" ? null : nextPlan,
    graceUntil: computeGracePeriod(payer, subscription),
    subscribedAt: sql`coalesce(${payers.subscribedAt}, now())`,
    endedAt: state === "ended" ? sql`coalesce(${payers.endedAt}, now())` : null,
  };
}

/**
 * Computes the grace period. It starts with the first refused charge and ends with a payment. An account that stopped
 * paying stays expired even if the provider gives up charging.
 */
function computeGracePeriod(
  { status: before }: PayerRow,
  { status, cancellation_details }: SubscriptionFacts["subscription"],
) {
  const state = toBillingState(status);
  const begun = sql<Date>`coalesce(${payers.graceUntil}, now() + make_interval(days => ${GRACE_DAYS}))`;
  if (state === "unpaid") return begun;
  if (state !== "ended" || cancellation_details?.reason !== "payment_failed") return null;
  return toBillingState(before) === "ended" ? sql<Date | null>`${payers.graceUntil}` : begun;
}
