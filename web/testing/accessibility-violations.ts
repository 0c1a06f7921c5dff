import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** Waits until all animations have ended, because the contrast of a half-faded text cannot be measured. */
export async function waitUntilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const moving = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
}

/**
 * Runs the accessibility checker Axe on the open page. Reports only violations, which halves the time. The non-legacy
 * mode would open a window for each run, and is needed only for pages with frames of other hosts.
 */
export async function createAxe(page: Page): Promise<AxeBuilder> {
  const isRead = page.frames().length === 1 && (await page.evaluate(() => "axe" in window));
  const axe = new AxeBuilder({ page, ...(isRead && { axeSource: ";" }) });
  return axe.setLegacyMode().options({ resultTypes: ["violations"] });
}

/** The accessibility violations that Axe finds. */
export async function findAccessibilityViolations(page: Page): Promise<string[]> {
  await waitUntilStill(page);
  const { violations } = await (await createAxe(page)).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}
