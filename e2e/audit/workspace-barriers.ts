import type { BrowserContext, Page } from "@playwright/test";
import { openMenu, type Screen } from "../screens.ts";
import { barriersOn, HEIGHT } from "./axe.ts";

/** What is open stays open while a window is made narrower within one of these; across them the layout is another one. */
const DESK = [1440, 768];
const PHONE = [360, 320];
const LOADS_MS = 20_000;

/** `barriersOn` for every screen and open dialog of the workspace whose session the context has. */
export async function workspaceBarriers(context: BrowserContext, screens: Screen[]): Promise<string[]> {
  const findings: string[] = [];
  const page = await context.newPage();
  for (const widths of [DESK, PHONE]) {
    const menu: Screen[] = widths === PHONE ? [["menu", "/", openMenu]] : [];
    for (const [name, path, prepare] of [...screens, ...menu]) {
      await page.setViewportSize({ width: widths[0] ?? 0, height: HEIGHT });
      try {
        await open(page, path);
        await prepare?.(page);
        findings.push(...(await barriersOn(page, widths)).map((finding) => `${name}, ${finding}`));
      } catch (error) {
        findings.push(`${name}, ${widths[0]} px: could not be looked at: ${String(error).split("\n")[0]}`);
      }
    }
  }
  await page.close();
  return findings;
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).waitFor({ timeout: LOADS_MS });
  await page.waitForFunction(() => document.querySelector(".skeleton") === null, null, { timeout: LOADS_MS });
}
