import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { billingEndpoints } from "../../shared/contract/billing.ts";
import { contract } from "../../shared/contract/contract.ts";
import type { SignedIn } from "../testing/test-app.ts";
import { comparePayers } from "./compare-payers.ts";
import { type BillingTest, createBillingTest, readPayer } from "./testing/billing-test.ts";

let test: BillingTest;
beforeAll(async () => {
  test = await createBillingTest();
});
beforeEach(() => {
  test.stripe.account.dunning = { retryAfterDays: [3, 5, 7], afterwards: "canceled" };
});
afterAll(() => test.close());

const upgrade = (person: SignedIn, planId: string) =>
  person.inject({ method: "POST", url: "/api/subscription/upgrade", payload: { planId } });
const planOf = async (person: SignedIn) => (await person.inject({ url: "/api/subscription" })).json();
const emailOf = async (person: SignedIn) => (await readPayer(test, person.viewer.workspaceId)).email;
const lookAt = async (person: SignedIn) => {
  await test.db.$client.query("update payers set synced_at = now() - interval '2 hours' where workspace_id = $1", [
    person.viewer.workspaceId,
  ]);
  await comparePayers(test.deps);
  await test.settle();
};
/**
 * Makes Stripe refuse every charge for this many days. The stand-in's account is shared, so it also refuses due charges
 * of other tests.
 */
function refuseEverything(days: number) {
  test.stripe.declineNextCharges(1000);
  test.stripe.advance({ days });
  test.stripe.account.orderedDeclines.length = 0;
}
/** Creates a person whose renewal was refused. */
async function unpaid(plan: "professional" | "enterprise" = "professional") {
  const person = await test.signInPaying(plan);
  await test.mailsTo(await emailOf(person));
  refuseEverything(32);
  await lookAt(person);
  return person;
}
/** Creates a person whose grace period has ended. */
async function expired(plan: "professional" | "enterprise" = "professional") {
  const person = await unpaid(plan);
  await test.db.$client.query("update payers set grace_until = now() - interval '1 minute' where workspace_id = $1", [
    person.viewer.workspaceId,
  ]);
  await lookAt(person);
  return person;
}
const isSuspended = async (person: SignedIn) => (await person.inject({ url: "/api/stats" })).statusCode === 403;

describe("a charge that fails", () => {
  it("leaves everything as it is for 7 days and sends one mail with the way to mend it", async () => {
    const person = await unpaid();
    const { graceUntil, ...view } = await planOf(person);
    expect(view).toMatchObject({ plan: "professional", isActive: true, expiresAt: graceUntil });
    const days = (new Date(graceUntil).getTime() - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThanOrEqual(7.1);
    await lookAt(person);
    const mails = await test.mailsTo(await emailOf(person));
    expect(mails.map(({ subject }) => subject)).toEqual(["Your payment for Lorekeep did not go through"]);
    expect(mails[0]?.text).toContain("http://localhost:3000/settings/subscription");
    expect(await isSuspended(person)).toBe(false);
  });

  it("is forgotten once it is paid", async () => {
    const person = await unpaid();
    const url = (await upgrade(person, "professional")).json().checkoutUrl;
    expect(url).toMatch(/\/i\//);
    await test.fillIn(url, { number: "4242424242424242", action: "pay" });
    await lookAt(person);
    expect(await planOf(person)).toMatchObject({ plan: "professional", graceUntil: null, expiresAt: null });
  });
});

describe("an expired account", () => {
  it("AUTH-004 is refused every signed-in call but the change of plan, the card, and the way out", async () => {
    const person = await expired();
    for (const [key, endpoint] of Object.entries(contract)) {
      if (endpoint.access !== "session" || "openWhenExpired" in endpoint) continue;
      const [method, url = ""] = key.split(" ");
      const answer = await person.inject({ method: method as "GET", url: url.replace(/:\w+/g, "x") });
      expect([key, answer.statusCode]).toEqual([key, 403]);
      expect(answer.json()).toMatchObject({ message: "Account expired", subscriptionExpired: true });
    }
    expect((await person.inject({ url: "/api/events" })).statusCode).toBe(403);
    expect((await person.inject({ url: "/api/billing-info" })).json()).toEqual({ last4: "4242", brand: "visa" });
    expect((await upgrade(person, "enterprise")).json().checkoutUrl).toMatch(/\/c\/pay\//);
    expect((await person.inject({ url: "/api/payment-settings" })).statusCode).toBe(200);
    expect((await person.inject({ url: "/" })).statusCode).not.toBe(403);
    expect((await person.inject({ url: "/api/logout" })).statusCode).toBe(303);
    const open = Object.entries(billingEndpoints).filter(([, endpoint]) => "openWhenExpired" in endpoint);
    expect(open.map(([key]) => key)).toEqual([
      "GET /api/billing-info",
      "GET /api/subscription/cost",
      "POST /api/subscription/upgrade",
    ]);
  });

  it("can export its data and delete itself, on a page that the plans lead to, and nothing else", async () => {
    const person = await expired();
    const zip = await person.inject({ url: "/api/personal-data" });
    expect([zip.statusCode, zip.headers["content-type"]]).toEqual([200, "application/zip"]);
    const page = await person.inject({ url: "/account-expired" });
    expect(page.body).toContain('href="/api/personal-data"');
    expect((await person.inject({ url: "/api/articles" })).statusCode).toBe(403);
    const remove = (proof: string) =>
      person.inject({
        method: "POST",
        url: "/account-expired",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        payload: new URLSearchParams({ proof }).toString(),
      });
    expect((await remove("something else")).statusCode).toBe(400);
    expect((await person.inject({ url: "/account-expired" })).statusCode).toBe(200);
    expect((await remove("delete")).headers.location).toBe("/account-deleted");
    expect((await person.inject({ url: "/account-expired" })).headers.location).toBe("/api/login");
  });

  it("comes back with the payment of what it owes", async () => {
    const person = await expired();
    expect(await isSuspended(person)).toBe(true);
    const url = (await upgrade(person, "professional")).json().checkoutUrl;
    await test.fillIn(url, { number: "4242424242424242", action: "pay" });
    await lookAt(person);
    expect(await planOf(person)).toMatchObject({ plan: "professional", isActive: true, graceUntil: null });
  });

  it("comes back with another plan, and is asked for nothing more of the old one", async () => {
    const person = await expired();
    const url = (await upgrade(person, "enterprise")).json().checkoutUrl;
    await test.payCheckout(url);
    await lookAt(person);
    expect(await planOf(person)).toMatchObject({ plan: "enterprise", isActive: true, graceUntil: null });
    const { customer_id: customer } = await readPayer(test, person.viewer.workspaceId);
    const mine = test.stripe.account.list("subscription").filter((one) => one.customer === customer);
    expect(mine.map(({ status }) => status)).toEqual(["canceled", "active"]);
  });

  it("stays expired when Stripe has given up, and the Starter plan is always open to it", async () => {
    const person = await unpaid();
    refuseEverything(30);
    await lookAt(person);
    const { customer_id: customer } = await readPayer(test, person.viewer.workspaceId);
    const mine = test.stripe.account.list("subscription").filter((one) => one.customer === customer);
    expect(mine.map(({ status }) => status)).toEqual(["canceled"]);
    await test.db.$client.query("update payers set grace_until = now() - interval '1 minute' where workspace_id = $1", [
      person.viewer.workspaceId,
    ]);
    await lookAt(person);
    expect(await isSuspended(person)).toBe(true);
    expect((await upgrade(person, "starter")).json()).toEqual({ success: true });
    await lookAt(person);
    expect(await planOf(person)).toMatchObject({ plan: "starter", isActive: true, expiresAt: null });
  });

  it("that goes down to Starter owes nothing any more", async () => {
    const person = await expired();
    expect((await upgrade(person, "starter")).json()).toEqual({ success: true });
    expect(await planOf(person)).toMatchObject({ plan: "starter", isActive: true, graceUntil: null });
    const { customer_id: customer } = await readPayer(test, person.viewer.workspaceId);
    const owed = test.stripe.account
      .list("invoice")
      .filter((one) => one.customer === customer && one.status === "open");
    expect(owed).toEqual([]);
  });
});
