import type { Stripe } from "stripe";
import type { StripeAccount } from "../account.ts";
import { PAGING, paginate } from "../answers.ts";
import { chargeInvoice, declineCharge, findInvoice } from "../invoices.ts";
import { confirmSetup, createPaymentMethod, findPaymentMethod } from "../payment-methods.ts";
import type { PaymentIntent, PaymentMethod, SetupIntent } from "../resources.ts";
import { findPaymentMethodOfSubscription, findSubscriptionOfInvoice, handlePaymentOutcome } from "../subscriptions.ts";
import { type CallParameters, createInvalidError, createMissingError, StripeFailure } from "../wire.ts";
import { type Call, type Endpoints, parameterNames } from "./endpoint.ts";

/** The parameters that the browser library sends when the card is confirmed. */
const CONFIRM = [
  "client_secret",
  "payment_method",
  "payment_method_data",
  "return_url",
  "use_stripe_sdk",
  "expected_payment_method_type",
];

/** The endpoints for setup intents and for the payment intents of invoices. */
export const intentEndpoints: Endpoints = {
  "POST /v1/setup_intents": {
    takes: parameterNames<Stripe.SetupIntentCreateParams>()(
      "allowed_payment_method_types",
      "automatic_payment_methods",
      "customer",
      "description",
      "metadata",
      "usage",
      "payment_method",
      "confirm",
      "return_url",
    ),
    run: createSetupIntent,
  },
  "GET /v1/setup_intents": {
    takes: [...PAGING, ...parameterNames<Stripe.SetupIntentListParams>()("customer", "payment_method", "created")],
    run: ({ account, given }) => {
      const customer = given.text("customer");
      const found = account
        .list("setup_intent")
        .filter((one) => (!customer || one.customer === customer) && given.isWithin("created", one.created));
      return paginate(found, given, "/v1/setup_intents");
    },
  },
  "GET /v1/setup_intents/:id": {
    takes: parameterNames<Stripe.SetupIntentRetrieveParams>()("client_secret"),
    isPublic: true,
    run: ({ account, id, given }) => expectClientSecret(account.get("setup_intent", id), given),
  },
  "POST /v1/setup_intents/:id": {
    takes: parameterNames<Stripe.SetupIntentUpdateParams>()("customer", "description", "metadata"),
    run: ({ account, id, given }) =>
      account.change(account.get("setup_intent", id), null, (draft) => {
        draft.metadata = given.metadata(draft.metadata ?? {});
        draft.description = given.text("description") ?? draft.description;
        const customer = given.text("customer");
        if (customer) draft.customer = account.get("customer", customer, "customer").id;
      }),
  },
  "POST /v1/setup_intents/:id/confirm": {
    takes: CONFIRM,
    isPublic: true,
    run: ({ account, id, given }) => {
      const intent = expectClientSecret(account.get("setup_intent", id), given);
      if (!["requires_payment_method", "requires_confirmation", "requires_action"].includes(intent.status))
        throw unexpectedState("setup_intent", intent);
      const method = givenMethod(account, given);
      if (method) intent.payment_method = method.id;
      if (!intent.payment_method)
        throw createInvalidError(
          "You cannot confirm this SetupIntent because it's missing a payment method. Update the SetupIntent with a payment method and then confirm it again.",
          { code: "setup_intent_unexpected_state" },
        );
      confirmSetup(account, intent, { returnUrl: redirectOf(given) });
      return intent;
    },
  },
  "POST /v1/setup_intents/:id/cancel": {
    takes: parameterNames<Stripe.SetupIntentCancelParams>()("cancellation_reason"),
    run: ({ account, id }) => {
      const intent = account.get("setup_intent", id);
      if (["succeeded", "canceled"].includes(intent.status)) throw unexpectedState("setup_intent", intent);
      account.change(intent, null, (draft) => {
        draft.status = "canceled";
        draft.next_action = null;
      });
      account.emit("setup_intent.canceled", intent);
      return intent;
    },
  },
  "GET /v1/payment_intents/:id": {
    takes: parameterNames<Stripe.PaymentIntentRetrieveParams>()("client_secret"),
    isPublic: true,
    run: ({ account, id, given }) => expectClientSecret(account.get("payment_intent", id), given),
  },
  "POST /v1/payment_intents/:id/confirm": {
    takes: CONFIRM,
    isPublic: true,
    run: ({ account, id, given }) => {
      const intent = expectClientSecret(account.get("payment_intent", id), given);
      if (!["requires_payment_method", "requires_confirmation", "requires_action"].includes(intent.status))
        throw unexpectedState("payment_intent", intent);
      const method = givenMethod(account, given) ?? findCurrentMethod(account, intent);
      if (intent.status !== "requires_action" || given.text("payment_method_data") || given.text("payment_method"))
        return confirmPayment(account, intent, method, false);
      return intent;
    },
  },
};

/** Handles that the card's owner completed the bank's authentication. */
export function confirmPayment(
  account: StripeAccount,
  intent: PaymentIntent,
  method: PaymentMethod | null,
  isAuthenticated: boolean,
): PaymentIntent {
  const invoice = findInvoice(account, intent);
  if (!invoice || invoice.status !== "open") throw unexpectedState("payment_intent", intent);
  const outcome = chargeInvoice(account, invoice, method, { isAuthenticated });
  handlePaymentOutcome(account, invoice, outcome);
  if (typeof outcome === "object") throw declineCharge(account, invoice, outcome);
  return intent;
}

export function findCurrentMethod(account: StripeAccount, intent: PaymentIntent): PaymentMethod | null {
  const invoice = findInvoice(account, intent);
  if (intent.payment_method) return account.get("payment_method", intent.payment_method);
  return invoice ? findPaymentMethodOfSubscription(account, findSubscriptionOfInvoice(account, invoice)) : null;
}

function createSetupIntent({ account, given }: Call): SetupIntent {
  const id = account.newId("setup_intent");
  const customer = given.text("customer");
  const allowed = given.texts("allowed_payment_method_types");
  if (allowed.some((type) => type !== "card"))
    throw createInvalidError("This account takes cards only.", { param: "allowed_payment_method_types" });
  const method = given.text("payment_method");
  const intent = account.add<"setup_intent">(
    {
      id,
      object: "setup_intent",
      allowed_payment_method_types: allowed.length > 0 ? allowed : null,
      application: null,
      automatic_payment_methods:
        allowed.length > 0 ? null : { enabled: given.group("automatic_payment_methods")?.flag("enabled") ?? true },
      cancellation_reason: null,
      client_secret: account.newSecret(id),
      created: account.now(),
      customer: customer ? account.get("customer", customer, "customer").id : null,
      customer_account: null,
      description: given.text("description") ?? null,
      excluded_payment_method_types: null,
      flow_directions: null,
      last_setup_error: null,
      latest_attempt: null,
      livemode: false,
      managed_payments: null,
      mandate: null,
      metadata: given.metadata(),
      next_action: null,
      on_behalf_of: null,
      payment_method: method ? findPaymentMethod(account, method).id : null,
      payment_method_configuration_details: null,
      payment_method_options: { card: { mandate_options: null, network: null, request_three_d_secure: "automatic" } },
      payment_method_types: ["card"],
      single_use_mandate: null,
      status: method ? "requires_confirmation" : "requires_payment_method",
      usage: given.oneOf("usage", ["off_session", "on_session"]) ?? "off_session",
    },
    "setup_intent.created",
  );
  if (given.flag("confirm")) confirmSetup(account, intent, { returnUrl: redirectOf(given) });
  return intent;
}

/** Returns the intent. If a client secret is given, it must be the intent's own. */
export function expectClientSecret<T extends SetupIntent | PaymentIntent>(intent: T, given: CallParameters): T {
  const secret = given.text("client_secret");
  if (secret === undefined || secret === intent.client_secret) return intent;
  throw createMissingError(intent.object, intent.id, "intent");
}

function givenMethod(account: StripeAccount, given: CallParameters): PaymentMethod | null {
  const data = given.group("payment_method_data");
  if (data) {
    data.only(["type", "card", "billing_details", "allow_redisplay", "metadata"]);
    return createPaymentMethod(account, data);
  }
  const id = given.text("payment_method");
  return id ? findPaymentMethod(account, id) : null;
}

/**
 * Returns the address for the bank's authentication. Stripe's library authenticates in the page, and a server redirects
 * the person.
 */
function redirectOf(given: CallParameters): string | undefined {
  return given.flag("use_stripe_sdk") ? undefined : given.text("return_url");
}

function unexpectedState(kind: "setup_intent" | "payment_intent", intent: SetupIntent | PaymentIntent): StripeFailure {
  const name = kind === "setup_intent" ? "SetupIntent" : "PaymentIntent";
  return new StripeFailure(400, {
    type: "invalid_request_error",
    code: `${kind}_unexpected_state`,
    message: `You cannot do this because this ${name} has a status of ${intent.status}.`,
    [kind]: structuredClone(intent),
  });
}
