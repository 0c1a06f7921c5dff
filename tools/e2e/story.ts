import { join } from "node:path";
import { test as base, expect, type Page } from "@playwright/test";
import { LONGEST_TEST_MS } from "../../scripts/patience.ts";
import { DEFAULT_REVIEW_SETTINGS } from "../../shared/domain/inbox.ts";
import { skipOnboarding } from "../../web/testing/skip-onboarding.ts";
import { startProduct } from "./start-product.ts";
import { createStoryData, getTestAddresses, type StoryData } from "./story-data.ts";

interface StoryFixtures {
  /** Expected errors in the browser's console. Any other error fails the test. */
  expectedErrors: RegExp[];
  /** True if the welcome and the tour are part of the test. */
  firstVisit: boolean;
  /** The data of a signed-out person with a workspace, a chat and platforms. */
  place: StoryData;
}

interface WorkerFixtures {
  /**
   * One product per test worker. A test that disturbs the product (a platform, mail, a clock) affects no test of another
   * worker.
   */
  product: undefined;
}

export const test = base.extend<StoryFixtures, WorkerFixtures>({
  product: [
    async ({ browserName: _any }, use, { parallelIndex, project }) => {
      const stop = await startProduct(join(project.outputDir, `product-${parallelIndex}`));
      await use(undefined);
      await stop();
    },
    { scope: "worker", auto: true, timeout: LONGEST_TEST_MS },
  ],
  expectedErrors: [[], { option: true }],
  firstVisit: [false, { option: true }],
  baseURL: async ({ baseURL, product: _started }, use) => use(baseURL ?? getTestAddresses().product),
  context: async ({ context, expectedErrors, firstVisit }, use) => {
    if (!firstVisit) await context.addInitScript(skipOnboarding);
    const errors: string[] = [];
    context.on("weberror", (error) => errors.push(String(error.error())));
    context.on("console", (message) => {
      if (message.type() === "error") errors.push(`${message.text()} (${message.location().url})`);
    });
    await use(context);
    const unexpected = errors.filter((error) => !expectedErrors.some((expected) => expected.test(error)));
    expect(unexpected, "The browser's console says").toEqual([]);
  },
  place: async ({ request }, use) => use(await createStoryData(request)),
});

export { expect };

/** Signs in as the form of the sign-in page does. The page's browser context then has the session. */
export async function signIn(page: Page, { email, password }: StoryData): Promise<void> {
  const answer = await page.request.post("/api/login", { form: { email, password }, maxRedirects: 0 });
  expect(answer.status()).toBe(303);
  await publishEverything(page);
}

/** Switches drafts off, because the tests are about published articles. */
async function publishEverything(page: Page): Promise<void> {
  const data = { ...DEFAULT_REVIEW_SETTINGS, reviewNewChannels: false, acceptedRisk: 100 };
  expect((await page.request.put("/api/review-settings", { data })).status()).toBe(200);
}

/** Expects exactly one toast with this title and text. */
export async function seeToast(page: Page, title: string, text: string | RegExp = ""): Promise<void> {
  const toast = page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");
  await expect(toast).toContainText(title);
  await expect(toast).toContainText(text);
}
