import type { Page } from "@playwright/test";
import { createAxe } from "../../../web/testing/accessibility-violations.ts";

export const HEIGHT = 900;
const LOADS_MS = 20_000;
/** Axe's rules that depend on colors. All other rules have the same result in dark mode and run in light mode only. */
const OF_COLOUR = ["color-contrast", "link-in-text-block"];

/**
 * Returns axe's findings on an open page, in light and dark, at each of `widths` without reloading. Also returns where the page
 * scrolls sideways. One line per finding.
 */
export async function findAccessibilityProblems(page: Page, widths: readonly number[]): Promise<string[]> {
  const findings: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: HEIGHT });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.waitForFunction(() => document.querySelector(".skeleton") === null, null, { timeout: LOADS_MS });
      await page.evaluate(nextPicture);
      const axe = await createAxe(page);
      const { violations } = await (colorScheme === "dark" ? axe.withRules(OF_COLOUR) : axe).analyze();
      for (const { id, nodes } of violations)
        findings.push(`${colorScheme}, ${width} px: ${id}: ${nodes.length} times, such as ${nodes[0]?.html}`);
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    if (wide > width) findings.push(`${width} px: is ${wide} px wide`);
  }
  return findings;
}

const nextPicture = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
