import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** Everything that moves has come to rest: a half-faded text has no contrast to measure. */
export async function waitUntilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const moving = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
}

/**
 * Axe for the page that is open. It tells what it finds wrong and nothing of what is right, which is half of its work; and
 * where it has looked before, it is not read again. The other mode opens a window of its own for each look; it is for pages
 * with frames of other hosts.
 */
export async function axeOn(page: Page): Promise<AxeBuilder> {
  const isRead = page.frames().length === 1 && (await page.evaluate(() => "axe" in window));
  const axe = new AxeBuilder({ page, ...(isRead && { axeSource: ";" }) });
  return axe.setLegacyMode().options({ resultTypes: ["violations"] });
}

/** What axe finds. */
export async function barriersOn(page: Page): Promise<string[]> {
  await waitUntilStill(page);
  const { violations } = await (await axeOn(page)).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}
