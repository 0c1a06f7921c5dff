import type { Locator, Page } from "@playwright/test";
import { addresses } from "./place.ts";
import { CAUSE, FIX, IT_HELP } from "./small-talk.ts";
import { expect, signIn, test } from "./story.ts";
import { Workspace } from "./workspace.ts";

/** What the product promises: within a minute. */
const seen = expect.configure({ timeout: 60_000 });
const LOST_WORDS = "our packets are too large";

test("what is edited and deleted in chat is seen to change the article and its page, without a reload", async ({
  page,
  context,
  place,
}) => {
  test.setTimeout(240_000);
  await signIn(page, place);
  const workspace = new Workspace(page, place);
  await workspace.connectConfluence();
  await workspace.fill([IT_HELP]);
  const confluence = await context.newPage();
  const slack = await context.newPage();
  const row = page.getByRole("listitem").filter({ hasText: "Handbook" }).filter({ hasText: "version" });
  const article = page.getByRole("main");
  const published = confluence.getByRole("article");

  await test.step("the article and its page say what was said", async () => {
    await page.goto("/articles");
    await page.getByRole("link", { name: /VPN/ }).click();
    await expect(row.getByText("Published", { exact: true })).toBeVisible();
    await confluence.goto((await row.getByRole("link", { name: "Open the page" }).getAttribute("href")) ?? "");
    for (const shown of [article, published]) {
      await seen(shown).toContainText("MTU = 1280");
      await seen(shown).toContainText(LOST_WORDS);
    }
  });

  await slack.goto(`${addresses().slack}/teams/${place.slack.teamId}/C0ITHELP`);
  await tellOfEvents(page, true);
  try {
    await test.step("an edit changes both", async () => {
      const message = await openMessage(slack, FIX);
      await message.getByLabel("New text").fill(FIX.replace("1280", "1240"));
      await message.getByRole("button", { name: "Save" }).click();
      for (const shown of [article, published]) {
        await seen(shown).toContainText("MTU = 1240");
        await seen(shown).not.toContainText("1280");
        await seen(shown).toContainText(LOST_WORDS);
      }
    });

    await test.step("a deletion takes its sentences out of both", async () => {
      const message = await openMessage(slack, CAUSE);
      await message.getByRole("button", { name: "Delete" }).click();
      for (const shown of [article, published]) {
        await seen(shown).not.toContainText(LOST_WORDS);
        await seen(shown).toContainText("MTU = 1240");
      }
    });
  } finally {
    await tellOfEvents(page, false);
  }
});

async function openMessage(slack: Page, text: string): Promise<Locator> {
  const message = slack.getByRole("article").filter({ has: slack.locator("pre", { hasText: text }) });
  await message.getByText("Reply, edit, delete").click();
  return message;
}

/** The Request URL in the settings of the app at Slack. */
async function tellOfEvents(page: Page, areSent: boolean): Promise<void> {
  const answer = await page.request.put(`${addresses().control}/slack/events`, { data: { areSent } });
  expect(answer.ok()).toBe(true);
}
