import type { Stripe } from "stripe";
import { listOf, type StripeAccount } from "./account.ts";
import { findPaymentIntent } from "./invoices.ts";
import type { Charge, CheckoutSession, Customer, Invoice, Price, Resources, ResourceType } from "./resources.ts";
import { type CallParameters, createInvalidError } from "./wire.ts";

/** Fields that an object has only if `expand` requests them. */
const ON_REQUEST: {
  [K in ResourceType]?: Record<string, (account: StripeAccount, resource: Resources[K]) => unknown>;
} = {
  invoice: {
    confirmation_secret: (account: StripeAccount, invoice: Invoice) => {
      const intent = findPaymentIntent(account, invoice);
      return intent && invoice.status === "open"
        ? ({
            client_secret: intent.client_secret,
            type: "payment_intent",
          } satisfies Stripe.Invoice.ConfirmationSecret)
        : null;
    },
    payments: (account: StripeAccount, { id }: Invoice) =>
      listOf(
        account.list("invoice_payment").filter(({ invoice }) => invoice === id),
        `/v1/invoice_payments?invoice=${id}`,
      ),
  },
  customer: {
    subscriptions: (account: StripeAccount, { id }: Customer) =>
      listOf(
        account.list("subscription").filter(({ customer, status }) => customer === id && status !== "canceled"),
        `/v1/customers/${id}/subscriptions`,
      ),
  },
  charge: {
    refunds: (account: StripeAccount, { id }: Charge) =>
      listOf(
        account.list("refund").filter(({ charge }) => charge === id),
        `/v1/charges/${id}/refunds`,
      ),
  },
  "checkout.session": {
    line_items: (account: StripeAccount, session: CheckoutSession) => listLineItems(account, session),
  },
};

export function listLineItems(account: StripeAccount, { id }: CheckoutSession) {
  const items = (account.checkoutPrices.get(id) ?? []).map(
    (price, index) =>
      ({
        id: `li_${index}${id.slice(-23)}`,
        object: "item",
        adjustable_quantity: null,
        amount_discount: 0,
        amount_subtotal: price.unit_amount ?? 0,
        amount_tax: 0,
        amount_total: price.unit_amount ?? 0,
        currency: price.currency,
        description: price.nickname,
        metadata: {},
        price,
        quantity: 1,
      }) satisfies Omit<Stripe.LineItem, "price"> & { price: Price },
  );
  return listOf(items, `/v1/checkout/sessions/${id}/line_items`);
}

/** Copies a response and replaces the requested ids with their objects: `data.customer`, `latest_invoice.payments`. */
export function expandAnswer<T>(account: StripeAccount, answer: T, given: CallParameters): T {
  const copy = structuredClone(answer);
  for (const path of given.texts("expand")) {
    const names = path.split(".");
    if (names.length > 4)
      throw createInvalidError("You cannot expand more than 4 levels of a property.", { param: "expand" });
    expand(account, copy, names, path);
  }
  return copy;
}

function expand(account: StripeAccount, value: unknown, [name, ...rest]: string[], path: string): void {
  if (name === undefined || value === null) return;
  if (Array.isArray(value)) {
    for (const one of value) expand(account, one, [name, ...rest], path);
    return;
  }
  const refusal = createInvalidError(`This property cannot be expanded (${path}).`, { param: "expand" });
  if (typeof value !== "object") throw refusal;
  const object = value as Record<string, unknown>;
  const below = object[name];
  if (typeof below === "string") {
    const found = account.find(below);
    if (!found) throw refusal;
    object[name] = structuredClone(found);
  } else if (below === undefined) {
    const original = account.find(String(object["id"]));
    const make = original && (ON_REQUEST[original.object] as OnRequest | undefined)?.[name];
    if (!make) throw refusal;
    object[name] = structuredClone(make(account, original));
  } else if (rest.length === 0 && below !== null && typeof below !== "object") throw refusal;
  expand(account, object[name], rest, path);
}

type OnRequest = Record<string, (account: StripeAccount, resource: unknown) => unknown>;

export const PAGING = ["limit", "starting_after", "ending_before", "expand"] as const;

/** Returns one page of a list, newest first: 10 objects if not specified, 100 at most. `all` must be oldest first. */
export function paginate<T extends { id: string }>(all: T[], given: CallParameters, url: string): Stripe.ApiList<T> {
  const limit = given.whole("limit") ?? 10;
  if (limit < 1 || limit > 100)
    throw createInvalidError(`This value must be less than or equal to 100 (it currently is '${limit}').`, {
      param: "limit",
    });
  const newest = all.toReversed();
  const [after, before] = [given.text("starting_after"), given.text("ending_before")];
  const placeOf = (id: string, param: string) => {
    const place = newest.findIndex((one) => one.id === id);
    if (place < 0) throw createInvalidError(`No such object: '${id}'`, { param, code: "resource_missing" });
    return place;
  };
  if (before) {
    const end = placeOf(before, "ending_before");
    const start = Math.max(0, end - limit);
    return { object: "list", data: newest.slice(start, end), has_more: start > 0, url };
  }
  const start = after ? placeOf(after, "starting_after") + 1 : 0;
  return {
    object: "list",
    data: newest.slice(start, start + limit),
    has_more: newest.length > start + limit,
    url,
  };
}
