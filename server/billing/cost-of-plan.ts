import type { PlanId } from "../../shared/domain/people.ts";
import type { Deps } from "../deps.ts";
import type { Viewer } from "../http/routes.ts";
import { type Payment, requirePayment } from "../stripe/stripe.ts";
import { findPrice, getPriceCents } from "./prices.ts";
import { findPayerOfWorkspace } from "./queries.ts";
import { readSubscriptionFacts, type SubscriptionFacts, toBillingState } from "./subscription-facts.ts";

/** The immediate cost of a change of plan, in cents. Null if the person pays on a page that shows the cost. */
export async function computePlanCost(
  deps: Deps,
  { workspaceId }: Viewer,
  plan: PlanId,
): Promise<{ dueNow: number | null; monthly: number }> {
  const payment = requirePayment(deps.payment);
  if (plan === "starter") return { dueNow: 0, monthly: 0 };
  const monthly = getPriceCents(plan);
  const payer = await findPayerOfWorkspace(deps.db, workspaceId);
  const facts = payer && (await readSubscriptionFacts(payment, payer.customerId));
  if (!facts || toBillingState(facts.subscription.status) !== "good") return { dueNow: null, monthly };
  const current = facts.plan ?? payer.plan ?? plan;
  if (monthly <= getPriceCents(current)) return { dueNow: 0, monthly };
  const price = await findPrice(deps, payment, plan);
  return { dueNow: await computeProration(payment, facts, price.id), monthly };
}

/** The cents charged if the price changes now: the price of the remaining days minus the amount already paid for them. */
export async function computeProration(
  { stripe }: Payment,
  { subscription, item }: SubscriptionFacts,
  price: string,
): Promise<number> {
  const preview = await stripe.invoices.createPreview({
    subscription: subscription.id,
    subscription_details: { items: [{ id: item.id, price }], proration_behavior: "always_invoice" },
  });
  return Math.max(0, preview.amount_due);
}
