import { expect, type Page } from "@playwright/test";

/** Waits for what a person would see; patient, because the machine may be busy. */
export const see = expect.configure({ timeout: 20_000 });

export const notifications = (page: Page) => page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");

export async function seeToast(page: Page, title: string, text: string): Promise<void> {
  await see(notifications(page).getByText(title, { exact: true })).toBeVisible();
  await see(notifications(page).getByText(text, { exact: true })).toBeVisible();
}
