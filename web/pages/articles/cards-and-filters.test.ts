import { describe, expect, it } from "vitest";
import type { SavedView } from "../../../shared/contract/saved-views.ts";
import { PAGE_HEADERS } from "../../../shared/domain/list-pages.ts";
import { findAccessibilityViolations } from "../../testing/accessibility-violations.ts";
import { useAppInBrowser } from "../../testing/browser.ts";
import { Reply } from "../../testing/fake-server.ts";
import * as sample from "../../testing/sample-data.ts";
import { see } from "../../testing/see.ts";

const app = useAppInBrowser();
const { callsTo } = app;

describe("the articles", () => {
  it("ART-009 shows six cards in outline while they load", async () => {
    app.server.answer("GET /api/articles/recent", () => new Promise(() => undefined));
    const page = await app.open("/articles?show=cards");
    await see(page.locator("[data-skeleton=article]")).toHaveCount(6);
  });

  it("ART-014 ART-015 ART-017 ART-018 ART-019 ART-020 ART-021 ART-022 ART-023 ART-024 ART-028 shows on a card what an article is and where it comes from", async () => {
    const page = await app.open("/articles?show=cards");
    const cards = page
      .getByRole("main")
      .getByRole("listitem")
      .filter({ has: page.getByRole("heading") });
    const card = cards.first();
    // The list contains all cards; invisible ones render when scrolled to.
    await see(card).toHaveAttribute("aria-setsize", String(sample.articles.length));
    for (const text of [
      "A worker says its token has expired right after a deploy",
      "Mara Lind",
      "Published",
      "Deployment",
      "Troubleshooting",
      "Intermediate",
      "High priority",
      "87% confidence",
      "3 min",
      "+3 more",
      "token · worker · rotate",
      "Published to Confluence",
      "Source: #platform-help",
    ])
      await see(card.getByText(text, { exact: true })).toBeVisible();
    await see(card.getByText(sample.articles[0]?.summary ?? "", { exact: true })).toBeVisible();
    await see(card.getByText("Troubleshooting", { exact: true }).locator("svg")).toHaveCount(1);
    await see(card.getByRole("list", { name: "Tags" }).getByRole("listitem")).toHaveCount(6);
    await see(cards.nth(2).getByText("Unknown", { exact: true })).toBeVisible();
  });

  it("ART-016 shows on a card when the article was created, and when it last changed once it has", async () => {
    const [first, second] = sample.articles;
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    app.server.answer("GET /api/articles/recent", () => [
      { ...first, createdAt: ago(75), updatedAt: ago(2.5) },
      { ...second, createdAt: ago(75), updatedAt: ago(75) },
    ]);
    const page = await app.open("/articles?show=cards");
    const cards = page.getByRole("main").getByRole("listitem");
    const changed = cards.filter({ hasText: first?.title ?? "" });
    await see(changed.getByText("3 days ago", { exact: true })).toBeVisible();
    await see(changed.getByText("Updated 2 hours ago", { exact: true })).toBeVisible();
    const unchanged = cards.filter({ hasText: second?.title ?? "" });
    await see(unchanged.getByText("3 days ago", { exact: true })).toBeVisible();
    await see(unchanged.getByText("Updated")).toHaveCount(0);
  });

  it("ART-004 ART-006 ART-007 ART-008 ART-026 ART-029 filters as one chooses, and keeps the filters in the address", async () => {
    const page = await app.open("/articles");
    await page.getByRole("button", { name: "Filters" }).click();
    await page.getByLabel("Category").selectOption("Access");
    await page.getByRole("button", { name: "Tags" }).click();
    await page.getByLabel("deploy", { exact: true }).check();
    await see(page.getByRole("button", { name: "Filters 2" })).toBeVisible();
    await expect
      .poll(() => callsTo("GET /api/articles/search").at(-1)?.query)
      .toEqual({ category: "Access", tags: "deploy", limit: "60" });
    expect(new URL(page.url()).search).toBe("?category=Access&tags=deploy");
    await page.keyboard.press("Escape");
    await page.getByRole("searchbox", { name: "Search articles" }).fill("token");
    await expect.poll(() => new URL(page.url()).searchParams.get("keywords")).toBe("token");
    await see(page.getByRole("button", { name: "Filters 2" })).toBeVisible();
    await page.getByRole("button", { name: "Clear" }).click();
    await see(page.locator("[data-article]").first()).toHaveAttribute("aria-setsize", String(sample.articles.length));
    expect(new URL(page.url()).search).toBe("");
  });

  it("opens as a dense list with who takes care of each article and whether it was verified; cards are a press away", async () => {
    const [first, ...rest] = sample.articles;
    const verified = { ...first, ownerName: "Grace Hopper", confirmedAt: first?.updatedAt };
    app.server.answer("GET /api/articles/recent", () => [verified, ...rest]);
    for (const width of [360, 1440]) {
      const page = await app.open("/articles", { viewport: { width, height: 800 } });
      await see(page.getByRole("button", { name: "Show as list" })).toHaveAttribute("aria-pressed", "true");
      const rows = page.locator("[data-article]");
      await see(rows.first()).toHaveAttribute("aria-setsize", String(sample.articles.length));
      // On a phone the second row is below the visible part.
      if (width > 360) {
        await see(rows).toHaveCount(sample.articles.length);
        await see(rows.nth(1)).toContainText(/Not yet verified|Written/);
      }
      for (const words of ["Mara Lind, #platform-help", "Published", "Grace Hopper", /Verified/])
        await see(rows.first()).toContainText(words);
      expect((await rows.first().boundingBox())?.height).toBeLessThan(width === 360 ? 200 : 70);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      expect(await findAccessibilityViolations(page)).toEqual([]);
      await rows.first().getByRole("checkbox").check();
      await see(page.getByRole("region", { name: "Selected articles" })).toBeVisible();
      await rows.first().getByRole("link").click();
      await see(page.getByRole("heading", { level: 1 })).toBeVisible();
      // The choice is in the URL, and stored for the next visit.
      await page.goto(`${app.server.address}/articles`);
      await page.getByRole("button", { name: "Show as cards" }).click();
      await see(page).toHaveURL(/\/articles\?show=cards$/);
      await page.goto(`${app.server.address}/articles`);
      await see(page.getByRole("button", { name: "Show as cards" })).toHaveAttribute("aria-pressed", "true");
      await page.getByRole("button", { name: "Show as list" }).click();
      await see(page).toHaveURL(/\/articles\?show=list$/);
      await page.close();
    }
  });

  it("keeps what is shown as a view of one's own: opened, renamed, removed and put back", async () => {
    let views: SavedView[] = [];
    app.server.answer("GET /api/saved-views", () => views);
    app.server.answer("POST /api/saved-views", ({ body }) => {
      const { name } = body as SavedView;
      if (name === "Taken") return new Reply(409, { message: "You have a saved view called “Taken”." });
      views = [{ ...(body as SavedView), id: sample.idOf(70) }];
      return views[0];
    });
    app.server.answer("PATCH /api/saved-views/:id", ({ body }) => {
      views = views.map((view) => ({ ...view, ...(body as object) }));
      return views[0];
    });
    app.server.answer("DELETE /api/saved-views/:id", () => {
      views = [];
      return { success: true };
    });
    const page = await app.open("/articles", { viewport: { width: 360, height: 800 }, colorScheme: "dark" });
    await page.getByRole("button", { name: "Views" }).click();
    const panel = page.getByRole("region", { name: "Saved Views" });
    await see(panel).toContainText("No saved views yet. To save a view, first search");
    await page.goto(`${app.server.address}/articles?category=Access&show=list`);
    await page.getByRole("button", { name: "Views" }).click();
    const name = panel.getByLabel("Save what is shown now as");
    await name.fill("Taken");
    await page.keyboard.press("Enter");
    await see(panel.getByRole("alert")).toHaveText("You have a saved view called “Taken”.");
    await name.fill("Access, as a list");
    await panel.getByRole("button", { name: "Save View" }).click();
    await see(panel).toContainText("You are looking at “Access, as a list”.");
    expect(app.bodiesTo("POST /api/saved-views").at(-1)).toEqual({
      name: "Access, as a list",
      filters: { category: "Access" },
      look: "list",
    });
    await panel.getByRole("button", { name: "Rename “Access, as a list”" }).click();
    await panel.getByLabel("New name of “Access, as a list”").fill("Access");
    await page.keyboard.press("Enter");
    expect(await findAccessibilityViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    const link = panel.getByRole("link", { name: "Access" });
    await see(link).toHaveAttribute("aria-current", "true");
    await page.goto(`${app.server.address}/articles`);
    await page.getByRole("button", { name: "Views" }).click();
    await link.click();
    await see(page).toHaveURL(/\/articles\?category=Access&show=list$/);
    await panel.getByRole("button", { name: "Remove “Access”" }).click();
    await see(link).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await see(link).toBeVisible();
  });

  it("filters by status, channel and who explained it, says how many articles each leaves, and keeps it in the address", async () => {
    const page = await app.open("/articles");
    await page.getByRole("button", { name: "Filters" }).click();
    const [channel] = sample.facets.channel;
    await see(page.getByLabel("Channel").locator("option")).toHaveText(["Any", "#platform-help (4)"]);
    await see(page.getByLabel("Category").locator("option", { hasText: "Access (2)" })).toHaveCount(1);
    await page.getByLabel("Channel").selectOption(channel?.value ?? "");
    await page.getByLabel("Explained by").selectOption("Mara Lind");
    await page.getByLabel("Status").selectOption("published");
    const chosen = { channel: channel?.value, person: "Mara Lind", status: "published" };
    await expect.poll(() => callsTo("GET /api/articles/search").at(-1)?.query).toEqual({ ...chosen, limit: "60" });
    await expect.poll(() => Object.fromEntries(new URL(page.url()).searchParams)).toEqual(chosen);
    await expect.poll(() => callsTo("GET /api/articles/facets").at(-1)?.query).toEqual(chosen);
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });

  it("says how many articles a search found and marks why, in place of the library's figures", async () => {
    const [first, second] = sample.articles;
    const tagged = { ...second, title: "Restart", summary: "Nothing.", tags: ["tokens"], keywords: [] };
    const inText = { ...second, id: sample.idOf(190), title: "Back up", summary: "Nothing.", tags: [], keywords: [] };
    const withPassage = { ...inText, id: sample.idOf(191), passage: "so the token of the worker is renewed" };
    app.server.answer("GET /api/articles/search", () => [
      { ...first, title: "A tokne has expired, not a locker" },
      tagged,
      inText,
      withPassage,
    ]);
    const page = await app.open("/articles");
    await see(page.getByText("Total Articles", { exact: true })).toBeVisible();
    await page.getByRole("searchbox", { name: "Search articles" }).fill("token");
    await see(page.getByText("4 articles found", { exact: true })).toBeVisible();
    await see(page.getByText("Total Articles", { exact: true })).toHaveCount(0);
    const rows = page.locator("[data-article]");
    await see(rows.first().getByRole("heading").locator("mark")).toHaveText(["tokne"]);
    await see(rows.nth(1)).toContainText("Tag: tokens · Nothing.");
    await see(rows.nth(2)).toContainText("In the text · Nothing.");
    await see(rows.nth(3)).toContainText("… so the token of the worker is renewed …");
    await see(rows.nth(3).locator("mark")).toHaveText(["token"]);
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });

  it("shows a phone the first article below 320 px, and the way from the filters to what they found", async () => {
    const page = await app.open("/articles", { viewport: { width: 360, height: 740 } });
    await see(page.locator("[data-article]").first()).toBeVisible();
    expect((await page.locator("[data-article]").first().boundingBox())?.y).toBeLessThanOrEqual(320);
    await page.getByRole("button", { name: "Filters" }).click();
    await see(page.getByRole("searchbox", { name: "Search articles" })).toBeHidden();
    await see(page.getByLabel("Content Type").getByRole("option", { name: "Tutorial" })).toBeDisabled();
    app.server.answer("GET /api/articles/search", () => sample.articles.slice(0, 4));
    await page.getByLabel("Category").selectOption("Access");
    await page.getByRole("button", { name: "Show 4 articles" }).click();
    await see(page.getByRole("region", { name: "Smart Filters" })).toHaveCount(0);
    await see(page.getByText("4 articles found", { exact: true })).toBeInViewport();
    await see(page.locator("[data-article]")).toHaveCount(4);
    await see(page.locator("[data-article]").last()).toBeInViewport();
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });

  it("ENT-002 filters by the content types, difficulties and priorities there are", async () => {
    const page = await app.open("/articles");
    await page.getByRole("button", { name: "Filters" }).click();
    for (const [label, values] of Object.entries({
      "Content Type": ["", "tutorial", "troubleshooting", "explanation", "faq", "howto", "documentation"],
      Difficulty: ["", "beginner", "intermediate", "advanced"],
      Priority: ["", "low", "medium", "high", "critical"],
    })) {
      const options = page.getByLabel(label).locator("option");
      await see(options).toHaveCount(values.length);
      expect(await options.evaluateAll((all) => all.map((option) => (option as HTMLOptionElement).value))).toEqual(
        values,
      );
    }
  });

  it("ART-027 asks once the typing has rested, not on each key", async () => {
    const page = await app.open("/articles", {});
    const field = page.getByPlaceholder("Search by keywords, content, or topics...");
    await see(field).toBeVisible();
    // The page's clock is stopped, so that the machine's speed does not matter for the typing.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await field.pressSequentially("token");
    expect(callsTo("GET /api/articles/search")).toEqual([]);
    await page.clock.runFor(300);
    await expect
      .poll(() => callsTo("GET /api/articles/search").map(({ query }) => query))
      .toEqual([{ keywords: "token", limit: "60" }]);
  });

  it("ART-011 ART-012 says when nothing matches, and when there is nothing", async () => {
    app.server.answer("GET /api/articles/search", () => []);
    app.server.answer("GET /api/articles/recent", () => []);
    const page = await app.open("/articles?keywords=xyz&category=Security");
    await see(page.getByText("No articles match your filters")).toBeVisible();
    await page.getByRole("button", { name: "Clear all filters" }).click();
    await see(page.getByText("No articles found")).toBeVisible();
    await see(page.getByRole("link", { name: "Open Collaboration Tools" })).toHaveAttribute("href", "/channels");
  });

  it("says of a search without filters that no article contains the words, and asks them", async () => {
    app.server.answer("GET /api/articles/search", () => []);
    const page = await app.open("/articles?keywords=wlan+%26+vpn");
    await see(page.getByText("No article contains “wlan & vpn”")).toBeVisible();
    await see(page.getByRole("button", { name: "Clear all filters" })).toHaveCount(0);
    await page.getByRole("link", { name: "Ask instead" }).click();
    await see(page.getByRole("searchbox", { name: "Your question" })).toHaveValue("wlan & vpn");
  });

  it("says where no article has all the words, and which word none has, before those that have some", async () => {
    const near = { [PAGE_HEADERS.words]: "some", [PAGE_HEADERS.unknown]: "referral,b%C3%B6nus" };
    app.server.answer("GET /api/articles/search", () => new Reply(200, sample.articles.slice(0, 2), near));
    const page = await app.open("/articles?keywords=referral+b%C3%B6nus+token");
    const note = page.getByText("No article matches all of your words");
    await see(page.getByText("“referral” and “bönus” are in no article. These match some of them:")).toBeVisible();
    await see(page.locator("[data-article]")).toHaveCount(2);
    const [said, first] = await Promise.all([note.boundingBox(), page.locator("[data-article]").first().boundingBox()]);
    expect(said?.y).toBeLessThan(first?.y ?? 0);
    expect(await findAccessibilityViolations(page)).toEqual([]);
    app.server.answer("GET /api/articles/search", () => sample.articles.slice(0, 2));
    await page.getByPlaceholder("Search by keywords, content, or topics...").fill("token");
    await see(note).toHaveCount(0);
  });

  it("lists pages of the wiki below what a search found, also where no article matches", async () => {
    const hit = { platform: "confluence", editedAt: "2026-11-03T09:00:00.000Z" };
    app.server.answer("GET /api/wiki-pages/search", () => [
      { ...hit, id: sample.idOf(901), title: "Token rotation", url: "https://wiki.test/1", state: "contradicted" },
      { ...hit, id: sample.idOf(902), title: "Tokens of workers", url: "", state: null },
    ]);
    const page = await app.open("/articles");
    const group = page.getByRole("region", { name: "In your wiki" });
    await see(page.getByText("A worker says its token").first()).toBeVisible();
    expect(callsTo("GET /api/wiki-pages/search")).toEqual([]);
    await page.getByLabel("Search articles").fill("token");
    await see(group.getByRole("link", { name: "Token rotation" })).toHaveAttribute("href", "https://wiki.test/1");
    await see(group.getByText("Changed on 3 Nov 2026 · Contradicted by chat")).toBeVisible();
    await see(group.getByText("Tokens of workers")).toBeVisible();
    await see(group.getByRole("link")).toHaveCount(1);
    app.server.answer("GET /api/articles/search", () => []);
    await page.getByLabel("Search articles").fill("tokens");
    await see(page.getByText("No article contains “tokens”")).toBeVisible();
    await see(group).toBeVisible();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.getByLabel("Search articles").fill("");
    await see(group).toHaveCount(0);
  });

  it("ART-030 tries a failed search three times more, and not at all without a session", async () => {
    app.server.answer("GET /api/articles/search", () => new Reply(500, { message: "boom" }));
    const page = await app.open("/logs", {});
    await page.clock.install();
    await page.goto(`${app.server.address}/articles?keywords=xyz`);
    await expect
      .poll(async () => {
        await page.clock.runFor(5_000);
        return page.getByText("This could not be loaded.").isVisible();
      })
      .toBe(true);
    expect(callsTo("GET /api/articles/search")).toHaveLength(4);
  });

  it("ART-013 ART-025 ERR-034 analyses an article again", async () => {
    let finish: (answer: unknown) => void = () => undefined;
    app.server.answer("POST /api/articles/:id/reanalyze", () => new Promise((resolve) => (finish = resolve)));
    const page = await app.open("/articles?show=cards");
    await page.getByRole("button", { name: "Re-analyze" }).first().click();
    await see(page.getByText("Re-analyzing article...")).toBeVisible();
    finish({ success: true, message: "", article: sample.articles[0], goesOn: false });
    await see(page.getByText("Article has been re-analyzed with updated smart tags", { exact: true })).toBeVisible();
    await expect.poll(() => callsTo(`POST /api/articles/${sample.idOf(101)}/reanalyze`)).toHaveLength(1);
  });
});
