import type { APIRequestContext, Page } from "@playwright/test";
import type { ReceivedMail } from "../stand-ins/mail/mail.ts";
import { expect } from "./story.ts";
import { getTestAddresses } from "./story-data.ts";

/** Invites a person on the team's page. */
export async function invite(page: Page, email: string, role: string): Promise<void> {
  await page.getByRole("button", { name: "Invite People" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite people" });
  await dialog.getByLabel("Email addresses").fill(email);
  await dialog.getByLabel("Role").selectOption(role);
  await dialog.getByLabel("Welcome message").fill("Glad to have you.");
  await dialog.getByRole("button", { name: "Invite", exact: true }).click();
  await expect(dialog.getByRole("listitem")).toContainText("Invited");
  await dialog.getByRole("button", { name: "Done" }).click();
}

/** Returns the invitation link in the newest of `number` mails. */
export async function findInvitationLink(request: APIRequestContext, email: string, number = 1): Promise<string> {
  let links: string[] = [];
  await expect
    .poll(async () => {
      const mails = (await (await request.get(`${getTestAddresses().mail}/api/mails`)).json()) as ReceivedMail[];
      links = mails
        .filter(({ to }) => to.includes(email))
        .map(({ text }) => /\/join\?token=[\w-]+/.exec(text)?.[0] ?? "");
      return links.length;
    })
    .toBe(number);
  return links[number - 1] ?? "";
}
