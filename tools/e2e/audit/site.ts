import type { Browser } from "@playwright/test";
import { findAccessibilityProblems } from "./axe.ts";
import { measureShifts, measureWeight } from "./first-visit.ts";
import { Lighthouse } from "./lighthouse.ts";
import { PUBLIC_PAGES } from "./public-pages.ts";

/** The delay of fonts, long enough that the page is painted without its fonts. */
const FONTS_LATE_MS = 400;
/** A smaller layout shift rounds to 0.000 and is invisible. */
const LEAST_SHIFT = 0.0005;
/**
 * The largest allowed layout shift with late fonts. Core Web Vitals call 0.1 good; text that wraps differently in its final
 * font causes less.
 */
const MOST_LATE_SHIFT = 0.05;
const WIDTHS = [1440, 768, 360, 320];

/** Prints one figure and counts it when it misses its goal. */
export type PrintFigure = (isMet: boolean, line: string) => void;
type Say = (line: string) => void;

/** Measures the public pages' weight, the requests that block the first paint, and layout shifts. */
export async function auditFirstVisits(browser: Browser, origin: string, say: Say, figure: PrintFigure): Promise<void> {
  say(
    "\nFirst visit: kB on the wire of HTML, CSS and script; of scripts in files; of fonts; requests before the first picture;",
  );
  say(`how far things jump (aim 0), and when the fonts come ${FONTS_LATE_MS} ms late (aim ${MOST_LATE_SHIFT})`);
  for (const { path, kB: most } of PUBLIC_PAGES) {
    const { kB, blocking } = await measureWeight(browser, origin + path);
    const shifts = await measureShifts(browser, origin + path, 0);
    const late = await measureShifts(browser, origin + path, FONTS_LATE_MS);
    const isLight = kB.text <= most.text && kB.script <= most.script && kB.fonts <= most.fonts;
    const isStill = shifts.sum < LEAST_SHIFT && late.sum <= MOST_LATE_SHIFT;
    const figures = [kB.text, kB.script, kB.fonts].map((one) => one.toFixed(1).padStart(6)).join("");
    const jumps = `${shifts.sum.toFixed(4)}  ${late.sum.toFixed(4)}`;
    figure(isLight && isStill && blocking.length === 0, `${figures}  ${1 + blocking.length}  ${jumps}  ${path}`);
    for (const file of blocking) say(`           waits for ${file}`);
    for (const part of shifts.parts) say(`           ${part} jumps`);
  }
}

/** Prints axe's findings on the public pages, including the cookie question. */
export async function auditAccessibility(
  browser: Browser,
  origin: string,
  say: Say,
  figure: PrintFigure,
): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const findings: string[] = [];
  for (const { path } of PUBLIC_PAGES) {
    await page.goto(origin + path);
    await page.locator("#cookie-consent").waitFor();
    findings.push(...(await findAccessibilityProblems(page, WIDTHS)).map((finding) => `${path}, ${finding}`));
  }
  await context.close();
  say(`\naxe, light and dark, 320 to 1440 px: ${PUBLIC_PAGES.length} public pages`);
  figure(findings.length === 0, `${String(findings.length).padStart(5)}  findings (aim 0)`);
  for (const finding of findings) say(`           ${finding}`);
}

/** Prints Lighthouse's scores of each kind of public page. */
export async function auditScores(origin: string, rounds: number, say: Say, figure: PrintFigure): Promise<void> {
  say("\nLighthouse on the public pages: performance, accessibility, best practices, SEO");
  const lighthouse = await Lighthouse.open();
  try {
    for (const { path, aims, isHidden = false, isOneOfMany } of PUBLIC_PAGES) {
      if (isOneOfMany) continue;
      for (const device of ["desktop", "mobile"] as const) {
        const scores = await lighthouse.scores(origin + path, { device, aims, isHidden }, rounds);
        const figures = scores.map(({ score }) => String(score).padStart(5)).join("");
        figure(
          scores.every(({ score, aim }) => score >= aim),
          `${figures}  ${device.padEnd(8)} ${path}`,
        );
        for (const { score, aim, lost } of scores)
          if (score < aim) for (const audit of lost) say(`           ${audit}`);
      }
    }
  } finally {
    await lighthouse.close();
  }
}
