import type { Browser, Page } from "@playwright/test";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { launchTestBrowser } from "../../../web/testing/test-browser.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";

let test: TestApp;
let browser: Browser;
let address: string;
beforeAll(async () => {
  test = await createTestApp();
  address = await test.app.listen({ port: 0, host: "127.0.0.1" });
  browser = await launchTestBrowser();
});
afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});
afterAll(async () => {
  await browser.close();
  await test.close();
});

const USER = { firstName: "Ada", lastName: "Lovelace", email: "ada@acme.io", plan: "professional" };

/** Opens the page of a mailed link; `answer` replaces the server's answer about the link's token. */
async function open(path: string, answer?: (page: Page) => Promise<unknown>): Promise<Page> {
  const context = await browser.newContext();
  await context.addInitScript(() => localStorage.setItem("cookieConsent", "rejected"));
  const page = await context.newPage();
  await answer?.(page);
  await page.goto(address + path);
  return page;
}
const seen = (page: Page) => expect.poll(() => page.locator("body").innerText());

describe("the page that a verification mail leads to", () => {
  it("VER-001 VER-002 VER-005 VER-008 waits for the answer, then shows whose account it is and the way on", async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const page = await open("/verify-email?token=good", (it) =>
      it.route("**/api/verify-email?token=good", async (route) => {
        await held;
        await route.fulfill({ json: { success: true, message: "Email verified.", user: USER } });
      }),
    );
    await seen(page).toContain("Confirming your email address…");
    expect(await page.getByRole("link", { name: "Back to Home" }).getAttribute("href")).toBe("/");
    release();
    await seen(page).toContain("Email Verified!");
    for (const part of ["Ada Lovelace", "ada@acme.io", "Professional"]) await seen(page).toContain(part);
    expect(await page.getByRole("link", { name: "Continue to Login" }).getAttribute("href")).toBe("/api/login");
  });

  it("VER-003 VER-006 says that a link is no longer good, and offers to sign up again", async () => {
    const page = await open("/verify-email?token=never-given");
    await seen(page).toContain("Verification Failed");
    await seen(page).toContain("The verification link may be invalid or expired.");
    expect(await page.getByRole("link", { name: "Try Signing Up Again" }).getAttribute("href")).toBe("/signup");
  });

  it("VER-007 tells a broken connection from a bad link", async () => {
    const page = await open("/verify-email?token=good", (it) =>
      it.route("**/api/verify-email?token=good", (route) => route.abort("connectionfailed")),
    );
    await seen(page).toContain("Network error occurred during verification. Please try again.");
    await seen(page).toContain("Connection Error: Please check your internet connection and try again.");
  });
});
