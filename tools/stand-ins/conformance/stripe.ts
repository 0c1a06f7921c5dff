import Stripe from "stripe";
import { type StripeStandIn, startStripeStandIn } from "../stripe/stripe-stand-in.ts";
import type { ConformanceReport } from "./strict-peer.ts";
import { StripeChecks } from "./stripe-checks.ts";

/*
 * The same people wrote the Stripe stand-in and the code that calls it, so both could contain the same error. This run
 * makes the calls with Stripe's own SDK and compares them with Stripe's own description and samples.
 */

/** `specsDir` contains `peers/stripe.peer.json` and, if available, `stripe.fixtures3.current.json`. */
export async function conformStripe(specsDir: string): Promise<ConformanceReport> {
  const checks = new StripeChecks(specsDir);
  const standIn = await startStripeStandIn();
  try {
    const problems = await wholeLife(standIn, checks).catch((error: Error) => [`broke off: ${error.message}`]);
    return {
      name: "Stripe: stand-in against Stripe's OpenAPI file of 2023 and its samples of today",
      requests: checks.requests,
      responses: checks.responses,
      violations: [...problems, ...new Set(checks.violations)],
    };
  } finally {
    await standIn.close();
  }
}

/** Makes all calls that the product makes to Stripe, for a few customers from their first payment to their last. */
async function wholeLife(standIn: StripeStandIn, checks: StripeChecks): Promise<string[]> {
  const problems: string[] = [];
  const expect = (promise: string, isKept: boolean) => void (isKept || problems.push(`not kept: ${promise}`));
  const { hostname: host, port } = new URL(standIn.url);
  const stripe = new Stripe(standIn.secretKey, {
    host,
    port,
    protocol: "http",
    httpClient: Stripe.createFetchHttpClient(checks.fetch),
    maxNetworkRetries: 0,
    telemetry: false,
  });
  const refusalOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: Stripe.errors.StripeError) => error,
    );

  const product = await stripe.products.create({ name: "Team", metadata: { plan: "team" } });
  const price = await stripe.prices.create({
    product: product.id,
    currency: "usd",
    unit_amount: 5000,
    recurring: { interval: "month" },
    lookup_key: "team",
    nickname: "Team",
  });
  const prices = await stripe.prices.list({ lookup_keys: ["professional", "enterprise"], active: true });
  expect("both plans have a price", prices.data.length === 2);
  const endpoint = await stripe.webhookEndpoints.create({ url: `${standIn.url}/`, enabled_events: ["invoice.paid"] });
  await stripe.webhookEndpoints.list({ limit: 100 });
  await stripe.webhookEndpoints.del(endpoint.id);

  const customerWith = async (card: string) => {
    const { id } = await stripe.customers.create({ email: "ann@checks.example", name: "Ann", metadata: { plan: "x" } });
    const intent = await stripe.setupIntents.create({
      customer: id,
      allowed_payment_method_types: ["card"],
      usage: "off_session",
      metadata: { plan: "professional" },
    });
    const confirmed = await stripe.setupIntents.confirm(intent.id, { payment_method: card });
    const method = confirmed.payment_method as string;
    if (confirmed.status === "succeeded")
      await stripe.customers.update(id, { invoice_settings: { default_payment_method: method } });
    return { customer: id, method };
  };
  const declined = await refusalOf(customerWith("pm_card_chargeDeclined"));
  expect("a declined card is a card_error", declined?.type === "StripeCardError");
  await customerWith("pm_card_authenticationRequiredOnSetup");

  const { customer, method } = await customerWith("pm_card_visa");
  await stripe.customers.retrieve(customer, { expand: ["invoice_settings.default_payment_method"] });
  await stripe.customers.listPaymentMethods(customer, { type: "card" });
  const begun = await stripe.subscriptions.create({
    customer,
    items: [{ price: "price_professional" }],
    default_payment_method: method,
    payment_behavior: "error_if_incomplete",
    metadata: { plan: "professional" },
    expand: ["latest_invoice.payments"],
  });
  const item = begun.items.data[0]?.id ?? "";
  const change = { items: [{ id: item, price: "price_enterprise" }] };
  await stripe.invoices.createPreview({ subscription: begun.id, subscription_details: change });
  await stripe.subscriptions.update(begun.id, {
    ...change,
    proration_behavior: "always_invoice",
    payment_behavior: "error_if_incomplete",
    cancel_at_period_end: false,
    metadata: { plan: "enterprise" },
  });
  const schedule = await stripe.subscriptionSchedules.create({ from_subscription: begun.id });
  const [phase] = schedule.phases;
  await stripe.subscriptionSchedules.update(schedule.id, {
    end_behavior: "release",
    proration_behavior: "none",
    metadata: { next: "team" },
    phases: [
      {
        items: [{ price: "price_enterprise", quantity: 1 }],
        start_date: phase?.start_date ?? 0,
        end_date: phase?.end_date ?? 0,
      },
      { items: [{ price: price.id, quantity: 1 }], duration: { interval: "month", interval_count: 1 } },
    ],
  });
  await stripe.subscriptions.list({ customer, status: "all", limit: 20, expand: ["data.schedule"] });
  await stripe.subscriptionSchedules.release(schedule.id);
  await stripe.subscriptions.update(begun.id, { cancel_at_period_end: true });
  await stripe.subscriptions.update(begun.id, { cancel_at_period_end: false });
  standIn.declineNextCharges(1);
  standIn.advance({ days: 32 });
  const [open] = (await stripe.invoices.list({ subscription: begun.id, status: "open" })).data;
  await stripe.invoices.retrieve(open?.id ?? "", { expand: ["confirmation_secret", "payments"] });
  await stripe.invoices.pay(open?.id ?? "");
  const [charge] = (await stripe.charges.list({ customer, limit: 100 })).data;
  await stripe.refunds.create({ charge: charge?.id ?? "" }, { idempotencyKey: "refund 1" });
  await stripe.charges.retrieve(charge?.id ?? "", { expand: ["refunds"] });

  const session = await stripe.checkout.sessions.create({
    mode: "subscription",
    customer,
    client_reference_id: "w1",
    line_items: [{ price: "price_professional", quantity: 1 }],
    allowed_payment_method_types: ["card"],
    success_url: "https://product.example/done?session_id={CHECKOUT_SESSION_ID}",
    cancel_url: "https://product.example/back",
    metadata: { plan: "professional" },
    subscription_data: { metadata: { plan: "professional" } },
  });
  await fetch(session.url ?? "", {
    method: "POST",
    body: new URLSearchParams({ action: "pay", number: "4242424242424242" }),
    redirect: "manual",
  });
  const paid = await stripe.checkout.sessions.retrieve(session.id, { expand: ["line_items", "subscription"] });
  expect("a person can pay at the checkout", paid.status === "complete");
  const other = await stripe.checkout.sessions.create({
    mode: "subscription",
    customer,
    line_items: [{ price: "price_professional", quantity: 1 }],
    success_url: "https://product.example/done",
  });
  await stripe.checkout.sessions.expire(other.id);
  await stripe.billingPortal.sessions.create({ customer, return_url: "https://product.example/settings" });
  await stripe.subscriptions.cancel(begun.id);
  const events = await stripe.events.list({ types: ["invoice.paid", "customer.subscription.deleted"], limit: 100 });
  expect("events can be listed", events.data.length > 2);
  await refusalOf(stripe.subscriptions.retrieve("sub_none"));
  await stripe.customers.del(customer);
  return problems;
}
