import { and, asc, eq, inArray, isNotNull, or, sql } from "drizzle-orm";
import { PLATFORMS_IN_PLAN } from "../../connectors/manifests.ts";
import { PLAN_LIMITS, PLANS } from "../../shared/domain/plans.ts";
import { recordActivity } from "../activity/index.ts";
import { channels, knowledgeIntegrations } from "../db/schema.ts";
import { inWorkspace, type WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { platformSwitched, readingResumed } from "./events.ts";
import { hasLimits, limitsOf, messagesLeft, nameOf, oneAtATime, some } from "./limits.ts";
import { getPlan } from "./queries.ts";
import { hasTalkWithin, thisMonth } from "./usage.ts";

const WORKSPACES_A_SWEEP = 200;

/**
 * After the plan has changed, in the same transaction: what is beyond it is switched off and says why, the oldest stay; what
 * waited for a larger one comes back. Called twice it does nothing twice.
 */
export async function keepToPlan(deps: Deps, scope: WorkspaceScope): Promise<void> {
  await oneAtATime(scope);
  const limits = await limitsOf(deps, scope);
  const plan = nameOf((await getPlan(scope)).plan);
  await keepChannels(deps, scope, limits.slackChannels ?? Number.POSITIVE_INFINITY, plan);
  await keepPlatforms(deps, scope, limits.knowledgePlatforms ?? Number.POSITIVE_INFINITY, plan);
  await goOnReading(deps, scope);
}

/** Over all workspaces: reads on where messages are left again, after the first of the month or without a limit. */
export async function takeUpPaused(deps: Deps): Promise<void> {
  const allowed = PLANS.map(({ id }) => {
    const messages = hasLimits(deps) ? PLAN_LIMITS[id].messagesPerMonth : null;
    return sql`(${id}::text, ${messages}::int)`;
  });
  const { rows } = await deps.db.execute<{ id: string }>(sql`
    select w.id from workspaces w
    join (values ${sql.join(allowed, sql`, `)}) as allowed (plan, messages) on allowed.plan = w.plan
    left join payers p on p.workspace_id = w.id
    where coalesce(p.grace_until > now(), true) and exists (select from channels c where c.workspace_id = w.id and c.paused_for = 'messages')
      and (allowed.messages is null or allowed.messages > (select count(*) from counted_messages m
        where m.workspace_id = w.id and m.counted_at >= ${thisMonth}))
    limit ${WORKSPACES_A_SWEEP}`);
  for (const { id } of rows) await inWorkspace(deps.db, id, (scope) => goOnReading(deps, scope));
  if (!hasLimits(deps)) await forgetLimits(deps);
}

/** The operator has given up billing: what a plan had switched off comes back. */
async function forgetLimits(deps: Deps): Promise<void> {
  const { rows } = await deps.db.execute<{ id: string }>(sql`
    select workspace_id as id from channels where paused_for = 'channels' and integration_id is not null
    union select workspace_id from knowledge_integrations where paused_for is not null
    limit ${WORKSPACES_A_SWEEP}`);
  for (const { id } of rows) await inWorkspace(deps.db, id, (scope) => keepToPlan(deps, scope));
}

async function keepChannels(deps: Deps, scope: WorkspaceScope, limit: number, plan: string): Promise<void> {
  const { workspaceId, tx } = scope;
  const { isActive, pausedFor, integrationId } = channels;
  const rows = await tx
    .select()
    .from(channels)
    .where(
      and(
        eq(channels.workspaceId, workspaceId),
        inArray(channels.platform, PLATFORMS_IN_PLAN),
        or(eq(isActive, true), and(eq(pausedFor, "channels"), isNotNull(integrationId))),
      ),
    )
    .orderBy(asc(channels.createdAt), asc(channels.id));
  for (const [index, row] of rows.entries()) {
    const stays = index < limit;
    if (stays === row.isActive) continue;
    const trouble = `The ${plan} plan includes ${some(limit, "Slack channel")}, and older ones use ${limit === 1 ? "it" : "them"}. What was read stays; the channel resumes automatically when you upgrade in Manage Subscription.`;
    await tx
      .update(channels)
      .set(
        stays
          ? { isActive: true, pausedFor: null, trouble: null }
          : { isActive: false, pausedFor: "channels", trouble },
      )
      .where(and(eq(channels.workspaceId, workspaceId), eq(channels.id, row.id)));
    await recordActivity(scope, deps.events, {
      type: stays ? "change" : "error",
      message: stays ? `#${row.name} is monitored again.` : `#${row.name} is no longer monitored. ${trouble}`,
      data: { channel: row.name },
    });
    await deps.events.notify(scope, { type: "channel", id: row.id });
  }
}

async function keepPlatforms(deps: Deps, scope: WorkspaceScope, limit: number, plan: string): Promise<void> {
  const { workspaceId, tx } = scope;
  const rows = await tx
    .select()
    .from(knowledgeIntegrations)
    .where(
      and(
        eq(knowledgeIntegrations.workspaceId, workspaceId),
        or(eq(knowledgeIntegrations.isActive, true), isNotNull(knowledgeIntegrations.pausedFor)),
      ),
    )
    .orderBy(asc(knowledgeIntegrations.createdAt), asc(knowledgeIntegrations.id));
  for (const [index, row] of rows.entries()) {
    const stays = index < limit;
    if (stays === row.isActive) continue;
    const trouble = `The ${plan} plan includes ${some(limit, "knowledge platform")}, and older ones use ${limit === 1 ? "it" : "them"}. What was published stays; publishing resumes automatically when you upgrade in Manage Subscription.`;
    await tx
      .update(knowledgeIntegrations)
      .set(
        stays
          ? { isActive: true, pausedFor: null, trouble: null }
          : { isActive: false, pausedFor: "platforms", trouble },
      )
      .where(and(eq(knowledgeIntegrations.workspaceId, workspaceId), eq(knowledgeIntegrations.id, row.id)));
    await platformSwitched.announce(deps, scope, { integrationId: row.id, isActive: stays });
    await recordActivity(scope, deps.events, {
      type: stays ? "change" : "error",
      message: stays ? `${row.name} is published to again.` : `${row.name} is no longer published to. ${trouble}`,
      data: { integration: row.name },
    });
    await deps.events.notify(scope, { type: "integration", id: row.id });
  }
}

/** The channels that waited for messages of the plan, once there are some. */
async function goOnReading(deps: Deps, scope: WorkspaceScope): Promise<void> {
  const left = await messagesLeft(deps, scope);
  if (left <= 0) return;
  const isUnspent = left === (await limitsOf(deps, scope)).messagesPerMonth;
  const { workspaceId, tx } = scope;
  const isPaused = and(eq(channels.workspaceId, workspaceId), eq(channels.pausedFor, "messages"));
  const fitting: string[] = [];
  for (const { id } of await tx.select({ id: channels.id }).from(channels).where(isPaused))
    if (isUnspent || (await hasTalkWithin(scope, id, left))) fitting.push(id);
  if (fitting.length === 0) return;
  const waiting = await tx
    .update(channels)
    .set({ pausedFor: null, trouble: null })
    .where(and(isPaused, inArray(channels.id, fitting)))
    .returning({ id: channels.id, name: channels.name });
  if (waiting.length === 0) return;
  await readingResumed.announce(deps, scope, { channelIds: waiting.map(({ id }) => id) });
  for (const { id } of waiting) await deps.events.notify(scope, { type: "channel", id });
  await recordActivity(scope, deps.events, {
    type: "change",
    message: `Analysis resumed in ${waiting.map((channel) => `#${channel.name}`).join(", ")}: the plan has messages left again.`,
  });
}
