import type { BrowserContext } from "@playwright/test";
import { openMenu, openScreen, type Screen } from "../screens.ts";
import { findAccessibilityProblems, HEIGHT } from "./axe.ts";

/** Groups of window widths. Changing the width within a group keeps dialogs open; between the groups the layout changes. */
const DESK = [1440, 768];
const PHONE = [360, 320];

/** Returns axe's findings on every screen and open dialog of the session's workspace. */
export async function auditWorkspaceAccessibility(context: BrowserContext, screens: Screen[]): Promise<string[]> {
  const findings: string[] = [];
  const page = await context.newPage();
  for (const widths of [DESK, PHONE]) {
    const menu: Screen[] = widths === PHONE ? [{ name: "menu", path: "/", open: openMenu }] : [];
    for (const screen of [...screens, ...menu]) {
      const { name } = screen;
      await page.setViewportSize({ width: widths[0] ?? 0, height: HEIGHT });
      try {
        await openScreen(page, screen);
        findings.push(...(await findAccessibilityProblems(page, widths)).map((finding) => `${name}, ${finding}`));
      } catch (error) {
        findings.push(`${name}, ${widths[0]} px: could not be looked at: ${String(error).split("\n")[0]}`);
      }
    }
  }
  await page.close();
  return findings;
}
