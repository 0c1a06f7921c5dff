import type { Transaction } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { enqueueMail } from "../mail/queued-mail.ts";
import { callStripe, isAlreadyRefunded, isStripeObjectMissing } from "../stripe/errors.ts";
import type { Payment } from "../stripe/stripe.ts";
import { buildRefundMail } from "./mails.ts";
import { updateCustomerContact } from "./payer-contact.ts";
import { lockPayerOfWorkspace, markPayerClosed, markPayerClosing, type PayerRow } from "./queries.ts";
import { toBillingState } from "./subscription-facts.ts";
import { runForPayer, updatePayer } from "./sync-payer.ts";

/** The workspace id in mails and jobs about payers without a workspace. */
export const NO_WORKSPACE = "00000000-0000-0000-0000-000000000000";

/** Carries out the steps that a payer's row and the provider's state require. Runs in the worker. */
export async function updateOrClosePayer(deps: Deps, customerId: string): Promise<void> {
  const { payment } = deps;
  if (!payment) return;
  await callStripe(deps, async () => {
    await runForPayer(deps, customerId, async (tx, payer) => {
      if (!payer.closing) await updatePayer(deps, payment, tx, payer);
      else if (!payer.closedAt) await close(deps, payment, tx, payer);
    });
    // Takes the lock separately, so that an address that the provider refuses does not roll back the plan.
    await runForPayer(deps, customerId, (tx, payer) => updateCustomerContact(payment, tx, payer));
  });
}

/**
 * Requests the permanent end of the payer's subscription, and a refund if the payment never had an account. The request
 * is stored in the caller's transaction, and the worker retries it until it succeeds.
 */
export async function closePayer(
  { queue }: Pick<Deps, "queue">,
  tx: Transaction,
  customerId: string,
  closing: NonNullable<PayerRow["closing"]>,
): Promise<void> {
  await markPayerClosing(tx, customerId, closing);
  await queue.enqueue({ tx }, { queue: "billing", workspaceId: NO_WORKSPACE, customerId });
}

/** Ends all charges when an account is deleted. Does nothing without a subscription. */
export async function endSubscription(deps: Pick<Deps, "queue">, tx: Transaction, workspaceId: string): Promise<void> {
  const payer = await lockPayerOfWorkspace(tx, workspaceId);
  if (payer) await closePayer(deps, tx, payer.customerId, "account-gone");
}

async function close(deps: Deps, payment: Payment, tx: Transaction, payer: PayerRow): Promise<void> {
  const { stripe } = payment;
  const { customerId } = payer;
  const { data } = await stripe.subscriptions.list({ customer: customerId, status: "all", limit: 20 });
  for (const { id, status } of data) if (toBillingState(status) !== "ended") await cancel(payment, id);
  if (payer.checkoutId) await expireCheckout(payment, payer.checkoutId);
  if (payer.closing !== "account-gone") await refundEverything(payment, customerId);
  await markPayerClosed(tx, payer);
  if (payer.closing !== "abandoned") return;
  const mail = buildRefundMail(payer.email, `${deps.env.PUBLIC_URL}/signup?plan=${payer.plan ?? "professional"}`);
  await enqueueMail(deps, { workspaceId: NO_WORKSPACE, tx }, mail);
}

async function cancel({ stripe }: Payment, subscriptionId: string): Promise<void> {
  try {
    await stripe.subscriptions.cancel(subscriptionId);
  } catch (error) {
    if (!isStripeObjectMissing(error)) throw error;
  }
}

async function expireCheckout({ stripe }: Payment, checkoutId: string): Promise<void> {
  const { status } = await stripe.checkout.sessions.retrieve(checkoutId);
  if (status === "open") await stripe.checkout.sessions.expire(checkoutId);
}

async function refundEverything({ stripe }: Payment, customerId: string): Promise<void> {
  const { data } = await stripe.charges.list({ customer: customerId, limit: 100 });
  for (const charge of data) {
    if (!charge.paid || charge.refunded) continue;
    try {
      await stripe.refunds.create({ charge: charge.id }, { idempotencyKey: `refund-${charge.id}` });
    } catch (error) {
      if (!isAlreadyRefunded(error)) throw error;
    }
  }
}
