import type { Stripe } from "stripe";
import { PAGING, paginate } from "../answers.ts";
import { attachPaymentMethod, createPaymentMethod, findPaymentMethod } from "../payment-methods.ts";
import type { Customer } from "../resources.ts";
import { endSubscription } from "../subscriptions.ts";
import { type CallParameters, createInvalidError } from "../wire.ts";
import { type Call, type Endpoints, parameterNames } from "./endpoint.ts";

/** The endpoints for customers and their cards. */
export const customerEndpoints: Endpoints = {
  "POST /v1/customers": {
    takes: parameterNames<Stripe.CustomerCreateParams>()(
      "email",
      "name",
      "description",
      "phone",
      "metadata",
      "payment_method",
      "invoice_settings",
    ),
    run: createCustomer,
  },
  "GET /v1/customers": {
    takes: [...PAGING, ...parameterNames<Stripe.CustomerListParams>()("email", "created")],
    run: ({ account, given }) => {
      const email = given.text("email");
      const found = account
        .list("customer")
        .filter((one) => (!email || one.email === email) && given.isWithin("created", one.created));
      return paginate(found, given, "/v1/customers");
    },
  },
  "GET /v1/customers/:id": { takes: [], run: ({ account, id }) => account.stub(id) ?? account.get("customer", id) },
  "POST /v1/customers/:id": {
    takes: parameterNames<Stripe.CustomerUpdateParams>()(
      "email",
      "name",
      "description",
      "phone",
      "metadata",
      "balance",
      "invoice_settings",
    ),
    run: ({ account, id, given }) => {
      const customer = account.get("customer", id);
      const method = given.group("invoice_settings")?.text("default_payment_method");
      if (method && findPaymentMethod(account, method).customer !== customer.id)
        throw createInvalidError(
          `The customer does not have a payment method with the ID ${method}. The payment method must be attached to the customer.`,
          { param: "invoice_settings[default_payment_method]", code: "resource_missing" },
        );
      return account.change(customer, "customer.updated", (draft) => {
        Object.assign(draft, details(given, draft), { balance: given.whole("balance") ?? draft.balance });
        if (method !== undefined) draft.invoice_settings.default_payment_method = method || null;
      });
    },
  },
  "DELETE /v1/customers/:id": {
    takes: [],
    run: ({ account, id }) => {
      const customer = account.get("customer", id);
      for (const subscription of account.list("subscription"))
        if (subscription.customer === id && !["canceled", "incomplete_expired"].includes(subscription.status))
          endSubscription(account, subscription, null);
      account.emit("customer.deleted", customer);
      return account.remove(customer);
    },
  },
  "GET /v1/customers/:id/payment_methods": {
    takes: [...PAGING, ...parameterNames<Stripe.CustomerListPaymentMethodsParams>()("type")],
    run: ({ account, id, given }) => {
      account.get("customer", id);
      const found = account.list("payment_method").filter(({ customer }) => customer === id);
      return paginate(found, given, `/v1/customers/${id}/payment_methods`);
    },
  },
  "POST /v1/payment_methods": {
    takes: parameterNames<Stripe.PaymentMethodCreateParams>()("type", "card", "billing_details", "metadata"),
    isPublic: true,
    run: ({ account, given }) => createPaymentMethod(account, given),
  },
  "GET /v1/payment_methods": {
    takes: [...PAGING, ...parameterNames<Stripe.PaymentMethodListParams>()("customer", "type")],
    run: ({ account, given }) => {
      const customer = given.text("customer");
      const found = account.list("payment_method").filter((one) => !customer || one.customer === customer);
      return paginate(found, given, "/v1/payment_methods");
    },
  },
  "GET /v1/payment_methods/:id": { takes: [], run: ({ account, id }) => account.get("payment_method", id) },
  "POST /v1/payment_methods/:id/attach": {
    takes: parameterNames<Stripe.PaymentMethodAttachParams>()("customer"),
    run: ({ account, id, given }) => {
      const method = findPaymentMethod(account, id);
      attachPaymentMethod(account, method, account.get("customer", given.required("customer"), "customer"));
      return method;
    },
  },
  "POST /v1/payment_methods/:id/detach": {
    takes: [],
    run: ({ account, id }) => {
      const method = account.get("payment_method", id);
      const before = method.customer;
      account.change(method, null, (draft) => {
        draft.customer = null;
      });
      account.emit("payment_method.detached", method, { customer: before });
      return method;
    },
  },
};

function createCustomer({ account, given }: Call): Customer {
  const id = account.newId("customer");
  const customer: Customer = {
    id,
    object: "customer",
    address: null,
    balance: 0,
    created: account.now(),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: id.slice(4, 12).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
    ...details(given),
  };
  const wanted = given.text("payment_method");
  account.add<"customer">(customer);
  if (wanted) {
    const method = findPaymentMethod(account, wanted);
    attachPaymentMethod(account, method, customer);
    if (given.group("invoice_settings")?.text("default_payment_method"))
      customer.invoice_settings.default_payment_method = method.id;
  }
  account.emit("customer.created", customer);
  return customer;
}

function details(given: CallParameters, current?: Customer): Partial<Customer> {
  const email = given.text("email");
  if (email && !/^[^\s@]+@[^\s@]+$/.test(email))
    throw createInvalidError(`Invalid email address: ${email}`, { param: "email", code: "email_invalid" });
  const changed: Partial<Customer> = { metadata: given.metadata(current?.metadata) };
  if (email !== undefined) changed.email = email || null;
  for (const name of ["name", "description", "phone"] as const) {
    const value = given.text(name);
    if (value !== undefined) changed[name] = value || null;
  }
  return changed;
}
