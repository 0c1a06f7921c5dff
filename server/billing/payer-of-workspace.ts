import type { Stripe } from "stripe";
import { inWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { invalid } from "../errors.ts";
import type { Viewer } from "../http/routes.ts";
import { type Payment, requirePayment } from "../stripe/stripe.ts";
import { runUnderLock } from "./lock.ts";
import { findPayerOfWorkspace, getBillingContact, insertPayer, type PayerRow } from "./queries.ts";

/**
 * Returns the workspace's customer at the provider. Creates the customer if there is none; two clicks create only one.
 */
export async function ensurePayer(deps: Deps, { stripe }: Payment, viewer: Viewer): Promise<PayerRow> {
  const { workspaceId, userId } = viewer;
  const known = await findPayerOfWorkspace(deps.db, workspaceId);
  if (known) return known;
  const user = await inWorkspace(deps.db, workspaceId, (scope) => getBillingContact(scope, userId));
  return runUnderLock(deps.db, `workspace ${workspaceId}`, async (tx) => {
    const meanwhile = await findPayerOfWorkspace(tx, workspaceId);
    if (meanwhile) return meanwhile;
    const customer = await stripe.customers.create(
      { email: user.email, name: `${user.firstName} ${user.lastName}`, metadata: { workspace: workspaceId } },
      { idempotencyKey: `customer-${workspaceId}-${userId}` },
    );
    return insertPayer(tx, { customerId: customer.id, workspaceId, email: user.email, wasClaimed: true });
  });
}

/** Returns the card that would be charged next. */
export async function readBillingInfo(
  { db, payment }: Deps,
  { workspaceId }: Viewer,
): Promise<{ last4: string | null; brand: string | null }> {
  const payer = payment && (await findPayerOfWorkspace(db, workspaceId));
  const card = payer && (await cardOf(payment, payer));
  return { last4: card?.last4 ?? null, brand: card?.brand ?? null };
}

async function cardOf({ stripe }: Payment, payer: PayerRow): Promise<Stripe.PaymentMethod.Card | null> {
  const customer = await stripe.customers.retrieve(payer.customerId, {
    expand: ["invoice_settings.default_payment_method"],
  });
  const subscription = payer.subscriptionId
    ? await stripe.subscriptions.retrieve(payer.subscriptionId, { expand: ["default_payment_method"] })
    : null;
  const ofCustomer = customer.deleted ? null : customer.invoice_settings.default_payment_method;
  const method = subscription?.default_payment_method ?? ofCustomer;
  return (typeof method === "object" && method?.card) || null;
}

/** A page of the provider on which cards and invoices are managed. */
export async function createPortalUrl(deps: Deps, { workspaceId }: Viewer): Promise<string> {
  const { stripe } = requirePayment(deps.payment);
  const payer = await findPayerOfWorkspace(deps.db, workspaceId);
  if (!payer) throw invalid("There is no card or invoice yet. They come with your first paid plan.");
  const { url } = await stripe.billingPortal.sessions.create({
    customer: payer.customerId,
    return_url: `${deps.env.PUBLIC_URL}/settings/subscription`,
  });
  return url;
}
