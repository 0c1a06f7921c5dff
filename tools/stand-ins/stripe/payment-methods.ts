import type { StripeAccount } from "./account.ts";
import { type Decline, findTestCard, isCardNumber, TEST_CARDS } from "./cards.ts";
import type { Customer, PaymentMethod, SetupIntent } from "./resources.ts";
import { type CallParameters, createInvalidError, StripeFailure } from "./wire.ts";

export const NO_ADDRESS = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
};

/**
 * Creates a payment method from a browser's input: `card[number]`, `card[exp_month]`, `card[exp_year]`, `card[cvc]`,
 * `billing_details[…]`.
 */
export function createPaymentMethod(account: StripeAccount, given: CallParameters): PaymentMethod {
  if (given.required("type") !== "card") throw createInvalidError("This account takes cards only.", { param: "type" });
  const card = given.group("card");
  if (!card) throw createInvalidError("Missing required param: card.", { param: "card", code: "parameter_missing" });
  const number = card.required("number").replaceAll(/\s/g, "");
  const refuse = (code: string, message: string, param: string) =>
    new StripeFailure(402, { type: "card_error", code, message, param });
  if (!isCardNumber(number)) throw refuse("incorrect_number", "Your card number is incorrect.", "number");
  const month = card.whole("exp_month") ?? 0;
  const year = fullYear(card.whole("exp_year") ?? 0);
  if (month < 1 || month > 12)
    throw refuse("invalid_expiry_month", "Your card's expiration month is invalid.", "exp_month");
  if (Date.UTC(year, month) / 1000 <= account.now())
    throw refuse("invalid_expiry_year", "Your card's expiration year is invalid.", "exp_year");
  const details = given.group("billing_details");
  return addCard(account, number, {
    month,
    year,
    name: details?.text("name") || null,
    email: details?.text("email") || null,
  });
}

/** Finds a payment method by id: an existing one, or one of Stripe's predefined `pm_card_…`. */
export function findPaymentMethod(account: StripeAccount, id: string, param = "payment_method"): PaymentMethod {
  const ready = Object.entries(TEST_CARDS).find(([, { paymentMethod }]) => paymentMethod === id);
  return ready ? addCard(account, ready[0]) : account.get("payment_method", id, param);
}

export function addCard(
  account: StripeAccount,
  number: string,
  {
    month = 12,
    year = new Date(account.now() * 1000).getUTCFullYear() + 3,
    name = null,
    email = null,
  }: CardDetails = {},
): PaymentMethod {
  const { brand } = findTestCard(number);
  const id = account.newId("payment_method");
  account.cardNumbers.set(id, number);
  return account.add<"payment_method">({
    id,
    object: "payment_method",
    allow_redisplay: "unspecified",
    billing_details: { address: NO_ADDRESS, email, name, phone: null, tax_id: null },
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
      country: "US",
      display_brand: brand,
      exp_month: month,
      exp_year: year,
      fingerprint: Buffer.from(number).toString("base64").slice(0, 16),
      funding: "credit",
      generated_from: null,
      last4: number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: account.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: "card",
  });
}

interface CardDetails {
  month?: number;
  year?: number;
  name?: string | null;
  email?: string | null;
}

/** Attaches a card to a customer. A card that the bank declines is not saved. */
export function attachPaymentMethod(account: StripeAccount, method: PaymentMethod, customer: Customer): void {
  const { setup } = findTestCard(account.cardNumbers.get(method.id) ?? "");
  if (typeof setup === "object") throw createCardFailure(setup, { payment_method: method });
  keep(account, method, customer);
}

function keep(account: StripeAccount, method: PaymentMethod, customer: Customer): void {
  if (method.customer === customer.id) return;
  if (method.customer)
    throw createInvalidError("The payment method you provided has already been attached to a customer.", {
      param: "payment_method",
    });
  account.change(method, null, (draft) => {
    draft.customer = customer.id;
  });
  account.emit("payment_method.attached", method);
}

/** Returns the bank's current decision about a charge. */
export function answerToCharge(account: StripeAccount, method: PaymentMethod): "ok" | "authenticate" | Decline {
  return account.orderedDeclines.shift() ?? findTestCard(account.cardNumbers.get(method.id) ?? "").charge;
}

/** Verifies the SetupIntent's card. `isAuthenticated`: the card's owner has just confirmed. */
export function confirmSetup(
  account: StripeAccount,
  intent: SetupIntent,
  { returnUrl, isAuthenticated = false }: { returnUrl?: string | undefined; isAuthenticated?: boolean } = {},
): void {
  const method = account.get("payment_method", intent.payment_method ?? "", "payment_method");
  const { setup } = findTestCard(account.cardNumbers.get(method.id) ?? "");
  if (setup === "authenticate" && !isAuthenticated) {
    account.change(intent, null, (draft) => {
      draft.status = "requires_action";
      draft.next_action = buildNextAction(draft.client_secret, returnUrl);
    });
    account.emit("setup_intent.requires_action", intent);
    return;
  }
  if (typeof setup === "object") throw failSetup(account, intent, setup);
  account.change(intent, null, (draft) => {
    draft.status = "succeeded";
    draft.next_action = null;
    draft.last_setup_error = null;
  });
  if (intent.customer) keep(account, method, account.get("customer", intent.customer));
  account.emit("setup_intent.succeeded", intent);
}

export function failSetup(account: StripeAccount, intent: SetupIntent, decline: Decline): StripeFailure {
  const method = intent.payment_method ? account.get("payment_method", intent.payment_method) : undefined;
  account.change(intent, null, (draft) => {
    draft.status = "requires_payment_method";
    draft.payment_method = null;
    draft.next_action = null;
    draft.last_setup_error = {
      ...decline,
      doc_url: docUrl(decline.code),
      type: decline.code.startsWith("setup_intent_") ? "invalid_request_error" : "card_error",
      ...(method && { payment_method: method }),
    };
  });
  account.emit("setup_intent.setup_failed", intent);
  return createCardFailure(decline, { setup_intent: intent });
}

export const AUTHENTICATION_FAILED: Decline = {
  code: "setup_intent_authentication_failure",
  message: "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
};

/** Returns the next step for the card's owner: in the page through the browser library, or on a page of the bank. */
export function buildNextAction(secret: string, returnUrl: string | undefined): SetupIntent["next_action"] {
  if (!returnUrl) return { type: "use_stripe_sdk", use_stripe_sdk: { type: "three_d_secure_redirect" } };
  const query = new URLSearchParams({ client_secret: secret, return_url: returnUrl });
  return { type: "redirect_to_url", redirect_to_url: { return_url: returnUrl, url: `/authenticate?${query}` } };
}

export function createCardFailure(decline: Decline, more: Record<string, unknown> = {}): StripeFailure {
  return new StripeFailure(402, {
    type: "card_error",
    ...decline,
    doc_url: docUrl(decline.code),
    ...structuredClone(more),
  });
}

function docUrl(code: string): string {
  return `https://docs.stripe.com/error-codes/${code.replaceAll("_", "-")}`;
}

function fullYear(year: number): number {
  return year < 100 ? 2000 + year : year;
}
