import { IT_HELP } from "./small-team.ts";
import { expect, seeToast, signIn, test } from "./story.ts";
import { getTestAddresses } from "./story-data.ts";
import { WorkspaceSetup } from "./workspace.ts";

test("a knowledge manager finds an article, reads it and takes it along", async ({ page, context, place }) => {
  await signIn(page, place);
  const workspace = new WorkspaceSetup(page, place);
  await workspace.fill();
  const articles = await workspace.articles();
  await page.goto("/articles");
  await page.getByRole("button", { name: "Show as cards" }).click();
  // Loads the page again: the choice is stored.
  await page.goto("/articles");
  const titles = page.getByRole("main").getByRole("listitem").getByRole("heading", { level: 2 });
  const search = page.getByPlaceholder("Search by keywords, content, or topics...");
  const filters = page.getByRole("region", { name: "Smart Filters" });

  await test.step("ART-028 ART-018 ART-024 without a filter every article is there", async () => {
    await expect(titles).toHaveCount(3);
    await expect(page.getByText(`Source: #${IT_HELP}`)).toHaveCount(2);
  });

  await test.step("ART-027 ART-029 a word with a typing error finds its article", async () => {
    await search.fill("lable prnter");
    await expect(titles).toHaveText([/label/i]);
    await expect(page).toHaveURL(/\?keywords=lable(\+|%20)prnter$/);
    await search.fill("");
    await expect(titles).toHaveCount(3);
  });

  await test.step("ART-004 ART-006 ART-007 ART-026 filters apply at once and stay in the address", async () => {
    await page.getByRole("button", { name: "Filters" }).click();
    const [{ category = "", tags: [tag = ""] = [] } = {}] = articles;
    await filters.getByLabel("Category").selectOption(category);
    await filters.getByRole("button", { name: "Tags" }).click();
    await page.getByRole("checkbox", { name: tag, exact: true }).check();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Filters 2" })).toBeVisible();
    await expect(page).toHaveURL(/\?category=.+&tags=.+/);
    const matching = articles.filter((article) => article.category === category && article.tags.includes(tag));
    await expect(titles).toHaveCount(matching.length);
    await page.reload();
    await expect(titles).toHaveCount(matching.length);
    await expect(page.getByRole("button", { name: "Filters 2" })).toBeVisible();
  });

  await test.step("ART-008 ART-011 nothing matches, and one click brings everything back", async () => {
    await search.fill("xylophone");
    await expect(page.getByText("No articles match your filters")).toBeVisible();
    await page.getByRole("button", { name: "Clear all filters" }).click();
    await expect(titles).toHaveCount(3);
    await expect(page).toHaveURL("/articles");
  });

  await test.step("ART-014 ART-015 a card leads to its article", async () => {
    await page.getByRole("link", { name: /label/i }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText(/label/i);
  });

  await test.step("the article is copied as Markdown", async () => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("button", { name: "Copy as Markdown" }).click();
    await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^# .*label/i);
    expect(copied).toContain("Press pause again");
  });

  await test.step("the conversation it came from is beside it, as it was", async () => {
    await page.getByRole("button", { name: "Original conversation" }).click();
    const conversation = page.getByRole("complementary", { name: `#${IT_HELP}` });
    await expect(conversation.getByText("Yes, I put in a new roll on Friday.")).toBeVisible();
    await expect(conversation.getByText("in the article").first()).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(conversation).toHaveCount(0);
  });

  await test.step("ART-025 ERR-034 it is analyzed again", async () => {
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("button", { name: "Re-analyze" }).click();
    await seeToast(page, "Success", "Article has been re-analyzed with updated smart tags");
    await expect(page.getByRole("heading", { level: 1 })).toContainText(/label/i);
  });
});

test("a knowledge manager fixes a failed publication", async ({ page, place }) => {
  await signIn(page, place);
  const workspace = new WorkspaceSetup(page, place);
  await workspace.connectConfluence();
  // Makes the publication of one article fail, and its first retry. Category pages are created in between.
  const confluence = getTestAddresses().confluence;
  await page.request.post(`${confluence}/_stand-in/faults`, {
    data: { match: "POST /wiki/api/v2/pages", saying: "every second label", times: 2, kind: { status: 400 } },
  });
  await workspace.fill();
  const card = page.getByRole("main").getByRole("listitem").filter({ hasText: "Failed" });
  const title = page.getByRole("heading", { level: 1 });
  const row = page
    .getByRole("listitem")
    .filter({ hasText: "Handbook" })
    .filter({ has: page.getByRole("button") });
  const stands = page.getByRole("listitem").filter({ hasText: "Handbook" }).filter({ hasText: "Published" });

  await test.step("the log says what failed, why, and that nothing is lost", async () => {
    await page.goto("/logs?type=error");
    await expect(page.getByRole("heading", { name: "System Logs (1)" })).toBeVisible();
    await expect(
      page.getByText(
        "An article could not be published to Handbook: Confluence refused the request (400). The article is kept in the library; retry from the article.",
      ),
    ).toBeVisible();
  });

  await test.step("the one article of three that failed says why, and what to do", async () => {
    await page.getByRole("link", { name: "Knowledge Articles" }).click();
    await expect(card).toHaveCount(1);
    await card.getByRole("link").click();
    await expect(row.getByText("Not published", { exact: true })).toBeVisible();
    await expect(row).toContainText("Confluence refused the request (400).");
    await expect(row.getByRole("link", { name: "check the integration" })).toHaveAttribute("href", "/configuration");
  });

  await test.step("an attempt that fails again says so", async () => {
    await row.getByRole("button", { name: "Try again" }).click();
    await seeToast(page, "Publishing", "Handbook is updated now.");
    await expect.poll(async () => (await (await page.request.get("/api/logs?type=error")).json()).length).toBe(2);
    await expect(row.getByText("Not published", { exact: true })).toBeVisible();
  });

  await test.step("the next one publishes it, once", async () => {
    await row.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("button", { name: "Details" }).click();
    await expect(stands).toContainText("version 1");
    await expect(stands).not.toContainText("refused");
    const name = await title.innerText();
    const space = await page.request.get(`${confluence}/_stand-in/pages`);
    const pages = ((await space.json()) as { title: string; spaceKey: string; storage: string }[]).filter(
      ({ spaceKey, storage }) => spaceKey === place.confluence.spaceId && /ref lk-/.test(storage),
    );
    expect(pages).toHaveLength(3);
    expect(pages.filter((one) => one.title === name)).toHaveLength(1);
    await page.getByRole("link", { name: "Knowledge Articles" }).first().click();
    await expect(page.getByRole("main").getByText("Published", { exact: true })).toHaveCount(3);
    await expect(card).toHaveCount(0);
  });
});
