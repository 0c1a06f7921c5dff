import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { chromium, request } from "@playwright/test";
import { browserOptions } from "../playwright.config.ts";
import { skipOnboarding } from "../web/testing/skip-onboarding.ts";
import { addresses, takePlace } from "./place.ts";
import { openMenu, screensOf } from "./screens.ts";
import { startProduct } from "./start-product.ts";
import { expect, signIn } from "./story.ts";
import { Workspace } from "./workspace.ts";

/** Pictures of every screen of a workspace in use, to look at: `node e2e/screenshots.ts OUT_DIR`. Not a test. */
const [out] = process.argv.slice(2);
if (!out) throw new Error("Name the folder for the pictures.");
await mkdir(out, { recursive: true });

const WIDTHS = { phone: 360, tablet: 768, desk: 1440 };
const HEIGHT = 900;
const CHANNELS = ["support", "it-help", "engineering", "operations", "hr"];

const stopProduct = await startProduct(out);
const browser = await chromium.launch(browserOptions);
try {
  const { product: baseURL, busyTeam } = addresses();
  const calls = await request.newContext();
  const empty = await takePlace(calls);
  const place = { ...(await takePlace(calls)), slack: busyTeam };
  await calls.dispose();
  const context = await browser.newContext({ baseURL });
  const visitor = await context.newPage();
  await signIn(visitor, place);
  const workspace = new Workspace(visitor, place);
  await workspace.connectConfluence();
  await workspace.connectNotion();
  await workspace.fill(CHANNELS);
  const articles = await workspace.articles();
  const longest = articles.toSorted((a, b) => b.estimatedReadTime - a.estimatedReadTime)[0];

  const screens = screensOf(`/articles/${longest?.id}`);
  for (const colorScheme of ["light", "dark"] as const) {
    for (const [device, width] of Object.entries(WIDTHS)) {
      const viewed = await browser.newContext({
        baseURL,
        colorScheme,
        reducedMotion: "reduce",
        viewport: { width, height: HEIGHT },
        isMobile: device === "phone",
      });
      await viewed.addInitScript(skipOnboarding);
      const page = await viewed.newPage();
      const picture = async (name: string) => {
        await expect(page.locator(".skeleton")).toHaveCount(0);
        await page.evaluate(() => document.fonts.ready);
        await page.screenshot({ path: join(out, `${name}-${device}-${colorScheme}.png`), fullPage: true });
      };
      await page.goto("/api/login");
      await picture("sign-in");
      await signIn(page, empty);
      await page.goto("/");
      await page.getByRole("heading", { level: 1 }).waitFor();
      await picture("dashboard-empty");
      await viewed.clearCookies();
      await signIn(page, place);
      for (const [name, path, prepare] of screens) {
        await page.goto(path);
        await page.getByRole("heading", { level: 1 }).waitFor();
        await prepare?.(page);
        await picture(name);
      }
      if (device === "phone") {
        await page.goto("/");
        await openMenu(page);
        await picture("menu");
      }
      await viewed.close();
    }
  }
} finally {
  await browser.close();
  await stopProduct();
}
