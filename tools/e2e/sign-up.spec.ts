import type { APIRequestContext, Page } from "@playwright/test";
import { TOAST_MS } from "../../web/lib/toast-store.ts";
import { holdMessages } from "../../web/testing/hold-messages.ts";
import type { ReceivedMail } from "../stand-ins/mail/mail.ts";
import { expect, test } from "./story.ts";
import { getTestAddresses } from "./story-data.ts";

test.use({ expectedErrors: [/status of 40[02] |net::ERR_FAILED/] });

test.beforeEach(({ context }) => context.addInitScript(holdMessages, TOAST_MS));

const PASSWORD = "a-long-password";
const submit = (page: Page) => page.locator("form > button");
const card = (page: Page) => page.getByLabel("Card number");

test("a stranger opens a free account, confirms the address from a real mail and is signed in", async ({
  page,
  request,
}) => {
  await page.goto("/");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Sign Up" }).click();
  await page.getByLabel("Plan", { exact: true }).selectOption("starter");
  const email = await fillIn(page, "grace");
  await submit(page).dblclick();
  await seeSuccess(page, email, "Starter");

  expect(await mailsFor(request, email)).toHaveLength(1);
  await confirmAddress(page, request, email, "Starter");
});

test("a stranger whose cards are refused pays with another one, which the bank wants confirmed", async ({
  page,
  request,
}) => {
  await page.goto("/pricing");
  await page.getByRole("link", { name: "Choose Enterprise" }).click();
  const email = await fillIn(page, "ada");
  await submit(page).click();
  await pay(page, "4000000000000002");
  await seeToast(page, "Payment Setup Failed", "Your card was declined.");
  await pay(page, "4000000000000341");
  await seeToast(page, "Subscription Creation Failed", "Your card was declined.");
  await expect(submit(page)).toHaveText("Proceed to Payment");
  await submit(page).click();
  await pay(page, "4000002760003184");
  // The bank asks for confirmation once for the card and once for the first charge.
  for (const _ of ["card", "charge"])
    await page.getByRole("dialog", { name: "Confirm with your bank" }).getByRole("button", { name: "Confirm" }).click();
  await seeSuccess(page, email, "Enterprise");

  expect(await paidInvoices(request, email)).toEqual([9900]);
  await confirmAddress(page, request, email, "Enterprise");
});

test("a registration that fails after payment is finished in another tab, without a second payment", async ({
  page,
  context,
  request,
}) => {
  await page.goto("/signup");
  const email = await fillIn(page, "mary");
  await submit(page).click();
  await page.route("**/api/register", (route) => route.abort());
  await pay(page, "4242424242424242");
  await seeToast(page, "Registration failed after payment", "");
  await page.close();

  const later = await context.newPage();
  await later.goto("/signup");
  await expect(later.getByText(`The payment for Professional with ${email} went through.`)).toBeVisible();
  await expect(submit(later)).toHaveText("Finish Registration - Already Paid");
  await fillIn(later, "mary", email);
  await submit(later).dblclick();
  await seeSuccess(later, email, "Professional");

  expect(await paidInvoices(request, email)).toEqual([2500]);
  await confirmAddress(later, request, email, "Professional");
});

async function fillIn(page: Page, name: string, email = `${name}@${crypto.randomUUID()}.example`): Promise<string> {
  const values = {
    "First Name": name,
    "Last Name": "Hopper",
    "Company Email": email,
    "Company Name": "Navy",
    Password: PASSWORD,
    "Confirm Password": PASSWORD,
  };
  // A form that is pressed before its script runs is submitted without the script.
  await expect(page.locator("form[novalidate]")).toBeVisible();
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value);
  return email;
}

async function pay(page: Page, number: string): Promise<void> {
  await card(page).fill(number);
  await page.getByLabel("Expiration date").fill("1231");
  await page.getByLabel("Security code").fill("123");
  await submit(page).click();
}

async function seeToast(page: Page, title: string, text: string): Promise<void> {
  const toasts = page.getByRole("region", { name: /^Notifications/ });
  await expect(toasts).toContainText(title);
  await expect(toasts).toContainText(text);
}

async function seeSuccess(page: Page, email: string, plan: string): Promise<void> {
  await expect(page.getByText(`${plan} Plan Activated`)).toBeVisible();
  await expect(page.getByRole("main")).toContainText(email);
}

async function mailsFor(request: APIRequestContext, email: string): Promise<ReceivedMail[]> {
  let mails: ReceivedMail[] = [];
  await expect
    .poll(async () => {
      const all = (await (await request.get(`${getTestAddresses().mail}/api/mails`)).json()) as ReceivedMail[];
      mails = all.filter(({ to }) => to.includes(email));
      return mails.length;
    })
    .toBeGreaterThan(0);
  return mails;
}

/** Opens the link of the mail, which signs in the browser that signed up. */
async function confirmAddress(page: Page, request: APIRequestContext, email: string, plan: string): Promise<void> {
  const { text } = (await mailsFor(request, email)).at(-1) as ReceivedMail;
  await page.goto(/\S+\/verify-email\?token=\S+/.exec(text)?.[0] ?? "");
  await expect(page.getByRole("heading", { level: 1, name: "Your email address is confirmed" })).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: plan })).toBeVisible();
  await page.getByRole("link", { name: "Continue to Login" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dashboard");
}

/** Returns the amounts of paid invoices in cents, as the payment provider stores them. */
async function paidInvoices(request: APIRequestContext, email: string): Promise<number[]> {
  const answer = await request.get(`${getTestAddresses().stripe}/_stand-in/events`);
  const events = (await answer.json()) as {
    type: string;
    data: { object: { customer_email?: string; amount_paid: number } };
  }[];
  return events
    .filter(({ type, data }) => type === "invoice.paid" && data.object.customer_email === email)
    .map(({ data }) => data.object.amount_paid);
}
