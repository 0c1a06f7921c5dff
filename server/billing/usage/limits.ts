import { PLAN_LIMITED_CHANNEL_NOUN } from "../../../connectors/chat-manifests.ts";
import { EXPORT_MEGABYTES, PLAN_LIMITS, PLANS, type PlanId } from "../../../shared/domain/plans.ts";
import { lockUntilCommit } from "../../db/transaction-locks.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { forbidden } from "../../errors.ts";
import { getPlan } from "../plan-queries.ts";
import { countUsage } from "./usage-queries.ts";

type BillingDeps = Pick<Deps, "payment">;
type PlanLimits = (typeof PLAN_LIMITS)[PlanId];

const UNLIMITED: PlanLimits = { messagesPerMonth: null, channels: null, knowledgePlatforms: null };

/** False for an installation without billing: nothing is limited. */
export const hasLimits = ({ payment }: BillingDeps): boolean => payment !== null;

/**
 * The number of messages that may still be analyzed this month. 0 or less if all are used or the account expired;
 * Infinity without a limit.
 */
export async function countMessagesLeft(deps: BillingDeps, scope: WorkspaceScope): Promise<number> {
  if (!hasLimits(deps)) return Number.POSITIVE_INFINITY;
  const { plan, isExpired } = await getPlan(scope);
  if (isExpired) return 0;
  const { messagesPerMonth } = PLAN_LIMITS[plan];
  return messagesPerMonth === null ? Number.POSITIVE_INFINITY : messagesPerMonth - (await countUsage(scope)).messages;
}

/** Explains why the analysis waits: the used messages, the limit, and the day on which the analysis continues. */
export async function explainMessageWait(scope: WorkspaceScope): Promise<string> {
  const { plan, isExpired } = await getPlan(scope);
  if (isExpired) return "The account is expired. Nothing is lost: analysis resumes automatically when you renew.";
  const { messages, resetsAt } = await countUsage(scope);
  const day = resetsAt.toLocaleDateString("en-GB", { day: "numeric", month: "long", timeZone: "UTC" });
  const limit = PLAN_LIMITS[plan].messagesPerMonth ?? 0;
  return `The ${getPlanName(plan)} plan includes ${count(limit)} messages a month and ${count(messages)} were analyzed. Nothing is lost: analysis resumes automatically on ${day}, or as soon as you upgrade in Manage Subscription.`;
}

/**
 * Throws 403 with the remedy if the plan allows no further channel. Called before the change, in the transaction that
 * switches on the channel.
 */
export async function checkChannelLimit(deps: BillingDeps, scope: WorkspaceScope): Promise<void> {
  if (!hasLimits(deps)) return;
  await lockPlanLimits(scope);
  const { channels: limit } = await readPlanLimits(deps, scope);
  const { channels: used } = await countUsage(scope);
  if (limit === null || used < limit) return;
  throw forbidden(
    `The ${getPlanName((await getPlan(scope)).plan)} plan includes ${formatCountWithUnit(limit, PLAN_LIMITED_CHANNEL_NOUN)} and ${isUsed(used)}. Stop monitoring another channel, or upgrade in Manage Subscription.`,
  );
}

/**
 * Throws 403 with the remedy if the plan allows no further platform. Called before the change, in the transaction that
 * switches on the integration.
 */
export async function checkPlatformLimit(deps: BillingDeps, scope: WorkspaceScope): Promise<void> {
  if (!hasLimits(deps)) return;
  await lockPlanLimits(scope);
  const { knowledgePlatforms: limit } = await readPlanLimits(deps, scope);
  const { knowledgePlatforms: used } = await countUsage(scope);
  if (limit === null || used < limit) return;
  const { plan } = await getPlan(scope);
  const orUpgrade = plan === "enterprise" ? "" : ", or upgrade in Manage Subscription";
  throw forbidden(
    `The ${getPlanName(plan)} plan includes ${formatCountWithUnit(limit, "knowledge platform")} and ${isUsed(used)}. Switch another integration off${orUpgrade}.`,
  );
}

/** The largest export file that may be imported, and the plan that sets this size. */
export async function findLargestExport(
  deps: BillingDeps,
  scope: WorkspaceScope,
): Promise<{ megabytes: number; plan: string | null }> {
  if (!hasLimits(deps)) return { megabytes: EXPORT_MEGABYTES.enterprise, plan: null };
  const { plan } = await getPlan(scope);
  return { megabytes: EXPORT_MEGABYTES[plan], plan: getPlanName(plan) };
}

/** Returns the limits of the workspace's plan; null means no limit. */
export async function readPlanLimits(deps: BillingDeps, scope: WorkspaceScope): Promise<PlanLimits> {
  return hasLimits(deps) ? PLAN_LIMITS[(await getPlan(scope)).plan] : UNLIMITED;
}

/** Locks the plan's limits. If two tabs add at the same time, the second then counts the first's addition. */
export async function lockPlanLimits({ workspaceId, tx }: WorkspaceScope): Promise<void> {
  await lockUntilCommit(tx, `plan of ${workspaceId}`);
}

export const getPlanName = (plan: PlanId) => PLANS.find(({ id }) => id === plan)?.name ?? "Starter";
const count = (number: number) => number.toLocaleString("en-US");
export const formatCountWithUnit = (number: number, word: string) =>
  `${count(number)} ${word}${number === 1 ? "" : "s"}`;
const isUsed = (used: number) => `${used} ${used === 1 ? "is" : "are"} in use`;
