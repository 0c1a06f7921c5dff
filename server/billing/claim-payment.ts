import type { z } from "zod";
import type { accountEndpoints } from "../../shared/contract/accounts.ts";
import type { Transaction } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { conflict, invalid } from "../errors.ts";
import { callStripe } from "../stripe/errors.ts";
import { type Payment, requirePayment } from "../stripe/stripe.ts";
import { closePayer } from "./close-payer.ts";
import { findPlanOfPrice } from "./prices.ts";
import {
  assignPayer,
  findPayer,
  findPayerOfSubscription,
  lockPayer,
  lockPayerOfWorkspace,
  type PayerRow,
} from "./queries.ts";
import { toBillingState } from "./subscription-facts.ts";

type Registration = z.output<(typeof accountEndpoints)["POST /api/register"]["body"]>;

const UNKNOWN = "This payment is not known here. Start the payment again.";

/** A payment that the provider confirmed for this plan and that the requester set up. */
export interface CheckedPayment {
  customerId: string;
  plan: "professional" | "enterprise";
}

/**
 * Verifies a new account's payment at the provider: card, owner, state and price. Throws 'invalid' with the reason.
 * `claimPayment` assigns the payment to the account.
 */
export async function checkPayment(
  deps: Deps,
  body: Pick<Registration, "plan" | "setupIntentId" | "customerId" | "subscriptionId">,
): Promise<CheckedPayment> {
  const payment = requirePayment(deps.payment);
  const { customerId, subscriptionId, plan } = body;
  if (!customerId || !subscriptionId || plan === "starter")
    throw invalid("This plan must be paid before the account is created. Complete the payment first.");
  const own = await findPayer(deps.db, customerId);
  if (!own || (body.setupIntentId && body.setupIntentId !== own.setupIntentId)) throw invalid(UNKNOWN);
  const payer = await payerOf(deps, own, subscriptionId);
  await callStripe(deps, async () => {
    await checkCard(payment, own);
    await checkSubscription(payment, payer, { subscriptionId, plan });
  });
  return { customerId: payer.customerId, plan };
}

/**
 * Returns the payer who set up the card. If that payer has no subscription, returns a payer who paid for the same
 * address earlier in another tab.
 */
async function payerOf({ db }: Deps, own: PayerRow, subscriptionId: string): Promise<PayerRow> {
  if (own.subscriptionId === subscriptionId) return own;
  const other = await findPayerOfSubscription(db, subscriptionId);
  if (!other || other.email !== own.email || own.subscriptionId) throw invalid(UNKNOWN);
  return other;
}

async function checkCard({ stripe }: Payment, { setupIntentId, customerId }: PayerRow): Promise<void> {
  if (!setupIntentId) throw invalid(UNKNOWN);
  const { status, customer } = await stripe.setupIntents.retrieve(setupIntentId);
  if (idOf(customer) !== customerId) throw invalid(UNKNOWN);
  if (status !== "succeeded") throw invalid("The card is not confirmed yet. Complete the card form first.");
}

async function checkSubscription(
  { stripe }: Payment,
  payer: PayerRow,
  { subscriptionId, plan }: { subscriptionId: string; plan: CheckedPayment["plan"] },
): Promise<void> {
  const { customer, status, items } = await stripe.subscriptions.retrieve(subscriptionId);
  const price = items.data[0]?.price;
  if (idOf(customer) !== payer.customerId || !price) throw invalid(UNKNOWN);
  if (findPlanOfPrice(price) !== plan || payer.plan !== plan)
    throw invalid("This payment is for another plan. Choose the plan that was paid for.");
  if (toBillingState(status) !== "good")
    throw invalid(
      status === "incomplete"
        ? "The first payment is not confirmed yet. Confirm it with your bank and try again."
        : "This subscription is not paid. Start the payment again.",
    );
}

const idOf = (reference: string | { id: string } | null) =>
  typeof reference === "string" ? reference : (reference?.id ?? null);

/**
 * Assigns the payment to this workspace, in the transaction that creates the account, so that nobody else can use the
 * payment. A retry changes nothing. An account that is already paid keeps its earlier payment, and this one is
 * refunded.
 */
export async function claimPayment(
  deps: Deps,
  tx: Transaction,
  { customerId, plan }: CheckedPayment,
  { workspaceId, email }: { workspaceId: string; email: string },
): Promise<void> {
  const payer = await lockPayment(tx, customerId);
  if (payer.workspaceId === workspaceId) return;
  if (payer.workspaceId) throw conflict("This payment belongs to another account.");
  const before = await lockPayerOfWorkspace(tx, workspaceId);
  if (before && toBillingState(before.status) !== "ended") return closePayer(deps, tx, customerId, "paid-already");
  if (before) await closePayer(deps, tx, before.customerId, "account-gone");
  await assignPayer(tx, workspaceId, { customerId, email, plan });
}

/**
 * If the address already has an account, refunds the payment and returns true, unless the payment is that account's
 * own.
 */
export async function refundDuplicatePayment(
  deps: Deps,
  tx: Transaction,
  { customerId }: CheckedPayment,
  workspaceId: string,
): Promise<boolean> {
  const payer = await lockPayment(tx, customerId);
  if (payer.workspaceId === workspaceId) return false;
  if (payer.workspaceId) throw conflict("This payment belongs to another account.");
  await closePayer(deps, tx, customerId, "known-address");
  return true;
}

async function lockPayment(tx: Transaction, customerId: string): Promise<PayerRow> {
  const payer = await lockPayer(tx, customerId);
  if (!payer || payer.closing) throw invalid("This payment was refunded. Start the payment again.");
  return payer;
}
