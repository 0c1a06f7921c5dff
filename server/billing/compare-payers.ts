import type { Deps } from "../deps.ts";
import { closePayer, NO_WORKSPACE } from "./close-payer.ts";
import {
  forgetOldPayments,
  listAbandonedPayments,
  listPayersToCompare,
  lockUnclaimedPayer,
} from "./compare-payers-queries.ts";

const ROWS_AT_ONCE = 200;
const ABANDONED_AFTER_HOURS = 24;

/**
 * Compares every payer with the provider at least once an hour, in case events were lost. Ends a payment that had no
 * account for a day, or whose account is gone.
 */
export async function comparePayers(deps: Deps): Promise<void> {
  if (!deps.payment) return;
  await closeAbandonedPayments(deps);
  await settleDue(deps);
  await forgetOldPayments(deps.db);
}

async function closeAbandonedPayments(deps: Deps): Promise<void> {
  for (const { customerId, wasClaimed } of await listAbandonedPayments(deps.db, ABANDONED_AFTER_HOURS, ROWS_AT_ONCE))
    await deps.db.transaction(async (tx) => {
      // A registration may claim the payment at the same moment. The first to lock the row wins.
      if (await lockUnclaimedPayer(tx, customerId))
        await closePayer(deps, tx, customerId, wasClaimed ? "account-gone" : "abandoned");
    });
}

async function settleDue({ db, queue }: Deps): Promise<void> {
  const due = await listPayersToCompare(db, ROWS_AT_ONCE);
  const jobs = await queue.lookUp(
    "billing",
    due.map(({ customerId }) => customerId),
  );
  for (const { customerId, workspaceId } of due)
    if (jobs.get(customerId) !== "live")
      await db.transaction((tx) =>
        queue.enqueue({ tx }, { queue: "billing", workspaceId: workspaceId ?? NO_WORKSPACE, customerId }),
      );
}
