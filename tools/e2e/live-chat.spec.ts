import type { Locator, Page } from "@playwright/test";
import { DELETED_MESSAGE, EDITED_MESSAGE, IT_HELP } from "./small-team.ts";
import { expect, seeToast, signIn, test } from "./story.ts";
import { getTestAddresses } from "./story-data.ts";
import { WorkspaceSetup } from "./workspace.ts";

/** The product promises that changes are visible within a minute. */
const seen = expect.configure({ timeout: 60_000 });
const QUESTION = "which line do I add to the Interface block in WireGuard for the VPN in a hotel?";
const LOST_WORDS = "our packets are too large";

test("chat changes articles and their pages while one looks on: what is edited, deleted, and answered when asked", async ({
  page,
  context,
  place,
}) => {
  await signIn(page, place);
  const workspace = new WorkspaceSetup(page, place);
  await workspace.connectConfluence();
  await workspace.connectSlack();
  const [channel] = await workspace.monitor(IT_HELP);

  const asks = page.getByRole("switch", { name: `Ask in threads of ${IT_HELP}` });
  await test.step("questions in threads are switched on at the channel, and Collaboration Monitoring shows it", async () => {
    await page.goto("/channels");
    await page.getByRole("button", { name: `Settings of #${IT_HELP}` }).click();
    await asks.click();
    await expect.poll(async () => (await workspace.channels())[0]?.questions.isOn).toBe(true);
    await page.goto("/collaboration");
    await page.getByRole("tab", { name: "Manage" }).click();
    await expect(asks).toBeChecked();
  });
  if (channel) await workspace.analyse(channel);
  await test.step("the channel is watched after it was chosen", async () => {
    await page.goto("/channels");
    await page.getByRole("button", { name: "Turn on automatic monitoring" }).click();
    await page.getByRole("button", { name: "Watch 1 channel" }).click();
    await expect(page.getByText("1 of 1 channel is watched.")).toBeVisible();
  });
  const confluence = await context.newPage();
  const slack = await context.newPage();
  const row = page.getByRole("listitem").filter({ hasText: "Handbook" }).filter({ hasText: "version" });
  const article = page.getByRole("main");
  const published = confluence.getByRole("article");

  await test.step("the article and its page say what was said", async () => {
    await page.goto("/articles");
    await page.getByRole("link", { name: /VPN/ }).click();
    await page.getByRole("button", { name: "Details" }).click();
    await expect(row.getByText("Published", { exact: true })).toBeVisible();
    await confluence.goto((await row.getByRole("link", { name: "Open the page" }).getAttribute("href")) ?? "");
    for (const shown of [article, published]) {
      await seen(shown).toContainText("MTU = 1280");
      await seen(shown).toContainText(LOST_WORDS);
    }
  });

  await slack.goto(`${getTestAddresses().slack}/teams/${place.slack.teamId}/C0ITHELP`);
  await tellOfEvents(page, true);
  try {
    await test.step("an edit changes both", async () => {
      const message = await openMessage(slack, EDITED_MESSAGE, "Edit");
      await message.getByLabel("New text").fill(EDITED_MESSAGE.replace("1280", "1240"));
      await message.getByRole("button", { name: "Save" }).click();
      for (const shown of [article, published]) {
        await seen(shown).toContainText("MTU = 1240");
        await seen(shown).not.toContainText("1280");
        await seen(shown).toContainText(LOST_WORDS);
      }
    });

    await test.step("whoever asks is answered in the thread with what holds now", async () => {
      await slack.getByLabel("As", { exact: true }).last().selectOption({ label: "Priya Nair" });
      await slack.getByLabel("Message", { exact: true }).last().fill(`@lorekeep ${QUESTION}`);
      await slack.getByRole("button", { name: "Post", exact: true }).click();
      await afterReload(slack, slack.getByRole("article"), LEAD);
      await expect(answerIn(slack)).toContainText("MTU = 1240");
      await expect(answerIn(slack)).toContainText("Tobias Weber in #it-help");
    });

    await test.step("a deletion takes its sentences out of both", async () => {
      const message = await openMessage(slack, DELETED_MESSAGE, "More");
      await message.getByRole("button", { name: "Delete" }).click();
      for (const shown of [article, published]) {
        await seen(shown).not.toContainText(LOST_WORDS);
        await seen(shown).toContainText("MTU = 1240");
      }
    });

    await test.step("who gave an answer decides in the thread, and nobody else", async () => {
      const question = slack.getByRole("article").filter({ has: slack.getByRole("button", { name: "Not knowledge" }) });
      await expect(async () => {
        await slack.reload();
        await expect(question).toHaveCount(2, { timeout: 1000 });
      }).toPass();
      await press(question.first(), "Mira Lund", "It is right");
      await afterReload(slack, slack.getByRole("complementary"), "Only the person who was asked can decide");
      await expect(question).toHaveCount(2);
      await press(question.last(), "Tobias Weber", "Not knowledge");
      await afterReload(slack, slack.getByRole("article"), "said that this is not knowledge.");
      await expect(question).toHaveCount(1);
      await press(question.first(), "Tobias Weber", "Fix");
      await afterReload(slack, slack.getByRole("article"), "to be fixed. It waits in the inbox of Lorekeep.");
    });

    await test.step("what they chose waits in the inbox, and is decided there with a key each", async () => {
      const item = page.locator("[data-item]");
      await page.getByRole("link", { name: "Inbox: 2 to decide" }).click();
      await expect(page.getByRole("region", { name: "Marked as not knowledge" })).toContainText("label");
      await page.keyboard.press("j");
      await page.keyboard.press("1");
      await seeToast(page, "The article stays as it is now");
      await expect(item).toHaveCount(1);
      await page.keyboard.press("1");
      await seeToast(page, "The article is kept");
      await expect(page.getByText("Nothing to decide")).toBeVisible();
      await page.keyboard.press("z");
      await expect(item).toContainText("label");
    });

    await test.step("the answer in the thread is withdrawn when the message that it cited is deleted", async () => {
      const message = await openMessage(slack, EDITED_MESSAGE.replace("1280", "1240"), "More");
      await message.getByRole("button", { name: "Delete" }).click();
      await afterReload(slack, slack.getByRole("article"), "This answer was withdrawn");
      await expect(slack.getByRole("article").filter({ hasText: "MTU" })).toHaveCount(0);
    });

    await test.step("what Slack signed has proven the signing secret", async () => {
      await page.goto("/channels");
      const credentials = page.getByRole("list", { name: /^Credentials of/ });
      await expect(credentials.getByText(/^Signing Secret: works \(checked \d\d:\d\d\)$/)).toBeVisible();
    });
  } finally {
    await tellOfEvents(page, false);
  }
});

/** The article changed since it was verified. */
const LEAD = "Likely answer. Check it against its source.";
const answerIn = (slack: Page) => slack.getByRole("article").filter({ hasText: LEAD });

async function press(question: Locator, who: string, what: string): Promise<void> {
  await question.getByLabel("Press as").selectOption({ label: who });
  await question.getByRole("button", { name: what, exact: true }).click();
}

/** Reloads the page, because the stand-in's page does not update. */
const afterReload = (slack: Page, place: Locator, words: string) =>
  expect(async () => {
    await slack.reload();
    await expect(place.filter({ hasText: words })).toHaveCount(1, { timeout: 1000 });
  }).toPass();

async function openMessage(slack: Page, text: string, action: "Edit" | "More"): Promise<Locator> {
  const message = slack.getByRole("article").filter({ has: slack.locator("pre", { hasText: text }) });
  await message.hover();
  await message.getByText(action, { exact: true }).click();
  return message;
}

/** Sets or removes the Request URL in the settings of the Slack app. */
async function tellOfEvents(page: Page, areSent: boolean): Promise<void> {
  const answer = await page.request.put(`${getTestAddresses().control}/slack/events`, { data: { areSent } });
  expect(answer.ok()).toBe(true);
}
