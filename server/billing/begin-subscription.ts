import type { Stripe } from "stripe";
import type { z } from "zod";
import type { billingEndpoints } from "../../shared/contract/billing.ts";
import type { Transaction } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { invalid } from "../errors.ts";
import { getNetwork } from "../http/network.ts";
import { enforceRateLimit } from "../http/rate-limit.ts";
import { isConfirmationRequired, isRefusedCard } from "../stripe/errors.ts";
import { type Payment, requirePayment } from "../stripe/stripe.ts";
import { lockPayerInOrder, runUnderLock } from "./lock.ts";
import { countRefusedCard, findPayer, findUnusedPayment, type PayerRow } from "./queries.ts";
import { readSubscriptionFacts, toBillingState } from "./subscription-facts.ts";
import { updatePayer } from "./sync-payer.ts";

type Endpoint = (typeof billingEndpoints)["POST /api/create-subscription-after-setup"];

type BeginResponse = z.input<Endpoint["response"]>;

const PER_PLACE = { limit: 20, windowSeconds: 60 * 60 };

const PER_CARD = { limit: 10, windowSeconds: 60 * 60 };

/**
 * Starts the paid plan with a confirmed card. A repeated request (another tab, a lost answer) returns the existing
 * subscription. Neither a card set-up nor an address without account can therefore pay twice.
 */
export async function beginSubscription(
  deps: Deps,
  body: z.output<Endpoint["body"]>,
  ip: string,
): Promise<BeginResponse> {
  const payment = requirePayment(deps.payment);
  await enforceRateLimit(deps.db, `subscription ip ${getNetwork(ip)}`, PER_PLACE);
  await enforceRateLimit(deps.db, `subscription card ${body.setupIntentId}`, PER_CARD);
  const prepared = await findPayer(deps.db, body.customerId);
  if (!prepared || prepared.setupIntentId !== body.setupIntentId)
    throw invalid("This card was not prepared here. Start the payment again.");
  if (prepared.plan !== body.plan || prepared.priceId !== body.priceId)
    throw invalid("This card was prepared for another plan. Start the payment again.");

  const { begun, refusal } = await runUnderLock(deps.db, `address ${prepared.email}`, (tx) =>
    begin(deps, payment, tx, prepared.customerId),
  );
  if (begun) return begun;
  throw refusal;
}

/** Starts the plan. Returns a refusal instead of throwing it, so that the caller can store the refusal. */
async function begin(
  deps: Deps,
  payment: Payment,
  tx: Transaction,
  customerId: string,
): Promise<{ begun?: BeginResponse; refusal?: unknown }> {
  await lockPayerInOrder(tx, customerId);
  const payer = await findPayer(tx, customerId);
  if (!payer || payer.closing) throw invalid("This payment was refunded. Start the payment again.");
  const facts = await readSubscriptionFacts(payment, customerId);
  if (facts?.subscription.status === "canceled") throw invalid("This subscription has ended. Start the payment again.");
  if (facts && facts.subscription.status !== "incomplete_expired") {
    await updatePayer(deps, payment, tx, payer);
    return { begun: await answerOf(payment, facts.subscription) };
  }
  const paidAlready = await findUnusedPayment(tx, payer);
  if (paidAlready?.subscriptionId)
    return { begun: { subscriptionId: paidAlready.subscriptionId, confirmationSecret: null } };

  const card = await confirmedCard(payment, payer);
  try {
    const subscription = await create(payment, payer, { card, after: facts?.subscription.id ?? "none" });
    await updatePayer(deps, payment, tx, payer);
    return { begun: await answerOf(payment, subscription) };
  } catch (refusal) {
    if (!isRefusedCard(refusal)) throw refusal;
    await countRefusedCard(tx, customerId);
    return { refusal };
  }
}

/** Returns the payment method of a card form that the customer has completed. */
async function confirmedCard({ stripe }: Payment, payer: PayerRow): Promise<string> {
  const setup = await stripe.setupIntents.retrieve(payer.setupIntentId ?? "");
  const card = typeof setup.payment_method === "string" ? setup.payment_method : setup.payment_method?.id;
  const owner = typeof setup.customer === "string" ? setup.customer : setup.customer?.id;
  if (owner !== payer.customerId) throw invalid("This card was not prepared here. Start the payment again.");
  if (setup.status !== "succeeded" || !card)
    throw invalid("The card is not confirmed yet. Complete the card form first.");
  return card;
}

/**
 * Creates the subscription and charges it. Retries have the same idempotency key. If the bank requires a confirmation,
 * the subscription stays incomplete until the person confirms.
 */
async function create(
  { stripe }: Payment,
  payer: PayerRow,
  { card, after }: { card: string; after: string },
): Promise<Stripe.Subscription> {
  const { customerId, plan, priceId, setupIntentId, refusals } = payer;
  await stripe.customers.update(customerId, { invoice_settings: { default_payment_method: card } });
  const wanted = { customer: customerId, items: [{ price: priceId ?? "" }], metadata: { plan: plan ?? "" } };
  const idempotencyKey = `subscription-${setupIntentId}-${refusals}-${after}`;
  try {
    return await stripe.subscriptions.create(
      { ...wanted, payment_behavior: "error_if_incomplete" },
      { idempotencyKey },
    );
  } catch (error) {
    if (!isConfirmationRequired(error)) throw error;
    return stripe.subscriptions.create(
      { ...wanted, payment_behavior: "default_incomplete" },
      { idempotencyKey: `${idempotencyKey}-confirm` },
    );
  }
}

async function answerOf({ stripe }: Payment, { id, status }: Stripe.Subscription): Promise<BeginResponse> {
  if (toBillingState(status) !== "unconfirmed") return { subscriptionId: id, confirmationSecret: null };
  const { latest_invoice: invoice } = await stripe.subscriptions.retrieve(id, {
    expand: ["latest_invoice.confirmation_secret"],
  });
  const secret = typeof invoice === "object" ? invoice?.confirmation_secret?.client_secret : null;
  return { subscriptionId: id, confirmationSecret: secret ?? null };
}
