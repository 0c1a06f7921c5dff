import type { Page } from "@playwright/test";
import { expect, seeToast, signIn, test } from "./story.ts";
import { createStoryData, getTestAddresses } from "./story-data.ts";

/** A card that can be saved, but whose every charge is declined. */
const CHARGES_FAIL = "4000000000000341";

// The product refuses every call of an expired account.
test.use({ expectedErrors: [/status of 403 /] });

test("a team upgrades, cancels and thinks better of it; when a payment stays away the account closes, and opens again once it is paid", async ({
  page,
  request,
}) => {
  const place = await createStoryData(request, "starter");
  await signIn(page, place);
  const current = page.getByRole("region", { name: "Current Plan" });

  await page.goto("/pricing");
  await page.getByRole("link", { name: "Choose Professional" }).click();
  await expect(page).toHaveURL(/\/settings\/subscription\?plan=professional$/);
  await expect(current).toContainText("Messages this month0 of 50");
  await page.getByRole("button", { name: "Upgrade to Professional" }).click();
  await pay(page);
  await seeToast(page, "Plan Updated", "Professional is your plan now.");
  await expect(current).toContainText("Messages this month0 of 1,000");
  await expect(page.getByRole("region", { name: "Billing Information" })).toContainText("Visa ending in 4242");

  await page.getByRole("button", { name: "Cancel Subscription" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("Then Starter begins: 50 messages a month, 1 Slack channel");
  await dialog.getByRole("button", { name: "Cancel Subscription" }).click();
  await seeToast(page, "Subscription Cancelled");
  await expect(current).toContainText("Cancelled. Professional works until");
  await page.getByRole("button", { name: "Keep Professional" }).click();
  await seeToast(page, "Subscription Resumed");
  await expect(current).toContainText("Renews on");

  await page.getByRole("button", { name: "Change card, see invoices" }).click();
  await page.getByLabel("Card number").fill(CHARGES_FAIL);
  await page.getByRole("button", { name: "Save card" }).click();
  await page.getByRole("link", { name: "Return to the product" }).click();
  await expect(page.getByRole("region", { name: "Billing Information" })).toContainText("ending in 0341");
  await request.post(`${getTestAddresses().stripe}/_stand-in/clock`, { data: { days: 32 } });
  await expect(async () => {
    await page.reload();
    await expect(current).toContainText("The last payment failed.", { timeout: 10_000 });
  }).toPass();

  await page.getByRole("button", { name: "Pay Now" }).click();
  await page.waitForURL((url) => url.origin === getTestAddresses().stripe);

  await request.post(`${getTestAddresses().control}/grace/over`, { data: { email: place.email } });
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Account Expired" })).toBeVisible();
  await seeToast(page, "Subscription Expired");
  await page.waitForURL("**/pricing");
  await page.getByRole("link", { name: "Choose Professional" }).click();
  await pay(page);
  await expect(page.getByRole("paragraph").filter({ hasText: "$25.00, paid" })).toBeVisible();
  await expect(async () => {
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dashboard", { timeout: 10_000 });
  }).toPass();
});

/** Pays on the payment provider's page with the prefilled card. */
async function pay(page: Page): Promise<void> {
  await page.waitForURL((url) => url.origin === getTestAddresses().stripe);
  await page.getByRole("button", { name: "Pay", exact: true }).click();
}
