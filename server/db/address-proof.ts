import { type SQL, sql } from "drizzle-orm";
import type { Database } from "./workspace-scope.ts";

/**
 * The proof that an address belongs to its person (docs/decisions/072): they opened a link mailed to it, an identity provider of
 * the operator or the workspace vouches for it, or the operator entered it. 'unknown' is an address confirmed before proofs were
 * stored; the next start resolves it.
 */
export type AddressProof = "mail" | "provider" | "workspace-provider" | "operator" | "nobody" | "unknown";

/**
 * SQL condition: the address is proven in this workspace, so it is matched with people of the chat and with mail domains. `alias`
 * is the alias of `users`.
 */
export const isProvenAddress = (alias: "u" | "users"): SQL =>
  sql.raw(`(${alias}.email_verified_at is not null and ${alias}.email_proof not in ('nobody', 'unknown'))`);

/** SQL: the proof that is valid in every workspace of the person. A workspace's own provider vouches only for that workspace. */
export const selectPortableProof = (proof: SQL): SQL =>
  sql`case when ${proof} in ('mail', 'provider', 'operator') then ${proof} else 'nobody' end`;

/**
 * Sets the proof of addresses that were confirmed before proofs were stored. An installation that sends mail proved them by mail.
 * Otherwise the operator created the first person of each workspace, and the others joined by a link that was handed to them.
 * Does the same for open invitations.
 */
export async function settleUnknownProofs(db: Database, { sendsMail }: { sendsMail: boolean }): Promise<void> {
  await db.execute(sql`
    update users u set email_proof = case when ${sendsMail} then 'mail'
      when not exists (select from users o where o.workspace_id = u.workspace_id and o.created_at < u.created_at)
        then 'operator' else 'nobody' end
    where u.email_proof = 'unknown'`);
  await db.execute(sql`update invitations set is_mailed = ${sendsMail} where is_mailed is null and state = 'pending'`);
}
