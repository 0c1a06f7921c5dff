import { sql } from "drizzle-orm";
import type { Transaction } from "../../db/workspace-scope.ts";
import type { AccountIds } from "./create-account.ts";
import { issueLink } from "./links.ts";

/**
 * What somebody typed at sign-up. It waits in the link of its mail and nowhere else counts: the link proves the mailbox, and
 * the browser that registered proves whose words and whose password these are.
 */
export type PendingRegistration = {
  /** Hash of the browser's cookie (sign-up-browser.ts). */
  browser: string;
  firstName: string;
  lastName: string;
  company: string;
  jobTitle: string;
  passwordHash: string;
  /** The limit that gets its place back when the address is confirmed. */
  countedAs: string;
};

/** A new link; the former ones of the same browser are void, those of other browsers are not. */
export function issueVerification(
  tx: Transaction,
  ids: AccountIds,
  registration: Partial<PendingRegistration>,
): Promise<string> {
  const sameBrowser = sql`payload ->> 'browser' is not distinct from ${registration.browser ?? null}`;
  return issueLink(tx, ids, "verify-email", registration, sameBrowser);
}

/** The newest registration of this account by this browser whose link still works, or has expired only lately. */
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
