import { type BrowserContext, chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { browserOptions } from "../../playwright.config.ts";
import { freePort } from "../free-port.ts";

const AIMS = { performance: 98, accessibility: 100, "best-practices": 100 } as const;
type Category = keyof typeof AIMS;

export interface Score {
  name: string;
  score: number;
  aim: number;
  /** The audits that cost points. */
  lost: string[];
}

/** Lighthouse's scores of a page in the name of who is signed in, on a desk with the usual simulated network. Best of `rounds`. */
export async function lighthouseScores(address: string, context: BrowserContext, rounds: number): Promise<Score[]> {
  const cookies = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const port = await freePort();
  const browser = await chromium.launch({
    ...browserOptions,
    args: [...(browserOptions.args ?? []), `--remote-debugging-port=${port}`],
  });
  try {
    const best = new Map<Category, Score>();
    for (let round = 0; round < rounds; round += 1)
      for (const score of await once(address, cookies, port))
        if ((best.get(score.name as Category)?.score ?? -1) < score.score) best.set(score.name as Category, score);
    return [...best.values()];
  } finally {
    await browser.close();
  }
}

async function once(address: string, cookies: string, port: number): Promise<Score[]> {
  const result = await lighthouse(address, {
    port,
    logLevel: "error",
    onlyCategories: Object.keys(AIMS),
    extraHeaders: { Cookie: cookies },
    formFactor: "desktop",
    screenEmulation: { mobile: false, width: 1350, height: 940, deviceScaleFactor: 1, disabled: false },
    throttling: {
      rttMs: 40,
      throughputKbps: 10_240,
      cpuSlowdownMultiplier: 1,
      requestLatencyMs: 0,
      downloadThroughputKbps: 0,
      uploadThroughputKbps: 0,
    },
  });
  if (!result) throw new Error("Lighthouse gave no result.");
  const { lhr } = result;
  if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
  return Object.entries(AIMS).map(([name, aim]) => {
    const category = lhr.categories[name];
    const lost = (category?.auditRefs ?? [])
      .map(({ id, weight }) => ({ weight, audit: lhr.audits[id] }))
      .filter(({ weight, audit }) => weight > 0 && (audit?.score ?? 1) < 1)
      .map(({ audit }) => `${audit?.title} ${audit?.displayValue ?? ""}`.trim());
    return { name, score: Math.round((category?.score ?? 0) * 100), aim, lost };
  });
}
