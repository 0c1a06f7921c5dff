import type { Stripe } from "stripe";
import { PLANS } from "../../shared/domain/plans.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { NOT_INITIALIZED } from "../stripe/errors.ts";
import type { Payment } from "../stripe/stripe.ts";

export type PaidPlanId = Exclude<(typeof PLANS)[number]["id"], "starter">;
export const PAID_PLANS = PLANS.filter(
  (plan): plan is Extract<typeof plan, { id: PaidPlanId }> => plan.id !== "starter",
);

export const getPriceCents = (plan: PaidPlanId): number => PLANS.find(({ id }) => id === plan)?.monthlyCents ?? 0;

const FRESH_MS = 5 * 60_000;
const known = new WeakMap<Payment, { at: number; prices: Map<PaidPlanId, Stripe.Price> }>();

/**
 * The price of a new subscription to the plan. The provider finds the price by our name of the plan (its lookup key),
 * so that no installation has to configure identifiers. Throws if the price differs from the amount on our pages.
 */
export async function findPrice({ log }: Pick<Deps, "log">, payment: Payment, plan: PaidPlanId): Promise<Stripe.Price> {
  const kept = known.get(payment);
  const prices = kept && Date.now() - kept.at < FRESH_MS ? kept.prices : await readPrices(payment);
  const price = prices.get(plan);
  if (!price) {
    known.delete(payment);
    log.error({ plan, lookupKey: plan }, "Stripe has no such price. Run: npm run lorekeep -- billing setup");
    throw new AppError("unavailable", NOT_INITIALIZED);
  }
  return price;
}

async function readPrices(payment: Payment): Promise<Map<PaidPlanId, Stripe.Price>> {
  const { data } = await payment.stripe.prices.list({
    lookup_keys: PAID_PLANS.map(({ id }) => id),
    active: true,
  });
  const prices = new Map(
    PAID_PLANS.flatMap(({ id }) => {
      const price = data.find((one) => one.lookup_key === id && chargesStatedAmount(one, id));
      return price ? [[id, price] as const] : [];
    }),
  );
  known.set(payment, { at: Date.now(), prices });
  return prices;
}

/** True if the price is the amount on our pages. */
export function chargesStatedAmount({ unit_amount, currency, recurring }: Stripe.Price, plan: PaidPlanId): boolean {
  return (
    unit_amount === getPriceCents(plan) &&
    currency === "usd" &&
    recurring?.interval === "month" &&
    recurring.interval_count === 1
  );
}

/** The plan of a price, even if the plan is no longer sold; null if the price is not ours. */
export function findPlanOfPrice({ metadata, lookup_key }: Stripe.Price): PaidPlanId | null {
  const plan = PAID_PLANS.find(({ id }) => id === metadata["plan"] || id === lookup_key);
  return plan?.id ?? null;
}
