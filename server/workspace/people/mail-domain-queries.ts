import { and, eq, sql } from "drizzle-orm";
import { whereAddressProven } from "../../db/address-proof.ts";
import { newId } from "../../db/new-id.ts";
import { mailDomains } from "../../db/schema.ts";
import type { Database, Transaction, WorkspaceScope } from "../../db/workspace-scope.ts";

export type DomainRow = typeof mailDomains.$inferSelect;

const whereDomain = ({ workspaceId }: WorkspaceScope, id: string) =>
  and(eq(mailDomains.workspaceId, workspaceId), eq(mailDomains.id, id));

export async function listDomainRows({ tx, workspaceId }: WorkspaceScope): Promise<DomainRow[]> {
  return tx.select().from(mailDomains).where(eq(mailDomains.workspaceId, workspaceId)).orderBy(mailDomains.domain);
}

export async function findDomain(scope: WorkspaceScope, id: string): Promise<DomainRow | undefined> {
  const [row] = await scope.tx.select().from(mailDomains).where(whereDomain(scope, id));
  return row;
}

export async function isDomainProven({ tx, workspaceId }: WorkspaceScope, domain: string): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    select from mail_domains where workspace_id = ${workspaceId} and domain = ${domain} and proven_at is not null`);
  return Boolean(rowCount);
}

/** Prevents concurrent additions of domains until the transaction ends. */
export async function lockDomains({ tx, workspaceId }: WorkspaceScope): Promise<void> {
  await tx.execute(sql`select from workspaces where id = ${workspaceId} for update`);
}

export async function insertDomain(
  { tx, workspaceId }: WorkspaceScope,
  values: { domain: string; challenge: string; createdBy: string },
): Promise<DomainRow> {
  const [row] = await tx
    .insert(mailDomains)
    .values({ workspaceId, id: newId(), ...values })
    .returning();
  if (!row) throw new Error("The domain was not written.");
  return row;
}

/** Deletes a domain and returns its name; undefined when it does not exist. */
export async function deleteDomain(scope: WorkspaceScope, id: string): Promise<string | undefined> {
  const [gone] = await scope.tx
    .delete(mailDomains)
    .where(whereDomain(scope, id))
    .returning({ domain: mailDomains.domain });
  return gone?.domain;
}

/**
 * Stores the result of a check. The time of the proof stays while the domain is proven. A domain proven by mail needs no
 * record.
 */
export async function storeDomainCheck(
  scope: WorkspaceScope,
  id: string,
  { hasRecord }: { hasRecord: boolean },
): Promise<DomainRow | undefined> {
  const [row] = await scope.tx
    .update(mailDomains)
    .set({
      checkedAt: sql`now()`,
      provenAt: hasRecord
        ? sql`coalesce(${mailDomains.provenAt}, now())`
        : sql`case when ${mailDomains.provenBy} = 'mail' then ${mailDomains.provenAt} end`,
      ...(hasRecord && { provenBy: "dns" as const }),
    })
    .where(whereDomain(scope, id))
    .returning();
  return row;
}

/** Stores the hash of the token that was mailed to the domain's postmaster. */
export async function storeMailedToken(scope: WorkspaceScope, id: string, mailTokenHash: string): Promise<void> {
  await scope.tx.update(mailDomains).set({ mailTokenHash, mailedAt: sql`now()` }).where(whereDomain(scope, id));
}

const whereMailValid = (tokenHash: string) =>
  sql`mail_token_hash = ${tokenHash} and mailed_at > now() - interval '24 hours'`;

/** Searches all workspaces, because the person who opens the mail may be signed out. */
export async function findDomainByMailToken(
  tx: Transaction,
  tokenHash: string,
): Promise<{ domain: string; workspace: string } | undefined> {
  const { rows } = await tx.execute<{ domain: string; workspace: string }>(sql`
    select d.domain, w.name as workspace from mail_domains d join workspaces w on w.id = d.workspace_id
    where ${whereMailValid(tokenHash)}`);
  return rows[0];
}

/** Proves a domain by a mailed token, and uses the token up. */
export async function proveDomainByMail(
  tx: Transaction,
  tokenHash: string,
): Promise<{ workspaceId: string; domain: string } | undefined> {
  const { rows } = await tx.execute<{ workspaceId: string; domain: string }>(sql`
    update mail_domains set mail_token_hash = null, proven_at = coalesce(proven_at, now()),
      proven_by = case when proven_at is null then 'mail' else proven_by end
    where ${whereMailValid(tokenHash)}
    returning workspace_id as "workspaceId", domain`);
  return rows[0];
}

/** Lists domains of all workspaces that a DNS record proves and that were not checked for a week. */
export async function listDueDomains(db: Database, limit: number): Promise<{ workspaceId: string; id: string }[]> {
  const { rows } = await db.execute<{ workspaceId: string; id: string }>(sql`
    select workspace_id as "workspaceId", id from mail_domains
    where proven_at is not null and proven_by = 'dns' and coalesce(checked_at, proven_at) < now() - interval '7 days'
    order by checked_at nulls first limit ${limit}`);
  return rows;
}

/**
 * Finds, over all workspaces, the first workspace of the person with this address in which the address is proven, or which
 * provisioned the person and has proven the domain.
 */
export async function findWorkspaceOfOperator(
  tx: Transaction,
  { email, domain }: { email: string; domain: string },
): Promise<string | null> {
  const { rows } = await tx.execute<{ workspaceId: string }>(sql`
    select u.workspace_id as "workspaceId" from users u
    left join provisioned_people p on p.workspace_id = u.workspace_id and p.user_id = u.id
    where u.email = ${email} and u.deleted_at is null
      and (${whereAddressProven("u")} or p.is_made and exists (select from mail_domains d where d.workspace_id = u.workspace_id
        and d.domain = ${domain} and d.proven_at is not null))
    order by u.created_at limit 1`);
  return rows[0]?.workspaceId ?? null;
}
