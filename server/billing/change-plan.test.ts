import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildArticle } from "../testing/factories.ts";
import type { SignedIn } from "../testing/test-app.ts";
import { issueLink } from "../workspace/accounts/link-queries.ts";
import { verifyEmail } from "../workspace/accounts/verify-email.ts";
import { comparePayers } from "./compare-payers.ts";
import { type BillingTest, createBillingTest, readPayer } from "./testing/billing-test.ts";

let test: BillingTest;
beforeAll(async () => {
  test = await createBillingTest();
});
afterAll(() => test.close());

const post = (person: SignedIn, path: string, payload?: object) =>
  person.inject({ method: "POST", url: `/api/subscription/${path}`, ...(payload && { payload }) });
const upgrade = (person: SignedIn, planId: string, agreedCents?: number) =>
  post(person, "upgrade", { planId, ...(agreedCents !== undefined && { agreedCents }) });
const costOf = async (person: SignedIn, planId: string) =>
  (await person.inject({ url: `/api/subscription/cost?planId=${planId}` })).json();
/** The test number of a card that requires confirmation of every charge. */
const ASKING_CARD = "4000002760003184";
/** Confirms or refuses the charge on the bank's page, to which the invoice's page links. */
const answerBank = async (invoicePage: string, outcome: "confirmed" | "failed") => {
  const html = await (await fetch(invoicePage)).text();
  const secret = /name="client_secret" value="([^"]+)"/.exec(html)?.[1] ?? "";
  await test.fillIn(`${test.stripe.url}/authenticate`, { client_secret: secret, return_url: invoicePage, outcome });
};
const planOf = async (person: SignedIn) => (await person.inject({ url: "/api/subscription" })).json();
const atStripe = async (person: SignedIn) => {
  const payer = await readPayer(test, person.viewer.workspaceId);
  const subscriptions = test.stripe.account.list("subscription").filter((one) => one.customer === payer.customer_id);
  const charges = test.stripe.account.list("charge").filter((one) => one.customer === payer.customer_id && one.paid);
  const [subscription] = subscriptions.filter(({ status }) => status !== "canceled");
  return {
    customerId: payer.customer_id,
    subscription,
    price: subscription?.items.data[0]?.price.id,
    charged: charges.map(({ amount }) => amount),
    /** Stripe's time is in seconds. */
    periodEnd: 1000 * (subscription?.items.data[0]?.current_period_end ?? 0),
  };
};
const iso = (at: number) => new Date(at).toISOString();
const settleOf = async (person: SignedIn) => {
  await test.db.$client.query("update payers set synced_at = now() - interval '2 hours' where workspace_id = $1", [
    person.viewer.workspaceId,
  ]);
  await comparePayers(test.deps);
  await test.settle();
};

describe("a workspace that never paid", () => {
  it("API-050 API-052 reads the Starter plan with its limits, and no card", async () => {
    const person = await test.signIn();
    expect(await planOf(person)).toMatchObject({
      plan: "starter",
      isActive: true,
      expiresAt: null,
      renewsAt: null,
      nextPlan: null,
      graceUntil: null,
      hasBilling: true,
      usage: { messages: { used: 0, limit: 50 } },
    });
    expect((await person.inject({ url: "/api/billing-info" })).json()).toEqual({ last4: null, brand: null });
    expect((await post(person, "cancel")).json()).toEqual({ success: true });
    expect((await post(person, "resume")).json()).toEqual({ success: true });
    expect((await upgrade(person, "starter")).json()).toEqual({ success: true });
    expect((await post(person, "portal")).json().message).toBe(
      "There is no card or invoice yet. They come with your first paid plan.",
    );
  });

  it("API-053 is led to the provider's page, pays once however often it clicks, and then has the plan", async () => {
    const person = await test.signIn();
    const answers = await Promise.all([1, 2, 3].map(() => upgrade(person, "professional")));
    const urls = new Set(answers.map((answer) => answer.json().checkoutUrl));
    expect([...urls]).toEqual([expect.stringMatching(/^http.*\/c\/pay\/cs_/)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect((await planOf(person)).plan).toBe("starter");
    const [url = ""] = urls;
    await test.payCheckout(url);
    // The provider's event has not arrived: the plan is read as soon as the person returns.
    const { periodEnd, charged } = await atStripe(person);
    expect(await planOf(person)).toMatchObject({
      plan: "professional",
      isActive: true,
      expiresAt: null,
      renewsAt: iso(periodEnd),
    });
    expect(charged).toEqual([2500]);
    expect((await person.inject({ url: "/api/billing-info" })).json()).toEqual({ last4: "4242", brand: "visa" });
    expect((await upgrade(person, "professional")).json()).toEqual({ success: true });
    expect((await atStripe(person)).charged).toEqual([2500]);
  });

  it("that chooses another plan in a second tab cannot pay in the first one any more", async () => {
    const person = await test.signIn();
    const first = (await upgrade(person, "professional")).json().checkoutUrl;
    const second = (await upgrade(person, "enterprise")).json().checkoutUrl;
    expect(second).not.toBe(first);
    await test.payCheckout(first).catch(() => undefined);
    await test.payCheckout(second);
    expect((await planOf(person)).plan).toBe("enterprise");
    expect((await atStripe(person)).charged).toEqual([9900]);
  });
});

describe("a paid plan", () => {
  it("SUB-018 is upgraded at once, and the difference is charged at once", async () => {
    const person = await test.signInPaying("professional");
    const answers = await Promise.all([upgrade(person, "enterprise"), upgrade(person, "enterprise")]);
    expect(answers.map((answer) => answer.json())).toEqual([{ success: true }, { success: true }]);
    expect((await planOf(person)).plan).toBe("enterprise");
    const { price, charged } = await atStripe(person);
    expect([price, charged]).toEqual(["price_enterprise", [2500, 7400]]);
  });

  it("tells what an upgrade costs at once, to the day, and charges no more than the person agreed to", async () => {
    const person = await test.signInPaying("professional");
    expect(await costOf(person, "enterprise")).toEqual({ dueNow: 7400, monthly: 9900 });
    const tooLittle = await upgrade(person, "enterprise", 7399);
    expect([tooLittle.statusCode, tooLittle.json().message]).toEqual([
      409,
      "The amount due has changed: it is $74.00 now. Nothing was charged.",
    ]);
    expect(await planOf(person)).toMatchObject({ plan: "professional" });
    expect((await atStripe(person)).charged).toEqual([2500]);

    expect((await upgrade(person, "enterprise", 7400)).json()).toEqual({ success: true });
    expect((await atStripe(person)).charged).toEqual([2500, 7400]);
    // With no card stored, the provider's page shows the amount, so the answer is null. A cheaper plan costs nothing
    // now.
    expect(await costOf(await test.signIn(), "professional")).toEqual({ dueNow: null, monthly: 2500 });
    expect(await costOf(person, "professional")).toEqual({ dueNow: 0, monthly: 2500 });
  });

  it("goes through the bank's page when the bank wants the charge confirmed, and is changed when it is", async () => {
    const person = await test.signInPaying("professional");
    const { url } = (await post(person, "portal")).json();
    await test.fillIn(url, { action: "card", number: ASKING_CARD });
    const answers = [await upgrade(person, "enterprise", 7400), await upgrade(person, "enterprise", 7400)];
    const [first, second] = answers.map((answer) => answer.json().checkoutUrl);
    expect(first).toMatch(/\/i\/in_/);
    expect(second).toBe(first);
    expect(await planOf(person)).toMatchObject({ plan: "professional", isActive: true, graceUntil: null });

    await answerBank(first, "failed");
    expect((await planOf(person)).plan).toBe("professional");
    expect((await atStripe(person)).charged).toEqual([2500]);

    await test.fillIn(first, { number: ASKING_CARD });
    await answerBank(first, "confirmed");
    // The provider's event has not arrived: the plan is read as soon as the person returns.
    expect(await planOf(person)).toMatchObject({ plan: "enterprise", isActive: true });
    expect((await atStripe(person)).charged).toEqual([2500, 7400]);
    expect((await upgrade(person, "enterprise")).json()).toEqual({ success: true });
    expect((await atStripe(person)).charged).toEqual([2500, 7400]);
  });

  it("whose upgrade waits for the bank is asked for nothing any more when it is cancelled instead", async () => {
    const person = await test.signInPaying("professional");
    const { url } = (await post(person, "portal")).json();
    await test.fillIn(url, { action: "card", number: ASKING_CARD });
    await upgrade(person, "enterprise");
    expect((await post(person, "cancel")).json()).toEqual({ success: true });
    const { subscription } = await atStripe(person);
    expect(subscription).toMatchObject({ cancel_at_period_end: true });
    expect(test.stripe.account.list("invoice").filter(({ status }) => status === "open")).toEqual([]);
    expect(await planOf(person)).toMatchObject({ plan: "professional", nextPlan: "starter" });
  });

  it("SUB-018 stays as it was when the card refuses the difference, and the bank's words are told", async () => {
    const person = await test.signInPaying("professional");
    test.stripe.declineNextCharges(1);
    const refused = await upgrade(person, "enterprise");
    expect([refused.statusCode, refused.json().message]).toEqual([400, "Your card was declined."]);
    expect((await planOf(person)).plan).toBe("professional");
    expect((await atStripe(person)).charged).toEqual([2500]);
  });

  it("SUB-019 is downgraded at the next billing cycle, without anything being charged before", async () => {
    const person = await test.signInPaying("enterprise");
    const { periodEnd } = await atStripe(person);
    for (let i = 0; i < 2; i += 1)
      expect((await upgrade(person, "professional")).json()).toEqual({ success: true, effectiveAt: iso(periodEnd) });
    expect(await planOf(person)).toMatchObject({ plan: "enterprise", nextPlan: "professional", expiresAt: null });
    expect((await atStripe(person)).charged).toEqual([9900]);

    test.stripe.advance({ days: 32 });
    await settleOf(person);
    expect(await planOf(person)).toMatchObject({ plan: "professional", nextPlan: null, isActive: true });
    expect((await atStripe(person)).charged).toEqual([9900, 2500]);
  });

  it("takes a downgrade back before it has happened", async () => {
    const person = await test.signInPaying("enterprise");
    await upgrade(person, "professional");
    expect((await post(person, "resume")).json()).toEqual({ success: true });
    expect(await planOf(person)).toMatchObject({ plan: "enterprise", nextPlan: null });
    test.stripe.advance({ days: 32 });
    await settleOf(person);
    expect((await planOf(person)).plan).toBe("enterprise");
    expect((await atStripe(person)).charged).toEqual([9900, 9900]);
  });

  it("API-054 SUB-006 that is cancelled goes on to the end of its period; a second cancel changes nothing", async () => {
    const person = await test.signInPaying("professional");
    const { periodEnd } = await atStripe(person);
    expect((await post(person, "cancel")).json()).toEqual({ success: true });
    expect((await post(person, "cancel")).json()).toEqual({ success: true });
    const view = await planOf(person);
    expect(view).toMatchObject({
      plan: "professional",
      isActive: true,
      expiresAt: iso(periodEnd),
      nextPlan: "starter",
    });
    expect((await upgrade(person, "starter")).json()).toEqual({ success: true, effectiveAt: iso(periodEnd) });
    expect((await post(person, "resume")).json()).toEqual({ success: true });
    expect(await planOf(person)).toMatchObject({ plan: "professional", expiresAt: null, nextPlan: null });
  });

  it("SUB-006 SUB-020 that is cancelled and over is the Starter plan, and everything can still be read after 30 days", async () => {
    const person = await test.signInPaying("professional");
    const { workspaceId } = person.viewer;
    const article = await buildArticle(test.db, { workspaceId });
    await upgrade(person, "enterprise");
    await post(person, "cancel");
    test.stripe.advance({ days: 32 });
    await settleOf(person);
    expect(await planOf(person)).toMatchObject({
      plan: "starter",
      isActive: true,
      expiresAt: null,
      renewsAt: null,
      usage: { messages: { limit: 50 } },
    });
    const { email } = await readPayer(test, workspaceId);
    expect((await test.mailsTo(email)).map(({ subject }) => subject)).toEqual(["Your paid plan of Lorekeep has ended"]);
    await test.db.$client.query("update payers set ended_at = ended_at - interval '31 days' where workspace_id = $1", [
      workspaceId,
    ]);
    await settleOf(person);
    expect((await person.inject({ url: `/api/articles/${article.id}` })).statusCode).toBe(200);
    expect((await upgrade(person, "professional")).json().checkoutUrl).toMatch(/\/c\/pay\//);
  });

  it("writes to the new address of whoever pays, once it is confirmed, and so does Stripe", async () => {
    const person = await test.signInPaying("professional");
    const { customerId } = await atStripe(person);
    const customer = () => test.stripe.account.get("customer", customerId);
    const token = await test.db.transaction((tx) =>
      issueLink(tx, person.viewer, "change-email", { email: "countess@acme.test" }),
    );
    await verifyEmail(test.deps, { token, browser: null });
    expect((await readPayer(test, person.viewer.workspaceId)).email).toBe("countess@acme.test");
    test.dieAt(3, "before");
    await expect(test.settle()).rejects.toThrow();
    expect(customer().email).not.toBe("countess@acme.test");
    await settleOf(person);
    expect(customer().email).toBe("countess@acme.test");

    const profile = { firstName: "Augusta", lastName: "King", email: "countess@acme.test", role: "member" };
    await person.inject({ method: "PATCH", url: "/api/auth/user", payload: profile });
    await test.settle();
    expect(customer()).toMatchObject({ name: "Augusta King", metadata: { workspace: person.viewer.workspaceId } });

    // An address that was changed on Stripe's own page stays, and causes no further call.
    await test.deps.payment?.stripe.customers.update(customerId, { email: "accounts@acme.test" });
    await settleOf(person);
    expect(customer().email).toBe("accounts@acme.test");
  });

  it("shows the card that pays, also after another one was given in the portal", async () => {
    const person = await test.signInPaying("professional");
    const { url } = (await post(person, "portal")).json();
    await test.fillIn(url, { action: "card", number: "5555555555554444" });
    expect((await person.inject({ url: "/api/billing-info" })).json()).toEqual({ last4: "4444", brand: "mastercard" });
  });

  it("ends when the whole of its last charge was refunded", async () => {
    const person = await test.signInPaying("enterprise");
    const { customerId, subscription } = await atStripe(person);
    const [charge] = test.stripe.account.list("charge").filter(({ customer }) => customer === customerId);
    await test.deps.payment?.stripe.refunds.create({ charge: charge?.id ?? "" });
    await settleOf(person);
    expect(await planOf(person)).toMatchObject({ plan: "starter", isActive: true });
    expect(test.stripe.account.get("subscription", subscription?.id ?? "").status).toBe("canceled");
    const { email } = await readPayer(test, person.viewer.workspaceId);
    expect((await test.mailsTo(email)).at(-1)?.text).toContain("You were refunded");
  });
});

describe("wherever the server dies while a plan is changed", () => {
  it.each([
    ["before", "professional", "enterprise", [2500, 7400]],
    ["after", "professional", "enterprise", [2500, 7400]],
    ["before", "enterprise", "professional", [9900]],
    ["after", "enterprise", "professional", [9900]],
  ] as const)("%s any call, from %s to %s: charged once", async (when, from, to, charged) => {
    for (let at = 1; ; at += 1) {
      const person = await test.signInPaying(from);
      test.dieAt(at, when);
      await upgrade(person, to);
      const wasEnough = test.calls() < at;
      test.dieAt(0, when);
      expect((await upgrade(person, to)).statusCode).toBe(200);
      expect((await atStripe(person)).charged).toEqual(charged);
      const { plan, nextPlan } = await planOf(person);
      expect([plan, nextPlan]).toEqual(to === "enterprise" ? ["enterprise", null] : ["enterprise", "professional"]);
      if (wasEnough) break;
    }
  });
});
