import type { Stripe } from "stripe";
import type { StripeAccount } from "../account.ts";
import { PAGING, paginate } from "../answers.ts";
import { findPaymentMethod } from "../payment-methods.ts";
import type { Customer, PaymentMethod, Price, Subscription, SubscriptionItem } from "../resources.ts";
import { createSchedule, releaseSchedule, setPhases } from "../schedules.ts";
import { buildSubscriptionItem, endOfPeriod, toLegacyPlan } from "../subscription-objects.ts";
import { changePrices, createSubscription, endSubscription, setCancelAtPeriodEnd } from "../subscriptions.ts";
import { type CallParameters, createInvalidError, createMissingError } from "../wire.ts";
import { type Call, type Endpoints, parameterNames } from "./endpoint.ts";

const PRORATIONS = ["always_invoice", "create_prorations", "none"] as const;
const BEHAVIORS = ["allow_incomplete", "default_incomplete", "error_if_incomplete", "pending_if_incomplete"] as const;

export const subscriptionEndpoints: Endpoints = {
  "POST /v1/subscriptions": {
    takes: parameterNames<Stripe.SubscriptionCreateParams>()(
      "customer",
      "items",
      "default_payment_method",
      "payment_behavior",
      "payment_settings",
      "off_session",
      "metadata",
      "trial_period_days",
      "cancel_at_period_end",
      "description",
      "collection_method",
      "proration_behavior",
      "currency",
    ),
    run: ({ account, given }) => {
      const customer = account.get("customer", given.required("customer"), "customer");
      const method = given.text("default_payment_method");
      return createSubscription(account, {
        customer,
        prices: pricesOf(account, given.groups("items") ?? []),
        paymentMethod: method ? attachedTo(account, customer, method) : null,
        behavior:
          given.oneOf("payment_behavior", ["allow_incomplete", "default_incomplete", "error_if_incomplete"]) ??
          "allow_incomplete",
        metadata: given.metadata(),
        trialDays: given.whole("trial_period_days"),
        cancelAtPeriodEnd: given.flag("cancel_at_period_end"),
        description: given.text("description") ?? null,
      });
    },
  },
  "GET /v1/subscriptions": {
    takes: [...PAGING, ...parameterNames<Stripe.SubscriptionListParams>()("customer", "price", "status", "created")],
    run: ({ account, given }) => {
      const [customer, price, status] = [given.text("customer"), given.text("price"), given.text("status")];
      const found = account
        .list("subscription")
        .filter((one) => !customer || one.customer === customer)
        .filter((one) => !price || one.items.data.some((item) => item.price.id === price))
        .filter((one) => given.isWithin("created", one.created))
        .filter((one) => {
          if (status === "all") return true;
          if (status === "ended") return one.ended_at !== null;
          return status ? one.status === status : one.status !== "canceled";
        });
      return paginate(found, given, "/v1/subscriptions");
    },
  },
  "GET /v1/subscriptions/:id": { takes: [], run: ({ account, id }) => account.get("subscription", id) },
  "POST /v1/subscriptions/:id": {
    takes: parameterNames<Stripe.SubscriptionUpdateParams>()(
      "items",
      "cancel_at_period_end",
      "default_payment_method",
      "metadata",
      "description",
      "payment_behavior",
      "proration_behavior",
      "proration_date",
      "off_session",
      "cancellation_details",
      "trial_end",
    ),
    run: updateSubscription,
  },
  "DELETE /v1/subscriptions/:id": {
    takes: parameterNames<Stripe.SubscriptionCancelParams>()("invoice_now", "prorate", "cancellation_details"),
    run: ({ account, id }) => {
      const subscription = account.get("subscription", id);
      if (isOver(subscription)) throw createMissingError("subscription", id);
      endSubscription(account, subscription, "cancellation_requested");
      return subscription;
    },
  },
  "POST /v1/subscription_schedules": {
    takes: parameterNames<Stripe.SubscriptionScheduleCreateParams>()("from_subscription", "metadata"),
    run: ({ account, given }) =>
      createSchedule(
        account,
        account.get("subscription", given.required("from_subscription"), "from_subscription"),
        given.metadata(),
      ),
  },
  "GET /v1/subscription_schedules": {
    takes: [...PAGING, ...parameterNames<Stripe.SubscriptionScheduleListParams>()("customer", "created")],
    run: ({ account, given }) => {
      const customer = given.text("customer");
      const found = account.list("subscription_schedule").filter((one) => !customer || one.customer === customer);
      return paginate(found, given, "/v1/subscription_schedules");
    },
  },
  "GET /v1/subscription_schedules/:id": {
    takes: [],
    run: ({ account, id }) => account.get("subscription_schedule", id),
  },
  "POST /v1/subscription_schedules/:id": {
    takes: parameterNames<Stripe.SubscriptionScheduleUpdateParams>()(
      "phases",
      "end_behavior",
      "metadata",
      "proration_behavior",
    ),
    run: ({ account, id, given }) => {
      const schedule = account.get("subscription_schedule", id);
      const phases = given.groups("phases");
      const before = structuredClone(schedule.phases);
      if (phases) setPhases(account, schedule, phases);
      account.change(schedule, null, (draft) => {
        draft.end_behavior = given.oneOf("end_behavior", ["release", "cancel"]) ?? draft.end_behavior;
        draft.metadata = given.metadata(draft.metadata ?? {});
      });
      account.emit("subscription_schedule.updated", schedule, { phases: before });
      return schedule;
    },
  },
  "POST /v1/subscription_schedules/:id/release": {
    takes: parameterNames<Stripe.SubscriptionScheduleReleaseParams>()("preserve_cancel_date"),
    run: ({ account, id }) => {
      const schedule = account.get("subscription_schedule", id);
      releaseSchedule(account, schedule);
      return schedule;
    },
  },
  "POST /v1/subscription_schedules/:id/cancel": {
    takes: parameterNames<Stripe.SubscriptionScheduleCancelParams>()("invoice_now", "prorate"),
    run: ({ account, id }) => {
      const schedule = account.get("subscription_schedule", id);
      if (schedule.subscription)
        endSubscription(account, account.get("subscription", schedule.subscription), "cancellation_requested");
      return schedule;
    },
  },
};

function isOver({ status }: Subscription): boolean {
  return status === "canceled" || status === "incomplete_expired";
}

function pricesOf(account: StripeAccount, items: CallParameters[]): Price[] {
  if (items.length === 0)
    throw createInvalidError("Missing required param: items.", { param: "items", code: "parameter_missing" });
  return items.map((item) => {
    item.only(["price", "quantity", "metadata"]);
    if ((item.whole("quantity") ?? 1) !== 1) throw createInvalidError("The stand-in knows the quantity 1 only.");
    return account.get("price", item.required("price"), "items[0][price]");
  });
}

function attachedTo(account: StripeAccount, customer: Customer, id: string): PaymentMethod {
  const method = findPaymentMethod(account, id, "default_payment_method");
  if (method.customer === customer.id) return method;
  throw createInvalidError(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    { param: "default_payment_method", code: "resource_missing" },
  );
}

function updateSubscription({ account, id, given }: Call): Subscription {
  const subscription = account.get("subscription", id);
  const items = given.groups("items");
  const cancel = given.flag("cancel_at_period_end");
  if (isOver(subscription)) {
    if (given.names.some((name) => !["metadata", "cancellation_details", "expand"].includes(name)))
      throw createInvalidError("A canceled subscription can only update its cancellation_details and metadata.");
  } else if (subscription.schedule && (items || cancel !== undefined))
    throw createInvalidError(
      `The subscription is managed by the subscription schedule \`${subscription.schedule}\`, and updating any cancelation behavior or items directly is not allowed. Please update the schedule instead.`,
      { param: items ? "items" : "cancel_at_period_end" },
    );
  if (subscription.status === "incomplete" && items)
    throw createInvalidError("Subscriptions in the `incomplete` status can only update a few fields.", {
      param: "items",
    });
  const method = given.text("default_payment_method");
  const card = method && attachedTo(account, account.get("customer", subscription.customer), method).id;
  // The steps that may fail come first, because a failed charge must change nothing.
  if (items)
    changePrices(account, subscription, {
      items: computeNextItems(account, subscription, items),
      proration: given.oneOf("proration_behavior", PRORATIONS) ?? "create_prorations",
      behavior: given.oneOf("payment_behavior", BEHAVIORS) ?? "allow_incomplete",
      at: given.whole("proration_date"),
    });
  account.change(subscription, "customer.subscription.updated", (draft) => {
    draft.metadata = given.metadata(draft.metadata);
    draft.description = given.text("description") ?? draft.description;
    if (card !== undefined) draft.default_payment_method = card || null;
  });
  if (cancel !== undefined) setCancelAtPeriodEnd(account, subscription, cancel);
  return subscription;
}

/**
 * Returns the subscription's new items. An item without an id is added to the existing items, which is a frequent
 * mistake of API users.
 */
export function computeNextItems(
  account: StripeAccount,
  subscription: Subscription,
  given: CallParameters[],
): SubscriptionItem[] {
  const next = [...subscription.items.data];
  for (const [index, one] of given.entries()) {
    one.only(["id", "price", "quantity", "deleted", "metadata"]);
    const id = one.text("id");
    const place = next.findIndex((item) => item.id === id);
    const current = next[place];
    if (id && !current) throw createMissingError("subscription_item", id, `items[${index}][id]`);
    if (current && one.flag("deleted")) {
      next.splice(place, 1);
      continue;
    }
    const wanted = one.text("price");
    const price = wanted ? account.get("price", wanted, `items[${index}][price]`) : current?.price;
    if (!price)
      throw createInvalidError(`Missing required param: items[${index}][price].`, { param: `items[${index}][price]` });
    if (current) next[place] = { ...current, price, plan: toLegacyPlan(price) };
    else if (next.some((item) => item.price.id === price.id))
      throw createInvalidError(`Cannot add multiple subscription items with the same plan: ${price.id}`, {
        param: `items[${index}]`,
      });
    else
      next.push(
        buildSubscriptionItem(account, subscription.id, price, {
          start: account.now(),
          end: endOfPeriod(subscription),
        }),
      );
  }
  return next;
}
