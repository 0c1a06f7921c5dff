import { sql } from "drizzle-orm";
import type { Deps } from "../deps.ts";
import { closePayer, NO_WORKSPACE } from "./close-payer.ts";

const ROWS_A_SWEEP = 200;
const ABANDONED_AFTER_HOURS = 24;

/** What can still change at the provider without us. */
const OPEN = sql`status in ('active', 'trialing', 'past_due', 'unpaid', 'incomplete')`;

/**
 * Whatever no event told: every payer is compared with the provider at least once an hour, each at its own time. A payment
 * that got no account within a day, or has lost it, is ended.
 */
export async function sweepPayers(deps: Deps): Promise<void> {
  if (!deps.payment) return;
  await closeLonelyPayments(deps);
  await settleDue(deps);
  await forgetOld(deps);
}

async function closeLonelyPayments(deps: Deps): Promise<void> {
  const { rows } = await deps.db.execute<{ customerId: string; wasClaimed: boolean }>(sql`
    select customer_id as "customerId", was_claimed as "wasClaimed" from payers
    where workspace_id is null and closing is null and ${OPEN}
      and (was_claimed or subscribed_at < now() - make_interval(hours => ${ABANDONED_AFTER_HOURS}))
    limit ${ROWS_A_SWEEP}`);
  for (const { customerId, wasClaimed } of rows)
    await deps.db.transaction(async (tx) => {
      // A registration may claim it at this very moment: whoever has the row first wins.
      const { rowCount } = await tx.execute(sql`
        select from payers where customer_id = ${customerId} and workspace_id is null and closing is null for update`);
      if (rowCount) await closePayer(deps, tx, customerId, wasClaimed ? "account-gone" : "abandoned");
    });
}

async function settleDue({ db, queue }: Deps): Promise<void> {
  const { rows } = await db.execute<{ customerId: string; workspaceId: string | null }>(sql`
    select customer_id as "customerId", workspace_id as "workspaceId" from payers p
    where (closing is not null and closed_at is null)
      or (closing is null and coalesce(synced_at, created_at) < now() - interval '1 hour'
        and (${OPEN} or checkout_id is not null
          or (workspace_id is null and subscription_id is null and created_at > now() - interval '2 days')))
      or (closing is null and grace_until <= now()
        and exists (select from workspaces w where w.id = p.workspace_id and w.plan <> 'starter'))
    order by synced_at nulls first limit ${ROWS_A_SWEEP}`);
  const jobs = await queue.lookUp(
    "billing",
    rows.map(({ customerId }) => customerId),
  );
  for (const { customerId, workspaceId } of rows)
    if (jobs.get(customerId) !== "live")
      await db.transaction((tx) =>
        queue.enqueue({ tx }, { queue: "billing", workspaceId: workspaceId ?? NO_WORKSPACE, customerId }),
      );
}

/** Addresses of people who never got an account, and what was told long ago. */
async function forgetOld({ db }: Deps): Promise<void> {
  await db.execute(sql`
    delete from payers where workspace_id is null and subscription_id is null and created_at < now() - interval '7 days'`);
  await db.execute(sql`
    update payers set email = '' where closed_at < now() - interval '30 days' and email <> ''`);
  await db.execute(sql`delete from payment_events where received_at < now() - interval '30 days'`);
}
