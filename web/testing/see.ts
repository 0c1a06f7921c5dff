import { expect, type Page } from "@playwright/test";
import { PATIENCE_MS } from "../../scripts/patience.ts";

/** Waits until the expectation becomes true on the page. */
export const see = expect.configure({ timeout: PATIENCE_MS });

export const notifications = (page: Page) => page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");

export async function seeToast(page: Page, title: string, text: string): Promise<void> {
  await see(notifications(page).getByText(title, { exact: true })).toBeVisible();
  await see(notifications(page).getByText(text, { exact: true })).toBeVisible();
}
