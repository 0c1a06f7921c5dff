import { defineConfig, type LaunchOptions } from "@playwright/test";

export const browserOptions: LaunchOptions = {
  executablePath: "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--font-render-hinting=none",
    "--disable-lcd-text",
    "--force-color-profile=srgb",
    "--disable-background-networking",
  ],
};

/** Stories in Debian's Chromium against the whole product with stand-ins, started once by e2e/start-product.ts. */
export default defineConfig({
  testDir: "e2e",
  testMatch: "*.spec.ts",
  globalSetup: "./e2e/start-product.ts",
  timeout: 120_000,
  expect: { timeout: 15_000 },
  workers: 1,
  use: { viewport: { width: 1280, height: 900 }, launchOptions: browserOptions },
});
