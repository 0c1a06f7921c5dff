import type { Locator, Page } from "@playwright/test";
import { createAxe, waitUntilStill } from "../../web/testing/accessibility-violations.ts";
import { expect, signIn, test } from "./story.ts";
import type { StoryData } from "./story-data.ts";
import { WorkspaceSetup } from "./workspace.ts";

/** Signs in to a workspace with articles on both platforms. Returns the path of one article. */
async function livedInWorkspace(page: Page, place: StoryData): Promise<string> {
  await signIn(page, place);
  const workspace = new WorkspaceSetup(page, place);
  await workspace.connectConfluence();
  await workspace.connectNotion();
  await workspace.fill();
  const [article] = await workspace.articles();
  return `/articles/${article?.id}`;
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test("every screen fits, and the menu is a sheet", async ({ page, place }) => {
    const article = await livedInWorkspace(page, place);
    const seeThatItFits = async (name: string) => {
      const { scrollWidth, innerWidth } = await page.evaluate(() => ({
        scrollWidth: document.documentElement.scrollWidth,
        innerWidth: window.innerWidth,
      }));
      expect([name, scrollWidth <= innerWidth]).toEqual([name, true]);
    };
    const menu = page.getByRole("dialog", { name: "Menu" });
    await page.goto("/");
    await page.getByRole("button", { name: "Open the menu" }).tap();
    for (const path of await pathsIn(menu)) {
      await menu.locator(`nav a[href="${path}"]`).tap();
      await expect(menu).toHaveCount(0);
      await expect(page).toHaveURL(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.locator(".skeleton")).toHaveCount(0);
      await seeThatItFits(path);
      await page.getByRole("button", { name: "Open the menu" }).tap();
    }
    await page.goto(article);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await seeThatItFits("an article");
    await page.getByRole("button", { name: "Show the source" }).first().tap();
    await expect(page.getByRole("note").first()).toBeVisible();
    await page.getByRole("button", { name: "Verify", exact: true }).tap();
    await expect(page.getByText(/^Verified by .+, today/)).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).tap();
    await expect(page.getByText(/^Not yet verified/)).toBeVisible();
    await seeThatItFits("an article that is not verified after all");
    await page.getByRole("button", { name: "Original conversation" }).tap();
    await expect(page.getByRole("complementary").getByText("in the article").first()).toBeVisible();
    await seeThatItFits("a conversation");
    await page.goto("/settings");
    await page.getByRole("searchbox", { name: "Search settings" }).fill("dark");
    await page.getByRole("main").getByRole("button", { name: "Use the dark theme" }).tap();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await page.goto("/api/login");
    await seeThatItFits("the sign-in page");
  });
});

test("without a mouse one signs in, finds an article and reads where it comes from", async ({ page, place }) => {
  await livedInWorkspace(page, place);
  await page.context().clearCookies();
  await page.goto("/api/login?next=/articles");
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.keyboard.type(place.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(place.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Smart Knowledge Articles");

  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await tabTo(page, "searchbox", "Search articles");
  await page.keyboard.type("label");
  await expect(page.getByRole("main").getByRole("listitem").getByRole("heading")).toHaveCount(1);
  await tabTo(page, "link", /label/i);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/label/i);
  await expect(page.getByRole("main")).toBeFocused();
  await tabTo(page, "button", "Original conversation");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("complementary", { name: "#it-help" }).getByRole("heading")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("complementary", { name: "#it-help" })).toHaveCount(0);
});

/** Returns the paths to which the main navigation leads. */
async function pathsIn(where: Page | Locator): Promise<string[]> {
  const links = where.getByRole("navigation", { name: "Main" }).getByRole("link");
  await expect(links.first()).toBeVisible();
  return links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
}

/** Presses Tab until the control has the focus. Fails after a few dozen presses. */
async function tabTo(page: Page, role: "button" | "link" | "searchbox", name: string | RegExp): Promise<void> {
  const control = page.getByRole("main").getByRole(role, { name }).first();
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press("Tab");
    if (await control.evaluate((node) => node === document.activeElement)) return;
  }
  await expect(control).toBeFocused();
}

test.describe("in both themes", () => {
  test.use({ reducedMotion: "reduce", expectedErrors: [/status of 404 .*\/nope\)/] });

  test("no screen has a barrier that axe knows", async ({ page, place }) => {
    const article = await livedInWorkspace(page, place);
    const barriers: string[] = [];
    const look = async (screen: string) => {
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.locator(".skeleton")).toHaveCount(0);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await waitUntilStill(page);
        const axe = await createAxe(page);
        // The theme changes only colors, so one rule is enough in dark mode.
        const { violations } = await (colorScheme === "dark" ? axe.withRules("color-contrast") : axe).analyze();
        for (const { id, nodes } of violations)
          barriers.push(
            `${screen}, ${colorScheme}: ${id} at ${nodes.map(({ target }) => target.join(" ")).join(", ")}`,
          );
      }
    };
    await page.goto("/");
    for (const path of [...(await pathsIn(page)), article, "/nope"]) {
      await page.goto(path);
      await look(path);
    }
    await page.goto(article);
    await page.getByRole("button", { name: "Original conversation" }).click();
    await expect(page.getByText("in the article").first()).toBeVisible();
    await look("the conversation");
    await page.goto("/configuration");
    await page.getByRole("button", { name: "Add Integration" }).click();
    await look("the form of an integration");
    await page.goto("/channels");
    await page.getByRole("button", { name: "Add Channel" }).click();
    await expect(page.getByRole("checkbox", { name: /^#/ }).first()).toBeVisible();
    await look("the form of a channel");
    await page.goto("/articles");
    await page.getByRole("button", { name: "Filters" }).click();
    await look("the filters");
    await page.context().clearCookies();
    await page.goto("/api/login");
    await look("the sign-in page");
    expect(barriers).toEqual([]);
  });
});
