import { and, count, eq, sql } from "drizzle-orm";
import type { Provisioning } from "../../../shared/contract/provisioning.ts";
import { can, type Membership } from "../../../shared/domain/access.ts";
import { recordActivity } from "../../activity/index.ts";
import { newId } from "../../db/new-id.ts";
import { apiKeys, scimTokens, workspaces } from "../../db/schema.ts";
import type { Database, WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { conflict, forbidden, notFound } from "../../errors.ts";
import { hashToken, newToken } from "../accounts/tokens.ts";

const PREFIX = "lks_";
/** One in use, one to change to, and some for those who forget to revoke. */
const MOST_TOKENS = 5;
export const NOT_IN_PLAN = "Provisioning is part of the Enterprise plan. Change the plan on Manage Subscription.";

/** Null when the workspace may be provisioned. */
export async function refusalOf({ payment }: Deps, { tx, workspaceId }: WorkspaceScope): Promise<string | null> {
  if (!payment) return null;
  const [workspace] = await tx.select({ plan: workspaces.plan }).from(workspaces).where(eq(workspaces.id, workspaceId));
  return workspace?.plan === "enterprise" ? null : NOT_IN_PLAN;
}

export async function readProvisioning(deps: Deps, scope: WorkspaceScope): Promise<Provisioning> {
  const { tx, workspaceId } = scope;
  const tokens = await tx
    .select()
    .from(scimTokens)
    .where(eq(scimTokens.workspaceId, workspaceId))
    .orderBy(scimTokens.createdAt);
  const { rows } = await tx.execute<Provisioning["people"]>(sql`
    select count(*) filter (where u.deactivated_at is null)::int as active,
      count(*) filter (where u.deactivated_at is not null)::int as deactivated,
      count(p.user_id) filter (where p.removed_at is null)::int as provisioned
    from users u left join provisioned_people p on p.workspace_id = u.workspace_id and p.user_id = u.id
    where u.workspace_id = ${workspaceId} and u.deleted_at is null`);
  return {
    baseUrl: scimUrl(deps),
    refusal: await refusalOf(deps, scope),
    tokens: tokens.map(({ id, last4, createdAt, lastUsedAt }) => ({
      id,
      last4,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    people: rows[0] ?? { active: 0, deactivated: 0, provisioned: 0 },
  };
}

export const scimUrl = ({ env }: Deps) => `${env.PUBLIC_URL}/scim/v2`;

/** The address where no name was given. Over `users u`. */
const FULL_NAME = sql`coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email)`;

export async function makeToken(
  deps: Deps,
  scope: WorkspaceScope,
  createdBy: string,
): Promise<{ id: string; token: string }> {
  const { tx, workspaceId } = scope;
  const refusal = await refusalOf(deps, scope);
  if (refusal) throw forbidden(refusal);
  await tx.execute(sql`select from workspaces where id = ${workspaceId} for update`);
  const ofWorkspace = eq(scimTokens.workspaceId, workspaceId);
  const [kept] = await tx.select({ count: count() }).from(scimTokens).where(ofWorkspace);
  if (kept && kept.count >= MOST_TOKENS)
    throw conflict(`There are ${MOST_TOKENS} tokens already. Revoke one that is not used any more.`);
  const [id, token] = [newId(), PREFIX + newToken()];
  await tx
    .insert(scimTokens)
    .values({ workspaceId, id, tokenHash: hashToken(token), last4: token.slice(-4), createdBy });
  await tellOfToken(deps, scope, `A provisioning token ending in ${token.slice(-4)} was made.`, createdBy);
  return { id, token };
}

export async function revokeToken(
  deps: Deps,
  scope: WorkspaceScope,
  { id, by }: { id: string; by: string },
): Promise<void> {
  const [gone] = await scope.tx
    .delete(scimTokens)
    .where(and(eq(scimTokens.workspaceId, scope.workspaceId), eq(scimTokens.id, id)))
    .returning({ last4: scimTokens.last4, createdBy: scimTokens.createdBy });
  if (!gone) throw notFound("token");
  const maker = gone.createdBy ? ` that ${await nameOf(scope, gone.createdBy)} made` : "";
  await tellOfToken(deps, scope, `The provisioning token ending in ${gone.last4}${maker} was revoked.`, by);
}

const tellOfToken = ({ events }: Pick<Deps, "events">, scope: WorkspaceScope, message: string, by?: string) =>
  recordActivity(scope, events, { type: "change", message, ...(by && { by }) });

async function nameOf({ tx, workspaceId }: WorkspaceScope, userId: string): Promise<string> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select ${FULL_NAME} as name from users u where u.workspace_id = ${workspaceId} and u.id = ${userId}`);
  return rows[0]?.name ?? "";
}

/** The tokens and API keys that a person has made, when the person leaves, may no longer make any, or may not have been who made them. */
export async function endTokensOf(deps: Pick<Deps, "events">, scope: WorkspaceScope, userId: string): Promise<void> {
  const ended = await scope.tx
    .delete(scimTokens)
    .where(and(eq(scimTokens.workspaceId, scope.workspaceId), eq(scimTokens.createdBy, userId)))
    .returning({ last4: scimTokens.last4 });
  const maker = ended.length > 0 ? await nameOf(scope, userId) : "";
  for (const { last4 } of ended)
    await tellOfToken(
      deps,
      scope,
      `The provisioning token ending in ${last4} ended with the access, or the old password, of ${maker}, who made it. Make a new one.`,
    );
  const keys = await scope.tx
    .delete(apiKeys)
    .where(and(eq(apiKeys.workspaceId, scope.workspaceId), eq(apiKeys.createdBy, userId)))
    .returning({ name: apiKeys.name });
  for (const { name } of keys)
    await tellOfToken(
      deps,
      scope,
      `The API key ‘${name}’ ended with the access, or the old password, of whoever made it. Make a new one.`,
    );
}

/** A type, not an interface: rows of raw queries are records. */
export type TokenOwner = {
  id: string;
  workspaceId: string;
  /** Of whoever made it: the token may do no more. */
  membership: Membership;
  /** By which people know the token. */
  last4: string;
  /** The name of whoever made it. */
  maker: string;
};

/** Whose token this is; null when nobody's, or whoever made it may make none any more. Notes its use once a minute. */
export async function findToken(db: Database, token: string): Promise<TokenOwner | null> {
  const tokenHash = hashToken(token);
  const { rows } = await db.execute<TokenOwner & { isStale: boolean }>(sql`
    select t.id, t.workspace_id as "workspaceId", u.membership, t.last4, ${FULL_NAME} as maker,
      coalesce(t.last_used_at < now() - interval '1 minute', true) as "isStale"
    from scim_tokens t join users u on u.workspace_id = t.workspace_id and u.id = t.created_by
    where t.token_hash = ${tokenHash} and u.deleted_at is null and u.deactivated_at is null`);
  const [found] = rows;
  if (!found || !can(found, "change", "provisioning")) return null;
  const { isStale, ...owner } = found;
  if (isStale) await db.execute(sql`update scim_tokens set last_used_at = now() where token_hash = ${tokenHash}`);
  return owner;
}
