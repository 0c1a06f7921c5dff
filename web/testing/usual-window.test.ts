import type { Page } from "@playwright/test";
import { expect, it } from "vitest";
import { useAppInBrowser } from "./browser.ts";
import { see } from "./see.ts";

const app = useAppInBrowser();

const stateOf = (page: Page) =>
  page.evaluate(() => ({
    stored: [localStorage.getItem("kept"), sessionStorage.getItem("kept"), document.cookie],
    width: window.innerWidth,
    isDark: matchMedia("(prefers-color-scheme: dark)").matches,
    came: history.length,
  }));
const UNTOUCHED = { stored: [null, null, ""], width: 1440, isDark: false, came: 2 };

/** Each test leaves as much state behind as possible, and must find no state of the previous test. */
it.each(["one test", "the next one"])("the window that tests share is as new for %s", async () => {
  const page = await app.open("/logs");
  await see(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await stateOf(page)).toEqual(UNTOUCHED);
  await page.evaluate(() => {
    localStorage.setItem("kept", "1");
    sessionStorage.setItem("kept", "1");
    document.cookie = "kept=1";
    history.pushState(null, "", "/logs?kept");
  });
  await page.route("**/api/logs?*", (route) => route.fulfill({ status: 500 }));
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await stateOf(page)).toMatchObject({ stored: ["1", "1", "kept=1"], width: 360, isDark: true, came: 3 });
});
