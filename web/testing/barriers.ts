import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** Everything that moves has come to rest: a half-faded text has no contrast to measure. */
export async function comeToRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const moving = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
}

/** What axe finds. */
export async function barriersOn(page: Page): Promise<string[]> {
  await comeToRest(page);
  // The other mode opens a window of its own for each look; it is for pages with frames of other hosts.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}
