import type { Browser, Page } from "@playwright/test";
import type { Stripe as BrowserStripe, SetupIntentResult } from "@stripe/stripe-js";
import Stripe from "stripe";
import { afterAll, beforeAll, expect, it } from "vitest";
import { see } from "../../../web/testing/see.ts";
import { launchTestBrowser } from "../../../web/testing/test-browser.ts";
import { type StripeStandIn, startStripeStandIn } from "./stripe-stand-in.ts";

let standIn: StripeStandIn;
let stripe: Stripe;
let browser: Browser;

beforeAll(async () => {
  standIn = await startStripeStandIn();
  const { hostname: host, port } = new URL(standIn.url);
  stripe = new Stripe(standIn.secretKey, { host, port, protocol: "http", maxNetworkRetries: 0, telemetry: false });
  browser = await launchTestBrowser();
});
afterAll(async () => {
  await browser.close();
  await standIn.close();
});

/** The global variables of the test pages. */
interface CardPage extends Window {
  Stripe: (key: string) => BrowserStripe;
  /** The result of the last button press. */
  confirmed: Promise<SetupIntentResult>;
}

async function newIntent(): Promise<Stripe.SetupIntent> {
  const { id: customer } = await stripe.customers.create({});
  return stripe.setupIntents.create({ customer, allowed_payment_method_types: ["card"] });
}

/** Opens a page with the library's card form and a button that confirms the entered card. */
async function cardForm(): Promise<{ page: Page; intent: Stripe.SetupIntent }> {
  const intent = await newIntent();
  const page = await browser.newPage();
  await page.setContent('<!doctype html><main><div id="card"></div><button>Pay</button></main>');
  await page.addScriptTag({ url: standIn.scriptUrl });
  await page.evaluate(
    ({ key, clientSecret }) => {
      const here = window as unknown as CardPage;
      const library = here.Stripe(key);
      const elements = library.elements({ clientSecret });
      const defaultValues = { billingDetails: { name: "Noor Haddad" } };
      elements.create("payment", { layout: "tabs", defaultValues }).mount("#card");
      const confirmParams = { return_url: "http://product.example/back" };
      document.querySelector("button")?.addEventListener("click", () => {
        here.confirmed = library.confirmSetup({ elements, redirect: "if_required", confirmParams });
      });
    },
    { key: standIn.publishableKey, clientSecret: intent.client_secret ?? "" },
  );
  return { page, intent };
}

const outcomeOn = (page: Page) => page.evaluate(() => (window as unknown as CardPage).confirmed);

async function type(page: Page, number: string): Promise<void> {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiration date").fill("1234");
  await page.getByLabel("Security code").fill("123");
  await page.getByRole("button", { name: "Pay" }).click();
}

it("shows a form with a note that it is a stand-in, and keeps the typed card", async () => {
  const { page, intent } = await cardForm();
  await see(page.getByText("Stand-in for Stripe: no card is charged")).toBeVisible();
  await type(page, "5555555555554444");
  await see(page.getByLabel("Card number")).toHaveValue("5555 5555 5555 4444");
  expect(await outcomeOn(page)).toMatchObject({ setupIntent: { id: intent.id, status: "succeeded" } });
  const kept = await stripe.setupIntents.retrieve(intent.id, { expand: ["payment_method"] });
  expect(kept.payment_method).toMatchObject({
    customer: intent.customer,
    billing_details: { name: "Noor Haddad" },
    card: { brand: "mastercard", last4: "4444", exp_month: 12, exp_year: 2034 },
  });
  await page.close();
});

it.each([
  ["4000000000000002", { type: "card_error", code: "card_declined", message: "Your card was declined." }],
  ["4242", { type: "validation_error", message: "Your card number is incomplete." }],
])("explains why the card %s is refused", async (number, error) => {
  const { page } = await cardForm();
  await type(page, number);
  expect(await outcomeOn(page)).toMatchObject({ error });
  await page.close();
});

it.each([
  ["Confirm", { setupIntent: { status: "succeeded" } }],
  ["Fail", { error: { code: "setup_intent_authentication_failure" } }],
])("asks the card's owner for confirmation if the card requires it; the owner answers %s", async (answer, outcome) => {
  const { page } = await cardForm();
  await type(page, "4000002500003155");
  await page.getByRole("dialog", { name: "Confirm with your bank" }).getByRole("button", { name: answer }).click();
  expect(await outcomeOn(page)).toMatchObject(outcome);
  await see(page.getByRole("dialog")).toHaveCount(0);
  await page.close();
});

it("lets a bank confirm the first payment of a subscription", async () => {
  const { page, intent } = await cardForm();
  await type(page, "4000002760003184");
  await page.getByRole("button", { name: "Confirm" }).click();
  await outcomeOn(page);
  const { customer, payment_method } = await stripe.setupIntents.retrieve(intent.id);
  const made = await stripe.subscriptions.create({
    customer: customer as string,
    default_payment_method: payment_method as string,
    items: [{ price: "price_professional" }],
    payment_behavior: "default_incomplete",
    expand: ["latest_invoice.confirmation_secret"],
  });
  const secret = (made.latest_invoice as Stripe.Invoice).confirmation_secret?.client_secret ?? "";
  const paid = page.evaluate(
    ([key = "", clientSecret = ""]) => (window as unknown as CardPage).Stripe(key).confirmCardPayment(clientSecret),
    [standIn.publishableKey, secret],
  );
  await page.getByRole("button", { name: "Confirm" }).click();
  expect(await paid).toMatchObject({ paymentIntent: { status: "succeeded" } });
  expect((await stripe.subscriptions.retrieve(made.id)).status).toBe("active");
  await page.close();
});

it("shows a browser only the object of its client secret", async () => {
  const intent = await newIntent();
  const asBrowser = (path: string) => fetch(`${standIn.url}${path}key=${standIn.publishableKey}`);
  expect((await asBrowser(`/v1/setup_intents/${intent.id}?`)).status).toBe(400);
  expect((await asBrowser(`/v1/setup_intents/${intent.id}?client_secret=${intent.id}_secret_x&`)).status).toBe(404);
  const open = await asBrowser(`/v1/setup_intents/${intent.id}?client_secret=${intent.client_secret}&`);
  expect(open.headers.get("access-control-allow-origin")).toBe("*");
  const shown = (await open.json()) as object;
  expect(shown).toMatchObject({ id: intent.id, status: "requires_payment_method" });
  expect(shown).not.toHaveProperty("customer");
});
