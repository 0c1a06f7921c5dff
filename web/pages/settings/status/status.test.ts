import { expect, it } from "vitest";
import { findAccessibilityViolations } from "../../../testing/accessibility-violations.ts";
import { useAppInBrowser } from "../../../testing/browser.ts";
import * as sample from "../../../testing/sample-data.ts";
import { see } from "../../../testing/see.ts";

const app = useAppInBrowser();
const PHONE_AT_NIGHT = { viewport: { width: 360, height: 740 }, colorScheme: "dark", timezoneId: "UTC" } as const;

it("the status page shows the state of each area and links to remedies, also on a phone", async () => {
  app.server.answer("GET /api/status", () => sample.status);
  const page = await app.open("/settings/status", PHONE_AT_NIGHT);
  await see(page.getByRole("status").filter({ hasText: "Something needs you" })).toBeVisible();
  const reading = page.getByRole("region", { name: "Reading" });
  await see(reading.getByText("Reading is 3 minutes behind.")).toBeVisible();
  await see(reading.getByText("Late", { exact: true }).first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.getByRole("region", { name: "Publishing" }).getByRole("link", { name: "Open Handbook" }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/articles");
});

it("the status page reloads by itself, and keeps its last state when the server does not respond", async () => {
  let isSilent = false;
  app.server.answer("GET /api/status", () => {
    if (isSilent) throw new Error("silent");
    return { ...sample.status, areas: sample.status.areas.map((area) => ({ ...area, state: "fine", entries: [] })) };
  });
  const page = await app.open("/settings/status", {});
  await see(page.getByRole("status").filter({ hasText: "Everything is up to date" })).toBeVisible();
  isSilent = true;
  await page.clock.fastForward("00:11");
  await see(page.getByText("The server does not answer.")).toBeVisible();
  await see(page.getByRole("status").filter({ hasText: "Everything is up to date" })).toBeVisible();
});
