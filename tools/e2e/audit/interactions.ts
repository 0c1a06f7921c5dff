import type { Browser, Page } from "@playwright/test";
import type { Log } from "../../../shared/contract/activity.ts";
import type { Article } from "../../../shared/contract/articles.ts";
import { filterLogs } from "../../../web/testing/activity-answers.ts";
import { startFakeServer } from "../../../web/testing/fake-server.ts";
import * as sample from "../../../web/testing/sample-data.ts";
import { skipOnboarding } from "../../../web/testing/skip-onboarding.ts";

const ARTICLES = 1_000;
const LOGS = 10_000;
const SLOWER = 4;

type Step = [name: string, act: (page: Page) => Promise<unknown>];

const articles = Array.from({ length: ARTICLES }, (_, index) => ({
  ...(sample.articles[index % sample.articles.length] as Article),
  id: sample.idOf(1_000 + index),
  title: `Article ${index + 1}`,
}));
const logs = Array.from({ length: LOGS }, (_, index) => ({
  ...(sample.logs[index % sample.logs.length] as Log),
  id: sample.idOf(1_000_000 + LOGS - index),
  message: `Entry ${LOGS - index}.`,
}));

const key = (name: string) => (page: Page) => page.keyboard.press(name);
/** Presses a key in a select element, which causes a real event, unlike `selectOption`. */
const choose = (label: string, key: string) => async (page: Page) => {
  await page.getByLabel(label, { exact: true }).focus();
  await page.keyboard.press(key);
};
const click = (name: string) => (page: Page) => page.getByRole("button", { name }).first().click();

const JOURNEYS: Record<string, Step[]> = {
  "/articles": [
    ["j: the next article", key("j")],
    ["j again", key("j")],
    ["k: the one before", key("k")],
    ["x: select", key("x")],
    ["Select all", click("Select all")],
    ["Esc: none", key("Escape")],
    ["Filters", click("Filters")],
    ["choose a difficulty", choose("Difficulty", "b")],
    ["Clear", click("Clear")],
    ["a letter in the search", (page) => page.getByPlaceholder(/^Search by/).pressSequentially("q")],
    ["open an article", (page) => page.locator("[data-article] h2 a").first().click()],
  ],
  "/logs": [
    ["View Details", (page) => page.getByText("View Details").first().click()],
    ["choose a type", choose("Type", "e")],
    ["all types", choose("Type", "Home")],
    ["a letter in the search", (page) => page.getByPlaceholder("Search logs...").pressSequentially("n")],
    ["Export Logs", click("Export Logs")],
  ],
};

const SCROLLS: Step[] = [
  [
    "wheel, ten times",
    async (page) => {
      for (let turn = 0; turn < 10; turn += 1) await page.mouse.wheel(0, 600);
    },
  ],
  ["to the middle", (page) => page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2))],
  ["to the end", (page) => page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))],
];

export interface Latency {
  name: string;
  /**
   * Milliseconds from the press to the next paint; for a scroll, the longest time without a paint. The value is the median of
   * all rounds.
   */
  ms: number;
}

/** Measures the wait of a person on a processor four times slower, with 1,000 articles and 10,000 logs. */
export async function measureLatencies(browser: Browser, webRoot: string, rounds: number): Promise<Latency[]> {
  const server = await startFakeServer(webRoot);
  server.answer("GET /api/articles/recent", () => articles);
  server.answer("GET /api/articles/search", () => articles.filter(({ difficulty }) => difficulty === "beginner"));
  server.answer("GET /api/logs", ({ query }) => filterLogs(logs, { limit: String(LOGS), ...query }));
  const measured = new Map<string, number[]>();
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const path of Object.keys(JOURNEYS)) {
        const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
        await context.addInitScript(skipOnboarding);
        await context.addInitScript(observeEvents);
        const page = await context.newPage();
        for (const [kind, steps, measure] of [
          ["", JOURNEYS[path] ?? [], eventLatency],
          ["scroll ", SCROLLS, longestFrame],
        ] as const) {
          await page.goto(server.address + path);
          await page.locator("main :is([data-article], [data-log])").first().waitFor();
          const session = await context.newCDPSession(page);
          await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
          for (const [name, act] of steps) {
            const title = `${path} ${kind}${name}`;
            const ms = await measure(page, act);
            measured.set(title, [...(measured.get(title) ?? []), ms]);
          }
          await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
        }
        await context.close();
      }
    }
  } finally {
    await server.close();
  }
  return [...measured].map(([name, all]) => ({ name, ms: Math.round(middleOf(all)) }));
}

/** Returns the value of the Event Timing API: input delay, processing and rendering together. */
async function eventLatency(page: Page, act: Step[1]): Promise<number> {
  await page.evaluate(() => void ((window as unknown as { longest: number }).longest = 0));
  await act(page);
  await rest(page);
  return page.evaluate(() => (window as unknown as { longest: number }).longest);
}

function observeEvents(): void {
  const seen = window as unknown as { longest: number };
  seen.longest = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
  }).observe({ type: "event", durationThreshold: 16, buffered: false } as PerformanceObserverInit);
}

async function longestFrame(page: Page, act: Step[1]): Promise<number> {
  await page.evaluate(() => {
    const seen = window as unknown as { longest: number; stop: boolean };
    Object.assign(seen, { longest: 0, stop: false });
    let last = performance.now();
    const look = (now: number) => {
      seen.longest = Math.max(seen.longest, now - last);
      last = now;
      if (!seen.stop) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await act(page);
  await rest(page);
  return page.evaluate(() => {
    const seen = window as unknown as { longest: number; stop: boolean };
    seen.stop = true;
    return seen.longest;
  });
}

/** Waits until the page has been idle for a while, so that the effects of an interaction are rendered. */
const rest = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        setTimeout(() => requestIdleCallback(() => resolve(), { timeout: 5_000 }), 600);
      }),
  );

const middleOf = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
