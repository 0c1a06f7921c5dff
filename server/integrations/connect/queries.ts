import { and, eq, gt, inArray, isNull, lt, ne, sql } from "drizzle-orm";
import {
  chatIntegrations,
  knowledgeIntegrations,
  platformAttempts,
  platformGrants,
  publications,
} from "../../db/schema.ts";
import type { Database, WorkspaceScope } from "../../db/workspace-scope.ts";
import { notFound } from "../../errors.ts";
import type { GrantRow } from "../../grants/queries.ts";

/** Selects the platform's ids that belong to pages of the workspace's articles. */
export async function listPublishedPageIds(
  { workspaceId, tx }: WorkspaceScope,
  platform: string,
  ids: string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .select({ id: publications.externalId })
    .from(publications)
    .innerJoin(
      knowledgeIntegrations,
      and(
        eq(knowledgeIntegrations.workspaceId, publications.workspaceId),
        eq(knowledgeIntegrations.id, publications.integrationId),
        eq(knowledgeIntegrations.type, platform),
      ),
    )
    .where(and(eq(publications.workspaceId, workspaceId), inArray(publications.externalId, ids)));
  return new Set(rows.flatMap(({ id }) => id ?? []));
}

export type AttemptRow = typeof platformAttempts.$inferSelect;

const ATTEMPT = sql`now() - interval '10 minutes'`;
const UNFINISHED = sql`now() - interval '1 hour'`;

/** Stores an attempt to connect, and deletes expired ones. */
export async function insertAttempt(
  { workspaceId, tx }: WorkspaceScope,
  values: Omit<AttemptRow, "workspaceId" | "createdAt">,
): Promise<void> {
  await tx
    .delete(platformAttempts)
    .where(and(eq(platformAttempts.workspaceId, workspaceId), lt(platformAttempts.createdAt, ATTEMPT)));
  await tx.insert(platformAttempts).values({ workspaceId, ...values });
}

/** Returns the attempt once, before it expires, and only to the session that started it; otherwise null. */
export async function consumeAttempt(
  { workspaceId, tx }: WorkspaceScope,
  { stateHash, sessionHash }: { stateHash: string; sessionHash: string },
): Promise<AttemptRow | null> {
  const [row] = await tx
    .delete(platformAttempts)
    .where(
      and(
        eq(platformAttempts.workspaceId, workspaceId),
        eq(platformAttempts.stateHash, stateHash),
        eq(platformAttempts.sessionHash, sessionHash),
        gt(platformAttempts.createdAt, ATTEMPT),
      ),
    )
    .returning();
  return row ?? null;
}

/** True if any other workspace has connected the account. */
export async function isAccountTaken(
  db: Database,
  { workspaceId, platform, accountId }: Pick<GrantRow, "workspaceId" | "platform" | "accountId">,
): Promise<boolean> {
  const rows = await db
    .select({ id: platformGrants.id })
    .from(platformGrants)
    .where(
      and(
        eq(platformGrants.platform, platform),
        eq(platformGrants.soleAccount, accountId),
        ne(platformGrants.workspaceId, workspaceId),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

export async function findGrant({ workspaceId, tx }: WorkspaceScope, id: string): Promise<GrantRow | null> {
  const [row] = await tx
    .select()
    .from(platformGrants)
    .where(and(eq(platformGrants.workspaceId, workspaceId), eq(platformGrants.id, id)));
  return row ?? null;
}

type GrantValues = Pick<
  GrantRow,
  "id" | "platform" | "tokensSealed" | "scopes" | "accountId" | "accountName" | "soleAccount" | "facts" | "grantedBy"
> & {
  /** The person whose own account it is; missing for an integration. */
  personId?: string;
  /** Seconds; null if the access token does not expire. */
  lifetime: number | null;
};

/** Stores an OAuth grant. If the grant exists, it is renewed and keeps its id. */
export async function upsertGrant({ workspaceId, tx }: WorkspaceScope, values: GrantValues): Promise<void> {
  const { id, platform, lifetime, ...more } = values;
  const fresh = {
    ...more,
    expiresAt: lifetime === null ? null : sql`now() + make_interval(secs => ${lifetime})`,
    renewedAt: sql`now()`,
    renewingUntil: null,
    endedBecause: null,
  };
  await tx
    .insert(platformGrants)
    .values({ workspaceId, id, platform, ...fresh })
    .onConflictDoUpdate({ target: [platformGrants.workspaceId, platformGrants.id], set: fresh });
}

/** Deletes the OAuth grant if no integration uses it any longer. Returns the deleted row, or null. */
export async function deleteGrant({ workspaceId, tx }: WorkspaceScope, id: string): Promise<GrantRow | null> {
  const [row] = await tx
    .delete(platformGrants)
    .where(and(eq(platformGrants.workspaceId, workspaceId), eq(platformGrants.id, id)))
    .returning();
  return row ?? null;
}

/** SQL condition: no integration uses the grant, and it is nobody's own account. */
const whereUnused = ({ workspaceId }: WorkspaceScope) => sql`${platformGrants.personId} is null and not exists (
    select from ${knowledgeIntegrations} k where k.workspace_id = ${workspaceId} and k.grant_id = ${platformGrants.id})
  and not exists (
    select from ${chatIntegrations} c where c.workspace_id = ${workspaceId} and c.grant_id = ${platformGrants.id})`;

/** Grants that this person started within the last hour, and for which no integration exists yet. */
export async function listUnfinishedGrants(scope: WorkspaceScope, userId: string): Promise<GrantRow[]> {
  return scope.tx
    .select()
    .from(platformGrants)
    .where(
      and(
        eq(platformGrants.workspaceId, scope.workspaceId),
        eq(platformGrants.grantedBy, userId),
        isNull(platformGrants.endedBecause),
        gt(platformGrants.createdAt, UNFINISHED),
        whereUnused(scope),
      ),
    )
    .orderBy(platformGrants.createdAt);
}

export async function getUnfinishedGrant(scope: WorkspaceScope, userId: string, id: string): Promise<GrantRow> {
  const found = (await listUnfinishedGrants(scope, userId)).find((grant) => grant.id === id);
  if (!found) throw notFound("connection");
  return found;
}

/** Deletes and returns grants for which nobody created an integration. */
export async function deleteAbandonedGrants(scope: WorkspaceScope): Promise<GrantRow[]> {
  return scope.tx
    .delete(platformGrants)
    .where(
      and(
        eq(platformGrants.workspaceId, scope.workspaceId),
        lt(platformGrants.createdAt, UNFINISHED),
        whereUnused(scope),
      ),
    )
    .returning();
}
