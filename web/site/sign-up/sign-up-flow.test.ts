import type { Stripe, StripeElements } from "@stripe/stripe-js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "../../api/client.ts";
import type { Toast } from "../../lib/toast-store.ts";
import type { SignUpValues } from "./form.ts";
import { buildPaymentElementOptions } from "./purchase.ts";
import { getPurchaseStage, SignUpFlow } from "./sign-up-flow.ts";

const ada: SignUpValues = {
  firstName: "Ada",
  lastName: "Lovelace",
  email: "Ada@acme.io",
  company: "Acme",
  role: "",
  password: "analytical",
  confirmPassword: "analytical",
};
const ELEMENTS = {} as StripeElements;
const refused = (status: number, message = "") => new ApiError(status, JSON.stringify({ message }));
const storageOf = (kept = new Map<string, string>()) => ({
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
});

/** A visitor's page. Its server and card provider answer normally unless a test overrides them. */
function visit({ plan = "professional" as "starter" | "professional" | "enterprise", typed = ada } = {}) {
  const steps: string[] = [];
  const bodies: Record<string, unknown> = {};
  const toasts: Toast[] = [];
  const visited: string[] = [];
  const answers: Record<string, () => unknown> = {
    "GET /api/payment-settings": () => ({ publishableKey: "pk_test_1", standInScript: null }),
    "POST /api/create-payment-intent": () => ({
      clientSecret: "seti_1_secret_x",
      customerId: "cus_1",
      subscriptionId: null,
      priceId: "price_1",
      productId: "prod_1",
    }),
    "POST /api/create-subscription-after-setup": () => ({ subscriptionId: "sub_1", confirmationSecret: null }),
    "POST /api/register": () => ({ success: true, message: "" }),
    confirmSetup: () => ({ setupIntent: { id: "seti_1", status: "succeeded" } }),
    confirmCardPayment: () => ({ paymentIntent: { status: "succeeded" } }),
    retrieveSetupIntent: () => ({ setupIntent: { id: "seti_1", status: "succeeded" } }),
  };
  const answer = async (name: string, given: unknown) => {
    steps.push(name);
    bodies[name] = given;
    const said = await answers[name]?.();
    if (said instanceof Error) throw said;
    return said;
  };
  const stripe = Object.fromEntries(
    ["confirmSetup", "confirmCardPayment", "retrieveSetupIntent"].map((name) => [
      name,
      (given: unknown) => answer(name, given),
    ]),
  ) as unknown as Stripe;
  const openStripe = vi.fn(async (): Promise<Stripe | null> => stripe);
  const flow = new SignUpFlow(plan, {
    call: ((key: string, input?: { body: unknown }) => answer(key, input?.body)) as never,
    loadCardPart: async () => ({ CardFields: () => null as never, openStripe }),
    showToast: (toast) => void toasts.push(toast),
    goTo: (address) => void visited.push(address),
    renameTo: () => {},
    origin: "https://lorekeep.test",
  });
  flow.adopt(typed);
  return {
    flow,
    steps,
    bodies,
    toasts,
    visited,
    answers,
    openStripe,
    stage: () => getPurchaseStage(flow.state()),
    /** Continues until the card form is shown. */
    async proceed() {
      await flow.submit();
      flow.takeElements(ELEMENTS);
      steps.length = 0;
    },
  };
}
const wrong = (title: string, text: string) => [{ title, text, tone: "destructive" }];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("localStorage", storageOf());
  vi.stubGlobal("sessionStorage", storageOf());
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("a free sign-up", () => {
  it("ERR-047 SIGN-022 SIGN-024 registers once, however often it is pressed, and asks for no payment", async () => {
    const page = visit({ plan: "starter" });
    await Promise.all([page.flow.submit(), page.flow.submit()]);
    await page.flow.submit();
    expect(page.steps).toEqual(["POST /api/register"]);
    const { role: _none, ...values } = ada;
    expect(page.bodies["POST /api/register"]).toEqual({ ...values, plan: "starter" });
    expect(page.toasts).toEqual([
      {
        title: "Success!",
        text: "Account Created Successfully! Please check your email to verify your account.",
      },
    ]);
    vi.runAllTimers();
    expect(page.visited).toEqual(["/signup-success?email=Ada%40acme.io&plan=starter"]);
  });

  it("ERR-035 ERR-046 SIGN-023 says that it failed and stays, ready for the next try", async () => {
    const page = visit({ plan: "starter" });
    for (const failure of [refused(500, "It is in the log."), new TypeError("Failed to fetch")]) {
      page.answers["POST /api/register"] = () => failure;
      await page.flow.submit();
      expect(page.toasts.splice(0)).toEqual(
        wrong("Registration failed", "Registration Failed: Please try again later."),
      );
    }
    page.answers["POST /api/register"] = () => refused(429, "Too many tries. Try again in 9 minutes.");
    await page.flow.submit();
    expect(page.toasts.splice(0)).toEqual(wrong("Registration failed", "Too many tries. Try again in 9 minutes."));
    vi.runAllTimers();
    expect([page.visited, page.flow.state().isBusy]).toEqual([[], false]);
    page.answers["POST /api/register"] = () => ({ success: true, message: "" });
    await page.flow.submit();
    expect(page.toasts).toHaveLength(1);
    expect(page.toasts[0]?.tone).toBeUndefined();
  });
});

describe("a paid sign-up", () => {
  it("PAY-006 shows cards only, in tabs, with the name and the address filled in", () => {
    expect(buildPaymentElementOptions("Ada Lovelace", "ada@acme.io")).toEqual({
      layout: "tabs",
      wallets: { applePay: "never", googlePay: "never", link: "never" },
      defaultValues: { billingDetails: { name: "Ada Lovelace", email: "ada@acme.io" } },
    });
  });

  it.each([
    ["professional", 2500],
    ["enterprise", 9900],
  ] as const)("API-044 PAY-005 prepares a card for %s with %d cents", async (plan, amount) => {
    const page = visit({ plan });
    await page.flow.submit();
    expect(page.steps).toEqual(["GET /api/payment-settings", "POST /api/create-payment-intent"]);
    const { firstName, lastName, email, company } = ada;
    expect(page.bodies["POST /api/create-payment-intent"]).toEqual({
      amount,
      plan,
      customerDetails: { firstName, lastName, email, company },
    });
    expect([page.stage(), page.toasts]).toEqual(["card", []]);
  });

  it("PAY-001 PAY-002 PAY-003 asks for nothing before the form is right", async () => {
    for (const change of [{ company: "" }, { confirmPassword: "other" }, { email: "ada@gmail.com" }]) {
      const page = visit({ typed: { ...ada, ...change } });
      expect(await page.flow.submit()).toBe(Object.keys(change)[0]);
      expect([page.steps, page.toasts.length]).toEqual([[], 1]);
    }
  });

  it("PAY-010 PAY-011 PAY-012 ENT-010 confirms the card, subscribes, registers with the identifiers, and keeps those", async () => {
    const page = visit();
    await page.proceed();
    await page.flow.submit();
    expect(page.steps).toEqual(["confirmSetup", "POST /api/create-subscription-after-setup", "POST /api/register"]);
    expect(page.bodies.confirmSetup).toEqual({
      elements: ELEMENTS,
      redirect: "if_required",
      confirmParams: { return_url: "https://lorekeep.test/signup?plan=professional" },
    });
    expect(page.bodies["POST /api/create-subscription-after-setup"]).toEqual({
      setupIntentId: "seti_1",
      customerId: "cus_1",
      priceId: "price_1",
      plan: "professional",
    });
    expect(page.bodies["POST /api/register"]).toMatchObject({
      email: "Ada@acme.io",
      plan: "professional",
      setupIntentId: "seti_1",
      setupIntentStatus: "succeeded",
      customerId: "cus_1",
      subscriptionId: "sub_1",
      stripeCustomerId: "cus_1",
      stripeSubscriptionId: "sub_1",
    });
    vi.runAllTimers();
    expect(page.visited).toEqual(["/signup-success?email=Ada%40acme.io&plan=professional"]);
    const kept = localStorage.getItem("signUpPayment") ?? "";
    expect(JSON.parse(kept)).toMatchObject({ customerId: "cus_1", subscriptionId: "sub_1", priceId: "price_1" });
    expect(kept).not.toContain(ada.password);
  });

  it("has the first charge confirmed where the bank wants it", async () => {
    const page = visit();
    await page.proceed();
    page.answers["POST /api/create-subscription-after-setup"] = () => ({
      subscriptionId: "sub_1",
      confirmationSecret: "pi_1_secret_x",
    });
    await page.flow.submit();
    expect(page.steps.slice(1, 3)).toEqual(["POST /api/create-subscription-after-setup", "confirmCardPayment"]);
    expect(page.bodies.confirmCardPayment).toBe("pi_1_secret_x");
    expect(page.steps.at(-1)).toBe("POST /api/register");
  });

  it("ERR-036 says that payment is not there without a key, without the library, and without its form", async () => {
    const text = wrong("Payment Error", "Payment system not properly initialized.");
    const keyless = visit();
    keyless.answers["GET /api/payment-settings"] = () => ({ publishableKey: null, standInScript: null });
    await keyless.flow.submit();
    expect([keyless.steps, keyless.toasts]).toEqual([["GET /api/payment-settings"], text]);
    const blocked = visit();
    blocked.openStripe.mockRejectedValueOnce(new Error("Failed to load Stripe.js"));
    await blocked.flow.submit();
    expect([blocked.steps, blocked.toasts]).toEqual([["GET /api/payment-settings"], text]);
    const formless = visit();
    await formless.proceed();
    formless.flow.takeElements(null);
    await formless.flow.submit();
    expect([formless.steps, formless.toasts]).toEqual([[], text]);
  });

  it.each([
    ["ERR-039", refused(500, "It is in the log."), "Payment Setup Failed", "Server error: 500. Please try again."],
    ["ERR-040", { error: "No such price" }, "Payment Setup Error", "No such price"],
    ["ERR-040", refused(400, "The price has changed."), "Payment Setup Error", "The price has changed."],
    ["ERR-041", {}, "Payment Setup Incomplete", "Unable to initialize payment form. Please try again."],
    [
      "ERR-042",
      new TypeError("Failed to fetch"),
      "Payment Setup Failed",
      "Network error. Please check your connection and try again.",
    ],
  ])("ERR-039 ERR-040 ERR-041 ERR-042 says why no card can be taken: %s, %o", async (_id, answer, title, text) => {
    const page = visit();
    page.answers["POST /api/create-payment-intent"] = () => answer;
    await page.flow.submit();
    expect([page.stage(), page.toasts]).toEqual(["details", wrong(title, text)]);
  });

  it.each([
    ["ERR-037", { error: { message: "Your card was declined." } }, "Payment Setup Failed", "Your card was declined."],
    ["ERR-038", {}, "Payment Setup Failed", "Setup confirmation returned no result"],
    ["ERR-038", undefined, "Payment Setup Failed", "Setup confirmation returned no result"],
    ["ERR-044", new Error("The frame is gone"), "Error", "The frame is gone"],
    ["ERR-044", new Error(""), "Error", "An unexpected error occurred"],
  ])(
    "ERR-037 ERR-038 ERR-044 says what became of the card and goes no further: %s, %o",
    async (_id, answer, title, text) => {
      const page = visit();
      await page.proceed();
      page.answers.confirmSetup = () => answer;
      await page.flow.submit();
      expect([page.steps, page.stage(), page.toasts]).toEqual([["confirmSetup"], "card", wrong(title, text)]);
      expect(page.flow.state().trouble).toBe(text);
    },
  );

  it("ERR-043 says why there is no subscription; another card starts again, a lost answer goes on where it was", async () => {
    const page = visit();
    await page.proceed();
    for (const failure of [refused(503), new TypeError("Failed to fetch"), {}]) {
      page.answers["POST /api/create-subscription-after-setup"] = () => failure;
      await page.flow.submit();
      expect(page.toasts.splice(0)).toEqual(wrong("Subscription Creation Failed", "Failed to create subscription"));
      expect(page.stage()).toBe("confirmed");
    }
    expect(page.steps.filter((step) => step === "confirmSetup")).toHaveLength(1);
    page.answers["POST /api/create-subscription-after-setup"] = () => refused(402, "Your card has insufficient funds.");
    await page.flow.submit();
    expect(page.toasts).toEqual(wrong("Subscription Creation Failed", "Your card has insufficient funds."));
    expect([page.stage(), localStorage.getItem("signUpPayment")]).toEqual(["details", null]);
  });

  it("goes on with a confirmation whose answer was lost", async () => {
    const page = visit();
    await page.proceed();
    page.answers.confirmSetup = () => ({ error: { message: "Again?", setup_intent: { status: "succeeded" } } });
    await page.flow.submit();
    expect(page.steps.at(-1)).toBe("POST /api/register");
  });

  it("ERR-045 charges once: a registration that failed after payment is finished without another, also after a reload", async () => {
    const page = visit();
    await page.proceed();
    page.answers["POST /api/register"] = () => refused(500);
    await page.flow.submit();
    expect(page.toasts).toEqual(
      wrong("Registration failed after payment", "Registration Failed: Please try again later."),
    );
    expect(page.stage()).toBe("paid");
    page.flow.setValue("firstName", "Augusta");

    const later = visit({ plan: "starter", typed: {} as SignUpValues });
    expect(later.flow.state()).toMatchObject({
      plan: "professional",
      values: { firstName: "Augusta", email: "Ada@acme.io", password: "" },
    });
    expect(sessionStorage.getItem("signUpDraft")).not.toContain(ada.password);
    expect(later.stage()).toBe("paid");
    later.flow.setValue("password", "analytical");
    later.flow.setValue("confirmPassword", "analytical");
    await later.flow.submit();
    expect(later.steps).toEqual(["POST /api/register"]);
    expect(later.bodies["POST /api/register"]).toMatchObject({ subscriptionId: "sub_1", setupIntentId: "seti_1" });
    vi.runAllTimers();
    expect(later.visited).toEqual(["/signup-success?email=Ada%40acme.io&plan=professional"]);
  });

  it("pays once in two tabs: the second one finds what the first has paid", async () => {
    const [first, second, third] = [visit(), visit(), visit()];
    await first.proceed();
    second.answers["POST /api/create-payment-intent"] = () => ({
      clientSecret: "seti_2_secret_x",
      customerId: "cus_2",
      priceId: "price_1",
    });
    await second.proceed();
    await first.flow.submit();
    await second.flow.submit();
    expect(second.steps).toEqual(["POST /api/register"]);
    expect(second.bodies["POST /api/register"]).toMatchObject({ customerId: "cus_1", subscriptionId: "sub_1" });

    await third.flow.submit();
    expect([third.steps, third.stage()]).toEqual([[], "paid"]);
  });

  it("takes no second payment before the first account is there: only its address can be corrected", async () => {
    const page = visit();
    await page.proceed();
    page.answers["POST /api/register"] = () => refused(500);
    await page.flow.submit();
    const other = visit({ plan: "enterprise", typed: { ...ada, email: "grace@acme.io" } });
    expect([other.stage(), other.flow.state().plan]).toEqual(["paid", "professional"]);
    await other.flow.submit();
    expect(other.steps).toEqual(["POST /api/register"]);
    expect(other.bodies["POST /api/register"]).toMatchObject({ email: "grace@acme.io", subscriptionId: "sub_1" });
    expect(visit({ plan: "enterprise", typed: { ...ada, email: "tom@acme.io" } }).stage()).toBe("details");
  });

  it("forgets a payment that cannot be finished when the person says so", async () => {
    const page = visit();
    await page.proceed();
    page.answers["POST /api/register"] = () => refused(400, "This payment was refunded. Start the payment again.");
    await page.flow.submit();
    expect(page.toasts.map(({ text }) => text)).toEqual(["This payment was refunded. Start the payment again."]);
    page.flow.startOver();
    expect([page.stage(), localStorage.getItem("signUpPayment")]).toEqual(["details", null]);
  });

  it("comes back from a bank's page with the card confirmed, and charges only when the password is there again", async () => {
    const page = visit();
    await page.proceed();
    const back = visit({ typed: {} as SignUpValues });
    back.flow.setValue("email", "ada@acme.io");
    expect(await back.flow.returnFromBank("seti_1_secret_x")).toBe(true);
    expect([back.stage(), back.toasts]).toEqual(["confirmed", []]);
    expect(back.steps).toEqual(["GET /api/payment-settings", "retrieveSetupIntent"]);

    localStorage.setItem(
      "signUpPayment",
      (localStorage.getItem("signUpPayment") ?? "").replace("succeeded", "requires_action"),
    );
    const refusedCard = visit();
    refusedCard.answers.retrieveSetupIntent = () => ({
      setupIntent: { status: "requires_payment_method", last_setup_error: { message: "Your bank said no." } },
    });
    expect(await refusedCard.flow.returnFromBank("seti_1_secret_x")).toBe(false);
    expect(refusedCard.toasts).toEqual(wrong("Payment Setup Failed", "Your bank said no."));
    const stranger = visit();
    expect(await stranger.flow.returnFromBank("seti_9_secret_x")).toBe(false);
    expect(stranger.toasts[0]?.title).toBe("Payment Setup Failed");
  });

  it("asks for a card again when the address or the plan is another one", async () => {
    const page = visit();
    await page.proceed();
    page.flow.setValue("email", "ada@other.io");
    expect(page.stage()).toBe("details");
    page.flow.setValue("email", "ada@acme.io");
    expect(page.stage()).toBe("card");
    page.flow.choosePlan("enterprise");
    expect(page.stage()).toBe("details");
    page.flow.choosePlan("starter");
    expect(page.stage()).toBe("free");
  });
});

describe("after the account is there", () => {
  it("SIGN-025 SIGN-028 the tab that comes back knows it, until another account is wanted", async () => {
    const page = visit();
    await page.proceed();
    await page.flow.submit();
    page.flow.comeBack();
    expect(page.flow.state().created).toBe("Ada@acme.io");
    const again = visit({ typed: {} as SignUpValues });
    expect(again.flow.state().created).toBe("Ada@acme.io");
    again.flow.registerAnother();
    expect(again.flow.state()).toMatchObject({ created: null, kept: null, values: { email: "", firstName: "" } });
    expect(visit({ typed: {} as SignUpValues }).flow.state()).toMatchObject({ created: null, values: { email: "" } });
  });
});
