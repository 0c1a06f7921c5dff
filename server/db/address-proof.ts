import { type SQL, sql } from "drizzle-orm";
import type { Database } from "./workspace-scope.ts";

/**
 * The proof of an address (docs/decisions/072): a link mailed to it was opened, the operator's or the workspace's own
 * identity provider vouches for it, or the operator typed it. 'unknown' is an address confirmed before proofs were
 * stored, until the next start settles it.
 */
export type AddressProof = "mail" | "provider" | "workspace-provider" | "operator" | "nobody" | "unknown";

/**
 * SQL condition: the address is proven in this workspace, so people of the chat and of mail domains are matched with
 * it. `alias` names `users`.
 */
export const isProvenAddress = (alias: "u" | "users"): SQL =>
  sql.raw(`(${alias}.email_verified_at is not null and ${alias}.email_proof not in ('nobody', 'unknown'))`);

/** SQL: the proof that counts in every workspace of the person. A workspace's own provider vouches for that workspace alone. */
export const selectPortableProof = (proof: SQL): SQL =>
  sql`case when ${proof} in ('mail', 'provider', 'operator') then ${proof} else 'nobody' end`;

/**
 * Settles addresses that were confirmed before proofs were stored. Where mail goes out, a mail proved them. Elsewhere
 * the operator created the first person of each workspace, and the others joined by a link that was handed to them. The
 * same rule settles open invitations.
 */
export async function settleUnknownProofs(db: Database, { sendsMail }: { sendsMail: boolean }): Promise<void> {
  await db.execute(sql`
    update users u set email_proof = case when ${sendsMail} then 'mail'
      when not exists (select from users o where o.workspace_id = u.workspace_id and o.created_at < u.created_at)
        then 'operator' else 'nobody' end
    where u.email_proof = 'unknown'`);
  await db.execute(sql`update invitations set is_mailed = ${sendsMail} where is_mailed is null and state = 'pending'`);
}
