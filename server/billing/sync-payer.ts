import { eq, sql } from "drizzle-orm";
import type { PlanId } from "../../shared/domain/people.ts";
import { GRACE_DAYS } from "../../shared/domain/plans.ts";
import { payers, workspaces } from "../db/schema.ts";
import type { Transaction } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { enqueueMail } from "../mail/queued-mail.ts";
import { askProvider, isMissing } from "../stripe/errors.ts";
import type { Payment } from "../stripe/stripe.ts";
import { type Facts, isRefunded, readFacts, standingOf } from "./facts.ts";
import { keepToPlan } from "./keep-to-plan.ts";
import { keyOfPayer, oneByOne } from "./lock.ts";
import { paymentFailedMail, planEndedMail } from "./mails.ts";
import { findPayer, findPayerOf, type PayerRow } from "./queries.ts";

/** Brings what we know of a payer up to what the provider says now. Any number of times, in any order. */
async function syncPayer(deps: Deps, payment: Payment, customerId: string): Promise<void> {
  await onePayer(deps, customerId, async (tx, payer) => {
    if (!payer.closing) await bringUpToDate(deps, payment, tx, payer);
  });
}

/** Back from the provider's page a person wants to see the new plan, and events may take a moment or never come. */
export async function syncAfterCheckout(deps: Deps, workspaceId: string): Promise<void> {
  const { payment } = deps;
  if (!payment) return;
  const payer = await findPayerOf(deps.db, workspaceId);
  if (!payer?.checkoutId) return;
  try {
    await askProvider(deps, () => syncPayer(deps, payment, payer.customerId));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

/** One after the other for each payer; nothing for a customer that is not ours. */
export async function onePayer<T>(
  { db }: Pick<Deps, "db">,
  customerId: string,
  work: (tx: Transaction, payer: PayerRow) => Promise<T>,
): Promise<T | undefined> {
  return oneByOne(db, keyOfPayer(customerId), async (tx) => {
    const payer = await findPayer(tx, customerId);
    return payer ? work(tx, payer) : undefined;
  });
}

/** Reads the facts, ends what must end, stores the rest. The caller holds the payer's turn. */
export async function bringUpToDate(
  deps: Deps,
  payment: Payment,
  tx: Transaction,
  payer: PayerRow,
): Promise<{ payer: PayerRow; facts: Facts | null }> {
  const { stripe } = payment;
  let facts = await readFacts(payment, payer.customerId);
  const isPaid = facts && standingOf(facts.subscription.status) === "good";
  const isGivenBack = Boolean(isPaid && (await isRefunded(payment, payer.customerId)));
  const toEnd = [...(isGivenBack && facts ? [facts.subscription] : []), ...(facts?.superfluous ?? [])];
  for (const { id } of toEnd) await stripe.subscriptions.cancel(id);
  if (toEnd.length > 0) facts = await readFacts(payment, payer.customerId);
  const checkoutId = await openCheckout(payment, payer, facts);
  const stored = await store(tx, payer, facts, checkoutId);
  if (stored.workspaceId) await apply(deps, tx, payer, stored, { isRefunded: isGivenBack });
  return { payer: stored, facts };
}

/** The page where somebody may be paying, while it is open: a checkout, or the invoice of a change that waits for the bank. */
async function openCheckout(
  { stripe }: Payment,
  { checkoutId }: PayerRow,
  facts: Facts | null,
): Promise<string | null> {
  if (checkoutId?.startsWith("in_")) return facts?.subscription.pending_update ? checkoutId : null;
  if (!checkoutId || (facts && standingOf(facts.subscription.status) === "good")) return null;
  try {
    const { status } = await stripe.checkout.sessions.retrieve(checkoutId);
    return status === "open" ? checkoutId : null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function store(
  tx: Transaction,
  payer: PayerRow,
  facts: Facts | null,
  checkoutId: string | null,
): Promise<PayerRow> {
  const [stored] = await tx
    .update(payers)
    .set({ checkoutId, syncedAt: sql`now()`, ...(facts && columnsOf(payer, facts)) })
    .where(eq(payers.customerId, payer.customerId))
    .returning();
  if (!stored) throw new Error("The payer disappeared while its turn was held.");
  return stored;
}

function columnsOf(payer: PayerRow, { subscription, item, plan, periodEnd, nextPlan }: Facts) {
  const { status } = subscription;
  const standing = standingOf(status);
  return {
    subscriptionId: subscription.id,
    status,
    plan: plan ?? payer.plan,
    priceId: item.price.id,
    periodEnd,
    nextPlan: standing === "ended" ? null : nextPlan,
    graceUntil: graceOf(payer, subscription),
    subscribedAt: sql`coalesce(${payers.subscribedAt}, now())`,
    endedAt: standing === "ended" ? sql`coalesce(${payers.endedAt}, now())` : null,
  };
}

/** Begins with the first refusal and ends with the payment; who stopped paying stays expired when the provider gives up. */
function graceOf({ status: before }: PayerRow, { status, cancellation_details }: Facts["subscription"]) {
  const standing = standingOf(status);
  const begun = sql<Date>`coalesce(${payers.graceUntil}, now() + make_interval(days => ${GRACE_DAYS}))`;
  if (standing === "unpaid") return begun;
  if (standing !== "ended" || cancellation_details?.reason !== "payment_failed") return null;
  return standingOf(before) === "ended" ? sql<Date | null>`${payers.graceUntil}` : begun;
}

/** What follows from it for the workspace: its plan, its limits, a letter. */
async function apply(
  deps: Deps,
  tx: Transaction,
  before: PayerRow,
  payer: PayerRow,
  { isRefunded }: { isRefunded: boolean },
): Promise<void> {
  const workspaceId = payer.workspaceId ?? "";
  const scope = { workspaceId, tx };
  await setPlan(deps, scope, await planInForce(tx, payer));
  const link = `${deps.env.PUBLIC_URL}/settings/subscription`;
  if (payer.graceUntil && !before.graceUntil)
    await enqueueMail(deps, scope, paymentFailedMail(payer.email, link, payer.graceUntil));
  const hasEnded = standingOf(payer.status) === "ended" && standingOf(before.status) !== "ended";
  if (hasEnded && !payer.graceUntil) await enqueueMail(deps, scope, planEndedMail(payer.email, link, { isRefunded }));
}

/** Paid, or within the grace: the paid plan. */
async function planInForce(tx: Transaction, { plan, status, graceUntil }: PayerRow): Promise<PlanId> {
  if (!plan) return "starter";
  if (!graceUntil) return standingOf(status) === "good" ? plan : "starter";
  const { rows } = await tx.execute<{ isOver: boolean }>(sql`select ${graceUntil}::timestamptz <= now() as "isOver"`);
  return rows[0]?.isOver ? "starter" : plan;
}

export async function setPlan(
  deps: Deps,
  scope: { workspaceId: string; tx: Transaction },
  plan: PlanId,
): Promise<void> {
  const changed = await scope.tx
    .update(workspaces)
    .set({ plan })
    .where(sql`${workspaces.id} = ${scope.workspaceId} and ${workspaces.plan} <> ${plan}`)
    .returning({ id: workspaces.id });
  if (changed.length > 0) await keepToPlan(deps, scope);
}
