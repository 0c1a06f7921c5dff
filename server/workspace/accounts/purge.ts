import { sql } from "drizzle-orm";
import { DELETED_WITHIN_DAYS } from "../../../shared/domain/people.ts";
import { endPayment } from "../../billing/index.ts";
import { safeDatabaseError } from "../../db/pool.ts";
import type { Transaction } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { ERASED_AUTHOR } from "../../ingest/index.ts";
import { moveFactorsAway } from "../second-factor/factor-place.ts";
import type { AccountIds } from "./create-account.ts";

/** Days ahead of the promise, for a worker that did not run for a while. */
const AHEAD_DAYS = 2;
const ACCOUNTS_A_SWEEP = 20;

/** Removes the accounts whose time has come. One that cannot be removed now is tried again at the next sweep. */
export async function purgeDeletedAccounts(deps: Pick<Deps, "db" | "log" | "queue" | "secrets">): Promise<void> {
  const { rows } = await deps.db.execute<AccountIds>(sql`
    select workspace_id as "workspaceId", id as "userId" from users
    where deleted_at < now() - make_interval(days => ${DELETED_WITHIN_DAYS - AHEAD_DAYS})
    order by deleted_at limit ${ACCOUNTS_A_SWEEP}`);
  for (const account of rows) {
    try {
      await purge(deps, account);
    } catch (error) {
      deps.log.error({ err: safeDatabaseError(error), ...account }, "A deleted account could not be removed yet");
    }
  }
}

/**
 * The workspace with everything in it when nobody is left who could come back; else the person alone. Whom a directory has
 * shut out cannot keep a workspace.
 */
async function purge(deps: Pick<Deps, "db" | "queue" | "secrets">, { workspaceId, userId }: AccountIds): Promise<void> {
  await deps.db.transaction(async (tx) => {
    // A library of years takes longer than a request may.
    await tx.execute(sql`set local statement_timeout = '15min'`);
    const { rows } = await tx.execute<{ id: string; canReturn: boolean }>(sql`
      select id, deactivated_at is null or deleted_at is not null as "canReturn" from users
      where workspace_id = ${workspaceId} order by id for update`);
    if (rows.some(({ id, canReturn }) => id !== userId && canReturn)) await removePerson(tx, { workspaceId, userId });
    else await removeWorkspace(deps, tx, workspaceId);
  });
}

async function removePerson(tx: Transaction, { workspaceId, userId }: AccountIds): Promise<void> {
  for (const [table, column] of [
    ["runs", "requested_by"],
    ["inbox_decisions", "decided_by"],
    ["inbox_assignments", "assignee"],
    ["inbox_assignments", "assigned_by"],
    ["articles", "confirmed_by"],
    ["scim_tokens", "created_by"],
    ["mail_domains", "created_by"],
    ["invitations", "invited_by"],
    ["invitation_links", "created_by"],
  ] as const)
    await tx.execute(sql`
      update ${sql.identifier(table)} set ${sql.identifier(column)} = null
      where workspace_id = ${workspaceId} and ${sql.identifier(column)} = ${userId}`);
  await tx.execute(sql`
    update articles set trashed = jsonb_set(trashed, '{by}', 'null')
    where workspace_id = ${workspaceId} and trashed ->> 'by' = ${userId}`);
  await tx.execute(sql`
    update audit_entries set done_by = null, ip = null where workspace_id = ${workspaceId} and done_by = ${userId}`);
  await tx.execute(sql`
    update activity_logs l set data = l.data - 'userId',
      message = replace(replace(l.message, u.first_name || ' ' || u.last_name, ${ERASED_AUTHOR}), u.deleted_email, ${ERASED_AUTHOR})
    from users u
    where u.workspace_id = ${workspaceId} and u.id = ${userId}
      and l.workspace_id = ${workspaceId} and l.data ->> 'userId' = ${userId}`);
  await tx.execute(sql`
    delete from invitations i using users u
    where u.workspace_id = ${workspaceId} and u.id = ${userId} and i.workspace_id = ${workspaceId} and i.email = u.deleted_email`);
  await tx.execute(sql`delete from users where workspace_id = ${workspaceId} and id = ${userId}`);
}

async function removeWorkspace(
  deps: Pick<Deps, "queue" | "secrets">,
  tx: Transaction,
  workspaceId: string,
): Promise<void> {
  await moveFactorsAway(deps, tx, workspaceId);
  await endPayment(deps, tx, workspaceId);
  // What is left of a payer are the provider's numbers, which its invoices have too.
  await tx.execute(sql`
    update payers set email = '' where closing = 'account-gone'
      and email in (select deleted_email from users where workspace_id = ${workspaceId})`);
  await tx.execute(sql`delete from workspaces where id = ${workspaceId}`);
  await tx.execute(sql`delete from pgboss.job where data ->> 'workspaceId' = ${workspaceId}`);
}
