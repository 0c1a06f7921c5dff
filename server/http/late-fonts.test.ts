import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildApp } from "../../web/testing/build-app.ts";
import { launchTestBrowser } from "../../web/testing/test-browser.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";

const WIDTHS = [360, 768];
let test: TestApp;
let browser: Browser;
let address: string;
let docs: string[];
beforeAll(async () => {
  const webRoot = await buildApp();
  docs = readdirSync(join(webRoot, "site"))
    .filter((file) => /^docs(--.+)?\.html$/.test(file))
    .map((file) => `/${file.replace(".html", "").replace("--", "/")}`);
  test = await createTestApp({ webRoot });
  [address, browser] = await Promise.all([test.app.listen({ host: "127.0.0.1", port: 0 }), launchTestBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await test.close();
});

it.each(WIDTHS)("fonts that come late move no line of the documentation at %i px", async (width) => {
  expect(docs.length).toBeGreaterThan(10);
  const page = await browser.newPage({ viewport: { width, height: 800 }, reducedMotion: "reduce" });
  let release = Promise.withResolvers<void>();
  let late = 0;
  // The browser does not cache intercepted requests: each document requests its fonts again.
  await page.route("**/*.woff2", async (route) => {
    late += 1;
    await release.promise;
    await route.continue();
  });
  for (const path of docs) {
    release = Promise.withResolvers<void>();
    late = 0;
    await page.goto(address + path, { waitUntil: "domcontentloaded" });
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    const first = await heights(page);
    expect(late, path).toBeGreaterThan(0);
    release.resolve();
    await page.evaluate(() => document.fonts.ready);
    expect([path, await heights(page)]).toEqual([path, first]);
  }
  await page.close();
});

/** Returns the positions of the guide's blocks: an additional line in one block moves all blocks below. */
const heights = (page: Page) =>
  page.evaluate(() =>
    Array.from(
      document.querySelectorAll("main :is(h1, h2, h3, p, li, pre, table)"),
      (part) => `${part.tagName} ${Math.round(part.getBoundingClientRect().height)}`,
    ),
  );
