import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { recoveryCodes } from "../../db/schema.ts";
import type { Database, Transaction, WorkspaceScope } from "../../db/workspace-scope.ts";
import { type AccountIds, whereSamePerson } from "../accounts/person-queries.ts";
import { hashToken } from "../accounts/tokens.ts";

const RECOVERY_CODES = 10;

/**
 * Returns the workspace that stores the person's only second factor, or the given workspace if the person has no second factor
 * yet.
 */
export async function findFactorWorkspace(
  db: Pick<Transaction | Database, "execute">,
  ids: AccountIds,
): Promise<AccountIds> {
  const { rows } = await db.execute<AccountIds>(sql`
    select u.workspace_id as "workspaceId", u.id as "userId"
    from users u join second_factors f on f.workspace_id = u.workspace_id and f.user_id = u.id
    where u.${whereSamePerson(ids)} order by f.confirmed_at is null, f.created_at limit 1`);
  return rows[0] ?? { workspaceId: ids.workspaceId, userId: ids.userId };
}

interface FactorRow {
  secretSealed: string;
  confirmedAt: Date | null;
  lastStep: number;
  /** The database's time, in seconds since 1970. */
  now: number;
}

/** Locks the second factor's row, so that a code is accepted only once. */
export async function lockFactor({ tx, workspaceId }: WorkspaceScope, userId: string): Promise<FactorRow | undefined> {
  const { rows } = await tx.execute<Record<string, unknown> & FactorRow>(sql`
    select secret_sealed as "secretSealed", confirmed_at as "confirmedAt", last_step::float8 as "lastStep",
      extract(epoch from clock_timestamp())::float8 as now
    from second_factors where workspace_id = ${workspaceId} and user_id = ${userId} for update`);
  return rows[0];
}

export async function readFactor(
  { tx, workspaceId }: WorkspaceScope,
  userId: string,
): Promise<{ since: string | null; recoveryCodesLeft: number }> {
  const { rows } = await tx.execute<{ since: Date | null; left: number }>(sql`
    select confirmed_at as since, (select count(*)::int from recovery_codes c
      where c.workspace_id = f.workspace_id and c.user_id = f.user_id and c.used_at is null) as left
    from second_factors f
    where workspace_id = ${workspaceId} and user_id = ${userId} and confirmed_at is not null`);
  const [row] = rows;
  if (!row?.since) return { since: null, recoveryCodesLeft: 0 };
  return { since: new Date(row.since).toISOString(), recoveryCodesLeft: row.left };
}

/** Stores a new factor in place of an unconfirmed factor; an active factor stays. */
export async function storePendingFactor(
  { tx, workspaceId }: WorkspaceScope,
  userId: string,
  sealed: string,
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    insert into second_factors as f (workspace_id, user_id, secret_sealed) values (${workspaceId}, ${userId}, ${sealed})
    on conflict (workspace_id, user_id) do update set secret_sealed = excluded.secret_sealed, created_at = now(), last_step = 0
    where f.confirmed_at is null`);
  return rowCount === 1;
}

/** Stores the time step of the accepted code, and activates the factor if necessary. */
export async function storeUsedStep({ tx, workspaceId }: WorkspaceScope, userId: string, step: number): Promise<void> {
  await tx.execute(sql`
    update second_factors set last_step = ${step}, confirmed_at = coalesce(confirmed_at, now())
    where workspace_id = ${workspaceId} and user_id = ${userId}`);
}

export async function removeFactor({ tx, workspaceId }: WorkspaceScope, userId: string): Promise<boolean> {
  await tx.execute(sql`delete from recovery_codes where workspace_id = ${workspaceId} and user_id = ${userId}`);
  const { rowCount } = await tx.execute(sql`
    delete from second_factors where workspace_id = ${workspaceId} and user_id = ${userId} and confirmed_at is not null`);
  return rowCount === 1;
}

type MovableFactor = { userId: string; sealed: string; toWorkspace: string; toUser: string };

/** Lists the second factors of people who are also in another workspace, with that workspace. */
export async function listMovableFactors({ tx, workspaceId }: WorkspaceScope): Promise<MovableFactor[]> {
  const { rows } = await tx.execute<MovableFactor>(sql`
    select distinct on (f.user_id) f.user_id as "userId", f.secret_sealed as sealed, o.workspace_id as "toWorkspace",
      o.id as "toUser"
    from second_factors f join users u on u.workspace_id = f.workspace_id and u.id = f.user_id
    join users o on o.person_id = u.person_id and o.workspace_id <> u.workspace_id and o.deleted_at is null
    where f.workspace_id = ${workspaceId} order by f.user_id, o.created_at`);
  return rows;
}

/** Moves the factor and its recovery codes to another workspace; `sealed` is the secret encrypted for the new workspace. */
export async function moveFactor(
  { tx, workspaceId }: WorkspaceScope,
  { userId, sealed, toWorkspace, toUser }: MovableFactor,
): Promise<void> {
  await tx.execute(sql`
    update second_factors set workspace_id = ${toWorkspace}, user_id = ${toUser}, secret_sealed = ${sealed}
    where workspace_id = ${workspaceId} and user_id = ${userId}`);
  await tx.execute(sql`
    update recovery_codes set workspace_id = ${toWorkspace}, user_id = ${toUser}
    where workspace_id = ${workspaceId} and user_id = ${userId}`);
}

/** Replaces the recovery codes. Each code has 80 random bits in four groups of letters and digits. Only hashes are stored. */
export async function renewRecoveryCodes({ tx, workspaceId }: WorkspaceScope, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await tx.execute(sql`delete from recovery_codes where workspace_id = ${workspaceId} and user_id = ${userId}`);
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ workspaceId, userId, codeHash: hashOf(code) })));
  return codes;
}

export async function consumeRecoveryCode(
  { tx, workspaceId }: WorkspaceScope,
  userId: string,
  code: string,
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update recovery_codes set used_at = now()
    where workspace_id = ${workspaceId} and user_id = ${userId} and code_hash = ${hashOf(code)} and used_at is null`);
  return rowCount === 1;
}

/** The alphabet lacks 0, 1, i, l, o and u, which are easily confused. */
const SIGNS = "23456789abcdefghjkmnpqrstvwxyz";

function newRecoveryCode(): string {
  // 17 of 30 characters give more than 80 bits. Bytes from 240 on would make some characters more frequent.
  const signs: string[] = [];
  while (signs.length < 17) for (const byte of randomBytes(32)) if (byte < 240) signs.push(SIGNS.charAt(byte % 30));
  const text = signs.slice(0, 17).join("");
  return [text.slice(0, 5), text.slice(5, 9), text.slice(9, 13), text.slice(13)].join("-");
}

const hashOf = (code: string) => hashToken(code.toLowerCase().replace(/[\s-]/g, ""));
