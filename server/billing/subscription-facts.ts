import type { Stripe } from "stripe";
import type { PlanId } from "../../shared/domain/people.ts";
import type { Payment } from "../stripe/stripe.ts";
import { findPlanOfPrice, type PaidPlanId } from "./prices.ts";

/** The provider's facts about a customer's subscription. If there are several, the one with the best state. */
export interface SubscriptionFacts {
  subscription: Stripe.Subscription;
  item: Stripe.SubscriptionItem;
  plan: PaidPlanId | null;
  periodEnd: Date;
  /** The plan after the current period; null if the plan stays the same. */
  nextPlan: PlanId | null;
  schedule: Stripe.SubscriptionSchedule | null;
  /** Other unpaid subscriptions of the customer, which would continue to demand money. */
  superfluous: Stripe.Subscription[];
}

export type BillingState = "good" | "unpaid" | "unconfirmed" | "ended";

export function toBillingState(status: string | null): BillingState {
  if (status === "active" || status === "trialing") return "good";
  if (status === "past_due" || status === "unpaid") return "unpaid";
  return status === "incomplete" ? "unconfirmed" : "ended";
}

const RANK: Record<BillingState, number> = { good: 3, unpaid: 2, unconfirmed: 1, ended: 0 };

/** Reads the facts from the provider each time, so that lost or late events do no harm. Null without a subscription. */
export async function readSubscriptionFacts(
  { stripe }: Payment,
  customerId: string,
): Promise<SubscriptionFacts | null> {
  const { data } = await stripe.subscriptions.list({
    customer: customerId,
    status: "all",
    limit: 20,
    expand: ["data.schedule"],
  });
  const [subscription, ...others] = data.toSorted(
    (a, b) => RANK[toBillingState(b.status)] - RANK[toBillingState(a.status)] || b.created - a.created,
  );
  const item = subscription?.items.data[0];
  if (!subscription || !item) return null;
  const plan = findPlanOfPrice(item.price);
  const schedule = scheduleOf(subscription);
  const nextPlan = nextPlanOf(subscription, schedule);
  return {
    subscription,
    item,
    plan,
    periodEnd: new Date(1000 * item.current_period_end),
    nextPlan: nextPlan === plan ? null : nextPlan,
    schedule,
    superfluous:
      toBillingState(subscription.status) === "good"
        ? others.filter(({ status }) => ["unpaid", "unconfirmed"].includes(toBillingState(status)))
        : [],
  };
}

function scheduleOf({ schedule }: Stripe.Subscription): Stripe.SubscriptionSchedule | null {
  if (schedule === null || typeof schedule === "string") return null;
  return schedule.status === "active" || schedule.status === "not_started" ? schedule : null;
}

function nextPlanOf(subscription: Stripe.Subscription, schedule: Stripe.SubscriptionSchedule | null): PlanId | null {
  if (subscription.cancel_at_period_end || subscription.cancel_at !== null) return "starter";
  const planned = schedule?.metadata?.[NEXT_PLAN_KEY];
  return planned === "professional" || planned === "enterprise" ? planned : null;
}

/** The key, in a schedule's metadata, under which the next plan is stored. */
export const NEXT_PLAN_KEY = "next_plan";

/** True if the last charge was refunded in full, as our money-back guarantee promises. */
export async function isRefunded({ stripe }: Payment, customerId: string): Promise<boolean> {
  const { data } = await stripe.charges.list({ customer: customerId, limit: 10 });
  const [last] = data.filter(({ paid }) => paid).toSorted((a, b) => b.created - a.created);
  return last?.refunded ?? false;
}
