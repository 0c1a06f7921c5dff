import { PLAN_LIMITED_CHANNEL_NOUN } from "../../../../connectors/chat-manifests.ts";
import type { Subscription } from "../../../../shared/contract/billing.ts";
import { PLAN_LIMITS, PLANS, type PlanId } from "../../../../shared/domain/plans.ts";
import { formatCount, formatDay, formatItems } from "../../../lib/format.ts";

/** Finds a plan; an unknown plan counts as Starter. */
export const findPlan = (plan: string | undefined) => PLANS.find(({ id }) => id === plan) ?? PLANS[0];

/** True for a paid plan that is not already ending. */
export const canCancel = ({ plan, isActive, nextPlan }: Subscription): boolean =>
  isActive && findPlan(plan).id !== "starter" && nextPlan !== "starter";

/** The effect of a plan's button, compared with the current plan. */
export type PlanChange = "none" | "upgrade" | "downgrade";
export function comparePlans(wanted: PlanId, { plan, isActive }: Subscription): PlanChange {
  const steps = PLANS.findIndex(({ id }) => id === wanted) - PLANS.indexOf(findPlan(plan));
  if (steps === 0) return isActive ? "none" : "upgrade";
  return steps > 0 ? "upgrade" : "downgrade";
}

/** Describes a plan's limits: '50 messages a month, 1 knowledge platform' and so on. */
export function describeAllowance(plan: PlanId): string {
  const { messagesPerMonth, channels, knowledgePlatforms } = PLAN_LIMITS[plan];
  return [
    some(messagesPerMonth, "message", " a month"),
    some(channels, PLAN_LIMITED_CHANNEL_NOUN),
    some(knowledgePlatforms, "knowledge platform"),
  ].join(", ");
}

const some = (limit: number | null, word: string, often = "") =>
  limit === null ? `unlimited ${word}s` : `${formatItems(limit, word)}${often}`;

/** One sentence about the coming change of the plan; null if no change is coming. */
export function describeOutlook({ plan, nextPlan, renewsAt, expiresAt, graceUntil }: Subscription): string | null {
  const { name } = findPlan(plan);
  if (graceUntil)
    return `The last payment failed. Everything keeps working until ${formatDay(graceUntil)}; pay by then to avoid an interruption.`;
  if (nextPlan === "starter" || (!nextPlan && expiresAt)) {
    const end = expiresAt ?? renewsAt;
    return end
      ? `Cancelled. ${name} works until ${formatDay(end)}; then the workspace is on Starter.`
      : `Cancelled. Starter follows when the billing period ends.`;
  }
  if (nextPlan) {
    const begins = renewsAt ? `on ${formatDay(renewsAt)}` : "at the next billing cycle";
    return `${findPlan(nextPlan).name} begins ${begins}. Until then ${name} stays as it is.`;
  }
  return renewsAt ? `Renews on ${formatDay(renewsAt)}.` : null;
}

/** Describes the effect and the date of a cancellation or a downgrade to Starter. */
export function describeEnding({ plan, renewsAt, graceUntil }: Subscription, to: PlanId = "starter"): string {
  const { name } = findPlan(plan);
  const until = renewsAt ? `until ${formatDay(renewsAt)}` : "until the end of the billing period";
  const ending = graceUntil ? `${name} ends now, because it is not paid` : `Everything of ${name} works ${until}`;
  return `${ending}. Then ${findPlan(to).name} begins: ${describeAllowance(to)}. Channels and integrations beyond that are paused, the oldest stay; no article is lost.`;
}

export interface UsageBar {
  label: string;
  /** The usage: '12 of 50', or '12' without a limit. */
  text: string;
  /** The used part of the limit, from 0 to 1; null without a limit. */
  fraction: number | null;
  isFull: boolean;
  note: string | null;
}

export function buildUsageBars({
  messages,
  channels,
  knowledgePlatforms,
  resetsAt,
}: Subscription["usage"]): UsageBar[] {
  const bar = (label: string, { used, limit }: typeof messages, note: string | null = null): UsageBar => ({
    label,
    text: limit === null ? formatCount(used) : `${formatCount(used)} of ${formatCount(limit)}`,
    fraction: limit === null ? null : Math.min(1, limit === 0 ? 1 : used / limit),
    isFull: limit !== null && used >= limit,
    note,
  });
  const again = formatDay(resetsAt);
  const isSpent = messages.limit !== null && messages.used >= messages.limit;
  return [
    bar(
      "Messages this month",
      messages,
      isSpent
        ? `Analysis is paused and resumes automatically on ${again}.`
        : `Resets on ${again}. Join notices, bot posts and short messages do not count.`,
    ),
    bar(`${PLAN_LIMITED_CHANNEL_NOUN}s`, channels),
    bar("Knowledge platforms", knowledgePlatforms),
  ];
}
