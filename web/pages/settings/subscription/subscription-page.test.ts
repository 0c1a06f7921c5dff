import { type Page } from "@playwright/test";
import { expect, it } from "vitest";
import type { Subscription } from "../../../../shared/contract/billing.ts";
import { PLANS, SUBSCRIPTION_CATALOGUE } from "../../../../shared/domain/plans.ts";
import { findAccessibilityViolations } from "../../../testing/accessibility-violations.ts";
import { useAppInBrowser } from "../../../testing/browser.ts";
import { Reply } from "../../../testing/fake-server.ts";
import * as sample from "../../../testing/sample-data.ts";
import { see } from "../../../testing/see.ts";

const app = useAppInBrowser();
const bodiesTo = (endpoint: string) =>
  app.server.calls.filter(({ method, path }) => `${method} ${path}` === endpoint).map(({ body }) => body);
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

const starter: Subscription = {
  ...sample.subscription,
  hasBilling: true,
  usage: {
    messages: { used: 12, limit: 50 },
    channels: { used: 1, limit: 1 },
    knowledgePlatforms: { used: 0, limit: 1 },
    resetsAt: "2026-12-01T00:00:00.000Z",
  },
};
const professional: Subscription = { ...starter, plan: "professional", renewsAt: "2031-12-21T10:00:00.000Z" };
const answerWith = (subscription: Subscription) => app.server.answer("GET /api/subscription", () => subscription);
const open = (path = "/settings/subscription") => app.open(path);
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const toast = (page: Page) => page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");

it("SUB-001 SUB-003 SUB-004 SUB-013 SUB-014 SUB-015 LIM-002 shows the plan, what is used of it, and the plans to choose from", async () => {
  answerWith(starter);
  const page = await open("/settings/subscription?plan=enterprise");
  const current = page.getByRole("region", { name: "Current Plan" });
  await see(current).toContainText("Starter");
  await see(current.getByText("Active", { exact: true })).toBeVisible();
  await see(current).toContainText("Messages this month12 of 50");
  await see(page.getByRole("progressbar", { name: "Slack channels: 1 of 1" })).toBeVisible();
  const plans = page.getByRole("region", { name: "Plans" });
  for (const { id, name } of PLANS) {
    const plan = plans.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });
    const { price, features, limits } = SUBSCRIPTION_CATALOGUE[id];
    await see(plan).toContainText(price);
    for (const words of [...features, ...limits]) await see(plan.getByText(words, { exact: true })).toBeVisible();
  }
  const toStart = plans.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "Starter" }) });
  for (const words of [
    "$0",
    "Up to 100 articles",
    "Basic Slack integration",
    "Email support",
    "Standard AI analysis",
    "1 Slack workspace",
    "No advanced integrations",
    "Basic analytics",
  ])
    await see(toStart.getByText(words, { exact: true })).toBeVisible();
  await see(button(page, "Upgrade to Professional")).toBeEnabled();
  // The person comes from the pricing page, so the chosen plan's button has the focus.
  await see(button(page, "Upgrade to Enterprise")).toBeFocused();
  await see(button(page, "Cancel Subscription")).toHaveCount(0);
  await see(page.getByText("No card on file.")).toBeVisible();
  expect(await findAccessibilityViolations(page)).toEqual([]);

  answerWith({ ...professional, isActive: false });
  await page.reload();
  await see(current.getByText("Inactive", { exact: true })).toBeVisible();
  await see(button(page, "Cancel Subscription")).toHaveCount(0);
});

it("SUB-007 SUB-008 ERR-050 an upgrade goes to where it is paid, or says that it is done, or that it failed and why", async () => {
  answerWith(starter);
  app.server.answer(
    "POST /api/subscription/upgrade",
    () => new Reply(400, { message: "Payment system not properly initialized." }),
  );
  const page = await open();
  await button(page, "Upgrade to Professional").click();
  await see(toast(page)).toContainText("Upgrade Failed");
  await see(toast(page)).toContainText("Failed to upgrade plan. Please try again.");
  await see(page.getByText("Payment system not properly initialized. Your plan was not changed.")).toBeVisible();

  app.server.answer("POST /api/subscription/upgrade", () => {
    answerWith(professional);
    return { success: true };
  });
  await button(page, "Upgrade to Professional").click();
  await see(toast(page)).toContainText("Plan Updated");
  await see(page.getByRole("region", { name: "Current Plan" })).toContainText("Professional");
  await see(button(page, "Upgrade to Professional")).toHaveCount(0);

  app.server.answer("POST /api/subscription/upgrade", () => ({
    success: true,
    checkoutUrl: `${app.server.address}/checkout-of-the-provider`,
  }));
  await button(page, "Upgrade to Enterprise").click();
  await page.waitForURL("**/checkout-of-the-provider");
  await expect
    .poll(() => bodiesTo("POST /api/subscription/upgrade"))
    .toEqual([{ planId: "professional" }, { planId: "professional" }, { planId: "enterprise" }]);
});

it("an upgrade of a paid plan says the amount due now and where it is charged, and asks before it charges", async () => {
  answerWith(professional);
  app.server.answer("GET /api/billing-info", () => ({ brand: "visa", last4: "4242" }));
  app.server.answer("GET /api/subscription/cost", () => ({ dueNow: 7400, monthly: 9900 }));
  app.server.answer("POST /api/subscription/upgrade", () => {
    answerWith({ ...professional, plan: "enterprise" });
    return { success: true };
  });
  const page = await open();
  await see(page.getByRole("region", { name: "Billing Information" })).toContainText("4242");
  await button(page, "Upgrade to Enterprise").click();
  const dialog = page.getByRole("alertdialog");
  await see(dialog).toContainText("$74.00 is charged now to Visa ending in 4242");
  await see(dialog).toContainText("From 21 Dec 2031 it is $99.00 a month.");
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Keep Professional" }).click();
  await see(dialog).toBeHidden();
  expect(bodiesTo("POST /api/subscription/upgrade")).toEqual([]);

  await button(page, "Upgrade to Enterprise").click();
  await dialog.getByRole("button", { name: "Pay $74.00 and upgrade" }).click();
  await see(toast(page)).toContainText("Enterprise is your plan now.");
  expect(bodiesTo("POST /api/subscription/upgrade")).toEqual([{ planId: "enterprise", agreedCents: 7400 }]);

  answerWith(professional);
  app.server.answer("GET /api/subscription/cost", () => new Reply(503, { message: "No answer." }));
  await page.reload();
  await button(page, "Upgrade to Enterprise").click();
  await see(toast(page)).toContainText("Upgrade Failed");
  await see(page.getByText("No answer. Your plan was not changed.")).toBeVisible();
});

it("a downgrade asks first, says when it takes effect, and can be taken back", async () => {
  answerWith({ ...professional, plan: "enterprise" });
  app.server.answer("POST /api/subscription/upgrade", () => {
    answerWith({ ...professional, plan: "enterprise", nextPlan: "professional" });
    return { success: true, effectiveAt: professional.renewsAt };
  });
  app.server.answer("POST /api/subscription/resume", () => {
    answerWith({ ...professional, plan: "enterprise" });
    return { success: true };
  });
  const page = await open();
  await button(page, "Downgrade to Professional").click();
  const dialog = page.getByRole("alertdialog");
  await see(dialog).toContainText("Everything of Enterprise works until 21 Dec 2031. Then Professional begins");
  await dialog.getByRole("button", { name: "Downgrade to Professional" }).click();
  await see(toast(page)).toContainText("Professional begins on 21 Dec 2031.");
  await see(page.getByText("Until then Enterprise stays as it is.")).toBeVisible();
  await button(page, "Keep Enterprise").click();
  await see(page.getByText("Renews on 21 Dec 2031.")).toBeVisible();
  await expect.poll(() => bodiesTo("POST /api/subscription/resume")).toHaveLength(1);
});

it("SUB-002 SUB-005 ERR-051 ERR-052 a cancellation asks first, and only the answer sends it", async () => {
  answerWith(professional);
  app.server.answer("GET /api/billing-info", () => ({ brand: "visa", last4: "4242" }));
  app.server.answer("POST /api/subscription/cancel", () => new Reply(502, { message: "No answer." }));
  const page = await open();
  const billing = page.getByRole("region", { name: "Billing Information" });
  await see(billing).toContainText("Visa ending in 4242");
  await button(page, "Cancel Subscription").click();
  const dialog = page.getByRole("alertdialog");
  await see(dialog).toContainText("Everything of Professional works until 21 Dec 2031. Then Starter begins");
  await dialog.getByRole("button", { name: "Keep Professional" }).click();
  await see(dialog).toBeHidden();
  expect(bodiesTo("POST /api/subscription/cancel")).toEqual([]);

  await button(page, "Cancel Subscription").click();
  await dialog.getByRole("button", { name: "Cancel Subscription" }).click();
  await see(toast(page)).toContainText("Cancellation Failed");
  app.server.answer("POST /api/subscription/cancel", () => {
    answerWith({ ...professional, nextPlan: "starter", expiresAt: professional.renewsAt });
    return { success: true };
  });
  await button(page, "Cancel Subscription").click();
  await dialog.getByRole("button", { name: "Cancel Subscription" }).click();
  await see(toast(page)).toContainText("Subscription Cancelled");
  await see(toast(page)).toContainText("You can use the service until the end of your billing period.");
  await see(
    page.getByText("Cancelled. Professional works until 21 Dec 2031; then the workspace is on Starter."),
  ).toBeVisible();
  await see(button(page, "Cancel Subscription")).toHaveCount(0);
  await expect.poll(() => bodiesTo("POST /api/subscription/cancel")).toHaveLength(2);

  app.server.answer("POST /api/subscription/portal", () => ({ url: `${app.server.address}/portal-of-the-provider` }));
  // The button is pressed by key, because the toast may still cover it.
  await button(page, "Change card, see invoices").press("Enter");
  await page.waitForURL("**/portal-of-the-provider");
});

it("SUB-010 SUB-011 SUB-012 the banner warns of the last seven days on every page, and leads to the plans", async () => {
  answerWith({ ...professional, expiresAt: inDays(2.5) });
  const page = await open("/logs");
  const banner = page.locator("[data-slot=subscription-banner]");
  await see(banner).toContainText("Your subscription expires in 3 days.");
  await see(banner.getByRole("link", { name: "Renew" })).toHaveAttribute("href", "/pricing");
  for (const subscription of [
    { ...professional, expiresAt: inDays(7.5) },
    { ...professional, expiresAt: null },
    { ...professional, isActive: false, expiresAt: inDays(2.5) },
  ]) {
    answerWith(subscription);
    const read = page.waitForResponse("**/api/subscription");
    await page.reload();
    await read;
    await see(page.getByRole("heading", { level: 1 })).toHaveText("Logs & Errors");
    await see(banner).toBeEmpty();
  }
});

it("SUB-009 an expired account is told on the dashboard, and led to the plans", async () => {
  const expired = () => new Reply(403, { message: "Account expired", subscriptionExpired: true });
  app.server.answer("GET /api/stats", expired);
  const page = await app.open("/", {});
  await page.clock.install();
  await page.reload();
  await see(page.getByRole("heading", { name: "Account Expired" })).toBeVisible();
  await see(toast(page)).toContainText("Subscription Expired");
  await see(page).toHaveURL(`${app.server.address}/`);
  await page.clock.runFor(2_000);
  await page.waitForURL("**/pricing");
});

it("the subscription page of an installation without billing says that nothing is limited", async () => {
  const page = await app.open("/settings/subscription", { viewport: { width: 360, height: 740 }, colorScheme: "dark" });
  await see(
    page.getByText("This installation has no billing: all plans are free here, and nothing is limited."),
  ).toBeVisible();
  await see(page.getByRole("progressbar")).toHaveCount(0);
  await see(page.getByRole("region", { name: "Plans" }).getByRole("listitem").first()).toBeVisible();
  await see(page.getByRole("button", { name: /Upgrade|Downgrade/ })).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(await findAccessibilityViolations(page)).toEqual([]);
});
