import type { Stripe } from "stripe";
import type { Transaction } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import type { Payment } from "../stripe/stripe.ts";
import { findPrice, type PaidPlanId } from "./prices.ts";
import { type PayerRow, savePaymentPage } from "./queries.ts";
import type { SubscriptionFacts } from "./subscription-facts.ts";

/**
 * Creates the provider's page for paying a plan. A payer has at most one page. A second click returns the same page,
 * and the choice of another plan voids it, so two tabs cannot pay twice. The caller holds the payer's lock.
 */
export async function createCheckoutUrl(
  { deps, payment, tx, payer }: { deps: Deps; payment: Payment; tx: Transaction; payer: PayerRow },
  plan: PaidPlanId,
): Promise<string> {
  const { sessions } = payment.stripe.checkout;
  if (payer.checkoutId?.startsWith("cs_")) {
    const open = await sessions.retrieve(payer.checkoutId);
    if (open.status === "open" && open.metadata?.["plan"] === plan && open.url) return open.url;
    if (open.status === "open") await sessions.expire(open.id);
  }
  const price = await findPrice(deps, payment, plan);
  const page = `${deps.env.PUBLIC_URL}/settings/subscription`;
  const session = await sessions.create({
    mode: "subscription",
    customer: payer.customerId,
    client_reference_id: payer.workspaceId ?? payer.customerId,
    line_items: [{ price: price.id, quantity: 1 }],
    allowed_payment_method_types: ["card"],
    success_url: `${page}?checkout=done`,
    cancel_url: `${page}?checkout=left`,
    metadata: { plan },
    subscription_data: { metadata: { plan } },
  });
  if (!session.url) throw new Error("The provider made a page to pay on without its address.");
  await savePaymentPage(tx, payer.customerId, session.id);
  return session.url;
}

/** Returns the open invoice. Its page accepts any card, and lets the bank ask for a confirmation. */
export async function findOpenInvoice(
  { stripe }: Payment,
  { subscription }: { subscription: Pick<SubscriptionFacts["subscription"], "id"> },
): Promise<Stripe.Invoice | null> {
  const { data } = await stripe.invoices.list({ subscription: subscription.id, status: "open", limit: 1 });
  return data[0] ?? null;
}
