import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { platformGrants } from "../../db/schema.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { GrantRow } from "../../grants/queries.ts";

interface AccountOwner {
  personId: string;
  platform: string;
}

const whereOwnAccount = ({ workspaceId }: WorkspaceScope, { personId, platform }: AccountOwner) =>
  and(
    eq(platformGrants.workspaceId, workspaceId),
    eq(platformGrants.personId, personId),
    eq(platformGrants.platform, platform),
  );

/** The grant of the person's own account at the platform. */
export async function findPersonalGrant(scope: WorkspaceScope, of: AccountOwner): Promise<GrantRow | null> {
  const [row] = await scope.tx.select().from(platformGrants).where(whereOwnAccount(scope, of));
  return row ?? null;
}

export async function deletePersonalGrant(scope: WorkspaceScope, of: AccountOwner): Promise<GrantRow | null> {
  const [row] = await scope.tx.delete(platformGrants).where(whereOwnAccount(scope, of)).returning();
  return row ?? null;
}

/** The own accounts of everybody in the workspace. */
export async function listPersonalGrants({ workspaceId, tx }: WorkspaceScope): Promise<GrantRow[]> {
  const isPersonal = and(eq(platformGrants.workspaceId, workspaceId), isNotNull(platformGrants.personId));
  return tx.select().from(platformGrants).where(isPersonal);
}

export async function deletePersonalGrants(
  { workspaceId, tx }: WorkspaceScope,
  grants: Pick<GrantRow, "id">[],
): Promise<GrantRow[]> {
  const isOneOf = inArray(
    platformGrants.id,
    grants.map(({ id }) => id),
  );
  return tx
    .delete(platformGrants)
    .where(and(eq(platformGrants.workspaceId, workspaceId), isNotNull(platformGrants.personId), isOneOf))
    .returning();
}

/** Locks the person, so that nobody ends the membership meanwhile. False if somebody has. */
export async function lockMember({ workspaceId, tx }: WorkspaceScope, personId: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`select from users where workspace_id = ${workspaceId} and id = ${personId}
    and deactivated_at is null and deleted_at is null for update`);
  return rows.length > 0;
}
