import { defineConfig, type LaunchOptions } from "@playwright/test";
import { findBrowser } from "./scripts/find-browser.mjs";

const executablePath = findBrowser();

/** For what measures pages or takes pictures of them. */
export const browserOptions: LaunchOptions = {
  ...(executablePath && { executablePath }),
  args: [
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--font-render-hinting=none",
    "--disable-lcd-text",
    "--force-color-profile=srgb",
    "--disable-background-networking",
  ],
};

/** For every test that opens a page, here and in Vitest: what a page runs once is not compiled a second time for speed. */
export const testBrowserOptions: LaunchOptions = {
  ...browserOptions,
  args: [...(browserOptions.args ?? []), "--js-flags=--no-maglev"],
};

/** Stories in Debian's Chromium against the whole product with stand-ins; each worker has a product of its own (e2e/story.ts). */
export default defineConfig({
  testDir: "e2e",
  testMatch: "*.spec.ts",
  timeout: 120_000,
  expect: { timeout: 15_000 },
  workers: 2,
  // Named at the end of the run, as in vitest.config.ts.
  retries: 1,
  use: { viewport: { width: 1280, height: 900 }, launchOptions: testBrowserOptions },
});
