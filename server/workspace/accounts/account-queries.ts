import { sql } from "drizzle-orm";
import type { PlanId } from "../../../shared/domain/people.ts";
import type { AddressProof } from "../../db/address-proof.ts";
import { newId } from "../../db/new-id.ts";
import { users, workspaces } from "../../db/schema.ts";
import { lockUntilCommit } from "../../db/transaction-locks.ts";
import type { Database, Transaction } from "../../db/workspace-scope.ts";
import { type AccountIds, ORDER_LAST_ENTERED_FIRST, whereSamePerson } from "./person-queries.ts";

/**
 * Queries that find accounts by mail address, before a workspace is known. They use the database owner's connection, which sees
 * all workspaces.
 */

type Connection = Pick<Transaction | Database, "execute">;

export interface AccountValues {
  firstName: string;
  lastName: string;
  email: string;
  company: string;
  jobTitle?: string | undefined;
  /** The plan of the workspace; 'starter' by default. */
  plan?: PlanId;
  /** If true, the person may sign in immediately and gets no mail. */
  verified?: boolean;
  /** The proof of a verified address; 'operator' by default. */
  proof?: AddressProof;
}

/** Waits until no other transaction registers the same address, and keeps others waiting until this transaction ends. */
export async function lockEmail(tx: Transaction, email: string): Promise<void> {
  await lockUntilCommit(tx, `account ${email}`);
}

/** Waits until no other transaction creates the first account, and keeps others waiting, so that only one attempt succeeds. */
export async function lockFirstAccountCreation(tx: Transaction): Promise<void> {
  await lockUntilCommit(tx, "first person");
}

/** True if at least one person may sign in. */
export async function hasAnyAccount(db: Connection): Promise<boolean> {
  const { rows } = await db.execute<{ has: boolean }>(sql`
    select exists (select from users where email_verified_at is not null and deleted_at is null) as has`);
  return rows[0]?.has === true;
}

/** Inserts a person with a new workspace. */
export async function insertAccount(
  tx: Transaction,
  account: AccountValues & { passwordHash: string | null },
): Promise<AccountIds> {
  const workspaceId = newId();
  const userId = newId();
  await tx
    .insert(workspaces)
    .values({ id: workspaceId, name: account.company.trim(), plan: account.plan ?? "starter" });
  await tx.insert(users).values({
    workspaceId,
    id: userId,
    membership: "owner",
    email: account.email,
    passwordHash: account.passwordHash,
    firstName: account.firstName.trim(),
    lastName: account.lastName.trim(),
    company: account.company.trim(),
    jobTitle: account.jobTitle?.trim() || null,
    emailVerifiedAt: account.verified ? sql`now()` : null,
    emailProof: account.verified ? (account.proof ?? "operator") : "nobody",
  });
  return { userId, workspaceId };
}

/** Finds the oldest account with this address. */
export async function findAccount(
  db: Connection,
  email: string,
): Promise<(AccountIds & { isVerified: boolean }) | undefined> {
  const { rows } = await db.execute<AccountIds & { isVerified: boolean }>(sql`
    select id as "userId", workspace_id as "workspaceId", email_verified_at is not null as "isVerified"
    from users where email = ${email} order by created_at limit 1`);
  return rows[0];
}

type SignInAccount = AccountIds & { passwordHash: string | null; isVerified: boolean; isDeactivated: boolean };

/** Returns the account that a sign-in with this address opens. */
export async function findSignInAccount(db: Connection, email: string): Promise<SignInAccount | undefined> {
  const { rows } = await db.execute<SignInAccount>(sql`
    select id as "userId", workspace_id as "workspaceId", password_hash as "passwordHash",
      email_verified_at is not null as "isVerified", deactivated_at is not null as "isDeactivated"
    from users where email = ${email} order by ${ORDER_LAST_ENTERED_FIRST} limit 1`);
  return rows[0];
}

/** Finds the account with this address that has not been confirmed yet. */
export async function findUnconfirmedAccount(db: Connection, email: string): Promise<AccountIds | undefined> {
  const { rows } = await db.execute<AccountIds>(sql`
    select id as "userId", workspace_id as "workspaceId" from users
    where email = ${email} and email_verified_at is null and deactivated_at is null and deleted_at is null`);
  return rows[0];
}

export async function isConfirmedAddress(db: Connection, email: string): Promise<boolean> {
  const { rowCount } = await db.execute(
    sql`select from users where email = ${email} and email_verified_at is not null`,
  );
  return Boolean(rowCount);
}

/** True if an account with this address may sign in. */
export async function mayEmailSignIn(db: Connection, email: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    select from users where email = ${email} and email_verified_at is not null and deactivated_at is null`);
  return Boolean(rowCount);
}

/** Returns the address of an account that may sign in; undefined for any other account. */
export async function findSignInEmail(
  db: Connection,
  { workspaceId, userId }: AccountIds,
): Promise<string | undefined> {
  const { rows } = await db.execute<{ email: string }>(sql`
    select email from users where workspace_id = ${workspaceId} and id = ${userId}
      and email_verified_at is not null and deactivated_at is null and deleted_at is null`);
  return rows[0]?.email;
}

/** Finds another person's account with this address. */
export async function findOtherAccount(
  db: Connection,
  email: string,
  userId: string | null,
): Promise<{ workspaceId: string; isVerified: boolean } | undefined> {
  const { rows } = await db.execute<{ workspaceId: string; isVerified: boolean }>(sql`
    select workspace_id as "workspaceId", email_verified_at is not null as "isVerified"
    from users where email = ${email} and id is distinct from ${userId} limit 1`);
  return rows[0];
}

/** Finds the oldest confirmed account with this address. `isShut`: the person was removed from all workspaces. */
export async function findConfirmedAccount(
  db: Connection,
  email: string,
): Promise<(AccountIds & { isShut: boolean }) | undefined> {
  const { rows } = await db.execute<AccountIds & { isShut: boolean }>(sql`
    select workspace_id as "workspaceId", id as "userId", bool_and(deactivated_at is not null) over () as "isShut"
    from users where email = ${email} and email_verified_at is not null order by created_at limit 1`);
  return rows[0];
}

/**
 * Applies the values entered at sign-up. A null value keeps the present value, except that a null password removes the
 * password.
 */
export async function applySignUpValues(
  tx: Transaction,
  { workspaceId, userId }: AccountIds,
  typed: Record<"passwordHash" | "firstName" | "lastName" | "company" | "jobTitle", string | null>,
): Promise<void> {
  await tx.execute(sql`
    update users set password_hash = ${typed.passwordHash},
      first_name = coalesce(${typed.firstName}, first_name), last_name = coalesce(${typed.lastName}, last_name),
      company = coalesce(${typed.company}, company), job_title = nullif(coalesce(${typed.jobTitle}, job_title), '')
    where workspace_id = ${workspaceId} and id = ${userId} and email_verified_at is null`);
  await tx.execute(sql`update workspaces set name = coalesce(${typed.company}, name) where id = ${workspaceId}`);
}

/** A type, because rows of raw queries must be assignable to a record. */
export type VerifiedAccount = { firstName: string; lastName: string; email: string; plan: PlanId };

/** Confirms the present address, or replaces it with `newEmail`. The new address counts as proven only after `proveAddress`. */
export async function confirmAddress(
  tx: Transaction,
  { workspaceId, userId }: AccountIds,
  newEmail: string | null,
): Promise<VerifiedAccount | undefined> {
  const { rows } = await tx.execute<VerifiedAccount>(sql`
    update users u set email_verified_at = coalesce(u.email_verified_at, now()), updated_at = now(),
      email = coalesce(${newEmail}, u.email),
      email_proof = case when ${newEmail}::text is null then u.email_proof else 'nobody' end
    from workspaces w
    where w.id = u.workspace_id and u.workspace_id = ${workspaceId} and u.id = ${userId}
    returning u.first_name as "firstName", u.last_name as "lastName", u.email, w.plan`);
  return rows[0];
}

export async function setPassword(
  tx: Transaction,
  { workspaceId, userId }: AccountIds,
  passwordHash: string,
): Promise<void> {
  await tx.execute(sql`
    update users set password_hash = ${passwordHash}, updated_at = now()
    where workspace_id = ${workspaceId} and id = ${userId}`);
}

/** Returns false if the password has changed since the caller read it. */
export async function replacePassword(
  tx: Transaction,
  { workspaceId, userId }: AccountIds,
  { from, to }: { from: string | null; to: string },
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update users set password_hash = ${to}, updated_at = now()
    where workspace_id = ${workspaceId} and id = ${userId} and password_hash = ${from}`);
  return rowCount !== 0;
}

/** Sets the password and confirms the address, which is returned; undefined for a deleted account. */
export async function setPasswordByLink(
  tx: Transaction,
  { workspaceId, userId }: AccountIds,
  passwordHash: string,
): Promise<string | undefined> {
  const { rows } = await tx.execute<{ email: string }>(sql`
    update users set password_hash = ${passwordHash}, email_verified_at = coalesce(email_verified_at, now()),
      updated_at = now()
    where workspace_id = ${workspaceId} and id = ${userId} and deleted_at is null
    returning email`);
  return rows[0]?.email;
}

/**
 * Stores the proof of an address in all workspaces of the person that have no better proof. Returns the workspaces that had no
 * proof. Must not run in a transaction of one workspace.
 */
export async function proveAddress(
  tx: Transaction,
  ids: AccountIds,
  { email, proof }: { email: string; proof: "mail" | "provider" },
): Promise<{ workspaceId: string; name: string }[]> {
  const { rows } = await tx.execute<{ workspaceId: string; name: string; isNew: boolean }>(sql`
    update users u set email_proof = ${proof} from users before
    where u.${whereSamePerson(ids)} and u.email = ${email} and u.email_verified_at is not null
      and u.email_proof in ('nobody', 'unknown', 'workspace-provider')
      and before.workspace_id = u.workspace_id and before.id = u.id
    returning u.workspace_id as "workspaceId", trim(u.first_name || ' ' || u.last_name) as name,
      before.email_proof <> 'workspace-provider' as "isNew"`);
  return rows.filter(({ isNew }) => isNew);
}

/** True if the account's address has a proof that is valid in every workspace. */
export async function isAddressProvenEverywhere(db: Connection, { workspaceId, userId }: AccountIds): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    select from users where workspace_id = ${workspaceId} and id = ${userId} and email_verified_at is not null
      and email_proof in ('mail', 'provider', 'operator')`);
  return rowCount === 1;
}

/** True if the person is also in another workspace, even deactivated. */
export async function isInOtherWorkspace(tx: Transaction, ids: AccountIds, workspaceId: string): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    select from users where ${whereSamePerson(ids)} and workspace_id <> ${workspaceId} and deleted_at is null`);
  return Boolean(rowCount);
}

/** Removes the password of an unproven address, because a stranger may have chosen it. */
export async function removePassword(tx: Transaction, ids: AccountIds): Promise<void> {
  await tx.execute(sql`update users set password_hash = null, updated_at = now() where ${whereSamePerson(ids)}`);
}

export async function deleteWorkspace(tx: Transaction, workspaceId: string): Promise<void> {
  await tx.execute(sql`delete from workspaces where id = ${workspaceId}`);
}
