import { PLAN_LIMITED_CHANNEL_NOUN } from "../../connectors/chat-manifests.ts";
import { PLAN_LIMITS, PLANS } from "../../shared/domain/plans.ts";
import { recordActivity } from "../activity/index.ts";
import { inWorkspace, type WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { platformSwitchedByPlan, readingResumed } from "./events.ts";
import {
  getPlan,
  listChannelsOfPlan,
  listChannelsWaitingForMessages,
  listPlatformsOfPlan,
  listWorkspacesCutByPlan,
  listWorkspacesWithMessagesLeft,
  resumeChannels,
  switchChannelByPlan,
  switchPlatformByPlan,
} from "./plan-queries.ts";
import {
  countMessagesLeft,
  formatCountWithUnit,
  getPlanName,
  hasLimits,
  lockPlanLimits,
  readPlanLimits,
} from "./usage/limits.ts";
import { hasMessagesWithinLimit } from "./usage/usage-queries.ts";

const WORKSPACES_AT_ONCE = 200;

/**
 * Applies the limits of a changed plan in the same transaction. Switches off all channels and platforms beyond the
 * limits, newest first, and stores the reason. Switches on those that waited for a larger plan. A second call has no
 * further effect.
 */
export async function enforcePlan(deps: Deps, scope: WorkspaceScope): Promise<void> {
  await lockPlanLimits(scope);
  const limits = await readPlanLimits(deps, scope);
  const plan = getPlanName((await getPlan(scope)).plan);
  await keepChannels(deps, scope, limits.channels ?? Number.POSITIVE_INFINITY, plan);
  await keepPlatforms(deps, scope, limits.knowledgePlatforms ?? Number.POSITIVE_INFINITY, plan);
  await resumeReading(deps, scope);
}

/**
 * Resumes reading in all workspaces whose plan allows messages again: after the first of the month, or without a limit.
 */
export async function resumePausedChannels(deps: Deps): Promise<void> {
  const allowed = PLANS.map(({ id }) => ({
    plan: id,
    messages: hasLimits(deps) ? PLAN_LIMITS[id].messagesPerMonth : null,
  }));
  for (const id of await listWorkspacesWithMessagesLeft(deps.db, allowed, WORKSPACES_AT_ONCE))
    await inWorkspace(deps.db, id, (scope) => resumeReading(deps, scope));
  if (!hasLimits(deps)) await removeLimits(deps);
}

/** Switches on all channels and platforms that a plan had switched off, because the operator turned billing off. */
async function removeLimits(deps: Deps): Promise<void> {
  for (const id of await listWorkspacesCutByPlan(deps.db, WORKSPACES_AT_ONCE))
    await inWorkspace(deps.db, id, (scope) => enforcePlan(deps, scope));
}

async function keepChannels(deps: Deps, scope: WorkspaceScope, limit: number, plan: string): Promise<void> {
  for (const [index, row] of (await listChannelsOfPlan(scope)).entries()) {
    const stays = index < limit;
    if (stays === row.isActive) continue;
    const trouble = `The ${plan} plan includes ${formatCountWithUnit(limit, PLAN_LIMITED_CHANNEL_NOUN)}, and older ones use ${limit === 1 ? "it" : "them"}. What was read stays; the channel resumes automatically when you upgrade in Manage Subscription.`;
    await switchChannelByPlan(scope, row.id, stays ? null : trouble);
    await recordActivity(scope, deps.events, {
      type: stays ? "change" : "error",
      message: stays ? `#${row.name} is monitored again.` : `#${row.name} is no longer monitored. ${trouble}`,
      data: { channel: row.name },
      channelIds: [row.id],
    });
    await deps.events.notify(scope, { type: "channel", id: row.id });
  }
}

async function keepPlatforms(deps: Deps, scope: WorkspaceScope, limit: number, plan: string): Promise<void> {
  for (const [index, row] of (await listPlatformsOfPlan(scope)).entries()) {
    const stays = index < limit;
    if (stays === row.isActive) continue;
    const trouble = `The ${plan} plan includes ${formatCountWithUnit(limit, "knowledge platform")}, and older ones use ${limit === 1 ? "it" : "them"}. What was published stays; publishing resumes automatically when you upgrade in Manage Subscription.`;
    await switchPlatformByPlan(scope, row.id, stays ? null : trouble);
    await platformSwitchedByPlan.announce(deps, scope, { integrationId: row.id, isActive: stays });
    await recordActivity(scope, deps.events, {
      type: stays ? "change" : "error",
      message: stays ? `${row.name} is published to again.` : `${row.name} is no longer published to. ${trouble}`,
      data: { integration: row.name },
    });
    await deps.events.notify(scope, { type: "integration", id: row.id });
  }
}

const listed = (names: string[]) => [...new Set(names)].join(", ");

/** Resumes channels that paused at the plan's limit of messages, once messages are left. */
async function resumeReading(deps: Deps, scope: WorkspaceScope): Promise<void> {
  const left = await countMessagesLeft(deps, scope);
  if (left <= 0) return;
  const isUnspent = left === (await readPlanLimits(deps, scope)).messagesPerMonth;
  const fitting: string[] = [];
  for (const id of await listChannelsWaitingForMessages(scope))
    if (isUnspent || (await hasMessagesWithinLimit(scope, id, left))) fitting.push(id);
  if (fitting.length === 0) return;
  const waiting = await resumeChannels(scope, fitting);
  if (waiting.length === 0) return;
  await readingResumed.announce(deps, scope, { channelIds: waiting.map(({ id }) => id) });
  for (const { id } of waiting) await deps.events.notify(scope, { type: "channel", id });
  await recordActivity(scope, deps.events, {
    type: "change",
    message: `Analysis resumed in ${listed(waiting.map(({ name, isPrivate }) => (isPrivate ? "a private channel" : `#${name}`)))}: the plan has messages left again.`,
  });
}
