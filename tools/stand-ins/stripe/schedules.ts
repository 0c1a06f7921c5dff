import type { StripeAccount } from "./account.ts";
import { addInterval } from "./periods.ts";
import type { Price, Subscription, SubscriptionItem, SubscriptionSchedule } from "./resources.ts";
import { buildSubscriptionItem, endOfPeriod, toLegacyPlan } from "./subscription-objects.ts";
import { changePrices, endSubscription } from "./subscriptions.ts";
import { type CallParameters, createInvalidError } from "./wire.ts";

type Phase = SubscriptionSchedule["phases"][number];

/** Creates a schedule with one phase: the subscription's current state until the end of its period. */
export function createSchedule(
  account: StripeAccount,
  subscription: Subscription,
  metadata: Record<string, string>,
): SubscriptionSchedule {
  if (subscription.schedule)
    throw createInvalidError(
      `You cannot migrate a subscription that is already attached to a schedule: \`${subscription.schedule}\`.`,
      { param: "from_subscription" },
    );
  if (["canceled", "incomplete", "incomplete_expired"].includes(subscription.status))
    throw createInvalidError(`You cannot migrate a subscription that is in the \`${subscription.status}\` status.`, {
      param: "from_subscription",
    });
  const start = subscription.items.data[0]?.current_period_start ?? subscription.start_date;
  const until = endOfPeriod(subscription);
  const schedule = account.add<"subscription_schedule">(
    {
      id: account.newId("subscription_schedule"),
      object: "subscription_schedule",
      application: null,
      billing_mode: { flexible: null, type: "flexible" },
      canceled_at: null,
      completed_at: null,
      created: account.now(),
      current_phase: { start_date: start, end_date: until },
      customer: subscription.customer,
      customer_account: null,
      default_settings: {
        application_fee_percent: null,
        automatic_tax: { disabled_reason: null, enabled: false, liability: null },
        billing_cycle_anchor: "automatic",
        billing_thresholds: null,
        collection_method: "charge_automatically",
        default_payment_method: subscription.default_payment_method,
        description: null,
        invoice_settings: {
          account_tax_ids: null,
          custom_fields: null,
          days_until_due: null,
          description: null,
          footer: null,
          issuer: { type: "self" },
        },
        on_behalf_of: null,
        transfer_data: null,
      },
      end_behavior: "release",
      livemode: false,
      metadata,
      pause_schedules: [],
      phases: [
        phase(
          subscription.items.data.map(({ price }) => price),
          start,
          until,
          {},
        ),
      ],
      released_at: null,
      released_subscription: null,
      status: "active",
      subscription: subscription.id,
      test_clock: null,
    },
    "subscription_schedule.created",
  );
  account.change(subscription, "customer.subscription.updated", (draft) => {
    draft.schedule = schedule.id;
  });
  return schedule;
}

function phase(
  prices: Price[],
  start: number,
  until: number,
  more: Partial<Pick<Phase, "metadata" | "proration_behavior">>,
): Phase {
  return {
    add_invoice_items: [],
    application_fee_percent: null,
    billing_cycle_anchor: null,
    billing_thresholds: null,
    collection_method: null,
    currency: "usd",
    default_payment_method: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    end_date: until,
    invoice_settings: null,
    items: prices.map((price) => ({
      billing_thresholds: null,
      discounts: [],
      metadata: {},
      plan: toLegacyPlan(price).id,
      price: price.id,
      quantity: 1,
      tax_rates: [],
    })),
    metadata: more.metadata ?? {},
    on_behalf_of: null,
    proration_behavior: more.proration_behavior ?? "create_prorations",
    start_date: start,
    transfer_data: null,
    trial_end: null,
  };
}

const PHASE_NAMES = ["items", "start_date", "end_date", "duration", "metadata", "proration_behavior"];

/** Replaces the phases. The start of the current phase cannot change. */
export function setPhases(account: StripeAccount, schedule: SubscriptionSchedule, wanted: CallParameters[]): void {
  refuseEnded(schedule);
  const running = schedule.current_phase;
  const phases: Phase[] = [];
  for (const [index, one] of wanted.entries()) {
    one.only(PHASE_NAMES);
    const param = `phases[${index}]`;
    const prices = (one.groups("items") ?? []).map((item) => {
      item.only(["price", "quantity"]);
      return account.get("price", item.required("price"), `${param}[items]`);
    });
    const [first] = prices;
    if (!first) throw createInvalidError(`Missing required param: ${param}[items].`, { param: `${param}[items]` });
    const before = phases.at(-1);
    const start = before?.end_date ?? (one.text("start_date") === "now" ? account.now() : one.whole("start_date"));
    if (start === undefined)
      throw createInvalidError("The first phase must have a `start_date`.", { param: `${param}[start_date]` });
    if (index === 0 && running && start !== running.start_date)
      throw createInvalidError("You can not modify the start date of the current phase.", {
        param: `${param}[start_date]`,
      });
    const duration = one.group("duration");
    const until =
      one.whole("end_date") ??
      addInterval(
        start,
        duration?.required("interval") ?? first.recurring?.interval ?? "month",
        duration?.whole("interval_count") ?? (duration ? 1 : (first.recurring?.interval_count ?? 1)),
      );
    if (until <= start) throw createInvalidError("A phase must end after it starts.", { param: `${param}[end_date]` });
    const proration = one.oneOf("proration_behavior", ["always_invoice", "create_prorations", "none"]);
    phases.push(
      phase(prices, start, until, { metadata: one.metadata(), ...(proration && { proration_behavior: proration }) }),
    );
  }
  account.change(schedule, null, (draft) => {
    draft.phases = phases;
    const current = phases.find((one) => one.start_date <= account.now() && account.now() < one.end_date);
    draft.current_phase = current ? { start_date: current.start_date, end_date: current.end_date } : null;
  });
}

/** Ends the current phase. Starts the next phase, or ends the schedule as its `end_behavior` says. */
export function startNextPhase(account: StripeAccount, schedule: SubscriptionSchedule): void {
  const subscription = account.get("subscription", schedule.subscription ?? "");
  const next = schedule.phases.find(({ start_date }) => start_date === schedule.current_phase?.end_date);
  if (!next) {
    if (schedule.end_behavior === "release") return releaseSchedule(account, schedule);
    return endSubscription(account, subscription, null);
  }
  account.change(schedule, "subscription_schedule.updated", (draft) => {
    draft.current_phase = { start_date: next.start_date, end_date: next.end_date };
  });
  account.change(subscription, null, (draft) => {
    draft.metadata = { ...draft.metadata, ...next.metadata };
  });
  const prices = next.items.map(({ price }) => account.get("price", typeof price === "string" ? price : ""));
  const isAtPeriodEnd = account.now() >= endOfPeriod(subscription);
  changePrices(account, subscription, {
    items: prices.map((price, index) => itemFor(account, subscription, price, index)),
    // At the end of a period, there is nothing to refund.
    proration: isAtPeriodEnd ? "none" : (next.proration_behavior as "always_invoice" | "create_prorations" | "none"),
    behavior: "allow_incomplete",
  });
}

function itemFor(account: StripeAccount, subscription: Subscription, price: Price, index: number): SubscriptionItem {
  const current = subscription.items.data[index];
  if (current) return { ...current, price, plan: toLegacyPlan(price) };
  return buildSubscriptionItem(account, subscription.id, price, {
    start: account.now(),
    end: endOfPeriod(subscription),
  });
}

/** Removes the schedule. The subscription continues unchanged. */
export function releaseSchedule(account: StripeAccount, schedule: SubscriptionSchedule): void {
  refuseEnded(schedule);
  const subscription = account.get("subscription", schedule.subscription ?? "");
  account.change(schedule, "subscription_schedule.released", (draft) => {
    draft.status = "released";
    draft.released_at = account.now();
    draft.released_subscription = subscription.id;
    draft.subscription = null;
    draft.current_phase = null;
  });
  account.change(subscription, "customer.subscription.updated", (draft) => {
    draft.schedule = null;
  });
}

function refuseEnded({ id, status }: SubscriptionSchedule): void {
  if (status !== "active" && status !== "not_started")
    throw createInvalidError(
      `You cannot change a subscription schedule that is currently in the \`${status}\` status: \`${id}\`.`,
    );
}
