import { defineConfig, type LaunchOptions } from "@playwright/test";
import { findBrowser } from "./scripts/find-browser.mjs";
import { LONGEST_TEST_MS, PATIENCE_MS } from "./scripts/patience.ts";

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

/** For every test that opens a page, here and in Vitest. Each option saves processor time and changes nothing that a page can see. */
export const testBrowserOptions: LaunchOptions = {
  ...browserOptions,
  args: [
    ...(browserOptions.args ?? []),
    // Maglev optimizes hot code; a test page runs most code once, so compiling it again would only cost time.
    "--js-flags=--no-maglev",
    // Requests are made by the browser's own process, and the next document takes over the frame of the last one. The first name is
    // Playwright's, which the last such option would otherwise take away.
    "--enable-features=CDPScreenshotNewSurface,NetworkServiceInProcess2,RenderDocument:level/crashed-frame",
  ],
};

/** Stories in Debian's Chromium against the whole product with stand-ins; each worker has a product of its own (tools/e2e/story.ts). */
export default defineConfig({
  testDir: "tools/e2e",
  testMatch: "*.spec.ts",
  timeout: LONGEST_TEST_MS,
  expect: { timeout: PATIENCE_MS, toPass: { timeout: PATIENCE_MS } },
  workers: 2,
  // Named at the end of the run, as in vitest.config.ts.
  retries: 1,
  use: {
    actionTimeout: PATIENCE_MS,
    navigationTimeout: PATIENCE_MS,
    viewport: { width: 1280, height: 900 },
    launchOptions: testBrowserOptions,
  },
});
