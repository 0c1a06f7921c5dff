import { sql } from "drizzle-orm";
import type { Database, Transaction } from "../db/workspace-scope.ts";

/** SQL condition: subscription states that can change at the provider without a call by us. */
const OPEN = sql`status in ('active', 'trialing', 'past_due', 'unpaid', 'incomplete')`;

/** Lists payments that have no account: paid more than `afterHours` ago, or of an account that is gone. */
export async function listAbandonedPayments(db: Database, afterHours: number, limit: number) {
  const { rows } = await db.execute<{ customerId: string; wasClaimed: boolean }>(sql`
    select customer_id as "customerId", was_claimed as "wasClaimed" from payers
    where workspace_id is null and closing is null and ${OPEN}
      and (was_claimed or subscribed_at < now() - make_interval(hours => ${afterHours}))
    limit ${limit}`);
  return rows;
}

/** Returns false if an account has claimed the payment meanwhile, or if it is already being closed. */
export async function lockUnclaimedPayer(tx: Transaction, customerId: string): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    select from payers where customer_id = ${customerId} and workspace_id is null and closing is null for update`);
  return rowCount === 1;
}

/**
 * Lists payers that have to be closed, were not compared with the provider for an hour, or have passed their grace
 * period.
 */
export async function listPayersToCompare(db: Database, limit: number) {
  const { rows } = await db.execute<{ customerId: string; workspaceId: string | null }>(sql`
    select customer_id as "customerId", workspace_id as "workspaceId" from payers p
    where (closing is not null and closed_at is null)
      or (closing is null and coalesce(synced_at, created_at) < now() - interval '1 hour'
        and (${OPEN} or checkout_id is not null
          or (workspace_id is null and subscription_id is null and created_at > now() - interval '2 days')))
      or (closing is null and grace_until <= now()
        and exists (select from workspaces w where w.id = p.workspace_id and w.plan <> 'starter'))
    order by synced_at nulls first limit ${limit}`);
  return rows;
}

/** Deletes e-mail addresses of people who never got an account, and old events. */
export async function forgetOldPayments(db: Database): Promise<void> {
  await db.execute(sql`
    delete from payers where workspace_id is null and subscription_id is null and created_at < now() - interval '7 days'`);
  await db.execute(sql`
    update payers set email = '' where closed_at < now() - interval '30 days' and email <> ''`);
  await db.execute(sql`delete from payment_events where received_at < now() - interval '30 days'`);
}
