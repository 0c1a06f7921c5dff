import type { Page, Route } from "@playwright/test";
import { expect, it } from "vitest";
import { useAppInBrowser } from "../testing/browser.ts";
import { idOf } from "../testing/sample-data.ts";
import { see } from "../testing/see.ts";

const app = useAppInBrowser();
const TABLET = { viewport: { width: 768, height: 2400 } } as const;
/**
 * The least layout shift that counts as a jump, as a fraction of the window's height. A smaller shift is a few pixels
 * of one line. The faults that were mended shifted by 0.02 to 0.12.
 */
const LEAST_SHIFT = 0.002;

const PAGES = [
  "/",
  "/articles",
  "/articles?view=inbox",
  "/articles?view=categories",
  "/articles?view=trash",
  `/articles/${idOf(1)}`,
  "/ask",
  "/questions",
  "/channels",
  "/collaboration",
  "/configuration",
  "/analytics",
  "/logs",
  "/notifications",
  "/settings/personal",
  "/settings/password",
  "/settings/team",
  "/settings/api",
  "/settings/subscription",
  "/settings/notifications",
  "/settings/language-model",
  "/settings/writing",
  "/settings/retention",
  "/settings/audit",
  "/settings/status",
];

declare global {
  interface Window {
    jumps: string[];
    sumOfJumps: number;
  }
}

it.each(PAGES)("nothing on %s moves while its parts load one after another", async (path) => {
  app.server.answer("GET /api/audit", () => ({ entries: [], names: {}, hasOlder: false }));
  const page = await app.open("/settings/personal", TABLET);
  await page.addInitScript(watchJumps);
  await openPartByPart(page, path);
  const { sum, jumps } = await page.evaluate(() => ({ sum: window.sumOfJumps, jumps: window.jumps }));
  expect(sum < LEAST_SHIFT ? [] : jumps, `${sum} moved`).toEqual([]);
});

it.each(["/", "/articles", "/articles?view=inbox"])("nothing on %s moves on a phone", async (path) => {
  const page = await app.open("/settings/personal", { viewport: { width: 360, height: 2400 } });
  await page.addInitScript(watchJumps);
  await openPartByPart(page, path);
  const { sum, jumps } = await page.evaluate(() => ({ sum: window.sumOfJumps, jumps: window.jumps }));
  expect(sum < LEAST_SHIFT ? [] : jumps, `${sum} moved`).toEqual([]);
});

it("nothing on a new workspace's dashboard moves, although the first steps are on top", async () => {
  for (const endpoint of ["articles/recent", "collaboration-integrations", "channels", "integrations"])
    app.server.answer(`GET /api/${endpoint}`, () => []);
  const page = await app.open("/settings/personal", { viewport: { width: 360, height: 2400 } });
  await page.addInitScript(watchJumps);
  await openPartByPart(page, "/");
  await see(page.getByRole("region", { name: "Get started" })).toBeVisible();
  const { sum, jumps } = await page.evaluate(() => ({ sum: window.sumOfJumps, jumps: window.jumps }));
  expect(sum < LEAST_SHIFT ? [] : jumps, `${sum} moved`).toEqual([]);
});

/** Opens a page and delays each answer of the server until the page has rendered the previous answer. */
async function openPartByPart(page: Page, path: string): Promise<void> {
  const held: Route[] = [];
  // Leaves the previous page first. Otherwise its requests would be delayed too, and their answers would never come
  // once that page is gone.
  await page.goto("about:blank");
  await page.route("**/api/**", (route) =>
    route.request().url().includes("/api/events") ? route.continue() : void held.push(route),
  );
  await page.goto(app.server.address + path);
  await page.evaluate(() => Promise.all([...document.fonts].map((font) => font.load())));
  await expect
    .poll(async () => {
      for (let route = held.shift(); route; route = held.shift()) {
        await route.continue();
        await route.request().response();
        await drawn(page);
      }
      return page
        .locator("main h1")
        .count()
        .then(async (headings) => headings > 0 && (await page.locator(".skeleton").count()) === 0);
    })
    .toBe(true);
}

const drawn = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

function watchJumps(): void {
  window.jumps = [];
  window.sumOfJumps = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, sources } = entry as unknown as {
        value: number;
        sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
      };
      const moved: string[] = [];
      for (const { node, previousRect: from, currentRect: to } of sources) {
        const element = node instanceof Element ? node : node?.parentElement;
        const rect = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(" ");
        moved.push(`${element?.outerHTML.slice(0, 120)}: ${rect(from)} to ${rect(to)}`);
      }
      // The browser reports the same shift again with every later frame.
      const jump = moved.join("; ");
      if (window.jumps.includes(jump)) continue;
      window.jumps.push(jump);
      window.sumOfJumps += value;
    }
  }).observe({ type: "layout-shift", buffered: true });
}
