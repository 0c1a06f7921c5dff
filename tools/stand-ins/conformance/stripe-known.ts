/*
 * The known differences between the API of the pinned SDK (2026-10-28.endive) and the description that the Stripe
 * stand-in is compared with, and the known gaps of the stand-in. Every other difference counts as a violation.
 */

/** Paths that had another name in 2023 (`GET /v1/invoices/upcoming`) or did not exist then. */
export const PATHS_SINCE_2023: ReadonlySet<string> = new Set([
  "POST /v1/invoices/create_preview",
  "GET /v1/invoice_payments",
]);

/** New parameters by endpoint. `*` stands for every index of a list. */
export const PARAMETERS_SINCE_2023: Readonly<Record<string, readonly string[]>> = {
  // Called `payment_method_types` until 2026-09-30.
  "POST /v1/setup_intents": ["allowed_payment_method_types"],
  "POST /v1/checkout/sessions": ["allowed_payment_method_types"],
  // Called `iterations` until 2025-09-30.
  "POST /v1/subscription_schedules/{schedule}": ["phases.*.duration"],
};

/** Fields that the stand-in returns and the SDK has types for, but that Stripe's slightly older samples lack. */
export const FIELDS_WITHOUT_SAMPLE: ReadonlySet<string> = new Set([
  "checkout.session.allowed_payment_method_types",
  "customer.customer_account",
  "product.tax_details",
  "setup_intent.allowed_payment_method_types",
  "setup_intent.customer_account",
  "setup_intent.managed_payments",
  "subscription_item.current_trial",
  "subscription_schedule.pause_schedules",
  // Present only if requested, or in the response that creates the object.
  "checkout.session.line_items",
  "invoice.confirmation_secret",
  "invoice.payments",
  "webhook_endpoint.secret",
]);

/** Fields of Stripe's samples that the stand-in does not return. */
export const FIELDS_NOT_MADE: ReadonlySet<string> = new Set([
  // Since 2022-11-15, present only with `expand`.
  "charge.refunds",
  // Replaced by `parent.subscription_details.subscription` on 2025-03-31.
  "invoice.subscription",
]);

type Json = Record<string, unknown>;

/**
 * Fields that were required in 2023 and have been removed or moved since, by kind of object. The comparison adds them
 * again.
 */
const REQUIRED_IN_2023: Readonly<Record<string, (object: Json) => Json>> = {
  // Replaced by `items.data[].current_period_…` on 2025-03-31.
  subscription: ({ items }) => {
    const [first] = (items as { data: Json[] }).data;
    return { current_period_start: first?.["current_period_start"], current_period_end: first?.["current_period_end"] };
  },
  // Replaced by `status` and `total_taxes` on 2025-03-31.
  invoice: ({ status }) => ({ paid: status === "paid", paid_out_of_band: false, total_tax_amounts: [] }),
  // Replaced by `parent` on 2025-03-31.
  line_item: () => ({ type: "subscription", proration: false }),
  // Replaced by `marketing_features` on 2024-04-10.
  product: () => ({ features: [] }),
};

export function convertTo2023<T>(value: T): T {
  if (Array.isArray(value)) return value.map(convertTo2023) as T;
  if (typeof value !== "object" || value === null) return value;
  const object = Object.fromEntries(Object.entries(value).map(([name, below]) => [name, convertTo2023(below)]));
  return { ...object, ...REQUIRED_IN_2023[String(object["object"])]?.(object) } as T;
}
