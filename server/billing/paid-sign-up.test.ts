import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAccount } from "../workspace/accounts/create-account.ts";
import { comparePayers } from "./compare-payers.ts";
import { type BillingTest, createBillingTest } from "./testing/billing-test.ts";
import { createSignUps } from "./testing/sign-up.ts";

let test: BillingTest;
let people: ReturnType<typeof createSignUps>;
beforeAll(async () => {
  test = await createBillingTest();
  people = createSignUps(test);
});
afterAll(() => test.close());

const age = (email: string, hours: number) =>
  test.db.$client.query(
    "update payers set subscribed_at = subscribed_at - make_interval(hours => $2), synced_at = synced_at - make_interval(hours => $2) where email = $1",
    [email, hours],
  );
const charged = (email: string) => {
  const customers = test.stripe.account.list("customer").filter((one) => one.email === email);
  const charges = test.stripe.account
    .list("charge")
    .filter(({ customer, paid }) => paid && customers.some(({ id }) => id === customer));
  return charges.map(({ amount, refunded }) => (refunded ? `${amount} given back` : amount));
};

describe("preparing a card", () => {
  it("API-043 answers what the card form needs and charges nothing", async () => {
    const person = people.next();
    const answer = await person.prepare();
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      clientSecret: expect.stringMatching(/^seti_\w+_secret_\w+$/),
      customerId: expect.stringMatching(/^cus_/),
      subscriptionId: null,
      priceId: "price_professional",
      productId: "prod_professional",
    });
    const setup = test.stripe.account.get("setup_intent", answer.json().clientSecret.split("_secret_")[0]);
    expect(setup).toMatchObject({ allowed_payment_method_types: ["card"], usage: "off_session" });
    const customer = test.stripe.account.get("customer", answer.json().customerId);
    expect(customer).toMatchObject({ email: person.email, name: "Ada Lovelace", metadata: { company: "Acme" } });
    expect(charged(person.email)).toEqual([]);
  });

  it("API-043 refuses an amount that is not the server's own price, a free plan, and an address that could not sign up", async () => {
    const person = people.next();
    const wrong = await person.prepare({ amount: 100 });
    const sentence = "The price of this plan has changed. Load the page again.";
    expect(wrong.statusCode).toBe(400);
    expect(wrong.json()).toMatchObject({ error: sentence, message: sentence });
    expect((await person.prepare({ amount: 2500, plan: "enterprise" })).statusCode).toBe(400);
    expect((await person.prepare({ amount: 0, plan: "starter" })).statusCode).toBe(400);
    const personal = await people.next({ email: "ada@gmail.com" }).prepare();
    expect(personal.json().message).toBe("Please use your company email address instead of personal email");
  });

  it("answers an address with an account as any other", async () => {
    const person = people.next();
    await createAccount(test.deps, { ...person.form, plan: "starter", verified: true });
    const [known, fresh] = [await person.prepare(), await people.next().prepare()];
    expect([known.statusCode, Object.keys(known.json())]).toEqual([fresh.statusCode, Object.keys(fresh.json())]);
  });

  it("is limited by place and by address, so that nobody tries stolen cards here", async () => {
    const place = people.newPlace();
    for (let i = 0; i < 10; i += 1) expect((await people.next().prepare({}, place)).statusCode).toBe(200);
    expect((await people.next().prepare({}, place)).statusCode).toBe(429);
    const person = people.next();
    const home = people.newPlace();
    for (let i = 0; i < 6; i += 1) expect((await person.prepare({}, home)).statusCode).toBe(200);
    expect((await person.prepare({}, home)).statusCode).toBe(429);
    // Other people's attempts do not prevent the person from paying.
    expect((await person.prepare({}, people.newPlace())).statusCode).toBe(200);
  });
});

describe("beginning the subscription", () => {
  it("API-045 charges the confirmed card once, and asked again answers the same", async () => {
    const person = people.next();
    await person.setUp();
    const answers = await Promise.all([person.begin(), person.begin(), person.begin()]);
    for (const answer of answers) {
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toEqual({
        subscriptionId: expect.stringMatching(/^sub_/),
        confirmationSecret: null,
      });
    }
    expect(new Set(answers.map((answer) => answer.json().subscriptionId)).size).toBe(1);
    expect(charged(person.email)).toEqual([2500]);
  });

  it("API-045 refuses a card that is not confirmed, that another customer set up, and a price or plan of its own choice", async () => {
    const person = people.next();
    await person.setUp({ confirm: false });
    const sentence = "The card is not confirmed yet. Complete the card form first.";
    expect((await person.begin()).json()).toMatchObject({ error: sentence, message: sentence });
    const other = people.next();
    await other.setUp();
    const stranger = "This card was not prepared here. Start the payment again.";
    expect((await person.begin({ setupIntentId: other.ids().setupIntentId })).json().message).toBe(stranger);
    expect((await person.begin({ customerId: "cus_none" })).json().message).toBe(stranger);
    const otherPlan = "This card was prepared for another plan. Start the payment again.";
    expect((await other.begin({ plan: "enterprise" })).json().message).toBe(otherPlan);
    expect((await other.begin({ priceId: "price_enterprise" })).json().message).toBe(otherPlan);
    expect([...charged(person.email), ...charged(other.email)]).toEqual([]);
  });

  it("API-045 says what the bank says of a card, and the next try with it is a new one", async () => {
    const person = people.next();
    await person.setUp({ card: "pm_card_chargeCustomerFail" });
    const refused = await person.begin();
    expect([refused.statusCode, refused.json().message]).toEqual([400, "Your card was declined."]);
    expect((await person.begin()).statusCode).toBe(400);
    expect(charged(person.email)).toEqual([]);
    const better = people.next({ email: person.email });
    await better.setUp();
    test.stripe.declineNextCharges(1);
    expect((await better.begin()).statusCode).toBe(400);
    expect((await better.begin()).statusCode).toBe(200);
    expect(charged(person.email)).toEqual([2500]);
  });

  it("API-045 hands on the bank's question, and no account opens before it is answered", async () => {
    const person = people.next();
    await person.setUp({ confirm: false });
    await test.confirmCard(person.clientSecret(), "pm_card_authenticationRequired");
    const setup = test.stripe.account.get("setup_intent", person.ids().setupIntentId);
    setup.status = "succeeded";
    const method = test.stripe.account.get("payment_method", setup.payment_method ?? "");
    method.customer = person.ids().customerId;
    const begun = await person.begin();
    expect(begun.statusCode).toBe(200);
    expect(begun.json().confirmationSecret).toMatch(/_secret_/);
    expect((await person.begin()).json()).toEqual(begun.json());
    const early = await person.register();
    expect([early.statusCode, early.json().message]).toEqual([
      400,
      "The first payment is not confirmed yet. Confirm it with your bank and try again.",
    ]);
    expect(await people.usersOf(person.email)).toEqual([]);
    expect(charged(person.email)).toEqual([]);
  });

  it("pays once for one address in two tabs, and either of them opens the account", async () => {
    const person = people.next();
    const other = people.next({ email: person.email });
    await person.setUp();
    await other.setUp();
    const [one, two] = await Promise.all([person.begin(), other.begin()]);
    expect(one.json().subscriptionId).toBe(two.json().subscriptionId);
    expect(charged(person.email)).toEqual([2500]);
    expect((await other.register()).statusCode).toBe(200);
    expect((await person.register()).statusCode).toBe(200);
    expect(await people.usersOf(person.email)).toHaveLength(1);
  });
});

describe("registering with a payment", () => {
  it("API-047 SIGN-034 opens the account on the paid plan and keeps the payment's identifiers with it", async () => {
    const person = people.next({ role: "Knowledge lead" });
    await person.setUp();
    await person.begin();
    const answer = await person.register();
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ success: true, message: expect.any(String) });
    const [user] = await people.usersOf(person.email);
    expect(user).toMatchObject({ plan: "professional", role: "member", job_title: "Knowledge lead" });
    const { setupIntentId, customerId, subscriptionId } = person.ids();
    expect(user).toMatchObject({
      setup_intent_id: setupIntentId,
      customer_id: customerId,
      subscription_id: subscriptionId,
      price_id: "price_professional",
      status: "active",
    });
  });

  it("tried again after its answer was lost takes the same payment, also without the card form's id, as from another tab", async () => {
    const person = people.next();
    await person.setUp();
    await person.begin();
    expect((await person.register({ firstName: "" })).statusCode).toBe(400);
    expect((await person.register({ setupIntentId: undefined })).statusCode).toBe(200);
    expect((await person.register()).statusCode).toBe(200);
    expect(await people.usersOf(person.email)).toMatchObject([{ plan: "professional" }]);
    expect(charged(person.email)).toEqual([2500]);
  });

  it("never gives a paid plan for another plan's price, an unpaid card, made up identifiers, or none", async () => {
    const paid = people.next();
    await paid.setUp();
    await paid.begin();
    const unpaid = people.next();
    await unpaid.setUp();
    const { customerId, setupIntentId } = unpaid.ids();
    for (const [person, values] of [
      [paid, { plan: "enterprise" }],
      [paid, { subscriptionId: undefined }],
      [paid, { customerId: undefined }],
      [unpaid, { subscriptionId: "sub_made_up" }],
      [unpaid, { subscriptionId: paid.ids().subscriptionId }],
      [unpaid, { customerId, setupIntentId, subscriptionId: paid.ids().subscriptionId }],
      [paid, { setupIntentId }],
      [people.next(), { customerId: "cus_1", subscriptionId: "sub_1", setupIntentId: "seti_1" }],
    ] as const) {
      const answer = await person.register(values);
      expect([answer.statusCode, await people.usersOf(person.email)]).toEqual([400, []]);
    }
  });

  it("takes a payment once: another address cannot use it as well", async () => {
    const person = people.next();
    await person.setUp();
    await person.begin();
    expect((await person.register()).statusCode).toBe(200);
    const thief = people.next();
    const answer = await thief.register(person.ids());
    expect([answer.statusCode, answer.json().message]).toEqual([409, "This payment belongs to another account."]);
    expect(await people.usersOf(thief.email)).toEqual([]);
  });

  it("gives the money back when the address has an account, and only its mail says so", async () => {
    const person = people.next();
    await createAccount(test.deps, { ...person.form, plan: "starter", verified: true });
    await person.setUp();
    await person.begin();
    const other = people.next();
    await other.setUp();
    await other.begin();
    const [known, fresh] = [await person.register(), await other.register()];
    expect([known.statusCode, known.body]).toEqual([fresh.statusCode, fresh.body]);
    await test.settle();
    expect(charged(person.email)).toEqual(["2500 given back"]);
    expect(test.stripe.account.get("subscription", person.ids().subscriptionId).status).toBe("canceled");
    expect(await people.usersOf(person.email)).toMatchObject([{ plan: "starter" }]);
    const [mail] = await test.mailsTo(person.email);
    expect(mail?.text).toContain("The new subscription is cancelled and the whole amount goes back to the card");
    expect((await person.register()).statusCode).toBe(400);
  });

  it("gives a second payment for an account that waits for its confirmation back", async () => {
    const person = people.next();
    await person.setUp();
    await person.begin();
    await person.register();
    const mistyped = people.next();
    await mistyped.setUp();
    await mistyped.begin();
    expect((await mistyped.register({ email: person.email })).statusCode).toBe(200);
    await test.settle();
    expect([charged(person.email), charged(mistyped.email)]).toEqual([[2500], ["2500 given back"]]);
  });
});

describe("a payment whose account never came", () => {
  it("can be finished for a day; then it is cancelled, the money goes back, and a mail says so", async () => {
    const person = people.next();
    await person.setUp();
    await person.begin();
    await age(person.email, 23);
    await comparePayers(test.deps);
    await test.settle();
    expect(charged(person.email)).toEqual([2500]);
    await age(person.email, 2);
    await comparePayers(test.deps);
    await test.settle();
    await comparePayers(test.deps);
    await test.settle();
    expect(charged(person.email)).toEqual(["2500 given back"]);
    const mails = await test.mailsTo(person.email);
    expect(mails.map(({ subject }) => subject)).toEqual(["Your payment for Lorekeep was refunded"]);
    const late = await person.register();
    expect([late.statusCode, late.json().message]).toEqual([
      400,
      "This subscription is not paid. Start the payment again.",
    ]);
    expect((await person.begin()).statusCode).toBe(400);
    expect(await people.usersOf(person.email)).toEqual([]);
  });

  it("is found although the server died before it could write it down", async () => {
    const person = people.next();
    await person.setUp();
    const { customerId } = person.ids();
    const method = test.stripe.account.get("setup_intent", person.ids().setupIntentId).payment_method ?? "";
    await test.deps.payment?.stripe.subscriptions.create({
      customer: customerId,
      items: [{ price: "price_professional" }],
      default_payment_method: method,
    });
    await test.db.$client.query("update payers set created_at = now() - interval '2 hours' where customer_id = $1", [
      customerId,
    ]);
    await comparePayers(test.deps);
    await test.settle();
    expect((await person.begin()).statusCode).toBe(200);
    expect(charged(person.email)).toEqual([2500]);
    expect((await person.register()).statusCode).toBe(200);
  });

  it("ends when its workspace is gone, and nothing of what was used is given back", async () => {
    const person = people.next();
    await person.setUp();
    await person.begin();
    await person.register();
    await test.db.$client.query("delete from workspaces w using users u where u.workspace_id = w.id and u.email = $1", [
      person.email,
    ]);
    await comparePayers(test.deps);
    await test.settle();
    expect(test.stripe.account.get("subscription", person.ids().subscriptionId).status).toBe("canceled");
    expect(charged(person.email)).toEqual([2500]);
  });
});

describe("wherever the server dies", () => {
  it.each(["before", "after"] as const)(
    "%s any call to Stripe: one account, one charge, and the paid plan is paid",
    async (when) => {
      for (let at = 1; ; at += 1) {
        const person = people.next();
        test.dieAt(at, when);
        // The person repeats each step until it succeeds, as the page allows.
        for (let tries = 0; tries < 3 && !person.hasForm(); tries += 1) await person.setUp().catch(() => undefined);
        for (let tries = 0; tries < 3 && !person.ids().subscriptionId; tries += 1) await person.begin();
        const first = await person.register();
        const last = first.statusCode === 200 ? first : await person.register();
        expect([at, last.statusCode]).toEqual([at, 200]);
        await test.settle();
        expect([at, charged(person.email)]).toEqual([at, [2500]]);
        expect(await people.usersOf(person.email)).toMatchObject([{ plan: "professional", status: "active" }]);
        const wasEnough = test.calls() < at;
        test.dieAt(0, when);
        if (wasEnough) break;
      }
    },
  );

  it("a call that Stripe refuses for the moment is answered with a sentence, and tried again it goes on", async () => {
    for (const status of [429, 500]) {
      const person = people.next();
      await person.setUp();
      test.stripe.fail({ match: "POST /v1/subscriptions", kind: { status } });
      const refused = await person.begin();
      expect([refused.statusCode, refused.json().message]).toEqual([
        503,
        "The payment provider does not answer at the moment. Nothing is paid twice: try again in a minute and it goes on where it was.",
      ]);
      expect((await person.begin()).statusCode).toBe(200);
      expect(charged(person.email)).toEqual([2500]);
    }
  });
});
