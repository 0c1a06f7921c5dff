import { expect, signIn, test } from "./story.ts";
import { createStoryData } from "./story-data.ts";
import { WorkspaceSetup } from "./workspace.ts";

test.use({ expectedErrors: [/status of 404 .*\/api\/articles\//] });

test("two workspaces cannot see each other", async ({ page, place, browser, baseURL, request }) => {
  await signIn(page, place);
  const others = await browser.newContext({ baseURL: baseURL ?? "" });
  const otherPage = await others.newPage();
  const other = await createStoryData(request);
  await signIn(otherPage, other);
  const workspace = new WorkspaceSetup(otherPage, other);
  await workspace.connectConfluence();
  await workspace.fill();
  const [article] = await workspace.articles();
  await otherPage.goto(`/articles/${article?.id}`);
  await expect(otherPage.getByRole("heading", { level: 1 })).toHaveText(article?.title ?? "");

  await page.goto(`/articles/${article?.id}`);
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await expect(page.getByText(article?.title ?? "")).toHaveCount(0);
  for (const [path, nothing] of [
    ["/articles", "No articles found"],
    ["/configuration", "No integrations yet"],
    ["/logs", "No logs available"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(nothing)).toBeVisible();
  }
  await others.close();
});
