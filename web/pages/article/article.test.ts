import { expect as see } from "@playwright/test";
import { expect, it } from "vitest";
import type { ConversationMessage } from "../../../shared/contract/articles.ts";
import { barriersOn } from "../../testing/barriers.ts";
import { useAppInBrowser } from "../../testing/browser.ts";
import * as sample from "../../testing/sample-data.ts";

const app = useAppInBrowser();
const path = `/articles/${sample.idOf(101)}`;
const answerEach = () =>
  app.server.answer("GET /api/articles/:id", (call) => ({
    ...sample.articlePage,
    ...sample.articles.find(({ id }) => call.path.endsWith(id)),
  }));

it("tells what a version changed: words, lines and marks say it, not colour alone", async () => {
  const page = await app.open(path);
  await page.getByRole("button", { name: "Show what changed" }).click();
  const added = page.getByRole("listitem").filter({ hasText: "Added in Fix" }).last();
  await see(added.locator("ins")).toHaveText("Make sure that you have the deployer role; rotating needs it.");
  const changed = page.getByRole("listitem").filter({ hasText: "Changed in Fix" }).last();
  await see(changed.locator("del")).toHaveText("the worker.");
  await see(changed.locator("ins")).toHaveText("the worker, and only the worker.");
  await see(changed.locator("del")).toHaveCSS("text-decoration-line", "line-through");
  await see(page.getByText("7 sentences stayed as they were.")).toBeVisible();
  await page.getByRole("button", { name: "Hide what changed" }).click();
  await see(added).toHaveCount(0);
});

it("leads from a sentence to its message and back, by pointer and by key", async () => {
  const page = await app.open(path);
  await see(page.getByRole("button", { name: "Original conversation" })).toBeVisible();
  await page.keyboard.press("n");
  await see(page.locator("[data-sources]:focus")).toHaveCount(1);
  const [source = ""] = (await page.locator("[data-sources]:focus").getAttribute("data-sources"))?.split(" ") ?? [];
  await page.keyboard.press("c");
  const talk = page.getByRole("complementary", { name: "#platform-help" });
  const message = talk.locator(`[data-message="${source}"]`);
  await see(message).toBeInViewport();
  await message.getByRole("button", { name: "in the article" }).click();
  await see(page.locator(`[data-sources~="${source}"]:focus`)).toHaveCount(1);
  await page.keyboard.press("c");
  await see(talk).toHaveCount(0);
});

it("shows a long message whole, with its code as code", async () => {
  const words = "word ".repeat(1_200).trim();
  const [first] = sample.conversation as [ConversationMessage];
  const long: ConversationMessage = {
    ...first,
    text: words,
    blocks: [
      { form: "text", inline: [{ type: "text", text: words }] },
      { form: "code", text: "kubectl get pods", language: "sh" },
    ],
  };
  app.server.answer("GET /api/articles/:id/conversation", () => [long, ...sample.conversation.slice(1)]);
  const page = await app.open(path);
  await page.getByRole("button", { name: "Original conversation" }).click();
  await page.getByRole("button", { name: "Show the whole message (5,999 characters)" }).click();
  const code = page.locator(`[data-message="${long.id}"] code`);
  await see(code).toHaveText("kubectl get pods");
  await code.scrollIntoViewIfNeeded();
  await see(code).toBeInViewport();
});

it("goes on to the next article of the list with its filters, and back to the list", async () => {
  answerEach();
  const page = await app.open(`${path}?category=Deployment`);
  await see(page.getByRole("navigation", { name: "In the list" })).toContainText("1 of 2");
  await page.keyboard.press("j");
  await see(page.getByRole("heading", { level: 1 })).toHaveText(sample.articles[1]?.title ?? "");
  expect(new URL(page.url()).search).toBe("?category=Deployment");
  await page.getByRole("link", { name: "Previous article" }).click();
  await see(page.getByRole("heading", { level: 1 })).toHaveText(sample.articles[0]?.title ?? "");
  await page.getByRole("main").getByRole("link", { name: "Knowledge Articles" }).click();
  await see(page).toHaveURL(/\/articles\?category=Deployment$/);
});

it("is downloaded, and everyone can use it with everything open", { timeout: 60_000 }, async () => {
  const page = await app.open(path, { viewport: { width: 360, height: 740 } });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download .md" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("a-worker-says-its-token-has-expired-right-after-a-deploy.md");
  await page.getByRole("button", { name: "Show what changed" }).click();
  await see(page.getByText("7 sentences stayed as they were.")).toBeVisible();
  const problems = () => barriersOn(page);
  expect(await problems()).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.getByRole("button", { name: "Original conversation" }).click();
  await see(page.locator("[data-message]").first()).toBeVisible();
  expect(await problems()).toEqual([]);
});
