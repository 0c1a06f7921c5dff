import type { Stripe } from "stripe";

/*
 * The stored objects, with the pinned SDK's own types (API 2026-10-28.endive), so that the compiler refuses fields that
 * Stripe removed. Two things differ: references are stored as ids and expanded on request, and decimal numbers are
 * text.
 */

type WithIds<T, K extends keyof T> = Omit<T, K> & { [P in K]: Extract<T[P], string | null> };
type WithText<T, K extends keyof T> = Omit<T, K> & { [P in K]: string | null };

export type Product = WithIds<Stripe.Product, "default_price" | "tax_code">;
export type Price = WithText<WithIds<Stripe.Price, "product">, "unit_amount_decimal">;
export type Plan = WithText<WithIds<Stripe.Plan, "product">, "amount_decimal">;
export type Customer = WithIds<Stripe.Customer, "default_source" | "test_clock"> & {
  invoice_settings: { default_payment_method: string | null };
};
export type PaymentMethod = WithIds<Stripe.PaymentMethod, "customer"> & { card: Stripe.PaymentMethod.Card };
export type SetupIntent = WithIds<
  Stripe.SetupIntent,
  "customer" | "payment_method" | "application" | "latest_attempt" | "mandate" | "on_behalf_of" | "single_use_mandate"
> & { client_secret: string };
export type PaymentIntent = WithIds<
  Stripe.PaymentIntent,
  "customer" | "payment_method" | "latest_charge" | "application" | "on_behalf_of" | "review" | "payment_record"
> & { client_secret: string };
export type Charge = WithIds<
  Stripe.Charge,
  | "customer"
  | "payment_intent"
  | "application"
  | "application_fee"
  | "balance_transaction"
  | "failure_balance_transaction"
  | "on_behalf_of"
  | "review"
  | "source_transfer"
>;
export type Refund = WithIds<
  Stripe.Refund,
  | "charge"
  | "customer"
  | "payment_intent"
  | "payment_method"
  | "balance_transaction"
  | "source_transfer_reversal"
  | "transfer_reversal"
>;
export type Dispute = Pick<
  Stripe.Dispute,
  "id" | "object" | "amount" | "created" | "currency" | "livemode" | "metadata" | "reason" | "status"
> & { charge: string; payment_intent: string | null };
export type SubscriptionItem = Omit<Stripe.SubscriptionItem, "price" | "plan"> & { price: Price; plan: Plan };
export type Subscription = Omit<
  WithIds<
    Stripe.Subscription,
    | "customer"
    | "default_payment_method"
    | "latest_invoice"
    | "schedule"
    | "application"
    | "default_source"
    | "on_behalf_of"
    | "pending_setup_intent"
    | "test_clock"
  >,
  "items" | "pending_update"
> & {
  items: Stripe.ApiList<SubscriptionItem>;
  pending_update:
    | (Omit<Stripe.Subscription.PendingUpdate, "subscription_items"> & { subscription_items: SubscriptionItem[] })
    | null;
};
export type SubscriptionSchedule = WithIds<
  Stripe.SubscriptionSchedule,
  "customer" | "subscription" | "application" | "test_clock"
>;
export type InvoiceLine = Omit<
  WithIds<Stripe.InvoiceLineItem, "subscription">,
  "pricing" | "quantity_decimal" | "invoice"
> & {
  invoice: string;
  quantity_decimal: string | null;
  pricing: WithText<Stripe.InvoiceLineItem.Pricing, "unit_amount_decimal"> & {
    price_details: { price: string; product: string };
  };
};
export type Invoice = Omit<
  WithIds<
    Stripe.Invoice,
    | "customer"
    | "application"
    | "default_payment_method"
    | "default_source"
    | "latest_revision"
    | "on_behalf_of"
    | "test_clock"
  >,
  "lines"
> & { customer: string; lines: Stripe.ApiList<InvoiceLine> };
export type InvoicePayment = WithIds<Stripe.InvoicePayment, "invoice"> & {
  payment: { payment_intent: string };
};
export type CheckoutSession = WithIds<
  Stripe.Checkout.Session,
  "customer" | "invoice" | "payment_intent" | "payment_link" | "setup_intent" | "subscription"
>;
export type PortalSession = WithIds<Stripe.BillingPortal.Session, "configuration">;

export type WebhookEndpoint = WithIds<Stripe.WebhookEndpoint, "application">;

/** The types of stored objects by the value of `object`. */
export interface Resources {
  product: Product;
  price: Price;
  customer: Customer;
  payment_method: PaymentMethod;
  setup_intent: SetupIntent;
  payment_intent: PaymentIntent;
  charge: Charge;
  refund: Refund;
  dispute: Dispute;
  subscription: Subscription;
  subscription_schedule: SubscriptionSchedule;
  invoice: Invoice;
  invoice_payment: InvoicePayment;
  webhook_endpoint: WebhookEndpoint;
  "checkout.session": CheckoutSession;
  "billing_portal.session": PortalSession;
}
export type ResourceType = keyof Resources;
export type Resource = Resources[ResourceType];

export type StripeEvent = Omit<Stripe.EventBase, "data" | "type"> & {
  type: string;
  data: { object: unknown; previous_attributes?: Record<string, unknown> };
};
