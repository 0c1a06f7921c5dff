import type { PlanId } from "../../shared/domain/people.ts";
import type { Transaction } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { enqueueMail } from "../mail/queued-mail.ts";
import { callStripe, isStripeObjectMissing } from "../stripe/errors.ts";
import type { Payment } from "../stripe/stripe.ts";
import { enforcePlan } from "./enforce-plan.ts";
import { getPayerKey, runUnderLock } from "./lock.ts";
import { buildPaymentFailedMail, buildPlanEndedMail } from "./mails.ts";
import { savePlan } from "./plan-queries.ts";
import { findPayer, findPayerOfWorkspace, isPast, type PayerRow } from "./queries.ts";
import { storeSubscriptionFacts } from "./store-facts-queries.ts";
import { isRefunded, readSubscriptionFacts, type SubscriptionFacts, toBillingState } from "./subscription-facts.ts";

/** Updates our copy of a payer's data from the provider. May be called at any time. */
async function syncPayer(deps: Deps, payment: Payment, customerId: string): Promise<void> {
  await runForPayer(deps, customerId, async (tx, payer) => {
    if (!payer.closing) await updatePayer(deps, payment, tx, payer);
  });
}

/** Called when a person returns from the provider's page and expects the new plan. Events may be late or lost. */
export async function syncPayerAfterCheckout(deps: Deps, workspaceId: string): Promise<void> {
  const { payment } = deps;
  if (!payment) return;
  const payer = await findPayerOfWorkspace(deps.db, workspaceId);
  if (!payer?.checkoutId) return;
  try {
    await callStripe(deps, () => syncPayer(deps, payment, payer.customerId));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

/** Locks the payer and runs `work`. Does nothing for a customer that is not ours. */
export async function runForPayer<T>(
  { db }: Pick<Deps, "db">,
  customerId: string,
  work: (tx: Transaction, payer: PayerRow) => Promise<T>,
): Promise<T | undefined> {
  return runUnderLock(db, getPayerKey(customerId), async (tx) => {
    const payer = await findPayer(tx, customerId);
    return payer ? work(tx, payer) : undefined;
  });
}

/** Reads the facts, ends superfluous subscriptions and stores the other facts. The caller holds the payer's lock. */
export async function updatePayer(
  deps: Deps,
  payment: Payment,
  tx: Transaction,
  payer: PayerRow,
): Promise<{ payer: PayerRow; facts: SubscriptionFacts | null }> {
  const { stripe } = payment;
  let facts = await readSubscriptionFacts(payment, payer.customerId);
  const isPaid = facts && toBillingState(facts.subscription.status) === "good";
  const isGivenBack = Boolean(isPaid && (await isRefunded(payment, payer.customerId)));
  const toEnd = [...(isGivenBack && facts ? [facts.subscription] : []), ...(facts?.superfluous ?? [])];
  for (const { id } of toEnd) await stripe.subscriptions.cancel(id);
  if (toEnd.length > 0) facts = await readSubscriptionFacts(payment, payer.customerId);
  const checkoutId = await openCheckout(payment, payer, facts);
  const stored = await storeSubscriptionFacts(tx, payer, facts, checkoutId);
  if (stored.workspaceId) await apply(deps, tx, payer, stored, { isRefunded: isGivenBack });
  return { payer: stored, facts };
}

/**
 * Returns the open page on which the person may be paying: a checkout, or the invoice of a change that the bank has to
 * confirm.
 */
async function openCheckout(
  { stripe }: Payment,
  { checkoutId }: PayerRow,
  facts: SubscriptionFacts | null,
): Promise<string | null> {
  if (checkoutId?.startsWith("in_")) return facts?.subscription.pending_update ? checkoutId : null;
  if (!checkoutId || (facts && toBillingState(facts.subscription.status) === "good")) return null;
  try {
    const { status } = await stripe.checkout.sessions.retrieve(checkoutId);
    return status === "open" ? checkoutId : null;
  } catch (error) {
    if (isStripeObjectMissing(error)) return null;
    throw error;
  }
}

/** Applies the new facts to the workspace: sets its plan and limits, and sends a mail. */
async function apply(
  deps: Deps,
  tx: Transaction,
  before: PayerRow,
  payer: PayerRow,
  { isRefunded }: { isRefunded: boolean },
): Promise<void> {
  const workspaceId = payer.workspaceId ?? "";
  const scope = { workspaceId, tx };
  await applyPlan(deps, scope, await getPlanInForce(tx, payer));
  const link = `${deps.env.PUBLIC_URL}/settings/subscription`;
  if (payer.graceUntil && !before.graceUntil)
    await enqueueMail(deps, scope, buildPaymentFailedMail(payer.email, link, payer.graceUntil));
  const hasEnded = toBillingState(payer.status) === "ended" && toBillingState(before.status) !== "ended";
  if (hasEnded && !payer.graceUntil)
    await enqueueMail(deps, scope, buildPlanEndedMail(payer.email, link, { isRefunded }));
}

/** The paid plan while it is paid or in its grace period; otherwise Starter. */
async function getPlanInForce(tx: Transaction, { plan, status, graceUntil }: PayerRow): Promise<PlanId> {
  if (!plan) return "starter";
  if (!graceUntil) return toBillingState(status) === "good" ? plan : "starter";
  return (await isPast(tx, graceUntil)) ? "starter" : plan;
}

export async function applyPlan(
  deps: Deps,
  scope: { workspaceId: string; tx: Transaction },
  plan: PlanId,
): Promise<void> {
  if (await savePlan(scope, plan)) await enforcePlan(deps, scope);
}
