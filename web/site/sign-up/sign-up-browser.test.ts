import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { loadEnv } from "../../../server/env.ts";
import { createPayment, type Payment } from "../../../server/stripe/stripe.ts";
import { createTestApp, type TestApp } from "../../../server/testing/test-app.ts";
import { PASSWORD_COMMON } from "../../../shared/domain/common-passwords.ts";
import { PLANS, SIGN_UP_CATALOGUE } from "../../../shared/domain/plans.ts";
import { SIGN_UP_FIELDS } from "../../../shared/domain/sign-up.ts";
import { type StripeStandIn, startStripeStandIn } from "../../../tools/stand-ins/stripe/stripe-stand-in.ts";
import { TOAST_MS } from "../../lib/toast-store.ts";
import { findAccessibilityViolations } from "../../testing/accessibility-violations.ts";
import { buildApp } from "../../testing/build-app.ts";
import { holdMessages } from "../../testing/hold-messages.ts";
import { see } from "../../testing/see.ts";
import { skipOnboarding } from "../../testing/skip-onboarding.ts";
import { launchTestBrowser } from "../../testing/test-browser.ts";

/** The built page, with the real server and a stand-in for the card provider. */
let test: TestApp;
let stripe: StripeStandIn;
let payment: Payment;
let browser: Browser;
let address: string;
const problems: string[] = [];

beforeAll(async () => {
  stripe = await startStripeStandIn();
  const variables = {
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_URL: stripe.url,
    STRIPE_SCRIPT_URL: stripe.scriptUrl,
  };
  payment = createPayment(loadEnv({ PUBLIC_URL: "http://localhost:3000", ...variables }), fetch) as Payment;
  [test, browser] = await Promise.all([
    buildApp().then((webRoot) => createTestApp({ webRoot, variables, payment })),
    launchTestBrowser(),
  ]);
  address = await test.app.listen({ host: "127.0.0.1", port: 0 });
});
afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
  expect(problems.splice(0)).toEqual([]);
});
afterAll(async () => {
  await browser.close();
  await test.close();
  await stripe.close();
});

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  await context.addInitScript(skipOnboarding);
  await context.addInitScript(holdMessages, TOAST_MS);
  context.on("weberror", (error) => problems.push(error.error().message));
  context.on("console", (message) => {
    // The browser logs every refused call. Tests that cause a refusal check the page instead.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      problems.push(message.text());
  });
  const page = await context.newPage();
  await page.goto(address + path);
  await alive(page);
  return page;
}
/** Waits until the page's script runs: the script disables the button while the password is empty. */
const alive = (page: Page) => see(page.locator("form[novalidate], h1:text('Email Verification')")).toBeVisible();
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const submit = (page: Page) => page.locator("form > button");
const toast = (page: Page) => page.getByRole("region", { name: /^Notifications/ }).locator(".toast");
const seeToast = async (page: Page, title: string, text: string | RegExp) => {
  await see(toast(page)).toHaveCount(1);
  await see(toast(page)).toContainText(title);
  await see(toast(page)).toContainText(text);
};
let number = 0;
async function fill(page: Page, { email = `ada-${(number += 1)}@acme.test`, password = "analytical" } = {}) {
  const values: Record<string, string> = {
    "First Name": "Ada",
    "Last Name": "Lovelace",
    "Company Email": email,
    "Company Name": "Acme",
    Password: password,
    "Confirm Password": password,
  };
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value);
  return email;
}
/** Replaces an endpoint's answer by `reply`. Returns the bodies of the endpoint's requests. */
async function answer(page: Page, path: string, reply: { status?: number; json?: unknown } | "abort") {
  const bodies: unknown[] = [];
  await page.unroute(`**${path}`);
  await page.route(`**${path}`, (route) => {
    bodies.push(route.request().postDataJSON());
    return reply === "abort" ? route.abort() : route.fulfill({ json: {}, ...reply });
  });
  return bodies;
}
const newSetup = async () => {
  const customer = await payment.stripe.customers.create({ email: "ada@acme.test" });
  const setup = await payment.stripe.setupIntents.create({
    customer: customer.id,
    allowed_payment_method_types: ["card"],
  });
  return { clientSecret: setup.client_secret, customerId: customer.id, subscriptionId: null, priceId: "price_1" };
};
async function fillCard(page: Page, card = "4242424242424242") {
  await page.getByLabel("Card number").fill(card);
  await page.getByLabel("Expiration date").fill("1231");
  await page.getByLabel("Security code").fill("123");
}
const isWithin = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

describe("the sign-up page", () => {
  it("SIGN-001 SIGN-002 SIGN-003 SIGN-004 SIGN-005 SIGN-006 SIGN-007 SIGN-008 SIGN-009 SIGN-010 SIGN-011 SIGN-012 PUB-015 PUB-016 names the plan of the address, and follows the choice", async () => {
    const page = await open("/signup");
    const bar = page.getByRole("navigation", { name: "Main" });
    for (const [name, href] of [
      ["Home", "/"],
      ["Pricing", "/pricing"],
      ["Log In", "/api/login"],
    ] as const)
      await see(bar.getByRole("link", { name })).toHaveAttribute("href", href);
    for (const { label } of SIGN_UP_FIELDS) await see(field(page, label)).toBeVisible();
    const plan = field(page, "Plan");
    await see(plan).toHaveValue("professional");
    await see(plan.locator("option")).toHaveText([
      "Starter - Free forever",
      "Professional - $25/month",
      "Enterprise - $99/month",
    ]);
    await see(page.getByRole("heading", { name: "Getting Started" })).toBeVisible();

    const card = page.locator(".chosen");
    await see(card.getByRole("heading")).toHaveText("Selected Plan");
    for (const { id, name } of PLANS) {
      await plan.selectOption(id);
      const { price, period, features } = SIGN_UP_CATALOGUE[id];
      await see(card).toContainText(`${name}${price} ${period}`);
      await see(card.getByRole("listitem")).toHaveText([...features]);
      await see(submit(page)).toHaveText(id === "starter" ? "Create Free Account" : "Proceed to Payment");
    }
    await see(page).toHaveURL(/\/signup\?plan=enterprise$/);
    await page.reload();
    await see(plan).toHaveValue("enterprise");
    await page.goto(`${address}/signup?plan=starter`);
    await alive(page);
    await see(plan).toHaveValue("starter");
    await page.getByRole("link", { name: "Change Plan" }).click();
    await see(page).toHaveURL(`${address}/pricing`);
    await page.goBack();
    await page.getByRole("link", { name: "Back to Pricing" }).click();
    await see(page).toHaveURL(`${address}/pricing`);
  });

  it("SIGN-013 SIGN-014 SIGN-015 SIGN-016 SIGN-017 SIGN-018 SIGN-019 SIGN-020 SIGN-021 PAY-001 checks while one types and lets nothing wrong through", async () => {
    const page = await open("/signup?plan=starter");
    const calls: string[] = [];
    page.on("request", (request) => request.method() === "POST" && calls.push(request.url()));
    await see(submit(page)).toBeDisabled();
    const email = field(page, "Company Email");
    const said = page.locator("#email-wrong");
    for (const [typed, text] of [
      ["a", "Please enter a valid email address"],
      ["da@gmail.com", "Please use your company email address instead of personal email"],
      [".au", ""],
    ] as const) {
      await email.pressSequentially(typed);
      await see(said).toHaveText(text);
    }
    for (const name of ["protonmail.ch", "yandex.ru", "mail.com", "zoho.eu"]) {
      await email.fill(`ada@${name}`);
      await see(said).toHaveText("Please use your company email address instead of personal email");
    }
    await see(email).toHaveAttribute("aria-describedby", "email-wrong");
    await field(page, "Password").fill("1234567");
    await field(page, "Confirm Password").fill("1234567");
    await see(submit(page)).toBeDisabled();
    await email.fill("ada@acme.test");
    await see(submit(page)).toBeEnabled();
    await field(page, "Confirm Password").fill("12345678");
    await see(page.getByText("Passwords do not match", { exact: true })).toBeVisible();
    await see(submit(page)).toBeDisabled();
    await field(page, "Password").fill("");
    await field(page, "Confirm Password").fill("");
    await see(submit(page)).toBeDisabled();

    await field(page, "Password").fill("1234567");
    await field(page, "Confirm Password").fill("1234567");
    await email.fill("");
    await submit(page).click();
    await see(field(page, "First Name")).toBeFocused();
    for (const name of ["firstName", "lastName", "email", "company"])
      await see(page.locator(`#${name}-wrong`)).toHaveText("Required.");
    await see(page.locator("#role-wrong")).toHaveText("");
    await see(page.locator("#password-wrong")).toHaveText("At least 8 characters.");
    await field(page, "Plan").selectOption("professional");
    await submit(page).click();
    await seeToast(page, "Form Incomplete", "Please fill in all required fields before proceeding to payment.");
    await field(page, "Password").fill("12345678");
    await see(field(page, "Password")).toHaveAccessibleDescription(PASSWORD_COMMON);
    await fill(page, { password: "kwmbtzfg" });
    await see(page.locator(".wrong:not(:empty)")).toHaveCount(0);
    await see(submit(page)).toBeEnabled();
    await field(page, "Role (optional)").fill("x".repeat(101));
    await see(field(page, "Role (optional)")).toHaveValue("x".repeat(100));
    expect(calls).toEqual([]);
  });

  it("ERR-046 ERR-047 SIGN-022 SIGN-023 SIGN-024 SIGN-025 SIGN-026 SIGN-027 SIGN-028 opens a free account once, and knows it when the tab comes back", async () => {
    const page = await open("/signup?plan=starter");
    const email = await fill(page);
    await answer(page, "/api/register", { status: 500 });
    await submit(page).click();
    await seeToast(page, "Registration failed", "Registration Failed: Please try again later.");
    await see(page).toHaveURL(/\/signup\?plan=starter$/);
    await page.evaluate(() => window.endMessage?.());
    await see(toast(page)).toHaveCount(0);

    const calls: string[] = [];
    await page.unroute("**/api/register");
    page.on("request", (request) => request.method() === "POST" && calls.push(new URL(request.url()).pathname));
    // Delays the next page, so that the success message can be read.
    let goOn = () => {};
    const isRead = new Promise<void>((resolve) => (goOn = resolve));
    await page.route("**/signup-success?*", async (route) => {
      await isRead;
      await route.continue();
    });
    await submit(page).dblclick();
    await seeToast(page, "Success!", /^.*Account Created Successfully!.*check your email/);
    await see(toast(page)).not.toHaveClass(/destructive/);
    goOn();
    await see(page).toHaveURL(`${address}/signup-success?${new URLSearchParams({ email, plan: "starter" })}`);
    expect(calls).toEqual(["/api/register"]);
    await see(page.getByText(email)).toBeVisible();

    await page.goBack();
    await see(page.getByRole("heading", { level: 1 })).toHaveText("Email Verification Required");
    await see(page.getByRole("main")).toContainText(email);
    await see(page.getByRole("heading", { name: "Next steps" })).toBeVisible();
    await see(page.getByText("The link expires in 24 hours.")).toBeVisible();
    await see(page.getByRole("link", { name: "Go to Login Page" })).toHaveAttribute("href", "/api/login");
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Register Another Account" }).click();
    for (const { label } of SIGN_UP_FIELDS) await see(field(page, label)).toHaveValue("");
    await page.reload();
    await see(field(page, "First Name")).toBeVisible();
  });

  it("keeps what was typed before its script ran, and what a reload would lose but the passwords", async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    let wakeUp = () => {};
    const isTyped = new Promise<void>((resolve) => (wakeUp = resolve));
    await page.route("**/assets/*.js", async (route) => {
      await isTyped;
      await route.continue();
    });
    await page.goto(`${address}/signup?plan=starter`, { waitUntil: "commit" });
    await field(page, "First Name").fill("Ada");
    await field(page, "Password").fill("analytical");
    await see(submit(page)).toBeEnabled();
    await field(page, "Plan").selectOption("enterprise");
    wakeUp();
    await alive(page);
    await see(field(page, "Plan")).toHaveValue("enterprise");
    await see(submit(page)).toHaveText("Proceed to Payment");
    await see(field(page, "First Name")).toHaveValue("Ada");
    await see(field(page, "Password")).toHaveValue("analytical");
    await field(page, "Company Name").fill("Acme");
    await page.reload();
    await alive(page);
    await see(field(page, "First Name")).toHaveValue("Ada");
    await see(field(page, "Company Name")).toHaveValue("Acme");
    await see(field(page, "Password")).toHaveValue("");
  });
});

describe("the card form", () => {
  it("API-044 ERR-039 ERR-040 ERR-041 ERR-042 PAY-005 PAY-013 is asked for with the plan's price, and says why it does not come", async () => {
    const page = await open("/signup?plan=enterprise");
    const loaded: string[] = [];
    page.on("request", (request) => loaded.push(request.url()));
    const email = await fill(page);
    const proceed = async (reply: Parameters<typeof answer>[2], title: string, text: string) => {
      const bodies = await answer(page, "/api/create-payment-intent", reply);
      await submit(page).click();
      await seeToast(page, title, text);
      await expect.poll(() => bodies).toHaveLength(1);
      await see(page.getByRole("heading", { name: "Your card" })).toHaveCount(0);
      await see(submit(page)).toHaveText("Proceed to Payment");
      return bodies;
    };
    expect(loaded.filter((url) => /card-fields|stripe/.test(url))).toEqual([]);
    const bodies = await proceed({ status: 500 }, "Payment Setup Failed", "Server error: 500. Please try again.");
    expect(bodies).toEqual([
      {
        amount: 9900,
        plan: "enterprise",
        customerDetails: { firstName: "Ada", lastName: "Lovelace", email, company: "Acme" },
      },
    ]);
    await proceed({ json: { error: "No such price." } }, "Payment Setup Error", "No such price.");
    await proceed({}, "Payment Setup Incomplete", "Unable to initialize payment form. Please try again.");
    await proceed("abort", "Payment Setup Failed", "Network error. Please check your connection and try again.");
    expect(loaded).toContain(stripe.scriptUrl);

    await field(page, "Plan").selectOption("professional");
    const asked = await answer(page, "/api/create-payment-intent", { json: await newSetup() });
    await submit(page).click();
    await see(page.getByRole("heading", { name: "Your card" })).toBeFocused();
    expect(asked).toEqual([expect.objectContaining({ amount: 2500, plan: "professional" })]);
    await see(submit(page)).toHaveText("Complete Purchase - $25/month");
    const sources = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
    const texts = await Promise.all(
      sources
        .filter((name) => name.startsWith(address))
        .map((name) => page.request.get(name).then((file) => file.text())),
    );
    for (const text of texts) expect(text).not.toMatch(/sk_(test|live)_/);
  });

  it("ERR-037 ERR-043 ERR-045 PAY-007 PAY-008 PAY-009 PAY-011 PAY-012 SIGN-023 takes a card, stays on each failure, and never asks to pay twice", async () => {
    const page = await open("/signup");
    const email = await fill(page);
    const setup = await newSetup();
    await answer(page, "/api/create-payment-intent", { json: setup });
    await submit(page).click();
    await see(submit(page)).toHaveText("Complete Purchase - $25/month");
    const note = page.getByText("By completing the purchase you agree to");
    await see(note.getByRole("link", { name: "Terms of Service" })).toHaveAttribute("href", "/terms-of-service");
    await see(note.getByRole("link", { name: "Privacy Policy" })).toHaveAttribute("href", "/privacy-policy");
    const kept = () => page.evaluate(() => JSON.stringify({ ...localStorage }));
    for (const id of [setup.customerId, setup.priceId]) expect(await kept()).toContain(id);

    await fillCard(page, "4000000000000002");
    await submit(page).click();
    await seeToast(page, "Payment Setup Failed", "Your card was declined.");
    await see(page.locator("form").getByText("Your card was declined.")).toBeVisible();
    await fillCard(page);
    let refuse = () => {};
    const isSeen = new Promise<void>((resolve) => (refuse = resolve));
    await page.route("**/api/create-subscription-after-setup", async (route) => {
      await isSeen;
      await route.fulfill({ status: 503, json: {} });
    });
    await submit(page).click();
    await see(submit(page)).toHaveText("Processing Payment...");
    refuse();
    await seeToast(page, "Subscription Creation Failed", "Failed to create subscription");
    await see(page.getByText("Your card is confirmed. Nothing has been charged yet")).toBeVisible();

    const subscribed = await answer(page, "/api/create-subscription-after-setup", {
      json: { subscriptionId: "sub_1", confirmationSecret: null },
    });
    await answer(page, "/api/register", { status: 500 });
    await submit(page).click();
    await seeToast(page, "Registration failed after payment", "Registration Failed: Please try again later.");
    await expect
      .poll(() => subscribed)
      .toEqual([
        {
          setupIntentId: setup.clientSecret?.split("_secret_")[0],
          customerId: setup.customerId,
          priceId: setup.priceId,
          plan: "professional",
        },
      ]);
    expect(await kept()).toContain("sub_1");
    expect(await kept()).not.toContain("analytical");

    await page.reload();
    await alive(page);
    await see(submit(page)).toHaveText("Finish Registration - Already Paid");
    await see(field(page, "Company Email")).toHaveValue(email);
    await see(field(page, "Plan")).toBeDisabled();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await field(page, "Password").fill("analytical");
    await field(page, "Confirm Password").fill("analytical");
    const registered = await answer(page, "/api/register", { json: { success: true, message: "" } });
    await submit(page).click();
    await see(page).toHaveURL(`${address}/signup-success?${new URLSearchParams({ email, plan: "professional" })}`);
    expect(registered).toEqual([
      expect.objectContaining({
        customerId: setup.customerId,
        subscriptionId: "sub_1",
        setupIntentStatus: "succeeded",
      }),
    ]);
    expect(subscribed).toHaveLength(1);
    await see(page.getByText("Professional Plan Activated")).toBeVisible();
  });

  it("goes on where a bank's page has sent the person back, and charges nothing by itself", async () => {
    const page = await open("/signup");
    await fill(page);
    const setup = await newSetup();
    await answer(page, "/api/create-payment-intent", { json: setup });
    await submit(page).click();
    await see(page.getByLabel("Card number")).toBeVisible();
    const secret = setup.clientSecret ?? "";
    await payment.stripe.setupIntents.confirm(secret.split("_secret_")[0] ?? "", { payment_method: "pm_card_visa" });
    const subscribed = await answer(page, "/api/create-subscription-after-setup", { status: 500 });
    await page.goto(
      `${address}/signup?plan=professional&setup_intent_client_secret=${secret}&redirect_status=succeeded`,
    );
    await see(
      page.getByText("Your card is confirmed. Nothing has been charged yet: type your password again to go on."),
    ).toBeVisible();
    await see(page).toHaveURL(`${address}/signup?plan=professional`);
    await see(field(page, "Password")).toBeFocused();
    await see(field(page, "First Name")).toHaveValue("Ada");
    await see(submit(page)).toHaveText("Complete Purchase - $25/month");
    expect(subscribed).toEqual([]);
  });

  it("has no barriers and fits a phone, in light and in dark, with its errors, its card and its messages", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      const page = await open("/signup", { colorScheme });
      await fill(page);
      await answer(page, "/api/create-payment-intent", { json: await newSetup() });
      await submit(page).click();
      await see(page.getByLabel("Card number")).toBeVisible();
      await submit(page).click();
      await seeToast(page, "Payment Setup Failed", "Your card number is incomplete.");
      await field(page, "Confirm Password").fill("other");
      for (const width of [1440, 768, 360]) {
        await page.setViewportSize({ width, height: 900 });
        await see(page.getByText("Passwords do not match", { exact: true })).toBeVisible();
        expect([width, await isWithin(page)]).toEqual([width, true]);
      }
      expect(await findAccessibilityViolations(page)).toEqual([]);
      await page.keyboard.press("F8");
      await see(page.getByRole("region", { name: /^Notifications/ })).toBeFocused();
      const box = await toast(page).boundingBox();
      if (!box) throw new Error("The message is gone.");
      const [x, y] = [box.x + 20, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 60, y, { steps: 3 });
      await page.mouse.up();
      await see(toast(page)).toHaveCount(0);
    }
  });
});
