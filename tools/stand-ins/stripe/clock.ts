import type { StripeAccount } from "./account.ts";
import { startNextPhase } from "./schedules.ts";
import { endOfPeriod } from "./subscription-objects.ts";
import {
  collectInvoice,
  computeIncompleteUntil,
  endSubscription,
  expireIncomplete,
  expirePendingUpdate,
  renewSubscription,
} from "./subscriptions.ts";

/** Moves the account's clock forwards and runs everything that becomes due, in order. */
export function advanceClock(account: StripeAccount, to: number): void {
  for (;;) {
    const due = nextDue(account);
    if (!due || due.at > to) break;
    account.setClock(due.at);
    due.run();
  }
  account.setClock(to);
}

interface DueEvent {
  at: number;
  run: () => void;
}

/**
 * Returns the next thing that becomes due. If several are due at the same time, this order decides, because a new phase
 * must set the price before the renewal.
 */
function nextDue(account: StripeAccount): DueEvent | undefined {
  const all: DueEvent[] = [];
  for (const session of account.list("checkout.session"))
    if (session.status === "open")
      all.push({
        at: session.expires_at,
        run: () => {
          account.change(session, null, (draft) => {
            draft.status = "expired";
            draft.url = null;
          });
          account.emit("checkout.session.expired", session);
        },
      });
  for (const schedule of account.list("subscription_schedule"))
    if (schedule.status === "active" && schedule.current_phase)
      all.push({ at: schedule.current_phase.end_date, run: () => startNextPhase(account, schedule) });
  for (const subscription of account.list("subscription")) {
    if (subscription.status === "incomplete")
      all.push({ at: computeIncompleteUntil(subscription), run: () => expireIncomplete(account, subscription) });
    if (subscription.pending_update)
      all.push({
        at: subscription.pending_update.expires_at,
        run: () => expirePendingUpdate(account, subscription),
      });
    if (!["active", "past_due", "trialing", "unpaid"].includes(subscription.status)) continue;
    if (subscription.cancel_at !== null)
      all.push({ at: subscription.cancel_at, run: () => endSubscription(account, subscription, null) });
    all.push({ at: endOfPeriod(subscription), run: () => renewSubscription(account, subscription) });
  }
  for (const invoice of account.list("invoice")) {
    const at = invoice.status === "draft" ? invoice.automatically_finalizes_at : invoice.next_payment_attempt;
    if (at !== null) all.push({ at, run: () => collectInvoice(account, invoice) });
  }
  return all.toSorted((one, other) => one.at - other.at)[0];
}
