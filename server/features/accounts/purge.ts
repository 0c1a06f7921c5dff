import { sql } from "drizzle-orm";
import { DELETED_WITHIN_DAYS } from "../../../shared/domain/people.ts";
import { safeDatabaseError } from "../../db/pool.ts";
import type { Transaction } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import type { AccountIds } from "./create-account.ts";

/** Days ahead of the promise, for a worker that did not run for a while. */
const AHEAD_DAYS = 2;
const ACCOUNTS_A_SWEEP = 20;

/** Removes the accounts whose time has come. One that cannot be removed now is tried again at the next sweep. */
export async function purgeDeletedAccounts(deps: Pick<Deps, "db" | "log">): Promise<void> {
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
async function purge(deps: Pick<Deps, "db" | "log">, { workspaceId, userId }: AccountIds): Promise<void> {
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
    ["scim_tokens", "created_by"],
  ] as const)
    await tx.execute(sql`
      update ${sql.identifier(table)} set ${sql.identifier(column)} = null
      where workspace_id = ${workspaceId} and ${sql.identifier(column)} = ${userId}`);
  await tx.execute(sql`delete from users where workspace_id = ${workspaceId} and id = ${userId}`);
}

async function removeWorkspace({ log }: Pick<Deps, "log">, tx: Transaction, workspaceId: string): Promise<void> {
  const { rows } = await tx.execute<{ customerId: string; isEnded: boolean }>(sql`
    delete from payers where workspace_id = ${workspaceId}
    returning customer_id as "customerId", subscription_id is null or ended_at is not null or closed_at is not null as "isEnded"`);
  for (const { customerId, isEnded } of rows) if (!isEnded) log.error({ customerId }, NOT_ENDED);
  await tx.execute(sql`delete from workspaces where id = ${workspaceId}`);
  await tx.execute(sql`delete from pgboss.job where data ->> 'workspaceId' = ${workspaceId}`);
}

const NOT_ENDED =
  "The account of this customer was removed although its subscription could not be ended in all that time: end it at the payment provider";
