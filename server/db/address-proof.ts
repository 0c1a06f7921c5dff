import { type SQL, sql } from "drizzle-orm";
import type { Database } from "./workspace-scope.ts";

/**
 * How a mail address was proven to belong to a person (docs/decisions/072): by a mailed link, by an identity provider of the
 * operator or the workspace, or by the operator, who entered the address. 'unknown': the address was confirmed before proofs
 * were stored; the next start sets the proof.
 */
export type AddressProof = "mail" | "provider" | "workspace-provider" | "operator" | "nobody" | "unknown";

/**
 * SQL condition: the address is proven in this workspace, so chat accounts and mail domains may be matched with the address.
 * `alias` is the alias of the table `users`.
 */
export const whereAddressProven = (alias: "u" | "users"): SQL =>
  sql.raw(`(${alias}.email_verified_at is not null and ${alias}.email_proof not in ('nobody', 'unknown'))`);

/**
 * SQL for the proof that also counts in the person's other workspaces. A proof by a workspace's own provider counts in that
 * workspace only.
 */
export const selectPortableProof = (proof: SQL): SQL =>
  sql`case when ${proof} in ('mail', 'provider', 'operator') then ${proof} else 'nobody' end`;

/**
 * Sets the proof of addresses and open invitations that are older than stored proofs. An installation that sends mail had
 * proven the addresses by mail. Otherwise the operator created the first person of each workspace, and the others joined by a
 * link that somebody gave them.
 */
export async function setUnknownAddressProofs(db: Database, { sendsMail }: { sendsMail: boolean }): Promise<void> {
  await db.execute(sql`
    update users u set email_proof = case when ${sendsMail} then 'mail'
      when not exists (select from users o where o.workspace_id = u.workspace_id and o.created_at < u.created_at)
        then 'operator' else 'nobody' end
    where u.email_proof = 'unknown'`);
  await db.execute(sql`update invitations set is_mailed = ${sendsMail} where is_mailed is null and state = 'pending'`);
}
