import type { Browser, Page } from "@playwright/test";

/** The time for which the page is watched: the cookie question appears after one second. */
const WATCHED_MS = 1_600;
const PHONE = { width: 360, height: 800 };
const TABLET = { width: 768, height: 900 };
const DESK = { width: 1440, height: 900 };

export interface PageWeight {
  /** Transferred kilobytes of pages, styles and scripts; of scripts in files; of fonts. */
  kB: { text: number; script: number; fonts: number };
  /** Requests that block the first paint, besides the page itself. */
  blocking: string[];
}

/** Measures everything that the browser of a first-time visitor fetches. */
export async function measureWeight(browser: Browser, address: string): Promise<PageWeight> {
  const context = await browser.newContext({ viewport: PHONE });
  try {
    const page = await context.newPage();
    const kB = { text: 0, script: 0, fonts: 0 };
    const kinds = new Map<string, string>();
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    session.on("Network.responseReceived", ({ requestId, type }) => kinds.set(requestId, type));
    session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      const kind = kinds.get(requestId) ?? "";
      if (["Document", "Stylesheet", "Script"].includes(kind)) kB.text += encodedDataLength / 1000;
      if (kind === "Script") kB.script += encodedDataLength / 1000;
      if (kind === "Font") kB.fonts += encodedDataLength / 1000;
    });
    await page.goto(address);
    await page.evaluate(() => document.fonts.ready);
    await page.waitForLoadState("networkidle");
    const blocking = await page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .filter((entry) => (entry as unknown as { renderBlockingStatus: string }).renderBlockingStatus === "blocking")
        .map(({ name }) => new URL(name).pathname),
    );
    return { kB, blocking };
  } finally {
    await context.close();
  }
}

export interface LayoutShifts {
  sum: number;
  parts: string[];
}

/**
 * Measures the layout shift on a phone, a tablet and a desktop until the cookie question appears. Fonts arrive late by this
 * time.
 */
export async function measureShifts(browser: Browser, address: string, fontsAfterMs: number): Promise<LayoutShifts> {
  const all = await Promise.all(
    [PHONE, TABLET, DESK].map(async (viewport) => {
      const context = await browser.newContext({ viewport });
      try {
        if (fontsAfterMs > 0)
          await context.route("**/*.woff2", async (route) => {
            await new Promise((resolve) => setTimeout(resolve, fontsAfterMs));
            await route.continue();
          });
        await context.addInitScript(watchShifts);
        const page = await context.newPage();
        await page.goto(address);
        return await seenShifts(page);
      } finally {
        await context.close();
      }
    }),
  );
  return { sum: Math.max(...all.map(({ sum }) => sum)), parts: [...new Set(all.flatMap(({ parts }) => parts))] };
}

async function seenShifts(page: Page): Promise<LayoutShifts> {
  await page.waitForTimeout(WATCHED_MS);
  return page.evaluate(() => (window as unknown as { shifts: LayoutShifts }).shifts);
}

function watchShifts(): void {
  const seen: LayoutShifts = { sum: 0, parts: [] };
  Object.assign(window, { shifts: seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, sources } = entry as unknown as { value: number; sources: { node: Node | null }[] };
      seen.sum += value;
      for (const { node } of sources) {
        const element = node instanceof Element ? node : node?.parentElement;
        if (element)
          seen.parts.push(`<${element.tagName.toLowerCase()} class="${element.getAttribute("class") ?? ""}">`);
      }
    }
  }).observe({ type: "layout-shift", buffered: true });
}
