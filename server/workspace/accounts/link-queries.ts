import { type SQL, sql } from "drizzle-orm";
import { EMAIL_VERIFICATION_HOURS, PASSWORD_RESET_HOURS } from "../../../shared/domain/people.ts";
import { singleUseTokens } from "../../db/schema.ts";
import type { Database, Transaction, WorkspaceScope } from "../../db/workspace-scope.ts";
import type { AccountIds } from "./person-queries.ts";
import { whereSamePerson } from "./person-queries.ts";
import { createToken, hashToken } from "./tokens.ts";

type Connection = Pick<Transaction | Database, "execute">;
type Purpose = (typeof singleUseTokens.$inferSelect)["purpose"];
const HOURS: Record<Purpose, number> = {
  "verify-email": EMAIL_VERIFICATION_HOURS,
  "change-email": EMAIL_VERIFICATION_HOURS,
  "reset-password": PASSWORD_RESET_HOURS,
};

/**
 * Creates a link that works once within its lifetime, and returns the link's token. Invalidates earlier links of this person
 * and purpose: all, or those that `replaces` selects.
 */
export async function issueLink(
  tx: Transaction,
  { userId, workspaceId }: AccountIds,
  purpose: Purpose,
  payload: Record<string, string> = {},
  replaces: SQL = sql`true`,
): Promise<string> {
  await voidLinks(tx, { userId, workspaceId }, purpose, replaces);
  const token = createToken();
  await tx.insert(singleUseTokens).values({
    tokenHash: hashToken(token),
    workspaceId,
    userId,
    purpose,
    payload,
    expiresAt: sql`now() + make_interval(hours => ${HOURS[purpose]})`,
  });
  return token;
}

/**
 * Invalidates the person's links in all workspaces of the person. Must not run in a transaction of one workspace, which sees no
 * other workspace.
 */
export async function voidLinks(
  tx: Transaction,
  ids: AccountIds,
  purpose: Purpose,
  which: SQL = sql`true`,
): Promise<void> {
  await tx.execute(sql`
    update single_use_tokens set used_at = now()
    where (workspace_id, user_id) in (select workspace_id, id from users where ${whereSamePerson(ids)})
      and purpose = ${purpose} and used_at is null and ${which}`);
}

/**
 * The values entered at sign-up, stored only with the mailed link. The link proves the mailbox, and the browser's cookie proves
 * who entered the values.
 */
export type PendingRegistration = {
  /** Hash of the browser's cookie (sign-up-browser.ts). */
  browser: string;
  firstName: string;
  lastName: string;
  company: string;
  jobTitle: string;
  passwordHash: string;
  /** The key under which the rate limit counted this sign-up. Confirming the address subtracts it from the count. */
  countedAs: string;
};

/** Creates a link and invalidates earlier links of the same browser only. */
export function issueVerification(
  tx: Transaction,
  ids: AccountIds,
  registration: Partial<PendingRegistration>,
): Promise<string> {
  const sameBrowser = sql`payload ->> 'browser' is not distinct from ${registration.browser ?? null}`;
  return issueLink(tx, ids, "verify-email", registration, sameBrowser);
}

/** Finds the newest sign-up for this account in this browser whose link is valid or recently expired. */
export async function findRegistration(
  tx: Transaction,
  { workspaceId, userId }: AccountIds,
  browser: string | null,
  { orExpired = false } = {},
): Promise<PendingRegistration | undefined> {
  const { rows } = await tx.execute<{ payload: PendingRegistration }>(sql`
    select payload from single_use_tokens
    where workspace_id = ${workspaceId} and user_id = ${userId} and purpose = 'verify-email' and used_at is null
      and payload ->> 'browser' = ${browser} and (expires_at > now() or ${orExpired})
    order by created_at desc limit 1`);
  return rows[0]?.payload;
}

type AddressLink = AccountIds & { newEmail: string | null; payload: Partial<PendingRegistration> };

/**
 * Finds a valid link that confirms an address after a sign-up or a change. `lock` prevents others from using the link until the
 * transaction ends.
 */
export async function findAddressLink(
  db: Connection,
  token: string,
  { lock = false } = {},
): Promise<AddressLink | undefined> {
  const { rows } = await db.execute<AddressLink>(sql`
    select workspace_id as "workspaceId", user_id as "userId", payload,
      case purpose when 'change-email' then payload ->> 'email' end as "newEmail"
    from single_use_tokens
    where token_hash = ${hashToken(token)} and purpose in ('verify-email', 'change-email')
      and used_at is null and expires_at > now() ${lock ? sql`for update` : sql``}`);
  return rows[0];
}

export async function consumeAddressLink(tx: Transaction, token: string): Promise<void> {
  await tx.execute(sql`update single_use_tokens set used_at = now() where token_hash = ${hashToken(token)}`);
}

const whereResetTokenValid = (token: string) =>
  sql`token_hash = ${hashToken(token)} and purpose = 'reset-password' and used_at is null and expires_at > now()`;

export async function isResetTokenAlive(db: Connection, token: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`select from single_use_tokens where ${whereResetTokenValid(token)}`);
  return rowCount === 1;
}

/** Uses up the token and returns the account that may choose a password; undefined for an invalid link. */
export async function consumeResetToken(tx: Transaction, token: string): Promise<AccountIds | undefined> {
  const { rows } = await tx.execute<AccountIds>(sql`
    update single_use_tokens set used_at = now() where ${whereResetTokenValid(token)}
    returning workspace_id as "workspaceId", user_id as "userId"`);
  return rows[0];
}

/** Deletes the person's links of every purpose in this workspace. */
export async function deleteLinks({ tx, workspaceId }: WorkspaceScope, userId: string): Promise<void> {
  await tx.execute(sql`delete from single_use_tokens where workspace_id = ${workspaceId} and user_id = ${userId}`);
}
