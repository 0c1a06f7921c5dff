import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { browserOptions } from "../playwright.config.ts";

/**
 * The pictures of the product on the public page, in light and dark, taken from a running demo that has read everything:
 * `npm run demo`, then `node e2e/product-pictures.ts http://localhost:3000`.
 */
const [address = "http://localhost:3000"] = process.argv.slice(2);
const OUT = join(import.meta.dirname, "../web/public/pictures");
const SIZE = { width: 1400, height: 875 };
const QUALITY = 72;

const SHOTS: [name: string, open: (page: Page, article: string) => Promise<unknown>][] = [
  ["article", (page, article) => page.goto(article)],
  ["library", (page) => page.goto("/articles?show=list")],
];

await mkdir(OUT, { recursive: true });
const browser = await chromium.launch(browserOptions);
try {
  for (const colorScheme of ["light", "dark"] as const) {
    const context = await browser.newContext({
      baseURL: address,
      colorScheme,
      reducedMotion: "reduce",
      viewport: SIZE,
    });
    const page = await context.newPage();
    await page.goto("/demo");
    await page.waitForURL(/\/articles\/.*try=/);
    const article = new URL(page.url()).pathname;
    for (const [name, open] of SHOTS) {
      await open(page, article);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page
        .locator(name === "article" ? "[data-sources]" : "[data-article]")
        .first()
        .waitFor();
      await page
        .getByText(name === "article" ? "Connected" : "100%")
        .first()
        .waitFor();
      await page.evaluate(() => document.fonts.ready);
      const session = await context.newCDPSession(page);
      const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: QUALITY });
      const file = join(OUT, `${name}-${colorScheme}.webp`);
      await writeFile(file, Buffer.from(data, "base64"));
      process.stdout.write(`${file}: ${Math.round((data.length * 3) / 4 / 1024)} kB\n`);
    }
    await context.close();
  }
} finally {
  await browser.close();
}
