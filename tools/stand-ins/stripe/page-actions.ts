import type { StripeAccount } from "./account.ts";
import { confirmPayment, findCurrentMethod } from "./endpoints/intents.ts";
import { AUTHENTICATION_FAILED, addCard, attachPaymentMethod, confirmSetup, failSetup } from "./payment-methods.ts";
import type { CheckoutSession, Customer, PaymentIntent, SetupIntent, Subscription } from "./resources.ts";
import { createSubscription, payInvoiceNow, setCancelAtPeriodEnd } from "./subscriptions.ts";
import { createInvalidError, createMissingError, StripeFailure } from "./wire.ts";

/** The values of a form's fields. */
export type Fields = Record<string, string>;

export function answerBank(account: StripeAccount, secret: string, isConfirmed: boolean): SetupIntent | PaymentIntent {
  const intent = findIntent(account, secret);
  if (intent.status !== "requires_action") throw createInvalidError("Nobody asks for a confirmation.");
  if (intent.object === "setup_intent") {
    if (!isConfirmed) throw failSetup(account, intent, AUTHENTICATION_FAILED);
    confirmSetup(account, intent, { isAuthenticated: true });
    return intent;
  }
  if (isConfirmed) return confirmPayment(account, intent, findCurrentMethod(account, intent), true);
  account.change(intent, null, (draft) => {
    draft.status = "requires_payment_method";
    draft.next_action = null;
  });
  account.emit("payment_intent.payment_failed", intent);
  const code = "payment_intent_authentication_failure";
  throw new StripeFailure(402, { type: "card_error", code, message: AUTHENTICATION_FAILED.message });
}

export function findIntent(account: StripeAccount, secret: string): SetupIntent | PaymentIntent {
  const found = account.find(secret.split("_secret_")[0] ?? "");
  if (found && "client_secret" in found && found.client_secret === secret && found.object !== "checkout.session")
    return found;
  throw createMissingError("intent", "of this client secret");
}

export function payCheckout(account: StripeAccount, session: CheckoutSession, fields: Fields): void {
  if (session.status !== "open") throw createInvalidError("This checkout session is over.");
  const customer = session.customer
    ? account.get("customer", session.customer)
    : newCustomer(account, session.customer_email ?? fields["email"] ?? "");
  const method = addCard(account, extractDigits(fields["number"]));
  attachPaymentMethod(account, method, customer);
  const subscription = createSubscription(account, {
    customer,
    prices: account.checkoutPrices.get(session.id) ?? [],
    paymentMethod: method,
    behavior: "error_if_incomplete",
    metadata: account.checkoutMetadata.get(session.id) ?? {},
  });
  account.change(session, null, (draft) => {
    draft.status = "complete";
    draft.payment_status = "paid";
    draft.customer = customer.id;
    draft.subscription = subscription.id;
    draft.invoice = subscription.latest_invoice;
    draft.url = null;
    draft.customer_details = {
      address: null,
      business_name: null,
      email: customer.email,
      individual_name: null,
      name: customer.name ?? null,
      phone: null,
      tax_exempt: "none",
      tax_ids: [],
    };
  });
  account.emit("checkout.session.completed", session);
}

function newCustomer(account: StripeAccount, email: string): Customer {
  const id = account.newId("customer");
  return account.add<"customer">(
    {
      id,
      object: "customer",
      balance: 0,
      created: account.now(),
      default_source: null,
      description: null,
      email: email || null,
      invoice_settings: {
        custom_fields: null,
        default_payment_method: null,
        footer: null,
        rendering_options: null,
      },
      livemode: false,
      metadata: {},
      name: null,
      shipping: null,
      test_clock: null,
    },
    "customer.created",
  );
}

export function actInPortal(account: StripeAccount, customer: Customer, fields: Fields): void {
  const subscription = findLiveSubscription(account, customer);
  switch (fields["action"]) {
    case "card": {
      const method = addCard(account, extractDigits(fields["number"]));
      attachPaymentMethod(account, method, customer);
      account.change(customer, "customer.updated", (draft) => {
        draft.invoice_settings.default_payment_method = method.id;
      });
      if (subscription)
        account.change(subscription, "customer.subscription.updated", (draft) => {
          draft.default_payment_method = method.id;
        });
      return;
    }
    case "cancel":
    case "renew":
      if (subscription) setCancelAtPeriodEnd(account, subscription, fields["action"] === "cancel");
      return;
    case "pay":
      payInvoiceNow(account, account.get("invoice", fields["invoice"] ?? ""), null);
      return;
    default:
      throw createInvalidError("Unknown action.");
  }
}

export function extractDigits(typed = ""): string {
  return typed.replaceAll(/\D/g, "");
}

export function findLiveSubscription(account: StripeAccount, { id }: Customer): Subscription | undefined {
  return account
    .list("subscription")
    .findLast(({ customer, status }) => customer === id && !["canceled", "incomplete_expired"].includes(status));
}
