import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { INSUFFICIENT_FUNDS } from "./cards.ts";
import { type StripeStandIn, startStripeStandIn } from "./stripe-stand-in.ts";

/* Makes every call with Stripe's own SDK, in order to test the SDK's requests, parsing and errors. */

const START = Date.UTC(2026, 0, 31, 12);
let standIn: StripeStandIn;
let stripe: Stripe;

beforeEach(async () => {
  standIn = await startStripeStandIn({ now: () => START, webhooks: { retryDelaysMs: [5, 5] } });
  stripe = clientOf(standIn.secretKey);
});
afterEach(() => standIn.close());

function clientOf(key: string, maxNetworkRetries = 0): Stripe {
  const { hostname: host, port } = new URL(standIn.url);
  return new Stripe(key, { host, port, protocol: "http", maxNetworkRetries, telemetry: false });
}

/** Creates a customer with a saved card. */
async function customerWith(card: string) {
  const customer = await stripe.customers.create({ email: "noor@larkmoor.example", name: "Noor Haddad" });
  const intent = await stripe.setupIntents.create({
    customer: customer.id,
    allowed_payment_method_types: ["card"],
    usage: "off_session",
    payment_method: card,
    confirm: true,
  });
  const method = intent.payment_method as string;
  await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method } });
  return { customer: customer.id, method };
}

const subscribe = async (card = "pm_card_visa", more: Partial<Stripe.SubscriptionCreateParams> = {}) => {
  const { customer, method } = await customerWith(card);
  return stripe.subscriptions.create({
    customer,
    items: [{ price: "price_professional" }],
    default_payment_method: method,
    ...more,
  });
};

const typesOf = (name = "") => standIn.account.events.map(({ type }) => type).filter((type) => type.startsWith(name));
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail("It was not refused."),
    (error: Stripe.errors.StripeError) => error,
  );

describe("calls with Stripe's SDK", () => {
  it("sells the product's two paid plans", async () => {
    const { data } = await stripe.prices.list({
      lookup_keys: ["professional", "enterprise"],
      expand: ["data.product"],
    });
    const sold = data.map(({ lookup_key, unit_amount, product }) => [
      lookup_key,
      unit_amount,
      (product as Stripe.Product).name,
    ]);
    expect(sold).toEqual([
      ["enterprise", 9900, "Enterprise"],
      ["professional", 2500, "Professional"],
    ]);
  });

  it("refuses a wrong key, an unknown object, an unknown parameter and a missing one like Stripe", async () => {
    expect(await refusalOf(clientOf("sk_test_other").customers.list())).toMatchObject({
      type: "StripeAuthenticationError",
      statusCode: 401,
    });
    expect(await refusalOf(clientOf(standIn.publishableKey).customers.list())).toMatchObject({
      code: "secret_key_required",
    });
    expect(await refusalOf(stripe.customers.retrieve("cus_none"))).toMatchObject({
      statusCode: 404,
      code: "resource_missing",
      message: "No such customer: 'cus_none'",
    });
    const old = { payment_method_types: ["card"] } as Stripe.SetupIntentCreateParams;
    expect(await refusalOf(stripe.setupIntents.create(old))).toMatchObject({
      code: "parameter_unknown",
      param: "payment_method_types",
    });
    expect(await refusalOf(stripe.subscriptions.create({ items: [{ price: "price_professional" }] }))).toMatchObject({
      code: "parameter_missing",
      param: "customer",
    });
    const { customer } = await customerWith("pm_card_visa");
    const typo: object = { prise: "price_professional" };
    expect(await refusalOf(stripe.subscriptions.create({ customer, items: [typo] }))).toMatchObject({
      param: "items[0][prise]",
    });
  });

  it("does the work once per idempotency key, and refuses the key for a different call", async () => {
    const options = { idempotencyKey: "sign-up 1" };
    const first = await stripe.customers.create({ email: "a@b.example" }, options);
    const again = await stripe.customers.create({ email: "a@b.example" }, options);
    expect(again.id).toBe(first.id);
    expect(again.lastResponse.headers["idempotent-replayed"]).toBe("true");
    expect(await refusalOf(stripe.customers.create({ email: "c@d.example" }, options))).toMatchObject({
      type: "StripeIdempotencyError",
    });
  });

  it("charges once if the response was lost and the SDK repeats the call", async () => {
    const { customer } = await customerWith("pm_card_visa");
    standIn.fail({ match: "POST /v1/subscriptions", kind: { afterWork: "reset" } });
    standIn.fail({ match: "POST /v1/subscriptions", after: 1, kind: { status: 500 } });
    const patient = clientOf(standIn.secretKey, 2);
    const made = await patient.subscriptions.create({ customer, items: [{ price: "price_professional" }] });
    expect(made.status).toBe("active");
    expect((await stripe.charges.list({ customer })).data).toHaveLength(1);
    standIn.fail({ kind: { status: 429 } });
    expect(await refusalOf(stripe.customers.list())).toMatchObject({ type: "StripeRateLimitError" });
  });

  it("lists newest first, in pages, and expands the requested fields", async () => {
    for (const name of ["one", "two", "three"]) await stripe.customers.create({ name });
    const all = await stripe.customers.list({ limit: 2 }).autoPagingToArray({ limit: 10 });
    expect(all.map(({ name }) => name)).toEqual(["three", "two", "one"]);
    const { id } = await subscribe();
    const { latest_invoice } = await stripe.subscriptions.retrieve(id, {
      expand: ["latest_invoice.payments", "customer"],
    });
    expect((latest_invoice as Stripe.Invoice).payments?.data[0]).toMatchObject({ status: "paid", amount_paid: 2500 });
    expect(await refusalOf(stripe.subscriptions.retrieve(id, { expand: ["status"] }))).toMatchObject({
      message: "This property cannot be expanded (status).",
    });
  });

  it("remembers a deleted customer, and ends that customer's subscriptions", async () => {
    const { id, customer } = await subscribe();
    await stripe.customers.del(customer as string);
    expect(await stripe.customers.retrieve(customer as string)).toMatchObject({ id: customer, deleted: true });
    const after = await stripe.subscriptions.retrieve(id, { expand: ["customer"] });
    expect(after).toMatchObject({ status: "canceled", customer: { id: customer, deleted: true } });
    expect(typesOf("customer.").slice(-2)).toEqual(["customer.subscription.deleted", "customer.deleted"]);
  });

  it("merges metadata, and removes a key with an empty value", async () => {
    const { id } = await stripe.customers.create({ metadata: { workspace: "1", plan: "professional" } });
    const { metadata } = await stripe.customers.update(id, { metadata: { plan: "", role: "owner" } });
    expect(metadata).toEqual({ workspace: "1", role: "owner" });
  });
});

describe("cards", () => {
  it.each([
    ["pm_card_visa", "succeeded", null],
    ["pm_card_mastercard", "succeeded", null],
    ["pm_card_chargeCustomerFail", "succeeded", null],
    ["pm_card_authenticationRequiredOnSetup", "requires_action", null],
    ["pm_card_chargeDeclined", null, "generic_decline"],
    ["pm_card_chargeDeclinedInsufficientFunds", null, "insufficient_funds"],
  ])("the card %s is saved: %s, declined: %s", async (payment_method, status, decline) => {
    const { id: customer } = await stripe.customers.create({});
    const asked = stripe.setupIntents.create({ customer, payment_method, confirm: true });
    if (status) {
      const intent = await asked;
      expect(intent.status).toBe(status);
      const kept = await stripe.customers.listPaymentMethods(customer);
      expect(kept.data).toHaveLength(status === "succeeded" ? 1 : 0);
    } else {
      expect(await refusalOf(asked)).toMatchObject({ type: "StripeCardError", statusCode: 402, decline_code: decline });
      expect(typesOf("setup_intent.")).toEqual(["setup_intent.created", "setup_intent.setup_failed"]);
    }
  });

  it("shows brand and last four digits, and accepts no card number from a server", async () => {
    const { method } = await customerWith("pm_card_mastercard");
    const { card } = await stripe.paymentMethods.retrieve(method);
    expect(card).toMatchObject({ brand: "mastercard", last4: "4444" });
    const card4242 = { number: "4242424242424242", exp_month: 1, exp_year: 2030, cvc: "123" };
    const raw = stripe.paymentMethods.create({ type: "card", card: card4242 });
    expect((await refusalOf(raw)).message).toContain("generally unsafe");
  });
});

describe("a subscription", () => {
  it("begins with a paid invoice and reports it in events", async () => {
    const made = await subscribe("pm_card_visa", { metadata: { workspace: "w1" }, expand: ["latest_invoice"] });
    const invoice = made.latest_invoice as Stripe.Invoice;
    expect(made).toMatchObject({ status: "active", metadata: { workspace: "w1" } });
    expect(invoice).toMatchObject({ status: "paid", amount_paid: 2500, billing_reason: "subscription_create" });
    expect(invoice.parent?.subscription_details).toMatchObject({
      subscription: made.id,
      metadata: { workspace: "w1" },
    });
    expect(made.items.data[0]?.current_period_end).toBe(Date.UTC(2026, 1, 28, 12) / 1000);
    expect(typesOf("customer.subscription")).toEqual([
      "customer.subscription.created",
      "customer.subscription.updated",
    ]);
    expect(typesOf("invoice.")).toEqual([
      "invoice.created",
      "invoice.finalized",
      "invoice.paid",
      "invoice.payment_succeeded",
    ]);
  });

  it("is not created if the first charge fails with 'error_if_incomplete'", async () => {
    const asked = subscribe("pm_card_chargeCustomerFail", { payment_behavior: "error_if_incomplete" });
    expect(await refusalOf(asked)).toMatchObject({ type: "StripeCardError", code: "card_declined" });
    expect((await stripe.subscriptions.list({ status: "all" })).data).toEqual([]);
    expect((await stripe.invoices.list()).data).toEqual([]);
  });

  it("waits as 'incomplete' with a secret for the browser, is paid later or expires after 23 hours", async () => {
    const expand = ["latest_invoice.confirmation_secret"];
    const made = await subscribe("pm_card_chargeCustomerFail", { payment_behavior: "allow_incomplete", expand });
    const invoice = made.latest_invoice as Stripe.Invoice;
    expect(made.status).toBe("incomplete");
    expect(invoice.confirmation_secret?.client_secret).toMatch(/^pi_\w+_secret_\w+$/);
    await stripe.invoices.pay(invoice.id as string, { payment_method: "pm_card_visa" });
    expect((await stripe.subscriptions.retrieve(made.id)).status).toBe("active");
    const other = await subscribe("pm_card_chargeCustomerFail");
    standIn.advance({ hours: 24 });
    expect((await stripe.subscriptions.retrieve(other.id)).status).toBe("incomplete_expired");
  });

  it("renews every month on its day, and an hour later the invoice is paid", async () => {
    const { id } = await subscribe();
    standIn.advance({ days: 28, hours: 0.5 });
    expect(await stripe.invoices.list({ subscription: id, status: "draft" })).toMatchObject({
      data: [{ amount_due: 2500 }],
    });
    standIn.advance({ hours: 1 });
    const { items } = await stripe.subscriptions.retrieve(id);
    expect(items.data[0]?.current_period_end).toBe(Date.UTC(2026, 2, 31, 12) / 1000);
    const { data } = await stripe.invoices.list({ subscription: id, status: "paid" });
    expect(data.map(({ billing_reason }) => billing_reason)).toEqual(["subscription_cycle", "subscription_create"]);
  });

  it.each(["canceled", "unpaid", "past_due"] as const)(
    "is past due after a failed renewal, is charged again, and then becomes %s",
    async (afterwards) => {
      standIn.account.dunning = { retryAfterDays: [3, 5], afterwards };
      const { id } = await subscribe();
      standIn.declineNextCharges(3, INSUFFICIENT_FUNDS);
      standIn.advance({ days: 29 });
      expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: "past_due" });
      standIn.advance({ days: 9 });
      expect((await stripe.subscriptions.retrieve(id)).status).toBe(afterwards);
      expect(typesOf("invoice.payment_failed")).toHaveLength(3);
    },
  );

  it("is active again as soon as the open invoice is paid", async () => {
    const { id } = await subscribe();
    standIn.declineNextCharges();
    standIn.advance({ days: 29 });
    const [open] = (await stripe.invoices.list({ subscription: id, status: "open" })).data;
    await stripe.invoices.pay(open?.id as string);
    expect((await stripe.subscriptions.retrieve(id)).status).toBe("active");
  });

  it("ends with its period on request, and continues if the request was withdrawn", async () => {
    const [ends, goesOn] = [await subscribe(), await subscribe()];
    for (const { id } of [ends, goesOn]) await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    const back = await stripe.subscriptions.update(goesOn.id, { cancel_at_period_end: false });
    expect(back).toMatchObject({ cancel_at: null, canceled_at: null });
    standIn.advance({ days: 27 });
    expect(await stripe.subscriptions.retrieve(ends.id)).toMatchObject({
      status: "active",
      cancel_at_period_end: true,
    });
    standIn.advance({ days: 2 });
    expect((await stripe.subscriptions.retrieve(ends.id)).status).toBe("canceled");
    expect((await stripe.subscriptions.retrieve(goesOn.id)).status).toBe("active");
    expect(typesOf("customer.subscription.deleted")).toHaveLength(1);
  });

  it("ends at once when it is cancelled", async () => {
    const { id } = await subscribe();
    expect(await stripe.subscriptions.cancel(id)).toMatchObject({ status: "canceled", ended_at: START / 1000 });
    expect(await refusalOf(stripe.subscriptions.cancel(id))).toMatchObject({ code: "resource_missing" });
  });

  it("costs the difference for the remaining days after an upgrade", async () => {
    const { id, items } = await subscribe();
    standIn.advance({ days: 14 });
    const [item] = items.data;
    const change = [{ id: item?.id as string, price: "price_enterprise" }];
    const preview = await stripe.invoices.createPreview({ subscription: id, subscription_details: { items: change } });
    const changed = await stripe.subscriptions.update(id, {
      items: change,
      proration_behavior: "always_invoice",
      payment_behavior: "error_if_incomplete",
      expand: ["latest_invoice"],
    });
    expect(changed.items.data.map(({ id: same, price }) => [same, price.id])).toEqual([[item?.id, "price_enterprise"]]);
    expect(changed.latest_invoice).toMatchObject({ status: "paid", amount_paid: (9900 - 2500) / 2 });
    expect(preview.amount_due).toBe(3700);
  });

  it("stays unchanged if the charge for an upgrade fails, or waits for it", async () => {
    const { id, items } = await subscribe();
    const change: Stripe.SubscriptionUpdateParams = {
      items: [{ id: items.data[0]?.id as string, price: "price_enterprise" }],
      proration_behavior: "always_invoice",
    };
    standIn.declineNextCharges(2);
    const refused = stripe.subscriptions.update(id, { ...change, payment_behavior: "error_if_incomplete" });
    expect(await refusalOf(refused)).toMatchObject({ code: "card_declined" });
    const waiting = await stripe.subscriptions.update(id, { ...change, payment_behavior: "pending_if_incomplete" });
    expect(waiting.items.data[0]?.price.id).toBe("price_professional");
    expect(waiting.pending_update?.subscription_items?.[0]?.price.id).toBe("price_enterprise");
    await stripe.invoices.pay(waiting.latest_invoice as string);
    const after = await stripe.subscriptions.retrieve(id);
    expect([after.items.data[0]?.price.id, after.pending_update]).toEqual(["price_enterprise", null]);
    expect(typesOf("customer.subscription.pending")).toEqual(["customer.subscription.pending_update_applied"]);
  });

  it("is downgraded with the next period by a schedule, which is then released", async () => {
    const { id, items } = await subscribe("pm_card_visa", { items: [{ price: "price_enterprise" }] });
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: id });
    const { start_date, end_date } = schedule.phases[0] as Stripe.SubscriptionSchedule.Phase;
    await stripe.subscriptionSchedules.update(schedule.id, {
      end_behavior: "release",
      phases: [
        { items: [{ price: "price_enterprise", quantity: 1 }], start_date, end_date },
        { items: [{ price: "price_professional", quantity: 1 }], duration: { interval: "month", interval_count: 1 } },
      ],
    });
    const refused = stripe.subscriptions.update(id, { cancel_at_period_end: true });
    expect((await refusalOf(refused)).message).toContain("managed by the subscription schedule");
    standIn.advance({ days: 29 });
    const after = await stripe.subscriptions.retrieve(id, { expand: ["latest_invoice"] });
    expect(after.items.data.map(({ id: same, price }) => [same, price.id])).toEqual([
      [items.data[0]?.id, "price_professional"],
    ]);
    expect(after.latest_invoice).toMatchObject({ status: "paid", amount_paid: 2500 });
    standIn.advance({ days: 31 });
    expect((await stripe.subscriptions.retrieve(id)).schedule).toBeNull();
    expect(typesOf("subscription_schedule.released")).toHaveLength(1);
  });

  it("can be changed again after its schedule was released", async () => {
    const { id } = await subscribe();
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: id });
    const released = await stripe.subscriptionSchedules.release(schedule.id);
    expect(released).toMatchObject({ status: "released", subscription: null, released_subscription: id });
    expect((await stripe.subscriptions.update(id, { cancel_at_period_end: true })).cancel_at_period_end).toBe(true);
  });

  it("is refunded by a refund of its charge", async () => {
    const { customer } = await subscribe();
    const [paid] = (await stripe.charges.list({ customer: customer as string })).data;
    await stripe.refunds.create({ charge: paid?.id as string, amount: 500 });
    await stripe.refunds.create({ payment_intent: paid?.payment_intent as string });
    const after = await stripe.charges.retrieve(paid?.id as string, { expand: ["refunds"] });
    expect(after).toMatchObject({ refunded: true, amount_refunded: 2500 });
    expect(after.refunds?.data.map(({ amount }) => amount)).toEqual([500, 2000]);
    expect(typesOf("charge.refunded")).toHaveLength(2);
  });
});

describe("Stripe's own pages", () => {
  const press = (url: string, fields: Record<string, string>) =>
    fetch(url, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });

  async function checkout() {
    const { id: customer } = await stripe.customers.create({ email: "noor@larkmoor.example" });
    return stripe.checkout.sessions.create({
      mode: "subscription",
      customer,
      client_reference_id: "w1",
      line_items: [{ price: "price_professional", quantity: 1 }],
      success_url: "https://product.example/done?session_id={CHECKOUT_SESSION_ID}",
      cancel_url: "https://product.example/back",
      subscription_data: { metadata: { workspace: "w1" } },
    });
  }

  it("let a person pay at the checkout after a declined card", async () => {
    const session = await checkout();
    const shown = await fetch(session.url as string);
    expect(await shown.text()).toContain("Stand-in for Stripe: no card is charged");
    const declined = await press(session.url as string, { action: "pay", number: "4000 0000 0000 0002" });
    expect(await declined.text()).toContain("Your card was declined.");
    const paid = await press(session.url as string, { action: "pay", number: "4242 4242 4242 4242" });
    expect(paid.headers.get("location")).toBe(`https://product.example/done?session_id=${session.id}`);
    const after = await stripe.checkout.sessions.retrieve(session.id, { expand: ["subscription", "line_items"] });
    expect(after).toMatchObject({ status: "complete", payment_status: "paid", client_reference_id: "w1" });
    expect(after.subscription).toMatchObject({ status: "active", metadata: { workspace: "w1" } });
    expect(after.line_items?.data[0]?.price?.lookup_key).toBe("professional");
    expect(typesOf("checkout.session.completed")).toHaveLength(1);
  });

  it("lead back if the person cancels, and expire after a day", async () => {
    const session = await checkout();
    const back = await press(session.url as string, { action: "cancel" });
    expect(back.headers.get("location")).toBe("https://product.example/back");
    standIn.advance({ days: 1 });
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: "expired", url: null });
  });

  it("let a customer change the card, pay an open invoice and end the plan", async () => {
    const { id, customer } = await subscribe();
    standIn.declineNextCharges();
    standIn.advance({ days: 29 });
    const { url } = await stripe.billingPortal.sessions.create({
      customer: customer as string,
      return_url: "https://product.example/settings/subscription",
    });
    expect(await (await fetch(url)).text()).toContain("https://product.example/settings/subscription");
    await press(url, { action: "card", number: "5555 5555 5555 4444" });
    const [open] = (await stripe.invoices.list({ status: "open" })).data;
    await press(url, { action: "pay", invoice: open?.id as string });
    await press(url, { action: "cancel" });
    const after = await stripe.subscriptions.retrieve(id, { expand: ["default_payment_method"] });
    expect(after).toMatchObject({ status: "active", cancel_at_period_end: true });
    expect((after.default_payment_method as Stripe.PaymentMethod).card?.brand).toBe("mastercard");
  });
});

describe("webhooks", () => {
  let received: { body: string; headers: IncomingHttpHeaders }[];
  let answers: number[];
  let endpoint: ReturnType<typeof createServer>;

  beforeEach(async () => {
    received = [];
    answers = [];
    endpoint = createServer(async (request, response) => {
      received.push({ body: await text(request), headers: request.headers });
      response.writeHead(answers.shift() ?? 200).end();
    });
    await new Promise<void>((resolve) => endpoint.listen(0, "127.0.0.1", resolve));
    standIn.webhooks.sendTo(`http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/webhooks`);
  });
  afterEach(() => endpoint.close());

  const names = () => received.map(({ body }) => (JSON.parse(body) as Stripe.Event).type);

  it("have a signature that the SDK accepts, and that is refused with another secret", async () => {
    await stripe.customers.create({ email: "noor@larkmoor.example" });
    await standIn.webhooks.settled();
    const [{ body, headers } = expect.fail("Nothing arrived.")] = received;
    const header = headers["stripe-signature"] as string;
    const event = stripe.webhooks.constructEvent(body, header, standIn.webhookSecret);
    expect(event).toMatchObject({ type: "customer.created", api_version: "2026-10-28.endive", livemode: false });
    expect(event.request?.idempotency_key).toBeTruthy();
    expect(() => stripe.webhooks.constructEvent(body, header, "whsec_other")).toThrow();
    expect(() => stripe.webhooks.constructEvent(`${body} `, header, standIn.webhookSecret)).toThrow();
  });

  it("are sent again until they are accepted, and are in the list of events meanwhile", async () => {
    answers = [500, 500, 500];
    await stripe.customers.create({});
    await standIn.webhooks.settled();
    expect(standIn.webhooks.log.map(({ attempt, status }) => [attempt, status])).toEqual([
      [1, 500],
      [2, 500],
      [3, 500],
    ]);
    const missed = await stripe.events.list({ delivery_success: false, types: ["customer.created", "invoice.*"] });
    expect(missed.data.map(({ type }) => type)).toEqual(["customer.created"]);
    standIn.webhooks.resend(standIn.account.events[0] ?? expect.fail());
    await standIn.webhooks.settled();
    expect((await stripe.events.list({ delivery_success: false })).data).toEqual([]);
  });

  it("are lost, doubled and reordered on request", async () => {
    standIn.webhooks.lose();
    standIn.webhooks.duplicate();
    await stripe.customers.create({ name: "lost" });
    await stripe.customers.create({ name: "twice" });
    await standIn.webhooks.settled();
    expect(received).toHaveLength(2);
    expect(new Set(received.map(({ body }) => (JSON.parse(body) as Stripe.Event).id)).size).toBe(1);
    received.length = 0;
    standIn.webhooks.hold();
    const { id } = await stripe.customers.create({});
    await stripe.customers.update(id, { name: "Noor" });
    expect(received).toEqual([]);
    standIn.webhooks.release("reversed");
    await standIn.webhooks.settled();
    expect(names()).toEqual(["customer.updated", "customer.created"]);
  });

  it("can be controlled from another process, like the clock", async () => {
    const order = (method: string, path: string, body: unknown) =>
      fetch(`${standIn.url}/_stand-in/${path}`, {
        method,
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const { id } = await subscribe();
    await standIn.webhooks.settled();
    received.length = 0;
    await order("PUT", "webhooks", { hold: true });
    await order("POST", "declines", { times: 1 });
    await order("POST", "clock", { days: 29 });
    expect((await stripe.subscriptions.retrieve(id)).status).toBe("past_due");
    await order("PUT", "webhooks", { release: "as-made" });
    await standIn.webhooks.settled();
    expect(names()).toContain("invoice.payment_failed");
  });
});

describe("objects that an operator creates", () => {
  it("are products and prices with lookup keys, and the webhook's address", async () => {
    const product = await stripe.products.create({ name: "Professional", metadata: { plan: "professional" } });
    const wanted = {
      product: product.id,
      currency: "usd",
      unit_amount: 2900,
      recurring: { interval: "month" },
      lookup_key: "professional",
    } as const;
    expect(await refusalOf(stripe.prices.create(wanted))).toMatchObject({ param: "lookup_key" });
    const price = await stripe.prices.create({ ...wanted, transfer_lookup_key: true });
    const { data } = await stripe.prices.list({ lookup_keys: ["professional"], active: true });
    expect(data.map(({ id, unit_amount }) => [id, unit_amount])).toEqual([[price.id, 2900]]);
    const url = "http://127.0.0.1:9/api/stripe/webhooks";
    const made = await stripe.webhookEndpoints.create({ url, enabled_events: ["invoice.paid"] });
    expect(made.secret).toBe(standIn.webhookSecret);
    const [listed] = (await stripe.webhookEndpoints.list()).data;
    expect(listed).toMatchObject({ id: made.id, url, enabled_events: ["invoice.paid"] });
    expect(listed?.secret).toBeUndefined();
    expect(await stripe.webhookEndpoints.del(made.id)).toMatchObject({ deleted: true });
  });
});
