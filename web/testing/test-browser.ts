import { type Browser, chromium } from "@playwright/test";
import { testBrowserOptions } from "../../playwright.config.ts";
import { PATIENCE_MS } from "../../scripts/patience.ts";

/** Starts the browser for Vitest tests. The caller closes it. */
export async function launchTestBrowser(): Promise<Browser> {
  const browser = await chromium.launch({ ...testBrowserOptions, timeout: PATIENCE_MS });
  browser.on("context", (context) => context.setDefaultTimeout(PATIENCE_MS));
  return browser;
}
