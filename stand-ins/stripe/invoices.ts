import { listOf, type StripeAccount } from "./account.ts";
import type { Decline } from "./cards.ts";
import { answerToCharge, cardFailure, NO_ADDRESS, nextAction } from "./payment-methods.ts";
import type {
  Charge,
  Invoice,
  InvoiceLine,
  PaymentIntent,
  PaymentMethod,
  Price,
  Refund,
  Subscription,
} from "./resources.ts";
import { invalid, StripeFailure } from "./wire.ts";

const DAY = 86_400;

export type BankAnswer = "ok" | "authenticate" | Decline;
/** Of a charge. */
export type Outcome = "paid" | "authenticate" | Decline;

export interface NewLine {
  amount: number;
  description: string;
  period: { start: number; end: number };
  price: Price;
  /** The subscription's item. */
  item: string;
  isProration?: boolean;
}

/** A draft of what a subscription costs; a customer's credit is taken off when it is finalized. */
export function draftInvoice(
  account: StripeAccount,
  subscription: Subscription,
  reason: NonNullable<Invoice["billing_reason"]>,
  lines: NewLine[],
): Invoice {
  const invoice = buildInvoice(account, subscription, reason, lines);
  return account.add<"invoice">(invoice, "invoice.created");
}

/** As `draftInvoice`, and nothing is kept. */
export function buildInvoice(
  account: StripeAccount,
  subscription: Subscription,
  reason: NonNullable<Invoice["billing_reason"]>,
  lines: NewLine[],
): Invoice {
  const customer = account.get("customer", subscription.customer);
  const id = account.newId("invoice");
  const now = account.now();
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  const due = Math.max(0, total + customer.balance);
  return {
    id,
    object: "invoice",
    account_country: "US",
    account_name: "Stripe stand-in",
    account_tax_ids: null,
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: reason,
    collection_method: "charge_automatically",
    created: now,
    currency: "usd",
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: "none",
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: "self" },
    last_finalization_error: null,
    latest_revision: null,
    lines: listOf(
      lines.map((line) => lineOf(account, line, id, subscription.id)),
      `/v1/invoices/${id}/lines`,
    ),
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: { ...subscription.metadata }, subscription: subscription.id },
      type: "subscription_details",
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: now,
    period_start: now,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: customer.balance,
    statement_descriptor: null,
    status: "draft",
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  };
}

function lineOf(account: StripeAccount, line: NewLine, invoice: string, subscription: string): InvoiceLine {
  const { amount, description, period, price, item, isProration = false } = line;
  return {
    id: account.newId("line_item"),
    object: "line_item",
    amount,
    currency: price.currency,
    description,
    discount_amounts: [],
    discountable: !isProration,
    discounts: [],
    invoice,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: isProration,
        proration_details: { credited_items: null },
        subscription,
        subscription_item: item,
      },
      type: "subscription_item_details",
    },
    period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: price.product },
      type: "price_details",
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity: 1,
    quantity_decimal: "1",
    subscription,
    subtotal: amount,
    taxes: [],
  };
}

/** The invoice becomes final: credit is used up, and there is something to pay or there is not. */
export function finalize(account: StripeAccount, invoice: Invoice): void {
  if (invoice.status !== "draft") throw invalid("This invoice is already finalized, you can't re-finalize it.");
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

function addPayment(account: StripeAccount, invoice: Invoice): void {
  const id = account.newId("payment_intent");
  const intent = account.add<"payment_intent">(
    {
      id,
      object: "payment_intent",
      allowed_payment_method_types: null,
      amount: invoice.amount_due,
      amount_capturable: 0,
      amount_details: {},
      amount_received: 0,
      application: null,
      application_fee_amount: null,
      automatic_payment_methods: null,
      canceled_at: null,
      cancellation_reason: null,
      capture_method: "automatic",
      client_secret: account.newSecret(id),
      confirmation_method: "automatic",
      created: account.now(),
      currency: invoice.currency,
      customer: invoice.customer,
      customer_account: null,
      description: invoice.billing_reason === "subscription_create" ? "Subscription creation" : "Subscription update",
      excluded_payment_method_types: null,
      last_payment_error: null,
      latest_charge: null,
      livemode: false,
      managed_payments: null,
      metadata: {},
      next_action: null,
      on_behalf_of: null,
      payment_method: null,
      payment_method_configuration_details: null,
      payment_method_options: null,
      payment_method_types: ["card"],
      payment_record: null,
      processing: null,
      receipt_email: null,
      review: null,
      setup_future_usage: "off_session",
      shipping: null,
      source: null,
      statement_descriptor: null,
      statement_descriptor_suffix: null,
      status: "requires_payment_method",
      transfer_group: null,
    },
    "payment_intent.created",
  );
  account.add<"invoice_payment">({
    id: account.newId("invoice_payment"),
    object: "invoice_payment",
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: account.now(),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: "payment_intent" },
    status: "open",
    status_transitions: { canceled_at: null, paid_at: null },
  });
}

export function paymentIntentOf(account: StripeAccount, invoice: Invoice): PaymentIntent | undefined {
  const payment = account.list("invoice_payment").find((one) => one.invoice === invoice.id);
  return payment && account.get("payment_intent", payment.payment.payment_intent);
}

export function invoiceOf(account: StripeAccount, intent: PaymentIntent): Invoice | undefined {
  const payment = account.list("invoice_payment").find((one) => one.payment.payment_intent === intent.id);
  return payment && account.get("invoice", payment.invoice);
}

/**
 * Charges what an open invoice asks for. 'paid', 'authenticate' when the bank wants the card's owner, or why it was
 * declined; whoever calls decides what that means for the subscription.
 */
export function charge(
  account: StripeAccount,
  invoice: Invoice,
  method: PaymentMethod | null,
  { isAuthenticated = false, answer }: { isAuthenticated?: boolean; answer?: BankAnswer } = {},
): Outcome {
  const intent = paymentIntentOf(account, invoice);
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
      draft.next_action = nextAction(draft.client_secret, undefined) as PaymentIntent["next_action"];
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

/** Says so after the invoice carries the date of the next attempt, as Stripe's event does. */
export function announceFailure(account: StripeAccount, invoice: Invoice, nextAttempt: number | null): void {
  account.change(invoice, null, (draft) => {
    draft.next_payment_attempt = nextAttempt;
  });
  account.emit("invoice.payment_failed", invoice);
}

/** By the account's dunning: when the next attempt is made; null when there is none any more. */
export function nextAttempt(account: StripeAccount, invoice: Invoice): number | null {
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
  if (invoice.status !== "open" && invoice.status !== "draft") throw invalid("Only an open invoice can be voided.");
  account.change(invoice, null, (draft) => {
    draft.status = "void";
    draft.next_payment_attempt = null;
    draft.automatically_finalizes_at = null;
    draft.amount_remaining = 0;
    draft.status_transitions = { ...draft.status_transitions, voided_at: account.now() };
  });
  const intent = paymentIntentOf(account, invoice);
  if (intent)
    account.change(intent, null, (draft) => {
      draft.status = "canceled";
      draft.canceled_at = account.now();
      draft.cancellation_reason = "void_invoice";
    });
  account.emit("invoice.voided", invoice);
}

function addCharge(
  account: StripeAccount,
  intent: PaymentIntent,
  method: PaymentMethod,
  decline: Decline | null,
): Charge {
  const id = account.newId("charge");
  return account.add<"charge">({
    id,
    object: "charge",
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { ...method.billing_details, address: NO_ADDRESS },
    calculated_statement_descriptor: "STRIPE STAND-IN",
    captured: !decline,
    created: account.now(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: null,
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: decline ? "failed" : "succeeded",
    transfer_data: null,
    transfer_group: null,
  });
}

/** The whole charge when no amount is given. */
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
    throw invalid(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, {
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

/** What Stripe answers where a declined charge ends the call. */
export function declinedCharge(account: StripeAccount, invoice: Invoice, decline: Decline): StripeFailure {
  const intent = paymentIntentOf(account, invoice);
  return cardFailure(decline, intent && { payment_intent: intent, charge: intent.latest_charge ?? undefined });
}
