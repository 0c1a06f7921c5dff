import type { StripeAccount } from "./account.ts";
import type { Decline } from "./cards.ts";
import { addCharge, addPayment, buildInvoice, type NewInvoiceLine } from "./invoice-objects.ts";
import { answerToCharge, buildNextAction, createCardFailure } from "./payment-methods.ts";
import type { Charge, Invoice, PaymentIntent, PaymentMethod, Refund, Subscription } from "./resources.ts";
import { createInvalidError, StripeFailure } from "./wire.ts";

const DAY = 86_400;

export type BankAnswer = "ok" | "authenticate" | Decline;
/** The result of a charge. */
export type Outcome = "paid" | "authenticate" | Decline;

/** Creates a draft invoice for a subscription. The customer's credit is applied when the invoice is finalized. */
export function createDraftInvoice(
  account: StripeAccount,
  subscription: Subscription,
  reason: NonNullable<Invoice["billing_reason"]>,
  lines: NewInvoiceLine[],
): Invoice {
  const invoice = buildInvoice(account, subscription, reason, lines);
  return account.add<"invoice">(invoice, "invoice.created");
}

/** Finalizes the invoice: applies the customer's credit and computes the amount due. */
export function finalizeInvoice(account: StripeAccount, invoice: Invoice): void {
  if (invoice.status !== "draft")
    throw createInvalidError("This invoice is already finalized, you can't re-finalize it.");
  const customer = account.get("customer", invoice.customer);
  const now = account.now();
  const starting = customer.balance;
  const due = Math.max(0, invoice.total + starting);
  const ending = invoice.total + starting - due;
  account.change(customer, "customer.updated", (draft) => {
    draft.balance = ending;
  });
  account.change(invoice, null, (draft) => {
    draft.starting_balance = starting;
    draft.ending_balance = ending;
    draft.amount_due = due;
    draft.amount_remaining = due;
    draft.automatically_finalizes_at = null;
    draft.effective_at = now;
    draft.status = "open";
    draft.hosted_invoice_url = `${account.origin}/i/${draft.id}`;
    draft.number = `${customer.invoice_prefix ?? "STANDIN"}-${String(customer.next_invoice_sequence ?? 1).padStart(4, "0")}`;
    draft.status_transitions = { ...draft.status_transitions, finalized_at: now };
  });
  customer.next_invoice_sequence = (customer.next_invoice_sequence ?? 1) + 1;
  if (due > 0) addPayment(account, invoice);
  account.emit("invoice.finalized", invoice);
}

export function findPaymentIntent(account: StripeAccount, invoice: Invoice): PaymentIntent | undefined {
  const payment = account.list("invoice_payment").find((one) => one.invoice === invoice.id);
  return payment && account.get("payment_intent", payment.payment.payment_intent);
}

export function findInvoice(account: StripeAccount, intent: PaymentIntent): Invoice | undefined {
  const payment = account.list("invoice_payment").find((one) => one.payment.payment_intent === intent.id);
  return payment && account.get("invoice", payment.invoice);
}

/**
 * Charges an open invoice. Returns 'paid', the decline, or 'authenticate' if the bank requires the card owner's
 * confirmation. The caller applies the result to the subscription.
 */
export function chargeInvoice(
  account: StripeAccount,
  invoice: Invoice,
  method: PaymentMethod | null,
  { isAuthenticated = false, answer }: { isAuthenticated?: boolean; answer?: BankAnswer } = {},
): Outcome {
  const intent = findPaymentIntent(account, invoice);
  if (!intent) {
    markPaid(account, invoice);
    return "paid";
  }
  const asked = answer ?? (method ? answerToCharge(account, method) : NO_CARD);
  const said = asked === "authenticate" && isAuthenticated ? "ok" : asked;
  account.change(invoice, null, (draft) => {
    draft.attempted = true;
    draft.attempt_count += 1;
    draft.next_payment_attempt = null;
  });
  if (said === "authenticate") {
    account.change(intent, null, (draft) => {
      draft.status = "requires_action";
      draft.payment_method = method?.id ?? null;
      draft.next_action = buildNextAction(draft.client_secret, undefined) as PaymentIntent["next_action"];
    });
    account.emit("payment_intent.requires_action", intent);
    account.emit("invoice.payment_action_required", invoice);
    return "authenticate";
  }
  const made = method && addCharge(account, intent, method, said === "ok" ? null : said);
  if (said === "ok" && made) {
    account.change(intent, null, (draft) => {
      draft.status = "succeeded";
      draft.amount_received = draft.amount;
      draft.latest_charge = made.id;
      draft.payment_method = method.id;
      draft.last_payment_error = null;
      draft.next_action = null;
    });
    account.emit("charge.succeeded", made);
    account.emit("payment_intent.succeeded", intent);
    markPaid(account, invoice);
    return "paid";
  }
  const decline = said === "ok" ? NO_CARD : said;
  account.change(intent, null, (draft) => {
    draft.status = "requires_payment_method";
    draft.latest_charge = made?.id ?? null;
    draft.payment_method = null;
    draft.next_action = null;
    draft.last_payment_error = {
      ...decline,
      ...(made && { charge: made.id }),
      ...(method && { payment_method: method }),
      type: "card_error",
    };
  });
  if (made) account.emit("charge.failed", made);
  account.emit("payment_intent.payment_failed", intent);
  return decline;
}

const NO_CARD: Decline = {
  code: "missing",
  message: "This customer has no attached payment source or default payment method.",
};

/** Sends the event about a failed payment after the invoice has the time of the next attempt, as Stripe does. */
export function announceFailure(account: StripeAccount, invoice: Invoice, nextAttemptAt: number | null): void {
  account.change(invoice, null, (draft) => {
    draft.next_payment_attempt = nextAttemptAt;
  });
  account.emit("invoice.payment_failed", invoice);
}

/** Returns the time of the next attempt by the account's rules for failed renewals; null if there is none. */
export function computeNextAttempt(account: StripeAccount, invoice: Invoice): number | null {
  const days = account.dunning.retryAfterDays[invoice.attempt_count - 1];
  return days === undefined ? null : account.now() + days * DAY;
}

function markPaid(account: StripeAccount, invoice: Invoice): void {
  const now = account.now();
  account.change(invoice, null, (draft) => {
    draft.status = "paid";
    draft.attempted = true;
    draft.amount_paid = draft.amount_due;
    draft.amount_remaining = 0;
    draft.next_payment_attempt = null;
    draft.status_transitions = { ...draft.status_transitions, paid_at: now };
  });
  const payment = account.list("invoice_payment").find((one) => one.invoice === invoice.id);
  if (payment) {
    account.change(payment, null, (draft) => {
      draft.status = "paid";
      draft.amount_paid = draft.amount_requested;
      draft.status_transitions = { canceled_at: null, paid_at: now };
    });
    account.emit("invoice_payment.paid", payment);
  }
  account.emit("invoice.paid", invoice);
  account.emit("invoice.payment_succeeded", invoice);
}

export function voidInvoice(account: StripeAccount, invoice: Invoice): void {
  if (invoice.status !== "open" && invoice.status !== "draft")
    throw createInvalidError("Only an open invoice can be voided.");
  account.change(invoice, null, (draft) => {
    draft.status = "void";
    draft.next_payment_attempt = null;
    draft.automatically_finalizes_at = null;
    draft.amount_remaining = 0;
    draft.status_transitions = { ...draft.status_transitions, voided_at: account.now() };
  });
  const intent = findPaymentIntent(account, invoice);
  if (intent)
    account.change(intent, null, (draft) => {
      draft.status = "canceled";
      draft.canceled_at = account.now();
      draft.cancellation_reason = "void_invoice";
    });
  account.emit("invoice.voided", invoice);
}

/** Refunds a charge. Without an amount, refunds it completely. */
export function refund(
  account: StripeAccount,
  paid: Charge,
  given: Partial<Pick<Refund, "amount" | "reason">>,
): Refund {
  const left = paid.amount_captured - paid.amount_refunded;
  if (paid.status !== "succeeded" || left === 0)
    throw new StripeFailure(400, {
      type: "invalid_request_error",
      code: "charge_already_refunded",
      message: `Charge ${paid.id} has already been refunded.`,
    });
  const amount = given.amount ?? left;
  if (amount < 1 || amount > left)
    throw createInvalidError(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, {
      param: "amount",
    });
  const made = account.add<"refund">({
    id: account.newId("refund"),
    object: "refund",
    amount,
    balance_transaction: null,
    charge: paid.id,
    created: account.now(),
    currency: paid.currency,
    customer: paid.customer,
    customer_account: null,
    destination_details: { card: { type: "refund" }, type: "card" },
    metadata: {},
    payment_intent: paid.payment_intent,
    payment_method: paid.payment_method,
    reason: given.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
  });
  account.change(paid, "charge.refunded", (draft) => {
    draft.amount_refunded += amount;
    draft.refunded = draft.amount_refunded === draft.amount_captured;
  });
  account.emit("refund.created", made);
  return made;
}

/** Builds Stripe's error for a call that ended with a declined charge. */
export function declineCharge(account: StripeAccount, invoice: Invoice, decline: Decline): StripeFailure {
  const intent = findPaymentIntent(account, invoice);
  return createCardFailure(decline, intent && { payment_intent: intent, charge: intent.latest_charge ?? undefined });
}
