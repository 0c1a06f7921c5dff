import type { Transaction } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import type { Payment } from "../stripe/stripe.ts";
import { endGracePeriod, type PayerRow } from "./queries.ts";
import { type SubscriptionFacts, toBillingState } from "./subscription-facts.ts";
import { applyPlan } from "./sync-payer.ts";

export interface PlanChangeResult {
  checkoutUrl?: string;
  effectiveAt?: string;
}

/** A change of plan, with the provider's present state. The caller holds the payer's lock. */
export interface PlanChange {
  deps: Deps;
  payment: Payment;
  tx: Transaction;
  payer: PayerRow;
  facts: SubscriptionFacts | null;
}

/** Changes to the Starter plan. A paid plan continues until its end; an unpaid plan ends now. */
export async function leavePaidPlan({ deps, payment, tx, payer, facts }: PlanChange): Promise<PlanChangeResult> {
  const { stripe } = payment;
  const state = toBillingState(facts?.subscription.status ?? null);
  if (facts && state === "good") {
    if (facts.subscription.pending_update) await voidOpenInvoices(payment, facts);
    if (!facts.subscription.cancel_at_period_end) {
      await releaseSchedule(payment, facts);
      await stripe.subscriptions.update(facts.subscription.id, { cancel_at_period_end: true });
    }
    return { effectiveAt: facts.periodEnd.toISOString() };
  }
  if (facts && state !== "ended") {
    await stripe.subscriptions.cancel(facts.subscription.id);
    await voidOpenInvoices(payment, facts);
  }
  if (payer.graceUntil && payer.workspaceId) {
    await endGracePeriod(tx, payer.customerId);
    await applyPlan(deps, { workspaceId: payer.workspaceId, tx }, "starter");
  }
  return {};
}

/** Voids the plan's open invoices, so that nobody is asked to pay for a plan that they have left. */
async function voidOpenInvoices({ stripe }: Payment, { subscription }: SubscriptionFacts): Promise<void> {
  const { data } = await stripe.invoices.list({ subscription: subscription.id, status: "open" });
  for (const { id } of data) if (id) await stripe.invoices.voidInvoice(id);
}

export async function keepCurrentPlan({ payment, facts }: PlanChange): Promise<PlanChangeResult> {
  if (!facts || toBillingState(facts.subscription.status) === "ended") return {};
  await releaseSchedule(payment, facts);
  if (facts.subscription.pending_update) await voidOpenInvoices(payment, facts);
  if (facts.subscription.cancel_at_period_end)
    await payment.stripe.subscriptions.update(facts.subscription.id, { cancel_at_period_end: false });
  return {};
}

/** A subscription under a schedule can only be changed through the schedule. */
export async function releaseSchedule({ stripe }: Payment, { schedule }: SubscriptionFacts): Promise<void> {
  if (schedule) await stripe.subscriptionSchedules.release(schedule.id);
}
