import type { StripeAccount } from "./account.ts";
import {
  announceFailure,
  type BankAnswer,
  chargeInvoice,
  computeNextAttempt,
  createDraftInvoice,
  declineCharge,
  finalizeInvoice,
  findPaymentIntent,
  type Outcome,
  voidInvoice,
} from "./invoices.ts";
import { answerToCharge, createCardFailure } from "./payment-methods.ts";
import { computePeriodEnd } from "./periods.ts";
import type { Customer, Invoice, PaymentMethod, Subscription, SubscriptionItem } from "./resources.ts";
import { buildPeriodLines, buildSubscription, endOfPeriod, type NewSubscription } from "./subscription-objects.ts";
import { createInvalidError, StripeFailure } from "./wire.ts";

const HOUR = 3600;

/** Starts a subscription and requests its first payment. */
export function createSubscription(account: StripeAccount, wanted: NewSubscription): Subscription {
  const { customer, prices, behavior, trialDays = 0 } = wanted;
  const method = wanted.paymentMethod ?? defaultMethod(account, customer);
  const isFree = trialDays > 0 || prices.every(({ unit_amount }) => !unit_amount);
  if (!method && !isFree && behavior !== "default_incomplete")
    throw new StripeFailure(400, {
      type: "invalid_request_error",
      code: "resource_missing",
      message:
        "This customer has no attached payment source or default payment method. Please consider adding a default payment method.",
    });
  const answer = !isFree && method && behavior !== "default_incomplete" ? answerToCharge(account, method) : undefined;
  if (behavior === "error_if_incomplete") refuseUnpaid(answer);

  const subscription = buildSubscription(account, wanted);
  account.add<"subscription">(subscription, "customer.subscription.created");
  customer.currency = "usd";
  const invoice = createDraftInvoice(account, subscription, "subscription_create", buildPeriodLines(subscription));
  subscription.latest_invoice = invoice.id;
  finalizeInvoice(account, invoice);
  const intent = findPaymentIntent(account, invoice);
  if (behavior === "default_incomplete" && intent) {
    if (method) Object.assign(intent, { payment_method: method.id, status: "requires_confirmation" });
    return subscription;
  }
  handlePaymentOutcome(
    account,
    invoice,
    chargeInvoice(account, invoice, method, answer === undefined ? {} : { answer }),
  );
  return subscription;
}

/** For 'error_if_incomplete': throws if the charge would fail, so that nothing is created. */
function refuseUnpaid(answer: BankAnswer | undefined): void {
  if (answer === "authenticate")
    throw new StripeFailure(402, {
      type: "card_error",
      code: "subscription_payment_intent_requires_action",
      message: "Payment for this subscription requires additional user action before it can be completed successfully.",
    });
  if (typeof answer === "object") throw createCardFailure(answer);
}

/** Returns the card that pays: the subscription's own card, or else the customer's card. */
export function findPaymentMethodOfSubscription(
  account: StripeAccount,
  subscription: Subscription,
): PaymentMethod | null {
  const own = subscription.default_payment_method;
  if (own) return account.get("payment_method", own);
  return defaultMethod(account, account.get("customer", subscription.customer));
}

function defaultMethod(account: StripeAccount, { invoice_settings }: Customer): PaymentMethod | null {
  const id = invoice_settings.default_payment_method;
  return id ? account.get("payment_method", id) : null;
}

export function findSubscriptionOfInvoice(account: StripeAccount, invoice: Invoice): Subscription {
  const reference = invoice.parent?.subscription_details?.subscription;
  return account.get("subscription", typeof reference === "string" ? reference : "");
}

/** Applies the result of a charge to the subscription. */
export function handlePaymentOutcome(account: StripeAccount, invoice: Invoice, outcome: Outcome): void {
  const subscription = findSubscriptionOfInvoice(account, invoice);
  if (outcome === "paid") {
    const update = subscription.pending_update;
    const others = account
      .list("invoice")
      .filter((one) => one.status === "open" && one.id !== invoice.id && isFor(one, subscription));
    account.change(subscription, "customer.subscription.updated", (draft) => {
      const isOwing = others.length > 0 && draft.status !== "incomplete";
      if (["incomplete", "past_due", "unpaid"].includes(draft.status) && !isOwing) draft.status = "active";
      if (update && draft.latest_invoice === invoice.id) {
        draft.items.data = update.subscription_items;
        draft.pending_update = null;
      }
    });
    if (update && subscription.pending_update === null)
      account.emit("customer.subscription.pending_update_applied", subscription);
    setDelinquent(account, subscription, false);
    return;
  }
  const isFirst = invoice.billing_reason === "subscription_create";
  const next = isFirst || subscription.pending_update ? null : computeNextAttempt(account, invoice);
  if (outcome !== "authenticate" || !isFirst) announceFailure(account, invoice, next);
  if (isFirst || subscription.pending_update || subscription.status === "canceled") return;
  setDelinquent(account, subscription, true);
  if (next !== null || account.dunning.afterwards === "past_due") {
    account.change(subscription, "customer.subscription.updated", (draft) => {
      if (draft.status !== "unpaid") draft.status = "past_due";
    });
  } else if (account.dunning.afterwards === "unpaid") {
    account.change(subscription, "customer.subscription.updated", (draft) => {
      draft.status = "unpaid";
    });
  } else endSubscription(account, subscription, "payment_failed");
}

function isFor(invoice: Invoice, subscription: Subscription): boolean {
  return invoice.parent?.subscription_details?.subscription === subscription.id;
}

function setDelinquent(account: StripeAccount, { customer }: Subscription, delinquent: boolean): void {
  account.change(account.get("customer", customer), "customer.updated", (draft) => {
    draft.delinquent = delinquent;
  });
}

/** Ends the subscription now. */
export function endSubscription(
  account: StripeAccount,
  subscription: Subscription,
  reason: "cancellation_requested" | "payment_failed" | null,
): void {
  const now = account.now();
  const { schedule } = subscription;
  account.change(subscription, null, (draft) => {
    draft.status = "canceled";
    draft.ended_at = now;
    draft.canceled_at ??= now;
    draft.schedule = null;
    draft.pending_update = null;
    if (draft.cancellation_details && reason) draft.cancellation_details.reason ??= reason;
  });
  for (const invoice of account.list("invoice"))
    if (isFor(invoice, subscription) && invoice.next_payment_attempt !== null) invoice.next_payment_attempt = null;
  if (schedule)
    account.change(account.get("subscription_schedule", schedule), "subscription_schedule.canceled", (draft) => {
      draft.status = "canceled";
      draft.canceled_at = now;
      draft.current_phase = null;
    });
  account.pendingLines.delete(subscription.id);
  account.emit("customer.subscription.deleted", subscription);
}

export type ProrationBehavior = "always_invoice" | "create_prorations" | "none";

export interface PriceChange {
  items: SubscriptionItem[];
  proration: ProrationBehavior;
  behavior: "allow_incomplete" | "default_incomplete" | "error_if_incomplete" | "pending_if_incomplete";
  at?: number | undefined;
}

/** Changes the prices of a subscription. `proration` decides about the days that are left. */
export function changePrices(account: StripeAccount, subscription: Subscription, wanted: PriceChange): void {
  const lines = computeProrations(account, subscription, wanted.items, wanted.at);
  const apply = () =>
    account.change(subscription, "customer.subscription.updated", (draft) => {
      draft.items.data = wanted.items;
    });
  if (wanted.proration === "none" || subscription.status === "trialing") return void apply();
  if (wanted.proration === "create_prorations") {
    account.pendingLines.set(subscription.id, [...(account.pendingLines.get(subscription.id) ?? []), ...lines]);
    return void apply();
  }
  const waiting = account.pendingLines.get(subscription.id) ?? [];
  const due = [...waiting, ...lines].reduce((sum, { amount }) => sum + amount, 0);
  const method = findPaymentMethodOfSubscription(account, subscription);
  const asked = due > 0 && method ? answerToCharge(account, method) : undefined;
  if (wanted.behavior === "error_if_incomplete") refuseUnpaid(asked);
  const isPaid = asked === undefined || asked === "ok";
  const isPending = wanted.behavior === "pending_if_incomplete" && !isPaid;
  if (!isPending) apply();
  account.pendingLines.delete(subscription.id);
  const invoice = createDraftInvoice(
    account,
    subscription,
    "subscription_update",
    [...waiting, ...lines].map((line) => ({ ...line, isProration: true })),
  );
  account.change(subscription, isPending ? "customer.subscription.updated" : null, (draft) => {
    draft.latest_invoice = invoice.id;
    if (isPending)
      draft.pending_update = {
        billing_cycle_anchor: null,
        cancel_at_period_end: null,
        discount: null,
        discounts: null,
        expires_at: account.now() + 23 * HOUR,
        metadata: null,
        subscription_items: wanted.items,
        trial_end: null,
        trial_from_plan: null,
      };
  });
  finalizeInvoice(account, invoice);
  handlePaymentOutcome(
    account,
    invoice,
    chargeInvoice(account, invoice, method, asked === undefined ? {} : { answer: asked }),
  );
}

/** Credits the unused time at the old price and charges it at the new price, by the second. */
export function computeProrations(
  account: StripeAccount,
  { items }: Subscription,
  next: SubscriptionItem[],
  at = account.now(),
) {
  return [...items.data.map((item) => ({ item, sign: -1 })), ...next.map((item) => ({ item, sign: 1 }))]
    .filter(({ item, sign }) => {
      const other = (sign < 0 ? next : items.data).find(({ id }) => id === item.id);
      return other?.price.id !== item.price.id;
    })
    .map(({ item: { id, price, current_period_start: start, current_period_end: endSubscription }, sign }) => ({
      amount: sign * Math.round(((price.unit_amount ?? 0) * (endSubscription - at)) / (endSubscription - start)),
      description: `${sign < 0 ? "Unused" : "Remaining"} time on ${price.nickname ?? price.id}`,
      period: { start: at, end: endSubscription },
      price,
      item: id,
    }));
}

/** Starts the next period. Stripe drafts the invoice now and charges it an hour later. */
export function renewSubscription(account: StripeAccount, subscription: Subscription): void {
  account.change(subscription, "customer.subscription.updated", (draft) => {
    if (draft.status === "trialing") draft.status = "active";
    for (const item of draft.items.data) {
      const start = item.current_period_end;
      item.current_period_start = start;
      item.current_period_end = computePeriodEnd(draft.billing_cycle_anchor, start, item.price);
    }
  });
  const waiting = (account.pendingLines.get(subscription.id) ?? []).map((line) => ({ ...line, isProration: true }));
  account.pendingLines.delete(subscription.id);
  const invoice = createDraftInvoice(account, subscription, "subscription_cycle", [
    ...waiting,
    ...buildPeriodLines(subscription),
  ]);
  invoice.automatically_finalizes_at = account.now() + HOUR;
  account.change(subscription, null, (draft) => {
    draft.latest_invoice = invoice.id;
  });
  // An unpaid subscription keeps creating draft invoices that are never charged.
  if (subscription.status === "unpaid") invoice.automatically_finalizes_at = null;
}

/** Finalizes and charges the draft invoice of a renewal. Charges an open invoice again. */
export function collectInvoice(account: StripeAccount, invoice: Invoice): void {
  if (invoice.status === "draft") finalizeInvoice(account, invoice);
  handlePaymentOutcome(
    account,
    invoice,
    chargeInvoice(
      account,
      invoice,
      findPaymentMethodOfSubscription(account, findSubscriptionOfInvoice(account, invoice)),
    ),
  );
}

/** Charges an invoice for an API call, which returns a declined charge as its error. */
export function payInvoiceNow(account: StripeAccount, invoice: Invoice, given: PaymentMethod | null): void {
  if (invoice.status === "draft") finalizeInvoice(account, invoice);
  if (invoice.status === "paid")
    throw new StripeFailure(400, {
      type: "invalid_request_error",
      code: "invoice_already_paid",
      message: "Invoice is already paid",
    });
  if (invoice.status !== "open")
    throw createInvalidError(`Invoice ${invoice.id} is ${invoice.status} and can not be paid.`);
  const outcome = chargeInvoice(
    account,
    invoice,
    given ?? findPaymentMethodOfSubscription(account, findSubscriptionOfInvoice(account, invoice)),
  );
  handlePaymentOutcome(account, invoice, outcome);
  if (outcome === "authenticate")
    throw new StripeFailure(402, {
      type: "card_error",
      code: "invoice_payment_intent_requires_action",
      message:
        "This payment requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the invoice.",
    });
  if (outcome !== "paid") throw declineCharge(account, invoice, outcome);
}

/** Ends a subscription whose first payment never arrived. */
export function expireIncomplete(account: StripeAccount, subscription: Subscription): void {
  account.change(subscription, "customer.subscription.updated", (draft) => {
    draft.status = "incomplete_expired";
    draft.ended_at = account.now();
  });
  const invoice = account.get("invoice", subscription.latest_invoice ?? "");
  if (invoice.status === "open") voidInvoice(account, invoice);
}

export function expirePendingUpdate(account: StripeAccount, subscription: Subscription): void {
  const invoice = account.get("invoice", subscription.latest_invoice ?? "");
  if (invoice.status === "open") voidInvoice(account, invoice);
  account.change(subscription, null, (draft) => {
    draft.pending_update = null;
  });
  account.emit("customer.subscription.pending_update_expired", subscription);
}

/** Returns the time until which the first payment may arrive: 23 hours after the subscription's creation. */
export function computeIncompleteUntil({ created }: Subscription): number {
  return created + 23 * HOUR;
}

export function setCancelAtPeriodEnd(account: StripeAccount, subscription: Subscription, isOn: boolean): void {
  account.change(subscription, "customer.subscription.updated", (draft) => {
    if (draft.cancel_at_period_end === isOn) return;
    draft.cancel_at_period_end = isOn;
    draft.cancel_at = isOn ? endOfPeriod(draft) : null;
    draft.canceled_at = isOn ? account.now() : null;
    if (draft.cancellation_details) draft.cancellation_details.reason = isOn ? "cancellation_requested" : null;
  });
}
