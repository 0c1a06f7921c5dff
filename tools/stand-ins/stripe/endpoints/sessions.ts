import type { Stripe } from "stripe";
import { listLineItems, PAGING, paginate } from "../answers.ts";
import type { CheckoutSession, PortalSession } from "../resources.ts";
import { createInvalidError } from "../wire.ts";
import { type Call, type Endpoints, parameterNames } from "./endpoint.ts";

const DAY = 86_400;

/** The endpoints for Stripe's hosted pages: checkout and customer portal. */
export const sessionEndpoints: Endpoints = {
  "POST /v1/checkout/sessions": {
    takes: parameterNames<Stripe.Checkout.SessionCreateParams>()(
      "mode",
      "customer",
      "customer_email",
      "client_reference_id",
      "line_items",
      "success_url",
      "cancel_url",
      "metadata",
      "subscription_data",
      "allowed_payment_method_types",
      "payment_method_collection",
      "expires_at",
      "locale",
      "ui_mode",
    ),
    run: createCheckout,
  },
  "GET /v1/checkout/sessions": {
    takes: [
      ...PAGING,
      ...parameterNames<Stripe.Checkout.SessionListParams>()("customer", "status", "subscription", "created"),
    ],
    run: ({ account, given }) => {
      const [customer, status] = [given.text("customer"), given.text("status")];
      const found = account
        .list("checkout.session")
        .filter((one) => (!customer || one.customer === customer) && (!status || one.status === status));
      return paginate(found, given, "/v1/checkout/sessions");
    },
  },
  "GET /v1/checkout/sessions/:id": { takes: [], run: ({ account, id }) => account.get("checkout.session", id) },
  "GET /v1/checkout/sessions/:id/line_items": {
    takes: PAGING,
    run: ({ account, id }) => listLineItems(account, account.get("checkout.session", id)),
  },
  "POST /v1/checkout/sessions/:id/expire": {
    takes: [],
    run: ({ account, id }) => {
      const session = account.get("checkout.session", id);
      if (session.status !== "open")
        throw createInvalidError(
          `Only Checkout Sessions with a status in ["open"] can be expired. This one is ${session.status}.`,
        );
      account.change(session, null, (draft) => {
        draft.status = "expired";
        draft.url = null;
      });
      account.emit("checkout.session.expired", session);
      return session;
    },
  },
  "POST /v1/billing_portal/sessions": {
    takes: parameterNames<Stripe.BillingPortal.SessionCreateParams>()(
      "customer",
      "return_url",
      "locale",
      "configuration",
    ),
    run: ({ account, given, origin }): PortalSession => {
      const customer = account.get("customer", given.required("customer"), "customer");
      const id = account.newId("billing_portal.session");
      return account.add<"billing_portal.session">({
        id,
        object: "billing_portal.session",
        configuration: "bpc_standin",
        created: account.now(),
        customer: customer.id,
        customer_account: null,
        flow: null,
        livemode: false,
        locale: null,
        on_behalf_of: null,
        return_url: given.text("return_url") ?? null,
        url: `${origin}/p/session/${id}`,
      });
    },
  },
};

function createCheckout({ account, given, origin }: Call): CheckoutSession {
  if (given.required("mode") !== "subscription")
    throw createInvalidError("The stand-in sells subscriptions only.", { param: "mode" });
  if ((given.oneOf("ui_mode", ["hosted_page"]) ?? "hosted_page") !== "hosted_page")
    throw createInvalidError("Unknown ui_mode.");
  const prices = (given.groups("line_items") ?? []).map((line) => {
    line.only(["price", "quantity"]);
    line.required("quantity");
    return account.get("price", line.required("price"), "line_items[0][price]");
  });
  if (prices.length === 0)
    throw createInvalidError("Missing required param: line_items.", { param: "line_items", code: "parameter_missing" });
  const customer = given.text("customer");
  const email = given.text("customer_email") ?? null;
  if (customer && email)
    throw createInvalidError("You may only specify one of these parameters: customer, customer_email.");
  const data = given.group("subscription_data");
  data?.only(["metadata", "description", "trial_period_days"]);
  for (const name of ["success_url", "cancel_url"]) {
    const url = name === "success_url" ? given.required(name) : given.text(name);
    if (url && !URL.canParse(url)) throw createInvalidError("Not a valid URL", { param: name, code: "url_invalid" });
  }
  const id = `${account.newId("checkout.session")}${account.newId("checkout.session").slice(8)}`;
  const total = prices.reduce((sum, { unit_amount }) => sum + (unit_amount ?? 0), 0);
  const session: CheckoutSession = {
    id,
    object: "checkout.session",
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: given.texts("allowed_payment_method_types"),
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: given.text("cancel_url") ?? null,
    client_reference_id: given.text("client_reference_id") ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: account.now(),
    currency: "usd",
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: customer ? account.get("customer", customer, "customer").id : null,
    customer_account: null,
    customer_creation: customer ? null : "always",
    customer_details: null,
    customer_email: email,
    discounts: [],
    expires_at: given.whole("expires_at") ?? account.now() + DAY,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: null,
    metadata: given.metadata(),
    mode: "subscription",
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: "always",
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: "automatic" } },
    payment_method_types: ["card"],
    payment_status: "unpaid",
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: "open",
    submit_type: null,
    subscription: null,
    success_url: given.required("success_url"),
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "hosted_page",
    url: `${origin}/c/pay/${id}`,
    wallet_options: null,
  };
  account.checkoutPrices.set(id, prices);
  account.checkoutMetadata.set(id, data?.metadata() ?? {});
  return account.add<"checkout.session">(session);
}
