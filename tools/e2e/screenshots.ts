import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium, request } from "@playwright/test";
import { browserOptions } from "../../playwright.config.ts";
import { skipOnboarding } from "../../web/testing/skip-onboarding.ts";
import { PUBLIC_PAGES } from "./audit/public-pages.ts";
import { listScreens, openMenu, openScreen } from "./screens.ts";
import { startProduct } from "./start-product.ts";
import { expect, signIn } from "./story.ts";
import { createStoryData, getTestAddresses } from "./story-data.ts";
import { WorkspaceSetup } from "./workspace.ts";

/**
 * Takes pictures of every public page and every screen of a used workspace: `npm run file -- tools/e2e/screenshots.ts OUT_DIR [NAME…]
 * [--on tablet,desk] [--theme dark]`. Names, or their beginnings, limit the pictures (`public` means all public pages). Not a
 * test.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { on: { type: "string", default: "phone,tablet,desk" }, theme: { type: "string", default: "light,dark" } },
});
const [out, ...wanted] = positionals;
if (!out) throw new Error("Name the folder for the pictures.");
await mkdir(out, { recursive: true });

const WIDTHS = { phone: 360, tablet: 768, desk: 1440 };
const devices = Object.entries(WIDTHS).filter(([device]) => values.on.split(",").includes(device));
const themes = (["light", "dark"] as const).filter((theme) => values.theme.split(",").includes(theme));
const HEIGHT = 900;
/** Returns the picture's name, for example `public--docs-api`; the first page is `public--`. */
const nameOf = (path: string) => `public-${path.replace(/\?.*/, "").replaceAll("/", "-")}`;
/** Screens of a new workspace without any data. */
const EMPTY = { "empty-dashboard": "/", "empty-articles": "/articles", "empty-channels": "/channels" };
const CHANNELS = ["support", "it-help", "engineering", "operations", "hr"];

/** Loads all images, including those that load only when scrolled to. */
async function loadImages(): Promise<void> {
  for (const image of document.images) {
    image.loading = "eager";
    await image.decode();
  }
}

const stopProduct = await startProduct(out);
const browser = await chromium.launch(browserOptions);
try {
  const { product: baseURL, busyTeam } = getTestAddresses();
  const calls = await request.newContext();
  const empty = await createStoryData(calls);
  const place = { ...(await createStoryData(calls)), slack: busyTeam };
  await calls.dispose();
  const context = await browser.newContext({ baseURL });
  const visitor = await context.newPage();
  await signIn(visitor, place);
  const workspace = new WorkspaceSetup(visitor, place);
  await workspace.connectConfluence();
  await workspace.connectNotion();
  await workspace.fill(CHANNELS);
  const articles = await workspace.articles();
  const longest = articles.toSorted((a, b) => b.estimatedReadTime - a.estimatedReadTime)[0];

  const isWanted = (name: string) => wanted.length === 0 || wanted.some((beginning) => name.startsWith(beginning));
  const screens = listScreens(`/articles/${longest?.id}`).filter(({ name }) => isWanted(name));
  for (const colorScheme of themes) {
    for (const [device, width] of devices) {
      const viewed = await browser.newContext({
        baseURL,
        colorScheme,
        reducedMotion: "reduce",
        viewport: { width, height: HEIGHT },
        isMobile: device === "phone",
        hasTouch: device !== "desk",
      });
      await viewed.addInitScript(skipOnboarding);
      const page = await viewed.newPage();
      const picture = async (name: string) => {
        await expect(page.locator(".skeleton")).toHaveCount(0);
        await page.evaluate(() => document.fonts.ready);
        // Overlays and sticky elements are pictured in a window, not on a full page.
        const fullPage =
          (await page.locator("dialog[open], main aside, [data-sticky-bar], [data-swipe-direction]").count()) === 0;
        if (fullPage) await page.evaluate(() => window.scrollTo(0, 0));
        await page.screenshot({ path: join(out, `${name}-${device}-${colorScheme}.png`), fullPage });
      };
      for (const { path } of PUBLIC_PAGES) {
        if (!isWanted(nameOf(path))) continue;
        await page.goto(path);
        await page.evaluate(loadImages);
        await picture(nameOf(path));
      }
      await signIn(page, empty);
      for (const [name, path] of Object.entries(EMPTY)) {
        if (!isWanted(name)) continue;
        await openScreen(page, { name, path });
        await picture(name);
      }
      await viewed.clearCookies();
      await signIn(page, place);
      const menu = device === "phone" && isWanted("menu") ? [{ name: "menu", path: "/", open: openMenu }] : [];
      for (const screen of [...screens, ...menu]) {
        try {
          await openScreen(page, screen);
          await picture(screen.name);
        } catch (error) {
          process.stderr.write(`${screen.name}, ${device}: no picture: ${String(error).split("\n")[0]}\n`);
        }
      }
      await viewed.close();
    }
  }
} finally {
  await browser.close();
  await stopProduct();
}
