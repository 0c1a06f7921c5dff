/*
 * How the API of the pinned SDK (2026-10-28.endive) differs from what the stand-in for Stripe is held against, and what the
 * stand-in leaves out. Everything that is not written here is a violation.
 */

/** Called otherwise in 2023 (`GET /v1/invoices/upcoming`) or not at all. */
export const PATHS_SINCE_2023: ReadonlySet<string> = new Set([
  "POST /v1/invoices/create_preview",
  "GET /v1/invoice_payments",
]);

/** By endpoint; `*` stands for every place of a list. */
export const PARAMETERS_SINCE_2023: Readonly<Record<string, readonly string[]>> = {
  // `payment_method_types` until 2026-09-30.
  "POST /v1/setup_intents": ["allowed_payment_method_types"],
  "POST /v1/checkout/sessions": ["allowed_payment_method_types"],
  // `iterations` until 2025-09-30.
  "POST /v1/subscription_schedules/{schedule}": ["phases.*.duration"],
};

/** The stand-in makes them and the SDK types them; Stripe's samples, a little older than the types, lack them. */
export const FIELDS_WITHOUT_SAMPLE: ReadonlySet<string> = new Set([
  "checkout.session.allowed_payment_method_types",
  "customer.customer_account",
  "product.tax_details",
  "setup_intent.allowed_payment_method_types",
  "setup_intent.customer_account",
  "setup_intent.managed_payments",
  "subscription_item.current_trial",
  "subscription_schedule.pause_schedules",
  // Only in answers that were asked to have them, or in the answer that makes the object.
  "checkout.session.line_items",
  "invoice.confirmation_secret",
  "invoice.payments",
  "webhook_endpoint.secret",
]);

/** Stripe's samples have them, the stand-in does not make them. */
export const FIELDS_NOT_MADE: ReadonlySet<string> = new Set([
  // Only when asked for with `expand`, since 2022-11-15.
  "charge.refunds",
  // `parent.subscription_details.subscription` since 2025-03-31.
  "invoice.subscription",
]);

type Json = Record<string, unknown>;

/** What was required in 2023 and is gone or elsewhere, put back for the comparison, by kind of object. */
const REQUIRED_IN_2023: Readonly<Record<string, (object: Json) => Json>> = {
  // `items.data[].current_period_…` since 2025-03-31.
  subscription: ({ items }) => {
    const [first] = (items as { data: Json[] }).data;
    return { current_period_start: first?.["current_period_start"], current_period_end: first?.["current_period_end"] };
  },
  // `status` and `total_taxes` since 2025-03-31.
  invoice: ({ status }) => ({ paid: status === "paid", paid_out_of_band: false, total_tax_amounts: [] }),
  // `parent` since 2025-03-31.
  line_item: () => ({ type: "subscription", proration: false }),
  // `marketing_features` since 2024-04-10.
  product: () => ({ features: [] }),
};

export function as2023<T>(value: T): T {
  if (Array.isArray(value)) return value.map(as2023) as T;
  if (typeof value !== "object" || value === null) return value;
  const object = Object.fromEntries(Object.entries(value).map(([name, below]) => [name, as2023(below)]));
  return { ...object, ...REQUIRED_IN_2023[String(object["object"])]?.(object) } as T;
}
