import type { Stripe } from "stripe";
import { PAGING, paginate } from "../answers.ts";
import { buildInvoice } from "../invoice-objects.ts";
import { finalizeInvoice, refund, voidInvoice } from "../invoices.ts";
import { findPaymentMethod } from "../payment-methods.ts";
import { computeProrations, payInvoiceNow } from "../subscriptions.ts";
import { createInvalidError } from "../wire.ts";
import { type Endpoints, parameterNames } from "./endpoint.ts";
import { computeNextItems } from "./subscriptions.ts";

/** The endpoints for invoices, charges, refunds and the list of events. */
export const invoiceEndpoints: Endpoints = {
  "GET /v1/invoices": {
    takes: [...PAGING, ...parameterNames<Stripe.InvoiceListParams>()("customer", "subscription", "status", "created")],
    run: ({ account, given }) => {
      const [customer, subscription, status] = [
        given.text("customer"),
        given.text("subscription"),
        given.text("status"),
      ];
      const found = account
        .list("invoice")
        .filter((one) => !customer || one.customer === customer)
        .filter((one) => !subscription || one.parent?.subscription_details?.subscription === subscription)
        .filter((one) => (!status || one.status === status) && given.isWithin("created", one.created));
      return paginate(found, given, "/v1/invoices");
    },
  },
  "GET /v1/invoices/:id": { takes: [], run: ({ account, id }) => account.get("invoice", id) },
  "POST /v1/invoices/:id/pay": {
    takes: parameterNames<Stripe.InvoicePayParams>()("payment_method", "off_session"),
    run: ({ account, id, given }) => {
      const invoice = account.get("invoice", id);
      const method = given.text("payment_method");
      payInvoiceNow(account, invoice, method ? findPaymentMethod(account, method) : null);
      return invoice;
    },
  },
  "POST /v1/invoices/:id/finalize": {
    takes: parameterNames<Stripe.InvoiceFinalizeInvoiceParams>()("auto_advance"),
    run: ({ account, id }) => {
      const invoice = account.get("invoice", id);
      finalizeInvoice(account, invoice);
      return invoice;
    },
  },
  "POST /v1/invoices/:id/void": {
    takes: [],
    run: ({ account, id }) => {
      const invoice = account.get("invoice", id);
      voidInvoice(account, invoice);
      return invoice;
    },
  },
  /** Returns the cost of a price change if it were made now with `always_invoice`. */
  "POST /v1/invoices/create_preview": {
    takes: parameterNames<Stripe.InvoiceCreatePreviewParams>()("customer", "subscription", "subscription_details"),
    run: ({ account, given }) => {
      const subscription = account.get("subscription", given.required("subscription"), "subscription");
      const details = given.group("subscription_details");
      details?.only(["items", "proration_behavior", "proration_date"]);
      const next = computeNextItems(account, subscription, details?.groups("items") ?? []);
      const lines = computeProrations(account, subscription, next, details?.whole("proration_date")).map((line) => ({
        ...line,
        isProration: true,
      }));
      return buildInvoice(account, subscription, "upcoming", lines);
    },
  },
  "GET /v1/invoice_payments": {
    takes: [...PAGING, ...parameterNames<Stripe.InvoicePaymentListParams>()("invoice", "status")],
    run: ({ account, given }) => {
      const invoice = given.text("invoice");
      const found = account.list("invoice_payment").filter((one) => !invoice || one.invoice === invoice);
      return paginate(found, given, "/v1/invoice_payments");
    },
  },
  "GET /v1/charges": {
    takes: [...PAGING, ...parameterNames<Stripe.ChargeListParams>()("customer", "payment_intent", "created")],
    run: ({ account, given }) => {
      const [customer, intent] = [given.text("customer"), given.text("payment_intent")];
      const found = account
        .list("charge")
        .filter((one) => (!customer || one.customer === customer) && (!intent || one.payment_intent === intent));
      return paginate(found, given, "/v1/charges");
    },
  },
  "GET /v1/charges/:id": { takes: [], run: ({ account, id }) => account.get("charge", id) },
  "POST /v1/refunds": {
    takes: parameterNames<Stripe.RefundCreateParams>()("charge", "payment_intent", "amount", "reason", "metadata"),
    run: ({ account, given }) => {
      const intent = given.text("payment_intent");
      const id = intent ? account.get("payment_intent", intent, "payment_intent").latest_charge : given.text("charge");
      if (!id) throw createInvalidError("One of the following params should be provided: payment_intent or charge.");
      const amount = given.whole("amount");
      const reason = given.oneOf("reason", ["duplicate", "fraudulent", "requested_by_customer"]);
      return refund(account, account.get("charge", id, "charge"), {
        ...(amount !== undefined && { amount }),
        ...(reason && { reason }),
      });
    },
  },
  "GET /v1/refunds/:id": { takes: [], run: ({ account, id }) => account.get("refund", id) },
  "GET /v1/events": {
    takes: [...PAGING, ...parameterNames<Stripe.EventListParams>()("type", "types", "created", "delivery_success")],
    run: ({ account, given }) => {
      const types = [...given.texts("types"), ...(given.text("type") ? [given.text("type")] : [])];
      const arrived = given.flag("delivery_success");
      const found = account.events
        .filter(({ type }) => types.length === 0 || types.some((wanted) => fits(type, wanted ?? "")))
        .filter(({ created }) => given.isWithin("created", created))
        .filter(({ pending_webhooks }) => arrived === undefined || arrived === (pending_webhooks === 0));
      return paginate(found, given, "/v1/events");
    },
  },
  "GET /v1/events/:id": {
    takes: [],
    run: ({ account, id }) => {
      const found = account.events.find((event) => event.id === id);
      if (!found) throw createInvalidError(`No such event: '${id}'`, { code: "resource_missing", param: "id" });
      return found;
    },
  },
};

/** Whether an event type matches: 'invoice.*' matches all invoice events. */
function fits(type: string, wanted: string): boolean {
  return wanted.endsWith("*") ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
}
