import { type SQL, sql } from "drizzle-orm";
import type { Database } from "./workspace-scope.ts";

/**
 * How an address was proven (docs/decisions/072): its mailbox opened a link, the operator's identity provider or the workspace's own
 * vouched for it, or the operator typed it. 'unknown' is an address that was confirmed before this was stored, until the next start.
 */
export type AddressProof = "mail" | "provider" | "workspace-provider" | "operator" | "nobody" | "unknown";

/** An address counts in a workspace: people of the chat and mail domains are matched with it. Over `users` under this alias. */
export const isProvenAddress = (alias: "u" | "users"): SQL =>
  sql.raw(`(${alias}.email_verified_at is not null and ${alias}.email_proof not in ('nobody', 'unknown'))`);

/** The proof counts in every workspace of the person, not in the one whose own provider vouches alone. In SQL. */
export const portableProof = (proof: SQL): SQL =>
  sql`case when ${proof} in ('mail', 'provider', 'operator') then ${proof} else 'nobody' end`;

/**
 * Addresses that were confirmed before the proof was stored. Where mail goes out, the mail proved them. Where none does, the operator
 * made the first person of each workspace, and the others came by a link that was handed to them. Open invitations likewise.
 */
export async function settleUnknownProofs(db: Database, { sendsMail }: { sendsMail: boolean }): Promise<void> {
  await db.execute(sql`
    update users u set email_proof = case when ${sendsMail} then 'mail'
      when not exists (select from users o where o.workspace_id = u.workspace_id and o.created_at < u.created_at)
        then 'operator' else 'nobody' end
    where u.email_proof = 'unknown'`);
  await db.execute(sql`update invitations set is_mailed = ${sendsMail} where is_mailed is null and state = 'pending'`);
}
