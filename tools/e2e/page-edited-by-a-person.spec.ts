import type { Page } from "@playwright/test";
import { EDITED_MESSAGE, IT_HELP } from "./small-team.ts";
import { expect, seeToast, signIn, test } from "./story.ts";
import { getTestAddresses, type StoryData } from "./story-data.ts";
import { WorkspaceSetup } from "./workspace.ts";

const ADVICE = "At a trade fair, ask Tobias for the spare router first.";

test("what a person writes on a published page stays", async ({ page, context, place }) => {
  await signIn(page, place);
  const workspace = new WorkspaceSetup(page, place);
  await workspace.connectConfluence();
  await workspace.fill();
  const confluence = await context.newPage();
  const slack = await context.newPage();
  const row = page.getByRole("listitem").filter({ hasText: "Handbook" }).filter({ hasText: "version" });

  await test.step("a person adds a paragraph on Confluence", async () => {
    await page.goto("/articles");
    await page.getByRole("link", { name: /VPN/ }).click();
    await page.getByRole("button", { name: "Details" }).click();
    await expect(row.getByText("Published", { exact: true })).toBeVisible();
    await confluence.goto((await row.getByRole("link", { name: "Open the page" }).getAttribute("href")) ?? "");
    await editPage(confluence, (storage) => `${storage}<p>${ADVICE}</p>`);
    await expect(confluence.getByText(ADVICE)).toBeVisible();
  });

  await test.step("the chat is corrected, and the next version has both", async () => {
    await correctMessage(slack, place, EDITED_MESSAGE, EDITED_MESSAGE.replace("1280", "1240"));
    await analyseChannel(page);
    await expect(row.getByText("version 2")).toBeVisible();
    await confluence.reload();
    await expect(confluence.getByRole("article")).toContainText("1240");
    await expect(confluence.getByText(ADVICE)).toBeVisible();
  });

  await test.step("both change the same sentence: the person's is kept, and the article page asks", async () => {
    await editPage(confluence, (storage) => storage.replaceAll("1240", "1100"));
    await correctMessage(slack, place, EDITED_MESSAGE.replace("1280", "1240"), EDITED_MESSAGE.replace("1280", "1200"));
    await analyseChannel(page);
    await expect(row.getByText(/^Changed in .+, \d/)).toBeVisible();
    await expect(row.getByRole("button", { name: "Try to keep both" })).toBeVisible();
    await confluence.reload();
    await expect(confluence.getByRole("article")).toContainText("1100");
  });

  await test.step("the inbox asks too: their words are kept with a key, which is undone with another", async () => {
    await page.getByRole("link", { name: "Inbox: 1 to decide" }).click();
    await expect(page.getByRole("region", { name: "Pages changed by people" })).toContainText("Handbook");
    await page.keyboard.press("j");
    await page.keyboard.press("a");
    await seeToast(page, "The page keeps its words");
    await expect(page.getByText("Nothing to decide")).toBeVisible();
    await page.keyboard.press("z");
    await expect(page.locator("[data-item]")).toContainText("Handbook");
    await page.goBack();
  });

  await test.step("one decides for the article, and the rest of what the person wrote still stays", async () => {
    await row.getByRole("button", { name: "Use article’s words" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Use article’s words" }).click();
    await seeToast(page, "Publishing");
    await expect(row.getByText("Published", { exact: true })).toBeVisible();
    await confluence.reload();
    await expect(confluence.getByRole("article")).toContainText("1200");
    await expect(confluence.getByText(ADVICE)).toBeVisible();
  });
});

async function editPage(page: Page, change: (storage: string) => string): Promise<void> {
  await page.getByRole("link", { name: "Edit" }).click();
  const body = page.getByLabel("Body (storage format)");
  await body.fill(change(await body.inputValue()));
  await page.getByRole("button", { name: "Save" }).click();
}

/** Analyzes the article's channel again. Starts on the article's page and returns to it. */
async function analyseChannel(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Collaboration Tools" }).click();
  await page.getByRole("button", { name: `Analyze #${IT_HELP}` }).click();
  await seeToast(page, "Analysis complete", "created 0 articles");
  await page.goBack();
}

/** Edits a message and posts a reply about it, because Slack's history shows an edited reply only with the next one. */
async function correctMessage(page: Page, { slack }: StoryData, old: string, text: string): Promise<void> {
  await page.goto(`${getTestAddresses().slack}/teams/${slack.teamId}/C0ITHELP`);
  const message = (body: string) => page.getByRole("article").filter({ has: page.locator("pre", { hasText: body }) });
  await message(old).getByText("Edit", { exact: true }).click();
  await message(old).getByLabel("New text").fill(text);
  await message(old).getByRole("button", { name: "Save" }).click();
  await message(text).locator("summary", { hasText: "Reply" }).click();
  await message(text).getByLabel("Message").fill("I have corrected the number above.");
  await message(text).getByRole("button", { name: "Reply" }).click();
  await expect(page.locator("pre", { hasText: "I have corrected" }).last()).toBeVisible();
}
