import type { Locator, Page } from "@playwright/test";
import { DEFAULT_REVIEW_SETTINGS } from "../../shared/domain/inbox.ts";
import { skipOnboarding } from "../../web/testing/skip-onboarding.ts";
import { findInvitationLink, invite } from "./invite.ts";
import { buildEmail, IT_HELP } from "./small-team.ts";
import { expect, seeToast, signIn, test } from "./story.ts";
import { getTestAddresses } from "./story-data.ts";
import { WorkspaceSetup } from "./workspace.ts";

// The product refuses the requests of a removed person's session.
test.use({ expectedErrors: [/status of 40[0139]|\/api\/events/] });

const TITLE = "Pages do not load over the VPN of a hotel";
const HINT = "A restart is not needed.";

test("two people play a day through: invited, fixed in Slack, edited at once, taken over, removed, restored, left", async ({
  page,
  context,
  place,
  browser,
  baseURL,
  request,
}) => {
  const email = buildEmail("tobias", place.slack.teamId);
  const other = await browser.newContext({ baseURL: baseURL ?? "" });
  await other.addInitScript(skipOnboarding);
  const tobias = await other.newPage();
  const slack = await context.newPage();
  const confluence = await context.newPage();
  await signIn(page, place);
  const workspace = new WorkspaceSetup(page, place);
  const heading = (one: Page) => one.getByRole("heading", { level: 1 });

  await test.step("Noor invites Tobias, who comes in by the link of the mail", async () => {
    await page.goto("/settings/team");
    await invite(page, email, "Editor");
    await tobias.goto(await findInvitationLink(request, email));
    await tobias.getByLabel("First name").fill("Tobias");
    await tobias.getByLabel("Last name").fill("Weber");
    await tobias.getByLabel("Password", { exact: true }).fill("spare routers at the fair");
    await tobias.getByLabel("Repeat the password").fill("spare routers at the fair");
    await tobias.getByRole("button", { name: "Join Larkmoor" }).click();
    await expect(heading(tobias)).toHaveText("Dashboard");
    await expect(page.getByRole("region", { name: "2 people" })).toContainText("Tobias Weber");
  });

  await test.step("nothing is published unread; who gave an answer is asked in its thread", async () => {
    await workspace.connectConfluence();
    await workspace.connectSlack();
    const [channel] = await workspace.monitor(IT_HELP);
    const review = { ...DEFAULT_REVIEW_SETTINGS, acceptedRisk: 0 };
    expect((await page.request.put("/api/review-settings", { data: review })).status()).toBe(200);
    const questions = `/api/collaboration-channels/${channel?.id}/questions`;
    expect((await page.request.put(questions, { data: { isOn: true } })).status()).toBe(200);
    if (channel) await workspace.analyse(channel);
    await page.goto("/articles");
    await expect(page.getByRole("link", { name: "Inbox: 2 to decide" })).toBeVisible();
  });

  await slack.goto(`${getTestAddresses().slack}/teams/${place.slack.teamId}/C0ITHELP`);
  await tellOfEvents(page, true);
  try {
    await test.step("Tobias puts the article right in Slack, which publishes it", async () => {
      const question = slack.getByRole("article").filter({ has: slack.getByRole("button", { name: "Fix" }) });
      await expect(async () => {
        await slack.reload();
        await expect(question).toHaveCount(2, { timeout: 1000 });
      }).toPass();
      await question.first().getByLabel("Press as").selectOption({ label: "Tobias Weber" });
      await question.first().getByRole("button", { name: "Fix", exact: true }).click();
      const form = await formIn(slack);
      await form.getByLabel("Title").fill(TITLE);
      await form.getByRole("button").first().click();
      await page.goto("/articles");
      await expect(page.getByRole("link", { name: TITLE })).toBeVisible();
    });

    await test.step("its page is on Confluence, in the words of Tobias", async () => {
      await page.getByRole("link", { name: TITLE }).click();
      await expect(heading(page)).toHaveText(TITLE);
      await page.getByRole("button", { name: "Details" }).click();
      await expect(pageRow(page).getByText("Published", { exact: true })).toBeVisible();
      await confluence.goto(
        (await pageRow(page).getByRole("link", { name: "Open the page" }).getAttribute("href")) ?? "",
      );
      await expect(confluence.getByText(TITLE).first()).toBeVisible();
    });

    await test.step("both edit it at once: each sees the other, and neither overwrites", async () => {
      await page.getByRole("link", { name: "Edit", exact: true }).click();
      await expect(page.getByRole("textbox", { name: "Title", exact: true })).toHaveValue(TITLE);
      await tobias.goto(new URL(page.url()).pathname);
      await expect(tobias.getByText("Noor Haddad is editing this.")).toBeVisible();
      await tobias.getByRole("link", { name: "Edit", exact: true }).click();
      await expect(tobias.getByText("Noor Haddad is editing this article, too.")).toBeVisible();
      await expect(page.getByText("Tobias Weber is editing this article, too.")).toBeVisible();
      await page.getByRole("textbox", { name: "Title", exact: true }).fill(`${TITLE}, and what helps`);
      await typeAtTheEnd(tobias, ` ${HINT}`);
      await page.getByRole("button", { name: /^Save/ }).click();
      await expect(heading(page)).toHaveText(`${TITLE}, and what helps`);
      await expect(tobias.getByText("Noor Haddad changed the article since you started editing")).toBeVisible();
      await tobias.getByRole("button", { name: "Take over and continue" }).click();
      await tobias.getByRole("button", { name: /^Save/ }).click();
      for (const one of [page, tobias]) {
        await expect(one.getByRole("main")).toContainText(HINT);
        await expect(heading(one)).toHaveText(`${TITLE}, and what helps`);
      }
      await expect(async () => {
        await confluence.reload();
        await expect(confluence.getByRole("article")).toContainText(HINT, { timeout: 1000 });
      }).toPass();
    });
  } finally {
    await tellOfEvents(page, false);
  }

  await test.step("Noor corrects the page on Confluence, and Tobias takes it over into the library", async () => {
    await confluence.getByRole("link", { name: "Edit" }).click();
    const body = confluence.getByLabel("Body (storage format)");
    await body.fill((await body.inputValue()).replaceAll(HINT, "A restart of the tunnel is enough."));
    await confluence.getByRole("button", { name: "Save" }).click();
    await tobias.getByRole("button", { name: "Details" }).click();
    await pageRow(tobias).getByRole("button", { name: "Import page edits" }).click();
    const dialog = tobias.getByRole("dialog", { name: /^Changes on the page/ });
    await expect(dialog).toContainText("of the tunnel is enough");
    await dialog.getByRole("button", { name: "Take into the article" }).click();
    await seeToast(tobias, "Changes taken over");
    await expect(page.getByRole("main")).toContainText("A restart of the tunnel is enough.");
  });

  await test.step("Tobias removes the article with its page; Noor restores both with one press", async () => {
    const at = page.url();
    await tobias.getByRole("button", { name: "More actions" }).click();
    await tobias.getByRole("button", { name: "Remove", exact: true }).click();
    await tobias.getByRole("alertdialog").getByRole("button", { name: "Remove article and its pages" }).click();
    await seeToast(tobias, "emoved");
    await page.goto("/articles?view=trash");
    await page.getByRole("button", { name: `Restore ${TITLE}, and what helps` }).click();
    await page.goto(at);
    await expect(heading(page)).toHaveText(`${TITLE}, and what helps`);
    await expect(async () => {
      await confluence.reload();
      await expect(confluence.getByRole("article")).toContainText("of the tunnel is enough", { timeout: 1000 });
    }).toPass();
  });

  await test.step("Tobias leaves: his article goes to Noor, and his words stay with his name", async () => {
    await page.goto("/settings/team");
    await page.getByRole("button", { name: "Remove Tobias Weber" }).click();
    const question = page.getByRole("alertdialog");
    await question.getByRole("combobox").selectOption({ label: "Noor Haddad" });
    await question.getByRole("button", { name: "Remove Tobias Weber" }).click();
    await seeToast(page, "Person removed");
    await tobias.goto("/articles");
    await expect(heading(tobias)).not.toHaveText("Knowledge Articles");
    await page.goto("/articles");
    await page.getByRole("link", { name: TITLE }).click();
    await expect(page.getByText("owned by you")).toBeVisible();
  });
  await other.close();
});

const pageRow = (page: Page): Locator =>
  page.getByRole("listitem").filter({ hasText: "Handbook" }).filter({ hasText: "version" });

async function formIn(slack: Page): Promise<Locator> {
  const form = slack.getByRole("dialog");
  await expect(async () => {
    await slack.reload();
    await expect(form).toBeVisible({ timeout: 1000 });
  }).toPass();
  return form;
}

async function typeAtTheEnd(page: Page, words: string): Promise<void> {
  await page.getByRole("textbox", { name: "Text of the article" }).locator("p").first().click();
  await page.keyboard.press("End");
  await page.keyboard.type(words);
}

/** Sets or removes the Request URL in the settings of the Slack app. */
async function tellOfEvents(page: Page, areSent: boolean): Promise<void> {
  const answer = await page.request.put(`${getTestAddresses().control}/slack/events`, { data: { areSent } });
  expect(answer.ok()).toBe(true);
}
