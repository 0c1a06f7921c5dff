import { rm } from "node:fs/promises";
import { type DemoTeam, loadDemoTeam, type SlackMessage } from "../demo/chat.ts";
import { writeSlackExport } from "../demo/slack-export.ts";
import { expect, seeToast, signIn, test } from "./story.ts";
import { WorkspaceSetup } from "./workspace.ts";

const CHANNEL = "engineering";
const KNOWN = "Wait five minutes before you check the shop.";
const FRESH = "Wait ten minutes before you check the shop.";
const DAY = 86_400;

test("two conversations contradict each other: a person decides by keyboard, the article and its page follow", async ({
  page,
  context,
  place,
}, testInfo) => {
  await signIn(page, place);
  await new WorkspaceSetup(page, place).connectConfluence();
  const inbox = page.getByRole("link", { name: "Inbox: 1 to decide" });
  const file = testInfo.outputPath("contradiction.zip");
  await writeSlackExport(contradiction(new Date()), file);

  await test.step("both are imported, and the navigation says that something needs a person", async () => {
    await page.goto("/channels");
    await page.getByLabel("Slack export (ZIP)").setInputFiles(file);
    await expect(inbox).toBeVisible();
    await rm(file);
  });

  await test.step("the article says how often it was asked, and both statements at the sentence", async () => {
    await page.goto("/articles");
    await page.getByRole("link", { name: /roll back/i }).click();
    await page.getByRole("button", { name: "Details" }).click();
    await expect(page.getByText(/^Asked 2 times, last by/)).toBeVisible();
    const note = page.getByRole("complementary", { name: "Contradicting message" }).first();
    await expect(note).toContainText(KNOWN);
    await expect(note).toContainText(FRESH);
  });
  const article = page.url();
  const row = page.getByRole("listitem").filter({ hasText: "Handbook" }).filter({ hasText: "version" });
  await expect(row.getByText("Published", { exact: true })).toBeVisible();
  const confluence = await context.newPage();
  await confluence.goto((await row.getByRole("link", { name: "Open the page" }).getAttribute("href")) ?? "");
  await expect(confluence.getByRole("article")).toContainText(KNOWN);

  await test.step("the newer one is chosen with two keys", async () => {
    await inbox.click();
    const item = page.locator("[data-item]");
    await expect(item).toContainText(FRESH);
    await page.keyboard.press("j");
    await expect(item).toBeFocused();
    await page.keyboard.press("1");
    await seeToast(page, "The article now says the newer statement");
    await expect(page.getByText("Nothing to decide")).toBeVisible();
    await expect(inbox).toHaveCount(0);
  });

  const pageSays = (words: string) =>
    expect(async () => {
      await confluence.reload();
      await expect(confluence.getByRole("article")).toContainText(words, { timeout: 1000 });
    }).toPass();

  await test.step("the article and its page follow", async () => {
    await pageSays(FRESH);
    await expect(confluence.getByRole("article")).not.toContainText(KNOWN);
  });

  await test.step("it is undone with one key, and both follow again", async () => {
    await page.keyboard.press("z");
    await expect(page.locator("[data-item]")).toContainText(FRESH);
    await expect(inbox).toBeVisible();
    await pageSays(KNOWN);
    await page.goto(article);
    await expect(page.getByRole("complementary", { name: "Contradicting message" }).first()).toContainText(FRESH);
  });

  await test.step("both are kept, each under its condition, and the page says when which holds", async () => {
    await inbox.click();
    await expect(page.locator("[data-item]")).toBeVisible();
    await page.keyboard.press("j");
    await page.keyboard.press("2");
    await page.keyboard.type("while the old caches run");
    await page.getByLabel("What was said later applies…").fill("with the new caches");
    await page.keyboard.press("Enter");
    await seeToast(page, "The article now says both");
    await pageSays("while the old caches run: " + KNOWN);
    await expect(confluence.getByRole("article")).toContainText("with the new caches: " + FRESH);
    await expect(inbox).toHaveCount(0);
  });
});

/** Creates one channel in which the same question is answered twice, days apart and differently. */
function contradiction(now: Date): DemoTeam {
  const team = loadDemoTeam("business", now);
  const [channel] = team.channels.filter(({ name }) => name === CHANNEL);
  const people = team.users.filter((user) => !user.is_bot).map(({ id }) => id);
  if (!channel || people.length < 4) throw new Error("The demo's team has no such channel, or too few people");
  const [mara, tom, priya, lee] = people as [string, string, string, string];
  const start = Math.floor(now.getTime() / 1000) - 6 * DAY;
  const thread = (at: number, said: [user: string, text: string][]): SlackMessage[] =>
    said.map(([user, text], index) => ({
      type: "message",
      user,
      text,
      ts: `${at + index * 90}.000200`,
      thread_ts: `${at}.000200`,
    }));
  return {
    ...team,
    channels: [
      {
        ...channel,
        messages: [
          ...thread(start, [
            [
              mara,
              "How do I roll back a failed deploy of the web shop? The new version answers every request with an error.",
            ],
            [
              tom,
              `Run \`deployctl rollback web --to previous\` on the deploy host. ${KNOWN} The caches need that long.`,
            ],
            [mara, "That worked, the shop is back. Thank you!"],
          ]),
          ...thread(start + 3 * DAY, [
            [priya, "How can I roll back a failed deploy of the web shop?"],
            [
              lee,
              `Run \`deployctl rollback web --to previous\` on the deploy host. ${FRESH} The caches need that long.`,
            ],
            [priya, "That worked, thanks a lot!"],
          ]),
        ],
      },
    ],
  };
}
