import { listOf, type StripeAccount } from "./account.ts";
import type { NewInvoiceLine } from "./invoice-objects.ts";
import { computePeriodEnd } from "./periods.ts";
import type { Customer, PaymentMethod, Plan, Price, Subscription, SubscriptionItem } from "./resources.ts";

const DAY = 86_400;

export interface NewSubscription {
  customer: Customer;
  prices: Price[];
  paymentMethod: PaymentMethod | null;
  behavior: "allow_incomplete" | "default_incomplete" | "error_if_incomplete";
  metadata: Record<string, string>;
  trialDays?: number | undefined;
  cancelAtPeriodEnd?: boolean | undefined;
  description?: string | null | undefined;
}

/** Builds a new subscription that is not paid yet. */
export function buildSubscription(account: StripeAccount, wanted: NewSubscription): Subscription {
  const id = account.newId("subscription");
  const now = account.now();
  const { customer, prices, trialDays = 0 } = wanted;
  const trialEnd = trialDays > 0 ? now + trialDays * DAY : null;
  const end = trialEnd ?? Math.max(...prices.map((price) => computePeriodEnd(now, now, price)));
  const items = prices.map((price) => buildSubscriptionItem(account, id, price, { start: now, end }));
  return {
    id,
    object: "subscription",
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: trialEnd ?? now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: null, type: "flexible" },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: wanted.cancelAtPeriodEnd ? end : null,
    cancel_at_period_end: wanted.cancelAtPeriodEnd ?? false,
    canceled_at: wanted.cancelAtPeriodEnd ? now : null,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: wanted.cancelAtPeriodEnd ? "cancellation_requested" : null,
    },
    collection_method: "charge_automatically",
    created: now,
    currency: "usd",
    customer: customer.id,
    customer_account: null,
    days_until_due: null,
    default_payment_method: wanted.paymentMethod?.id ?? null,
    default_source: null,
    default_tax_rates: [],
    description: wanted.description ?? null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: "self" },
    },
    items: listOf(items, `/v1/subscription_items?subscription=${id}`),
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: wanted.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: "off",
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: trialEnd ? "trialing" : "incomplete",
    test_clock: null,
    transfer_data: null,
    trial_end: trialEnd,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: "create_invoice" } },
    trial_start: trialEnd ? now : null,
  };
}

export function buildSubscriptionItem(
  account: StripeAccount,
  subscription: string,
  price: Price,
  { start, end }: { start: number; end: number },
): SubscriptionItem {
  return {
    id: account.newId("subscription_item"),
    object: "subscription_item",
    billing_thresholds: null,
    created: account.now(),
    current_period_end: end,
    current_period_start: start,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: toLegacyPlan(price),
    price,
    quantity: 1,
    subscription,
    tax_rates: [],
  };
}

/** Returns the old form of a price, which Stripe still includes in responses. */
export function toLegacyPlan(price: Price): Plan {
  return {
    id: price.id,
    object: "plan",
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: "per_unit",
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? "month",
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: {},
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: "licensed",
  };
}

/** Returns the invoice lines of the current period. Their amount is 0 during a trial. */
export function buildPeriodLines(subscription: Subscription): NewInvoiceLine[] {
  const isTrial = subscription.status === "trialing";
  return subscription.items.data.map(({ id, price, current_period_start: start, current_period_end: end }) => ({
    amount: isTrial ? 0 : (price.unit_amount ?? 0),
    description: isTrial ? "Free trial" : `1 × ${price.nickname ?? price.id} (at ${formatDollars(price)} / month)`,
    period: { start, end },
    price,
    item: id,
  }));
}

export function formatDollars({ unit_amount }: Pick<Price, "unit_amount">): string {
  return `$${((unit_amount ?? 0) / 100).toFixed(2)}`;
}

export function endOfPeriod({ items }: Subscription): number {
  return Math.max(...items.data.map(({ current_period_end }) => current_period_end));
}
