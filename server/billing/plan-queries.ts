import { and, asc, eq, inArray, isNotNull, ne, or, sql } from "drizzle-orm";
import { PLAN_LIMITED_PLATFORMS } from "../../connectors/manifests.ts";
import type { PlanId } from "../../shared/domain/people.ts";
import { channels, knowledgeIntegrations, payers, workspaces } from "../db/schema.ts";
import type { Database, WorkspaceScope } from "../db/workspace-scope.ts";
import { notFound } from "../errors.ts";
import type { PayerRow } from "./queries.ts";
import { startOfMonth } from "./usage/usage-queries.ts";

/**
 * Channels that count against the plan: active channels, and those that a larger plan would make active. Oldest first.
 */
export function listChannelsOfPlan({ tx, workspaceId }: WorkspaceScope) {
  const { isActive, pausedFor, integrationId } = channels;
  return tx
    .select({ id: channels.id, name: channels.name, isActive })
    .from(channels)
    .where(
      and(
        eq(channels.workspaceId, workspaceId),
        inArray(channels.platform, PLAN_LIMITED_PLATFORMS),
        or(eq(isActive, true), and(eq(pausedFor, "channels"), isNotNull(integrationId))),
      ),
    )
    .orderBy(asc(channels.createdAt), asc(channels.id));
}

/** Switches a channel on. With `whyOff`, switches the channel off and stores the plan's reason. */
export async function switchChannelByPlan({ tx, workspaceId }: WorkspaceScope, id: string, whyOff: string | null) {
  const off = { isActive: false, pausedFor: "channels", trouble: whyOff } as const;
  await tx
    .update(channels)
    .set(whyOff === null ? { isActive: true, pausedFor: null, trouble: null } : off)
    .where(and(eq(channels.workspaceId, workspaceId), eq(channels.id, id)));
}

/**
 * Integrations that count against the plan: active integrations, and those that a larger plan would make active. Oldest
 * first.
 */
export function listPlatformsOfPlan({ tx, workspaceId }: WorkspaceScope) {
  const { id, name, isActive, pausedFor, createdAt } = knowledgeIntegrations;
  return tx
    .select({ id, name, isActive })
    .from(knowledgeIntegrations)
    .where(and(eq(knowledgeIntegrations.workspaceId, workspaceId), or(eq(isActive, true), isNotNull(pausedFor))))
    .orderBy(asc(createdAt), asc(id));
}

/** Switches an integration on. With `whyOff`, switches the integration off and stores the plan's reason. */
export async function switchPlatformByPlan({ tx, workspaceId }: WorkspaceScope, id: string, whyOff: string | null) {
  const off = { isActive: false, pausedFor: "platforms", trouble: whyOff } as const;
  await tx
    .update(knowledgeIntegrations)
    .set(whyOff === null ? { isActive: true, pausedFor: null, trouble: null } : off)
    .where(and(eq(knowledgeIntegrations.workspaceId, workspaceId), eq(knowledgeIntegrations.id, id)));
}

export async function listChannelsWaitingForMessages({ tx, workspaceId }: WorkspaceScope): Promise<string[]> {
  const rows = await tx
    .select({ id: channels.id })
    .from(channels)
    .where(and(eq(channels.workspaceId, workspaceId), eq(channels.pausedFor, "messages")));
  return rows.map(({ id }) => id);
}

/** Resumes reading of these channels. Returns the channels that waited for a larger plan. */
export function resumeChannels({ tx, workspaceId }: WorkspaceScope, ids: string[]) {
  return tx
    .update(channels)
    .set({ pausedFor: null, trouble: null })
    .where(and(eq(channels.workspaceId, workspaceId), eq(channels.pausedFor, "messages"), inArray(channels.id, ids)))
    .returning({ id: channels.id, name: channels.name, isPrivate: channels.isPrivate });
}

/**
 * Workspaces that have messages left, and channels that wait for them. `messages`: the plan's limit; null means no
 * limit.
 */
export async function listWorkspacesWithMessagesLeft(
  db: Database,
  allowed: { plan: PlanId; messages: number | null }[],
  limit: number,
): Promise<string[]> {
  const values = allowed.map(({ plan, messages }) => sql`(${plan}::text, ${messages}::int)`);
  const { rows } = await db.execute<{ id: string }>(sql`
    select w.id from workspaces w
    join (values ${sql.join(values, sql`, `)}) as allowed (plan, messages) on allowed.plan = w.plan
    left join payers p on p.workspace_id = w.id
    where coalesce(p.grace_until > now(), true) and exists (select from channels c where c.workspace_id = w.id and c.paused_for = 'messages')
      and (allowed.messages is null or allowed.messages > (select count(*) from counted_messages m
        where m.workspace_id = w.id and m.counted_at >= ${startOfMonth}))
    limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Workspaces in which a plan has switched off a channel or a platform. */
export async function listWorkspacesCutByPlan(db: Database, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select workspace_id as id from channels where paused_for = 'channels' and integration_id is not null
    union select workspace_id from knowledge_integrations where paused_for is not null
    limit ${limit}`);
  return rows.map(({ id }) => id);
}

export interface PlanRow {
  plan: PlanId;
  /** The workspace's payer; null if nobody in the workspace ever tried to pay. */
  payer: PayerRow | null;
  /** True when the account has expired by the database's clock. */
  isExpired: boolean;
}

export async function getPlan({ tx, workspaceId }: WorkspaceScope): Promise<PlanRow> {
  const [row] = await tx
    .select({
      plan: workspaces.plan,
      payer: payers,
      isExpired: sql<boolean>`coalesce(${payers.graceUntil} <= now(), false)`,
    })
    .from(workspaces)
    .leftJoin(payers, eq(payers.workspaceId, workspaces.id))
    .where(eq(workspaces.id, workspaceId));
  if (!row) throw notFound("workspace");
  return row;
}

/** Returns false if the workspace already had this plan. */
export async function savePlan({ tx, workspaceId }: WorkspaceScope, plan: PlanId): Promise<boolean> {
  const changed = await tx
    .update(workspaces)
    .set({ plan })
    .where(and(eq(workspaces.id, workspaceId), ne(workspaces.plan, plan)))
    .returning({ id: workspaces.id });
  return changed.length > 0;
}
