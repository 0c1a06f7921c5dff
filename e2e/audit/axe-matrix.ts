import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { skipOnboarding } from "../../web/testing/skip-onboarding.ts";
import { openMenu, type Screen } from "../screens.ts";

const WIDTHS = [1440, 768, 360, 320];
const HEIGHT = 900;
const LOADS_MS = 20_000;

interface Subject {
  baseURL: string;
  screens: Screen[];
  signIn: (page: Page) => Promise<void>;
}

/** What axe finds on every screen and open dialog, light and dark, from a desk to the narrowest phone, one line for each finding. */
export async function axeMatrix(browser: Browser, subject: Subject): Promise<{ looked: number; findings: string[] }> {
  const findings: string[] = [];
  let looked = 0;
  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of WIDTHS) {
      const context = await browser.newContext({
        baseURL: subject.baseURL,
        colorScheme,
        reducedMotion: "reduce",
        viewport: { width, height: HEIGHT },
      });
      await context.addInitScript(skipOnboarding);
      for (const [name, found] of await findingsIn(context, subject, width)) {
        looked += 1;
        findings.push(...found.map((finding) => `${name}, ${colorScheme}, ${width} px: ${finding}`));
      }
      await context.close();
    }
  }
  return { looked, findings };
}

async function findingsIn(context: BrowserContext, { screens, signIn }: Subject, width: number) {
  const found: [name: string, findings: string[]][] = [];
  const page = await context.newPage();
  await signIn(page);
  const menu: Screen = ["menu", "/", openMenu];
  for (const [name, path, prepare] of width < 768 ? [...screens, menu] : screens) {
    const findings: string[] = [];
    try {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).waitFor({ timeout: LOADS_MS });
      await prepare?.(page);
      await page.waitForFunction(() => document.querySelector(".skeleton") === null, null, { timeout: LOADS_MS });
      const { violations } = await new AxeBuilder({ page }).analyze();
      for (const { id, nodes } of violations) findings.push(`${id}: ${nodes[0]?.html}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      if (wide > width) findings.push(`is ${wide} px wide`);
    } catch (error) {
      findings.push(`could not be looked at: ${String(error).split("\n")[0]}`);
    }
    found.push([name, findings]);
  }
  return found;
}
