import { expect, it } from "vitest";
import type { SingleSignOn } from "../../../../shared/contract/single-sign-on.ts";
import { findAccessibilityViolations } from "../../../testing/accessibility-violations.ts";
import { useAppInBrowser } from "../../../testing/browser.ts";
import * as samples from "../../../testing/sample-single-sign-on.ts";
import { see } from "../../../testing/see.ts";

const app = useAppInBrowser();

it("a provider is entered, can be activated only once its test has passed, and says who gets in", async () => {
  let now: SingleSignOn = samples.noSignOn;
  app.server.answer("GET /api/single-sign-on", () => now);
  app.server.answer("PUT /api/single-sign-on", () => {
    now = samples.draftSignOn;
    return now;
  });
  app.server.answer("POST /api/single-sign-on/activate", () => {
    now = samples.activeSignOn;
    return now;
  });
  const page = await app.open("/settings/single-sign-on");
  await see(page.getByText(samples.noSignOn.redirectUri)).toBeVisible();
  await page.getByLabel("Issuer").fill("https://id.acme.com");
  await page.getByLabel("Client ID").fill("lorekeep");
  await page.getByLabel("Client secret").fill("a secret");
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Save" }).click();
  await see(page.getByText("Not tested yet")).toBeVisible();
  await see(page.getByRole("button", { name: "Activate" })).toBeDisabled();
  await see(page.getByRole("link", { name: "Test in a New Tab" })).toHaveAttribute("href", "/api/single-sign-on/test");

  const tested = { testBegunAt: "2026-11-03T08:59:00.000Z", testedAt: "2026-11-03T09:00:00.000Z" };
  if (now.draft) now = { ...now, draft: { ...now.draft, ...tested, testFault: "The client secret is wrong." } };
  await page.reload();
  await see(page.getByText("The client secret is wrong.")).toBeVisible();
  await see(page.getByRole("button", { name: "Activate" })).toBeDisabled();
  if (now.draft) now = { ...now, draft: { ...now.draft, testFault: null } };
  await page.reload();
  await page.getByRole("button", { name: "Activate" }).click();
  await see(page.getByText("Signs in here", { exact: true })).toBeVisible();
  await see(page.getByText("Owners always get in with their password", { exact: false })).toBeVisible();
});

it("single sign-on is made required, and turned off, only after a confirmation", async () => {
  let now: SingleSignOn = samples.activeSignOn;
  app.server.answer("GET /api/single-sign-on", () => now);
  app.server.answer("PATCH /api/single-sign-on", () => {
    if (now.active) now = { ...now, active: { ...now.active, isRequired: true } };
    return now;
  });
  app.server.answer("DELETE /api/single-sign-on", () => {
    now = samples.noSignOn;
    return { success: true };
  });
  const page = await app.open("/settings/single-sign-on");
  await page.getByLabel("Require single sign-on of everybody at acme.com").click();
  await see(page.getByLabel("Require single sign-on of everybody at acme.com")).toBeChecked();
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Turn Off" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Turn single sign-on off" }).click();
  await see(page.getByText("Signs in here", { exact: true })).toHaveCount(0);
});
