import { and, eq, sql } from "drizzle-orm";
import { newId } from "../../db/new-id.ts";
import { mailDomains } from "../../db/schema.ts";
import type { Transaction, WorkspaceScope } from "../../db/workspace-scope.ts";

export type DomainRow = typeof mailDomains.$inferSelect;

const isOf = ({ workspaceId }: WorkspaceScope, id: string) =>
  and(eq(mailDomains.workspaceId, workspaceId), eq(mailDomains.id, id));

export async function listDomainRows({ tx, workspaceId }: WorkspaceScope): Promise<DomainRow[]> {
  return tx.select().from(mailDomains).where(eq(mailDomains.workspaceId, workspaceId)).orderBy(mailDomains.domain);
}

export async function findDomain(scope: WorkspaceScope, id: string): Promise<DomainRow | undefined> {
  const [row] = await scope.tx.select().from(mailDomains).where(isOf(scope, id));
  return row;
}

/** By its DNS record. */
export async function isProven({ tx, workspaceId }: WorkspaceScope, domain: string): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    select from mail_domains where workspace_id = ${workspaceId} and domain = ${domain} and proven_at is not null`);
  return Boolean(rowCount);
}

/** Until the transaction ends no other domain is added. */
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

/** Answers its name; undefined when there is none. */
export async function deleteDomain(scope: WorkspaceScope, id: string): Promise<string | undefined> {
  const [gone] = await scope.tx.delete(mailDomains).where(isOf(scope, id)).returning({ domain: mailDomains.domain });
  return gone?.domain;
}

/** Since when it is proven stays, as long as it is. */
export async function noteCheck(
  scope: WorkspaceScope,
  id: string,
  { hasRecord }: { hasRecord: boolean },
): Promise<DomainRow | undefined> {
  const [row] = await scope.tx
    .update(mailDomains)
    .set({ checkedAt: sql`now()`, provenAt: hasRecord ? sql`coalesce(${mailDomains.provenAt}, now())` : null })
    .where(isOf(scope, id))
    .returning();
  return row;
}

/**
 * The first workspace of the person with this address, over all workspaces: who has confirmed it, or is provisioned by a
 * workspace that has proven its domain.
 */
export async function findWorkspaceOfOperator(
  tx: Transaction,
  { email, domain }: { email: string; domain: string },
): Promise<string | null> {
  const { rows } = await tx.execute<{ workspaceId: string }>(sql`
    select u.workspace_id as "workspaceId" from users u
    left join provisioned_people p on p.workspace_id = u.workspace_id and p.user_id = u.id
    where u.email = ${email} and u.email_verified_at is not null and u.deleted_at is null
      and (p.is_made is not true or exists (select from mail_domains d where d.workspace_id = u.workspace_id
        and d.domain = ${domain} and d.proven_at is not null))
    order by u.created_at limit 1`);
  return rows[0]?.workspaceId ?? null;
}
