import { sql } from "drizzle-orm";
import type { Database, Transaction, WorkspaceScope } from "../../db/workspace-scope.ts";
import { ERASED_AUTHOR } from "../../ingest/messages/index.ts";
import type { AccountIds } from "./person-queries.ts";

/** Lists accounts of all workspaces that were deleted at least this many days ago. */
export async function listDeletedBefore(
  db: Database,
  { days, limit }: { days: number; limit: number },
): Promise<AccountIds[]> {
  const { rows } = await db.execute<AccountIds>(sql`
    select workspace_id as "workspaceId", id as "userId" from users
    where deleted_at < now() - make_interval(days => ${days})
    order by deleted_at limit ${limit}`);
  return rows;
}

/** Raises the time limit of statements, because deleting a large library takes longer than a request may. */
export async function allowLongStatements(tx: Transaction): Promise<void> {
  await tx.execute(sql`set local statement_timeout = '15min'`);
}

/** Locks the people of a workspace. `canReturn` is false for people whom a directory or an admin deactivated. */
export async function lockPeople({ tx, workspaceId }: WorkspaceScope): Promise<{ id: string; canReturn: boolean }[]> {
  const { rows } = await tx.execute<{ id: string; canReturn: boolean }>(sql`
    select id, deactivated_at is null or deleted_at is not null as "canReturn" from users
    where workspace_id = ${workspaceId} order by id for update`);
  return rows;
}

const NAMED_IN = [
  ["runs", "requested_by"],
  ["model_trials", "requested_by"],
  ["inbox_decisions", "decided_by"],
  ["wiki_findings", "decided_by"],
  ["wiki_repairs", "ordered_by"],
  ["wiki_pages", "verified_by"],
  ["wiki_duplicates", "decided_by"],
  ["inbox_assignments", "assignee"],
  ["inbox_assignments", "assigned_by"],
  ["articles", "confirmed_by"],
  ["scim_tokens", "created_by"],
  ["mail_domains", "created_by"],
  ["invitations", "invited_by"],
  ["invitation_links", "created_by"],
  ["platform_grants", "granted_by"],
  ["webhooks", "made_by"],
] as const;

/** Removes the person's id from the person's actions, which stay. */
export async function removeActorFromActions({ tx, workspaceId }: WorkspaceScope, userId: string): Promise<void> {
  for (const [table, column] of NAMED_IN)
    await tx.execute(sql`
      update ${sql.identifier(table)} set ${sql.identifier(column)} = null
      where workspace_id = ${workspaceId} and ${sql.identifier(column)} = ${userId}`);
  await tx.execute(sql`
    update articles set trashed = jsonb_set(trashed, '{by}', 'null')
    where workspace_id = ${workspaceId} and trashed ->> 'by' = ${userId}`);
  await tx.execute(sql`
    update audit_entries set done_by = null, ip = null where workspace_id = ${workspaceId} and done_by = ${userId}`);
}

/** Erases the person's name and address from the sentences of the activity log. */
export async function eraseNameFromActivity({ tx, workspaceId }: WorkspaceScope, userId: string): Promise<void> {
  await tx.execute(sql`
    update activity_logs l set data = l.data - 'userId',
      message = replace(replace(l.message, u.first_name || ' ' || u.last_name, ${ERASED_AUTHOR}), u.deleted_email, ${ERASED_AUTHOR})
    from users u
    where u.workspace_id = ${workspaceId} and u.id = ${userId}
      and l.workspace_id = ${workspaceId} and l.data ->> 'userId' = ${userId}`);
}

export async function deleteInvitationsOfPerson({ tx, workspaceId }: WorkspaceScope, userId: string): Promise<void> {
  await tx.execute(sql`
    delete from invitations i using users u
    where u.workspace_id = ${workspaceId} and u.id = ${userId} and i.workspace_id = ${workspaceId} and i.email = u.deleted_email`);
}

export async function deletePerson({ tx, workspaceId }: WorkspaceScope, userId: string): Promise<void> {
  await tx.execute(sql`delete from users where workspace_id = ${workspaceId} and id = ${userId}`);
}

/**
 * Erases mail addresses of the payers. The row then holds only the payment provider's numbers, which its invoices contain too.
 */
export async function eraseAddressesOfPayers({ tx, workspaceId }: WorkspaceScope): Promise<void> {
  await tx.execute(sql`
    update payers set email = '' where closing = 'account-gone'
      and email in (select deleted_email from users where workspace_id = ${workspaceId})`);
}

export async function deleteJobs({ tx, workspaceId }: WorkspaceScope): Promise<void> {
  await tx.execute(sql`delete from pgboss.job where data ->> 'workspaceId' = ${workspaceId}`);
}
