import { sql } from "drizzle-orm";
import type { Database, Transaction } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { totpPlace } from "../../secrets/key-ring.ts";
import type { AccountIds } from "../accounts/create-account.ts";
import { isSamePerson } from "../accounts/person-queries.ts";

/** A person has one second factor, kept with one of their memberships: this one; the given one where there is none yet. */
export async function factorPlace(db: Pick<Transaction | Database, "execute">, ids: AccountIds): Promise<AccountIds> {
  const { rows } = await db.execute<AccountIds>(sql`
    select u.workspace_id as "workspaceId", u.id as "userId"
    from users u join second_factors f on f.workspace_id = u.workspace_id and f.user_id = u.id
    where u.${isSamePerson(ids)} order by f.confirmed_at is null, f.created_at limit 1`);
  return rows[0] ?? { workspaceId: ids.workspaceId, userId: ids.userId };
}

/** Before a workspace goes for good: the second factors of people who are in others go on there. */
export async function moveFactorsAway(
  { secrets }: Pick<Deps, "secrets">,
  tx: Transaction,
  workspaceId: string,
): Promise<void> {
  const { rows } = await tx.execute<{ userId: string; sealed: string; toWorkspace: string; toUser: string }>(sql`
    select distinct on (f.user_id) f.user_id as "userId", f.secret_sealed as sealed, o.workspace_id as "toWorkspace",
      o.id as "toUser"
    from second_factors f join users u on u.workspace_id = f.workspace_id and u.id = f.user_id
    join users o on o.person_id = u.person_id and o.workspace_id <> u.workspace_id and o.deleted_at is null
    where f.workspace_id = ${workspaceId} order by f.user_id, o.created_at`);
  for (const { userId, sealed, toWorkspace, toUser } of rows) {
    const moved = secrets.seal(secrets.open(sealed, totpPlace(workspaceId, userId)), totpPlace(toWorkspace, toUser));
    await tx.execute(sql`
      update second_factors set workspace_id = ${toWorkspace}, user_id = ${toUser}, secret_sealed = ${moved}
      where workspace_id = ${workspaceId} and user_id = ${userId}`);
    await tx.execute(sql`
      update recovery_codes set workspace_id = ${toWorkspace}, user_id = ${toUser}
      where workspace_id = ${workspaceId} and user_id = ${userId}`);
  }
}
