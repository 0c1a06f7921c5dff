import type { Browser, Page } from "@playwright/test";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../server/testing/test-app.ts";
import { buildApp } from "../testing/build-app.ts";
import { see } from "../testing/see.ts";
import { skipOnboarding } from "../testing/skip-onboarding.ts";
import { launchTestBrowser } from "../testing/test-browser.ts";

const SCREEN = { width: 360, height: 740 };
/** The smallest side of a touch target, in px. */
const THUMB = 44;

let test: TestApp;
let browser: Browser;
let address: string;
beforeAll(async () => {
  [test, browser] = await Promise.all([buildApp().then((webRoot) => createTestApp({ webRoot })), launchTestBrowser()]);
  address = await test.app.listen({ host: "127.0.0.1", port: 0 });
});
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
afterAll(async () => {
  await browser.close();
  await test.close();
});

async function visit(path: string, { colorScheme = "light" as "light" | "dark", asksCookies = false } = {}) {
  const context = await browser.newContext({
    viewport: SCREEN,
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    reducedMotion: "reduce",
    colorScheme,
  });
  if (!asksCookies) await context.addInitScript(skipOnboarding);
  const page = await context.newPage();
  await page.goto(address + path);
  return page;
}

describe("the landing page on a phone", () => {
  it.each(["light", "dark"] as const)(
    "shows %s pictures that were taken on a phone, so that they can be read",
    async (colorScheme) => {
      const page = await visit("/", { colorScheme });
      for (const name of ["article", "library"]) {
        const picture = page.locator(`.pictures img[src*="/${name}-"]`);
        await picture.scrollIntoViewIfNeeded();
        await see
          .poll(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0))
          .toBe(true);
        const { source, scale, distortion } = await picture.evaluate((img: HTMLImageElement) => ({
          source: new URL(img.currentSrc).pathname,
          // The pictures were drawn for a screen that is 390 px wide.
          scale: img.getBoundingClientRect().width / 390,
          distortion: img.width / img.height / (img.naturalWidth / img.naturalHeight),
        }));
        expect(source).toBe(`/pictures/${name}-phone-${colorScheme}.webp`);
        expect(scale).toBeGreaterThan(0.8);
        expect(distortion).toBeCloseTo(1, 1);
      }
    },
  );

  it("shows the sentence below the message that somebody edits or deletes; Cancel, Restore and Reset bring both back", async () => {
    const page = await visit("/");
    const row = page.locator("li[data-row='3']");
    const follows = row.locator(".follows");
    await see(page.getByText("Edit a message, and watch its sentence.")).toBeVisible();
    await row.getByRole("button", { name: "Edit Jonas’s message" }).tap();
    const field = row.getByRole("textbox", { name: "Jonas’s message" });
    await see(field).toBeFocused();
    expect(await field.evaluate((area) => area.scrollHeight <= area.clientHeight)).toBe(true);
    await field.fill("Remove both profiles under System Settings.");
    await see(follows).toContainText("Remove both profiles under System Settings.");
    await see(follows).toBeInViewport();
    await row.getByRole("button", { name: "Cancel" }).tap();
    await see(row).toContainText("Delete both under System Settings");
    await see(follows).toBeHidden();

    await row.getByRole("button", { name: "Edit Jonas’s message" }).tap();
    await field.fill("Remove both profiles under System Settings.");
    await row.getByRole("button", { name: "Save Jonas’s message" }).tap();
    await see(row.locator(".said")).toHaveText("Remove both profiles under System Settings.");
    await see(follows).toContainText("Remove both profiles under System Settings.");
    await see(page.locator(".s3")).toContainText("Jonas, 10:44, edited");

    await row.getByRole("button", { name: "Delete Jonas’s message" }).tap();
    await see(row).toContainText("This message was deleted.");
    await see(page.locator(".s3")).toContainText("Removed: its message was deleted");
    await row.getByRole("button", { name: "Restore Jonas’s message" }).tap();
    await see(page.locator(".s3")).toContainText("Remove both profiles under System Settings.");
    await page.getByRole("button", { name: "Reset the example" }).tap();
    await see(row.locator(".said")).toContainText("Delete both under System Settings");
    await see(page.locator(".s3")).not.toContainText("edited");
  });

  it("keeps four fifths of the screen free while it asks about cookies, and what has the focus uncovered", async () => {
    const page = await visit("/signup?plan=starter", { asksCookies: true });
    const banner = page.getByRole("region", { name: "Cookies" });
    const upper = (await banner.boundingBox())?.y ?? 0;
    expect(SCREEN.height - upper).toBeLessThanOrEqual(SCREEN.height / 5);
    const last = page.getByRole("button", { name: "Show passwords" });
    for (const field of [page.getByLabel("Role (optional)"), page.getByLabel("Confirm Password")]) {
      await last.focus();
      await page.evaluate(() => scrollTo(0, 0));
      await field.focus();
      const box = await field.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(upper);
    }
  });
});

it.each(["/", "/pricing", "/auto-kb-from-slack", "/docs", "/docs/running", "/signup", "/signup-success", "/api/login"])(
  "%s can be used with a thumb: links, buttons and fields are 44 px high and not written smaller than 15 px",
  async (path) => {
    const page = await visit(path);
    expect(await tooSmall(page)).toEqual([]);
  },
);

/** Links within a sentence or a table, and elements that only keyboards reach, are exempt. */
const tooSmall = (page: Page) =>
  page.evaluate((least) => {
    const isInSentence = (part: Element) => {
      const around = part.closest("p, li, dd, td, figcaption");
      const isAlone = around?.textContent?.trim() === part.textContent?.trim() && !around?.matches("td");
      return around !== null && !isAlone && getComputedStyle(part).display === "inline";
    };
    return [...document.querySelectorAll("a, button, summary, select, input:not([type=hidden], [type=checkbox])")]
      .filter(
        (part) => part.checkVisibility({ visibilityProperty: true }) && !part.matches(".skip") && !isInSentence(part),
      )
      .flatMap((part) => {
        const { height } = part.getBoundingClientRect();
        const size = Number.parseFloat(getComputedStyle(part).fontSize);
        const fits = Math.round(height) >= (part.matches(".brand") ? 38 : least) && size >= 15;
        return fits ? [] : [`${part.tagName} ${part.textContent} is ${height} px high, its text ${size} px`];
      });
  }, THUMB);

it("a guide leads from its top to the search, which is below it", async () => {
  const page = await visit("/docs/running");
  const search = page.getByLabel("Search the documentation");
  await see(search).not.toBeInViewport();
  const way = page.getByRole("link", { name: "Search and all guides" });
  await see(way).toBeInViewport();
  await way.tap();
  await see(search).toBeInViewport();
  await page.getByRole("link", { name: "Documentation", exact: true }).first().tap();
  await page.waitForURL("**/docs");
});

it("sign-up says how long a password has to be before one is typed, and shows both to whoever asks", async () => {
  const page = await visit("/signup?plan=starter");
  const password = page.getByLabel("Password", { exact: true });
  await see(password).toHaveAccessibleDescription("At least 8 characters.");
  await page.getByRole("button", { name: "Show passwords" }).tap();
  for (const label of ["Password", "Confirm Password"])
    await see(page.getByLabel(label, { exact: true })).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Hide passwords" }).tap();
  await see(password).toHaveAttribute("type", "password");
});
