import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SignedIn } from "../testing/test-app.ts";
import { type BillingTest, createBillingTest, readPayer } from "./testing/billing-test.ts";

let test: BillingTest;
beforeAll(async () => {
  test = await createBillingTest();
});
afterAll(() => test.close());

interface Sent {
  secret?: string;
  /** In seconds since 1970. */
  at?: number;
  signature?: string;
}

/** Sends an event as the provider does. */
function send(event: object, { secret = test.stripe.webhookSecret, at, signature }: Sent = {}) {
  const payload = JSON.stringify(event, null, 2);
  const header =
    signature ??
    Stripe.webhooks.generateTestHeaderString({ payload, secret, ...(at !== undefined && { timestamp: at }) });
  return test.app.inject({
    method: "POST",
    url: "/api/stripe/webhooks",
    headers: { "stripe-signature": header, "content-type": "application/json; charset=utf-8" },
    payload,
  });
}

const eventsOf = async (person: SignedIn) => {
  const { customer_id: customer } = await readPayer(test, person.viewer.workspaceId);
  return test.stripe.account.events.filter(({ data }) => (data.object as { customer?: string }).customer === customer);
};
const planOf = async (person: SignedIn) => {
  const { rows } = await test.db.$client.query("select plan from workspaces where id = $1", [
    person.viewer.workspaceId,
  ]);
  return rows[0]?.plan;
};
const jobs = async () =>
  (await test.db.$client.query("select 1 from pgboss.job where name = 'billing' and state < 'completed'")).rowCount;

/** A person whose plan was cancelled on the provider's own page. The event has not arrived yet. */
async function cancelledThere(plan: "professional" | "enterprise" = "professional") {
  const person = await test.signInPaying(plan);
  const { customer_id: customer } = await readPayer(test, person.viewer.workspaceId);
  const [subscription] = test.stripe.account.list("subscription").filter((one) => one.customer === customer);
  await test.deps.payment?.stripe.subscriptions.cancel(subscription?.id ?? "");
  await test.settle();
  return person;
}

describe("an event of the provider", () => {
  it("is stored with its job and answered at once; the worker then reads the truth and not the event", async () => {
    const person = await cancelledThere();
    const events = await eventsOf(person);
    // An outdated event, which still has the status 'active'.
    const [created] = events.filter(({ type }) => type === "customer.subscription.created");
    const answer = await send(created ?? {});
    expect([answer.statusCode, answer.json()]).toEqual([200, { received: true }]);
    expect(await planOf(person)).toBe("professional");
    await test.settle();
    expect(await planOf(person)).toBe("starter");
  });

  it("may come in any order and any number of times", async () => {
    const person = await cancelledThere("enterprise");
    const events = await eventsOf(person);
    await Promise.all([...events.toReversed(), ...events].map((event) => send(event)));
    await test.settle();
    expect(await planOf(person)).toBe("starter");
    const email = (await readPayer(test, person.viewer.workspaceId)).email;
    expect((await test.mailsTo(email)).map(({ subject }) => subject)).toEqual(["Your paid plan of Lorekeep has ended"]);
    await Promise.all(events.map((event) => send(event)));
    expect(await jobs()).toBe(0);
  });

  it("that is of no interest, or of somebody else's customer, is answered and forgotten", async () => {
    expect((await send({ id: "evt_1", type: "product.created", data: { object: { id: "prod_1" } } })).statusCode).toBe(
      200,
    );
    const foreign = { id: "evt_2", type: "invoice.paid", data: { object: { customer: "cus_of_another_product" } } };
    expect((await send(foreign)).statusCode).toBe(200);
    expect(await jobs()).toBe(0);
    const { rows } = await test.db.$client.query("select 1 from payment_events where event_id in ('evt_1', 'evt_2')");
    expect(rows).toEqual([]);
  });

  it("is refused when it is unsigned, signed by somebody else, more than five minutes off either way, or changed", async () => {
    const person = await cancelledThere();
    const event = (await eventsOf(person)).at(-1) ?? {};
    const now = Math.floor(Date.now() / 1000);
    const genuine = Stripe.webhooks.generateTestHeaderString({
      payload: JSON.stringify({ ...event, id: "evt_other" }, null, 2),
      secret: test.stripe.webhookSecret,
    });
    for (const wrong of [
      { signature: "" },
      { signature: "t=1,v1=00" },
      { signature: "t=1,v1=" },
      { signature: "t=1,v1" },
      { signature: `t=${now},v1=\u00e9` },
      { secret: "whsec_nobody" },
      { at: now - 301 },
      { at: now + 330 },
      { signature: genuine },
    ]) {
      const answer = await send(event, wrong);
      expect([answer.statusCode, answer.json().message]).toEqual([400, "The signature is missing, wrong or too old."]);
    }
    expect(await jobs()).toBe(0);
    for (const at of [now - 290, now + 290]) expect((await send(event, { at })).statusCode).toBe(200);
  });

  it("is taken with the secret before, while it is being rolled", async () => {
    const person = await cancelledThere();
    expect((await send((await eventsOf(person)).at(-1) ?? {}, { secret: "whsec_old" })).statusCode).toBe(200);
    expect(await jobs()).toBe(1);
    await test.settle();
  });
});
