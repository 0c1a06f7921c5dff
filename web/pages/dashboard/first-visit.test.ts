import { type Locator, type Page } from "@playwright/test";
import { expect, it } from "vitest";
import { findAccessibilityViolations } from "../../testing/accessibility-violations.ts";
import { useAppInBrowser } from "../../testing/browser.ts";
import * as sample from "../../testing/sample-data.ts";
import { see } from "../../testing/see.ts";

const app = useAppInBrowser();
const TITLES = [
  "Welcome",
  "Connect Your Slack",
  "Choose Channels",
  "Setup Knowledge Platform",
  "Configure AI Settings",
  "Generate First Article",
  "Dashboard Tour",
  "You're All Set",
];
const flags = (page: Page) =>
  page.evaluate(() => [sessionStorage.getItem("hasSeenWelcome"), localStorage.getItem("onboardingCompleted")]);
const findsNoBarrier = async (page: Page, where: string) => {
  const found = await findAccessibilityViolations(page);
  expect([where, found]).toEqual([where, []]);
};
/** Stops the page's clock, so that the welcome does not end during the assertions. */
const stopClock = (page: Page) => page.clock.pauseAt(Date.now() + 3_600_000);
/** Advances the stopped clock in small steps until the element is there. */
async function stepUntil(page: Page, there: Locator): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.clock.runFor(10);
        return there.isVisible();
      },
      { interval: 20 },
    )
    .toBe(true);
}
/** Opens the dashboard for a first visit, with the clock stopped at the welcome. */
async function firstVisit(motion: "reduce" | "no-preference" = "reduce"): Promise<Page> {
  const page = await app.open("/logs", { firstVisit: true, reducedMotion: motion });
  await page.clock.install();
  await stopClock(page);
  await page.goto(`${app.server.address}/`);
  await stepUntil(page, page.getByRole("dialog").getByRole("button", { name: "Skip Animation" }));
  return page;
}

it("DASH-002 WELC-001 WELC-002 WELC-003 WELC-005 WELC-006 WELC-007 TOUR-003 the welcome plays over the dashboard", async () => {
  const page = await firstVisit("no-preference");
  const welcome = page.getByRole("dialog");
  const skip = welcome.getByRole("button", { name: "Skip Animation" });
  const start = welcome.getByRole("button", { name: "Get Started" });
  await see(welcome.getByRole("heading")).toHaveText("Welcome back, Ada!");
  const box = await welcome.boundingBox();
  expect([box?.x, box?.y, box?.width, box?.height]).toEqual([0, 0, 1440, 900]);
  await see(welcome.locator("[data-slide]")).toHaveCount(4);
  await see(page.getByText("Step 1 of 8")).toHaveCount(0);
  for (const title of ["AI analyzing conversations", "Articles being generated"]) {
    await see(skip).toBeVisible();
    await see(start).toHaveCount(0);
    await page.clock.runFor(2500);
    await see(welcome.getByRole("heading")).toHaveText(title);
  }
  await page.clock.runFor(2500);
  await see(welcome.getByRole("heading")).toHaveText("Your dashboard is ready");
  await see(start).toBeVisible();
  await see(skip).toBeVisible();
  expect(await flags(page)).toEqual([null, null]);
  await page.clock.runFor(2500);
  await stepUntil(page, page.getByText("Step 1 of 8"));
  expect(await flags(page)).toEqual(["true", null]);
});

it("WELC-001 TOUR-001 TOUR-004 TOUR-005 TOUR-006 TOUR-007 TOUR-008 TOUR-009 TOUR-010 TOUR-011 TOUR-012 TOUR-013 TOUR-014 the tour is walked from its first to its last step", async () => {
  const page = await firstVisit();
  const dialog = page.getByRole("dialog");
  await see(dialog.getByRole("heading")).toHaveText("Your dashboard is ready");
  let looked = false;
  const looking = findsNoBarrier(page, "the welcome").finally(() => {
    looked = true;
  });
  // The accessibility check needs some time on the clock. The welcome must not end meanwhile.
  await expect
    .poll(async () => {
      await page.clock.runFor(1);
      return looked;
    })
    .toBe(true);
  await looking;
  await dialog.getByRole("button", { name: "Get Started" }).click();
  await page.clock.resume();
  await see(dialog.getByText("Step 1 of 8")).toBeVisible();
  const forward = dialog
    .getByRole("contentinfo")
    .or(dialog.locator("footer"))
    .getByRole("button", { name: /^(Next|Complete Setup)$/ });
  const previous = dialog.getByRole("button", { name: "Previous" });
  await see(previous).toBeDisabled();
  await see(dialog.getByText("Setup takes under 5 minutes.")).toBeVisible();
  await see(dialog.getByText("13%")).toBeVisible();
  await findsNoBarrier(page, "the tour");
  await dialog.getByRole("button", { name: "Let's Get Started" }).click();

  const said = [
    /Connected: 'Analytical Engines'/,
    /2 channels are added/,
    /published to 'Engineering handbook'/,
    /Now: 8 of 10, messages of 20 characters and more, 4 keywords/,
    /Your library has 128 articles/,
    /12,480 messages analyzed, 2 active channels/,
  ];
  const places = ["/channels", "/channels", "/configuration", "/configuration", "/articles", "/analytics"];
  for (const [index, text] of said.entries()) {
    const step = index + 2;
    await see(dialog.getByText(`Step ${step} of 8`)).toBeVisible();
    await see(dialog.getByRole("heading")).toHaveText(TITLES[step - 1] ?? "");
    await see(dialog.getByRole("progressbar")).toHaveAttribute("value", String(step / 8));
    await see(dialog.getByText(text)).toBeVisible();
    await see(dialog.getByRole("link")).toHaveAttribute("href", places[index] ?? "");
    await see(dialog.getByRole("button", { name: "Skip Tour" })).toBeVisible();
    await see(forward).toHaveText("Next");
    if (step % 2 === 0) await forward.click();
    else await dialog.getByRole("button", { name: "Continue" }).click();
  }
  await see(dialog.getByRole("heading")).toHaveText("You're All Set");
  await see(dialog.getByText("100%")).toBeVisible();
  await see(dialog.getByText(/^Congratulations!/)).toBeVisible();
  await see(dialog.getByText("Setup Complete", { exact: true })).toBeVisible();
  await see(forward).toHaveText("Complete Setup");
  await see(dialog.getByRole("button", { name: "Enter Your Dashboard" })).toBeVisible();

  await previous.click();
  await see(dialog.getByText("Step 7 of 8")).toBeVisible();
  const dots = dialog.getByRole("button", { name: /^Step \d: / });
  await see(dots).toHaveCount(8);
  await dialog.getByRole("button", { name: "Step 4: Setup Knowledge Platform" }).click();
  await see(dialog.getByText("Step 4 of 8")).toBeVisible();
  await see(dialog.getByText("50%")).toBeVisible();

  await dialog.getByRole("link", { name: "Open Knowledge Mgmt Tools" }).click();
  await see(page.getByRole("heading", { level: 1 })).toHaveText("Knowledge Management Configuration");
  await page.getByRole("link", { name: "Dashboard" }).click();
  await see(dialog.getByText("Step 4 of 8")).toBeVisible();
});

it("the tour leaves the list of first steps in sight, and Escape skips it", async () => {
  app.server.answer("GET /api/integrations", () => []);
  const page = await firstVisit();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Get Started" }).click();
  await page.clock.resume();
  await see(dialog.getByText("Step 1 of 8")).toBeVisible();
  const list = await page.locator("#first-steps").boundingBox();
  const tour = await dialog.boundingBox();
  expect((list?.x ?? 0) + 300).toBeLessThan(tour?.x ?? 0);
  await page.keyboard.press("Escape");
  await see(dialog).toHaveCount(0);
  expect(await flags(page)).toEqual(["true", "true"]);
});

it("TOUR-001 TOUR-002 TOUR-017 a tour that was completed or skipped stays away, in this session and the next", async () => {
  const page = await firstVisit();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Skip Animation" }).click();
  await page.clock.resume();
  await dialog.getByRole("button", { name: "Step 8: You're All Set" }).click();
  await dialog.getByRole("button", { name: "Enter Your Dashboard" }).click();
  await see(dialog).toHaveCount(0);
  await see(page.getByRole("main")).toBeFocused();
  expect(await flags(page)).toEqual(["true", "true"]);
  const staysAway = async () => {
    await page.reload();
    await see(page.getByRole("button", { name: "Run Analysis Test" })).toBeVisible();
    await see(dialog).toHaveCount(0);
  };
  await staysAway();

  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await see(dialog.getByText("Step 1 of 8")).toBeVisible();
  await dialog.getByRole("button", { name: "Skip Tour" }).click();
  await see(dialog).toHaveCount(0);
  await staysAway();

  await page.evaluate(() => sessionStorage.clear());
  await stopClock(page);
  await page.reload();
  await stepUntil(page, dialog.getByRole("button", { name: "Skip Animation" }));
  await see(dialog.getByRole("button", { name: "Skip Animation" })).toBeFocused();
  await page.keyboard.press("Escape");
  await page.clock.resume();
  await see(dialog).toHaveCount(0);
  expect(await flags(page)).toEqual(["true", "true"]);
});

it("'Don't show again' is kept with the person: neither comes in another browser, until the tour is taken again", async () => {
  const dismissed = { ...sample.user, welcomeDismissed: true };
  app.server.answer("PUT /api/auth/welcome", () => {
    app.server.answer("GET /api/auth/user", () => dismissed);
    return dismissed;
  });
  const page = await firstVisit();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Don't show again" }).click();
  await page.clock.resume();
  await see(dialog).toHaveCount(0);
  await expect.poll(() => app.bodiesTo("PUT /api/auth/welcome")).toEqual([{ dismissed: true }]);

  await page.evaluate(() => {
    sessionStorage.clear();
    localStorage.clear();
  });
  await page.reload();
  await see(page.getByRole("button", { name: "Run Analysis Test" })).toBeVisible();
  await see(dialog).toHaveCount(0);

  await page.keyboard.press("?");
  await dialog.getByRole("button", { name: "Take the tour again" }).click();
  await see(dialog.getByText("Step 1 of 8")).toBeVisible();
  await see(dialog.getByRole("button", { name: "Don't show again" })).toBeVisible();
  await dialog.getByRole("button", { name: "Skip Tour" }).click();
  await see(dialog).toHaveCount(0);
});

it("no welcome covers a page that a person first visits by a link", async () => {
  for (const path of ["/logs", "/articles"]) {
    const page = await app.open(path, { firstVisit: true });
    await see(page.getByRole("heading", { level: 1 })).toBeVisible();
    await see(page.getByRole("dialog")).toHaveCount(0);
    expect(await flags(page)).toEqual([null, null]);
  }
});

it("a colleague who was invited is not told to set up what only others may, nor welcomed back", async () => {
  app.server.answer("GET /api/auth/user", () => ({ ...sample.user, membership: "viewer" as const }));
  const page = await firstVisit("no-preference");
  const dialog = page.getByRole("dialog");
  await see(dialog.getByRole("heading")).toHaveText("Welcome, Ada!");
  await dialog.getByRole("button", { name: "Skip Animation" }).click();
  await page.clock.resume();
  await see(dialog.getByText("Step 1 of 3")).toBeVisible();
  await see(dialog.getByText("Your team has set it up: you read and ask here.")).toBeVisible();
  await findsNoBarrier(page, "the tour of a colleague");
  await dialog.getByRole("button", { name: "Next" }).click();
  await see(dialog.getByRole("heading")).toHaveText("Dashboard Tour");
  await dialog.getByRole("button", { name: "Next" }).click();
  await see(dialog.getByText("Ready", { exact: true })).toBeVisible();
  await see(dialog.getByText("You can do these at any time:")).toHaveCount(0);
  await dialog.getByRole("button", { name: "Done" }).click();
  await see(dialog).toHaveCount(0);
});
