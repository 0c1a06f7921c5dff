import type { Page } from "@playwright/test";
import { describe, expect, it } from "vitest";
import { findAccessibilityViolations } from "../testing/accessibility-violations.ts";
import { useAppInBrowser } from "../testing/browser.ts";
import { Reply } from "../testing/fake-server.ts";
import * as sample from "../testing/sample-data.ts";
import { see } from "../testing/see.ts";

const app = useAppInBrowser();
const PHONE = { width: 360, height: 740 };
const articlePath = `/articles/${sample.idOf(101)}`;

/** Delays the next page until the returned function is called, so that a slow test still sees the previous page. */
async function holdBack(page: Page, address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Watches for a text on a page that is left soon after. The returned function says whether it was shown; it may run on the next page. */
async function noteOnce(page: Page, text: string): Promise<() => Promise<boolean>> {
  await page.evaluate((words) => {
    new MutationObserver(() => {
      if (document.body.innerText.includes(words)) sessionStorage.setItem("shown", "yes");
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  }, text);
  return () => page.evaluate(() => sessionStorage.getItem("shown") === "yes");
}

describe("everyone", () => {
  const PATHS = ["/", "/articles", articlePath, "/nope"];
  // `npm run audit -- axe` covers the whole matrix of screens, dialogs, widths and themes.
  it.each(PATHS.map((path, index) => [path, index % 2 === 0 ? "light" : "dark"] as const))(
    "can use %s: axe finds nothing in the %s theme",
    async (path, colorScheme) => {
      const page = await app.open(path);
      await page.emulateMedia({ colorScheme });
      await see(page.getByRole("heading", { level: 1 })).toBeVisible();
      expect(await findAccessibilityViolations(page)).toEqual([]);
    },
  );

  it.each([
    ["/", "[aria-labelledby] ol a[href^='/articles/']"],
    ["/articles", "[data-article] h2 a"],
  ])("sees on %s an article on the first screen of a phone, and all four figures above it", async (path, article) => {
    const page = await app.open(path, { viewport: PHONE, isMobile: true, hasTouch: true });
    const first = page.getByRole("main").locator(article).first();
    await see(first).toBeVisible();
    const box = await first.boundingBox();
    expect((box?.y ?? PHONE.height) + (box?.height ?? 0)).toBeLessThan(PHONE.height);
    for (const figure of [
      /^(Total Articles|Articles Created)$/,
      "Messages Analyzed",
      "Active Channels",
      "Success Rate",
    ]) {
      const above = await page.getByRole("main").getByText(figure, { exact: true }).first().boundingBox();
      expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(box?.y ?? 0);
    }
  });

  it("gets past the navigation and through a page by keyboard", async () => {
    const page = await app.open(articlePath);
    await see(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.keyboard.press("Tab");
    await see(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await see(page.getByRole("main").getByRole("link", { name: "Knowledge Articles" })).toBeFocused();
  });
});

describe("the frame", () => {
  it("NAV-007 NAV-011 NAV-013 NAV-015 NAV-016 leads to every page and marks the one it is on", async () => {
    const page = await app.open("/");
    const links = page.getByRole("navigation", { name: "Main" }).getByRole("link");
    await see(links).toHaveText([
      "Dashboard",
      "Ask",
      "Knowledge Articles",
      "Collaboration Tools",
      "Knowledge Mgmt Tools",
      "Analytics",
      "Logs & Errors",
    ]);
    await page.getByRole("link", { name: "Logs & Errors" }).click();
    await see(page.getByRole("heading", { level: 1 })).toHaveText("Logs & Errors");
    await see(page.getByText("Connected", { exact: true })).toBeVisible();
    await see(page.locator("[aria-current=page]")).toHaveText("Logs & Errors");
  });

  it("listens to changes again after the server refused it for a while", async () => {
    const page = await app.open("/logs", {});
    const answers: number[] = [];
    page.on("response", (response) => {
      if (response.url().includes("/api/events")) answers.push(response.status());
    });
    await page.clock.install();
    await page.route("**/api/events*", (route) => route.fulfill({ status: 503 }));
    await page.reload();
    await expect.poll(() => answers.at(-1)).toBe(503);
    await page.unroute("**/api/events*");
    await expect
      .poll(async () => {
        await page.clock.runFor(1_000);
        return answers.at(-1);
      })
      .toBe(200);
  });

  it("NAV-016 says while the server does not answer that there is no connection, and no more once it does", async () => {
    const page = await app.open("/logs", {});
    const lost = page.getByText("No connection, trying again");
    await page.route("**/api/events*", (route) => route.fulfill({ status: 503 }));
    await page.clock.install();
    await page.reload();
    await expect
      .poll(async () => {
        await page.clock.runFor(1_000);
        return lost.count();
      })
      .toBe(1);
    await page.unroute("**/api/events*");
    await expect
      .poll(async () => {
        await page.clock.runFor(1_000);
        return lost.count();
      })
      .toBe(0);
    await see(page.getByText("Connected", { exact: true })).toBeVisible();
    await page.context().setOffline(true);
    await see(lost).toBeVisible();
    await page.context().setOffline(false);
    await see(lost).toHaveCount(0);
  });

  it("NAV-003 NAV-004 says which path holds nothing and leads home", async () => {
    const page = await app.open("/nope/here");
    await see(page.getByText("/nope/here")).toBeVisible();
    await page.getByRole("link", { name: "Go Home" }).click();
    await see(page.getByRole("heading", { level: 1 })).toHaveText("Dashboard");
  });

  it("NAV-005 leads from /dashboard to the dashboard", async () => {
    const page = await app.open("/dashboard");
    await see(page.getByRole("heading", { level: 1 })).toHaveText("Dashboard");
    expect(new URL(page.url()).pathname).toBe("/");
  });

  it("NAV-014 logs out by going to /api/logout", async () => {
    const page = await app.open("/logs");
    await see(page.getByRole("link", { name: "Log Out" })).toHaveAttribute("href", "/api/logout");
  });

  it("ART-031 says that the session ended and goes to the sign-in page", async () => {
    const page = await app.open("/logs");
    await see(page.getByRole("heading", { level: 1 })).toHaveText("Logs & Errors");
    const wasSaid = await noteOnce(page, "You are logged out. Logging in again...");
    app.server.answer("GET /api/articles/recent", () => new Reply(401, { message: "Unauthorized" }));
    await page.getByRole("link", { name: "Knowledge Articles" }).click();
    await page.waitForURL("**/api/login?next=%2Farticles&ended=1");
    expect(await wasSaid()).toBe(true);
  });

  it("leaves an open page at once when the person is removed from the workspace, or signed out elsewhere", async () => {
    const page = await app.open("/logs");
    await see(page.getByRole("heading", { level: 1 })).toHaveText("Logs & Errors");
    const wasSaid = await noteOnce(page, "You are logged out. Logging in again...");
    app.server.answer("GET /api/auth/user", () => new Reply(401, { message: "Unauthorized" }));
    app.server.send({ type: "people" });
    await page.waitForURL("**/api/login?next=%2Flogs&ended=1");
    expect(await wasSaid()).toBe(true);
  });

  it("ERR-001 ERR-002 says that an account is blocked, and leads to the plans", async () => {
    app.server.answer("GET /api/logs", () => new Reply(403, { message: "Email not verified" }));
    const unverified = await app.open("/logs");
    await see(unverified.getByText("Email Verification Required", { exact: true })).toBeVisible();
    app.server.answer("GET /api/logs", () => new Reply(403, { message: "Account expired", subscriptionExpired: true }));
    const expired = await app.open("/nope");
    const goOn = await holdBack(expired, "**/pricing");
    await expired.getByRole("link", { name: "Logs & Errors" }).click();
    await see(expired.getByText("Subscription Expired", { exact: true })).toBeVisible();
    goOn();
    await expired.waitForURL("**/pricing");
  });

  it("keeps the chosen theme from the first paint on", async () => {
    const page = await app.open("/logs", { colorScheme: "light" });
    await page.getByRole("button", { name: "Use the dark theme" }).click();
    await page.reload();
    await see(page.getByRole("button", { name: "Use the light theme" })).toBeVisible();
    await see(page.locator("html")).toHaveCSS("color-scheme", "dark");
  });

  it("is a sheet on a phone, and no page is wider than its screen", async () => {
    const page = await app.open("/", { viewport: { width: 360, height: 740 } });
    for (const name of [
      "Knowledge Articles",
      "Collaboration Tools",
      "Knowledge Mgmt Tools",
      "Analytics",
      "Logs & Errors",
    ]) {
      await page.getByRole("button", { name: "Open the menu" }).click();
      await page.getByRole("dialog").getByRole("link", { name }).click();
      await see(page.getByRole("dialog")).toHaveCount(0);
      await see(page.getByRole("heading", { level: 1 })).toBeVisible();
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
      expect([name, tooWide]).toEqual([name, false]);
    }
  });
});

describe("toasts", () => {
  it("TOAST-002 stay for five seconds and go by themselves", async () => {
    const page = await app.open("/", {});
    await see(page.getByRole("button", { name: "Save Settings" })).toBeVisible();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByRole("button", { name: "Save Settings" }).click();
    const toast = page.getByText("Settings saved", { exact: true });
    await see(toast).toBeVisible();
    await page.clock.runFor(4_900);
    await see(toast).toBeVisible();
    await page.clock.runFor(100);
    await see(toast).toHaveCount(0);
  });

  it("go by themselves also after one was closed by hand", async () => {
    const page = await app.open("/", {});
    const save = page.getByRole("button", { name: "Save Settings" });
    const toast = page.getByText("Settings saved", { exact: true });
    await save.click();
    await page
      .getByRole("region", { name: /Notifications/ })
      .getByRole("button", { name: "Close" })
      .click();
    await see(toast).toHaveCount(0);
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await save.click();
    await see(toast).toBeVisible();
    await page.clock.runFor(5_000);
    await see(toast).toHaveCount(0);
  });

  it("TOAST-001 TOAST-004 TOAST-005 show one at a time, take the focus with F8 and stay narrow", async () => {
    const page = await app.open("/");
    await page.getByRole("button", { name: "Save Settings" }).click();
    await see(page.getByText("Settings saved", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Add Integration" }).first().click();
    await see(page.getByText("Navigate to Configuration to add new integrations.", { exact: true })).toBeVisible();
    await see(page.getByText("Settings saved", { exact: true })).toHaveCount(0);
    await page.keyboard.press("F8");
    const viewport = page.getByRole("region", { name: /Notifications/ }).getByRole("list");
    await see(viewport).toBeFocused();
    expect((await viewport.boundingBox())?.width).toBeLessThanOrEqual(420);
  });
});
