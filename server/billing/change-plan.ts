import type { Stripe } from "stripe";
import type { PlanId } from "../../shared/domain/people.ts";
import type { Deps } from "../deps.ts";
import { conflict } from "../errors.ts";
import type { Viewer } from "../http/routes.ts";
import { isConfirmationRequired } from "../stripe/errors.ts";
import { type Payment, requirePayment } from "../stripe/stripe.ts";
import { createCheckoutUrl, findOpenInvoice } from "./checkout.ts";
import { computeProration } from "./cost-of-plan.ts";
import {
  keepCurrentPlan,
  leavePaidPlan,
  type PlanChange,
  type PlanChangeResult,
  releaseSchedule,
} from "./leave-plan.ts";
import { ensurePayer } from "./payer-of-workspace.ts";
import { findPrice, getPriceCents, type PaidPlanId } from "./prices.ts";
import { findPayer, findPayerOfWorkspace, type PayerRow, savePaymentPage } from "./queries.ts";
import { NEXT_PLAN_KEY, type SubscriptionFacts, toBillingState } from "./subscription-facts.ts";
import { runForPayer, updatePayer } from "./sync-payer.ts";

/**
 * Changes to a more expensive plan at once, and to a cheaper plan at the end of the period. Returns a payment page if
 * no card can be charged yet. Returns 'conflict' if more than `agreedCents` would be charged.
 */
export async function changePlan(
  deps: Deps,
  viewer: Viewer,
  plan: PlanId,
  agreedCents = Number.POSITIVE_INFINITY,
): Promise<PlanChangeResult> {
  const payment = requirePayment(deps.payment);
  const payer =
    plan === "starter"
      ? await findPayerOfWorkspace(deps.db, viewer.workspaceId)
      : await ensurePayer(deps, payment, viewer);
  if (!payer) return {};
  return changeUnderLock(deps, payment, payer, (change) =>
    plan === "starter" ? leavePaidPlan(change) : switchToPaidPlan(change, plan, agreedCents),
  );
}

/** Changes to Starter at the end of the paid period. A second call changes nothing. */
export async function cancelPlan(deps: Deps, { workspaceId }: Viewer): Promise<void> {
  const payment = requirePayment(deps.payment);
  const payer = await findPayerOfWorkspace(deps.db, workspaceId);
  if (payer) await changeUnderLock(deps, payment, payer, leavePaidPlan);
}

/** Undoes a cancellation or a downgrade while it has not taken effect. */
export async function resumePlan(deps: Deps, { workspaceId }: Viewer): Promise<void> {
  const payment = requirePayment(deps.payment);
  const payer = await findPayerOfWorkspace(deps.db, workspaceId);
  if (payer) await changeUnderLock(deps, payment, payer, keepCurrentPlan);
}

async function changeUnderLock(
  deps: Deps,
  payment: Payment,
  { customerId }: PayerRow,
  work: (change: PlanChange) => Promise<PlanChangeResult>,
): Promise<PlanChangeResult> {
  const done = await runForPayer(deps, customerId, async (tx, row) => {
    const { payer, facts } = await updatePayer(deps, payment, tx, row);
    const result = await work({ deps, payment, tx, payer, facts });
    const changed = await findPayer(tx, customerId);
    if (changed) await updatePayer(deps, payment, tx, changed);
    return result;
  });
  return done ?? {};
}

async function switchToPaidPlan(change: PlanChange, plan: PaidPlanId, agreedCents: number): Promise<PlanChangeResult> {
  const { deps, payment, payer, facts } = change;
  const state = toBillingState(facts?.subscription.status ?? null);
  if (!facts || state === "ended" || state === "unconfirmed")
    return { checkoutUrl: await createCheckoutUrl(change, plan) };
  if (state === "unpaid") {
    const owed = facts.plan === plan ? await findOpenInvoice(payment, facts) : null;
    return { checkoutUrl: owed?.hosted_invoice_url ?? (await createCheckoutUrl(change, plan)) };
  }
  const current = facts.plan ?? payer.plan ?? plan;
  if (current === plan) return keepCurrentPlan(change);
  const price = await findPrice(deps, payment, plan);
  if (getPriceCents(plan) > getPriceCents(current))
    return upgrade(change, facts, { plan, priceId: price.id, agreedCents });
  return downgradeLater(change, facts, { plan, priceId: price.id });
}

interface TargetPlan {
  plan: PaidPlanId;
  priceId: string;
}

/** Charges the difference now. If the card is refused, the plan does not change. */
async function upgrade(
  change: PlanChange,
  facts: SubscriptionFacts,
  { plan, priceId, agreedCents }: TargetPlan & { agreedCents: number },
): Promise<PlanChangeResult> {
  const { payment } = change;
  const waiting = facts.subscription.pending_update && (await findOpenInvoice(payment, facts));
  if (waiting) return storePaymentPage(change, waiting);
  if (Number.isFinite(agreedCents)) {
    const due = await computeProration(payment, facts, priceId);
    if (due > agreedCents)
      throw conflict(`The amount due has changed: it is $${(due / 100).toFixed(2)} now. Nothing was charged.`);
  }
  await releaseSchedule(payment, facts);
  try {
    await payment.stripe.subscriptions.update(facts.subscription.id, {
      items: [{ id: facts.item.id, price: priceId }],
      proration_behavior: "always_invoice",
      payment_behavior: "error_if_incomplete",
      cancel_at_period_end: false,
      metadata: { plan },
    });
  } catch (error) {
    if (!isConfirmationRequired(error)) throw error;
    return confirmUpgrade(change, facts, priceId);
  }
  return {};
}

/**
 * Lets the person confirm the charge on a page of the bank. The change waits at the provider for up to 23 hours, until
 * its invoice is paid. The present plan continues meanwhile.
 * https://docs.stripe.com/billing/subscriptions/pending-updates-reference
 */
async function confirmUpgrade(change: PlanChange, facts: SubscriptionFacts, price: string): Promise<PlanChangeResult> {
  const { payment } = change;
  const { id, pending_update } = await payment.stripe.subscriptions.update(facts.subscription.id, {
    items: [{ id: facts.item.id, price }],
    proration_behavior: "always_invoice",
    payment_behavior: "pending_if_incomplete",
  });
  const invoice = pending_update && (await findOpenInvoice(payment, { subscription: { id } }));
  return invoice ? storePaymentPage(change, invoice) : {};
}

/** Stores the page on which the person may be paying, so that the plan is read as soon as the person returns. */
async function storePaymentPage(
  { tx, payer }: PlanChange,
  { id, hosted_invoice_url }: Stripe.Invoice,
): Promise<PlanChangeResult> {
  if (!hosted_invoice_url) throw new Error("The provider has an open invoice without a page to pay it on.");
  await savePaymentPage(tx, payer.customerId, id);
  return { checkoutUrl: hosted_invoice_url };
}

async function downgradeLater(
  { payment: { stripe } }: PlanChange,
  facts: SubscriptionFacts,
  { plan, priceId }: TargetPlan,
): Promise<PlanChangeResult> {
  const { subscription, item, periodEnd } = facts;
  if (subscription.cancel_at_period_end)
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false });
  const schedule =
    facts.schedule ?? (await stripe.subscriptionSchedules.create({ from_subscription: subscription.id }));
  await stripe.subscriptionSchedules.update(schedule.id, {
    end_behavior: "release",
    proration_behavior: "none",
    metadata: { [NEXT_PLAN_KEY]: plan },
    phases: [
      {
        items: [{ price: item.price.id, quantity: 1 }],
        start_date: schedule.current_phase?.start_date ?? item.current_period_start,
        end_date: schedule.current_phase?.end_date ?? item.current_period_end,
      },
      {
        items: [{ price: priceId, quantity: 1 }],
        duration: { interval: "month", interval_count: 1 },
        metadata: { plan },
      },
    ],
  });
  return { effectiveAt: periodEnd.toISOString() };
}
