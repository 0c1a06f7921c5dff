import type { Page } from "@playwright/test";
import { describe, expect, it } from "vitest";
import type { Article } from "../../../shared/contract/articles.ts";
import { findAccessibilityViolations } from "../../testing/accessibility-violations.ts";
import { useAppInBrowser } from "../../testing/browser.ts";
import { OutsideContract, Reply } from "../../testing/fake-server.ts";
import * as sample from "../../testing/sample-data.ts";
import * as models from "../../testing/sample-language-models.ts";
import { see } from "../../testing/see.ts";

const app = useAppInBrowser();
const { callsTo } = app;
const many = (count: number): Article[] =>
  Array.from({ length: count }, (_, index) => {
    const article = sample.articles[index % sample.articles.length] as Article;
    return { ...article, id: sample.idOf(1000 + index), title: `Article ${index + 1}` };
  });
const cardOf = (page: Page, title: string) => page.locator("[data-article]", { hasText: title });
const box = (page: Page, title: string) => page.getByRole("checkbox", { name: `Select “${title}”` });
const bar = (page: Page) => page.getByRole("region", { name: "Selected articles" });

describe("the articles page", () => {
  it("ART-001 ART-002 ART-003 ART-005 ART-010 ENT-002 has its title, figures, search, filters and a grid of cards", async () => {
    const page = await app.open("/articles?show=cards");
    await see(page.getByRole("heading", { level: 1 })).toHaveText("Smart Knowledge Articles");
    for (const title of ["Total Articles", "Messages Analyzed", "Active Channels", "Success Rate"])
      await see(page.getByText(title, { exact: true })).toBeVisible();
    await see(page.getByPlaceholder("Search by keywords, content, or topics...")).toBeVisible();
    await see(page.locator("[data-article]").nth(1)).toBeVisible();
    const [first, second] = await Promise.all(
      [0, 1].map((index) => page.locator("[data-article]").nth(index).boundingBox()),
    );
    expect([first?.y === second?.y, (first?.x ?? 0) < (second?.x ?? 0)]).toEqual([true, true]);

    const toggle = page.getByRole("button", { name: "Filters" });
    await toggle.click();
    const panel = page.getByRole("region", { name: "Smart Filters" });
    for (const label of ["Keywords", "Category", "Content Type", "Difficulty", "Priority"])
      await see(panel.getByLabel(label)).toBeVisible();
    for (const name of ["Tags", "Clear"]) await see(panel.getByRole("button", { name })).toBeVisible();
    const values = (label: string) =>
      panel
        .getByLabel(label)
        .locator("option")
        .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value).filter(Boolean));
    expect(await values("Content Type")).toEqual([
      "tutorial",
      "troubleshooting",
      "explanation",
      "faq",
      "howto",
      "documentation",
    ]);
    expect(await values("Difficulty")).toEqual(["beginner", "intermediate", "advanced"]);
    expect(await values("Priority")).toEqual(["low", "medium", "high", "critical"]);
    await toggle.click();
    await see(panel).toHaveCount(0);
  });

  it("ENT-003 shows a state it does not know as it is, in the neutral style", async () => {
    const [first, second] = sample.articles;
    app.server.answer(
      "GET /api/articles/recent",
      () => new OutsideContract([{ ...first, status: "archived" }, second]),
    );
    const page = await app.open("/articles?show=cards");
    const badge = page.locator("[data-article]").first().getByText("archived", { exact: true });
    await see(badge).toHaveClass(/bg-sunken text-soft/);
  });

  it("ERR-034 says when an article could not be re-analyzed, and why", async () => {
    const message = "The chat messages this article was written from no longer exist. It stays as it is.";
    app.server.answer("POST /api/articles/:id/reanalyze", () => ({
      success: false,
      message,
      article: sample.articles[0],
      goesOn: false,
    }));
    const page = await app.open("/articles?show=cards");
    await page.getByRole("button", { name: "Re-analyze" }).first().click();
    await see(page.getByText("Failed to re-analyze article", { exact: true })).toBeVisible();
    await see(page.getByText(message, { exact: true })).toBeVisible();
  });
});

describe("a thousand articles", () => {
  it("only those in sight are in the page, one comes back to where one was, and a change elsewhere is shown", async () => {
    let articles = many(1000);
    app.server.answer("GET /api/articles/recent", () => articles);
    const page = await app.open("/articles?show=cards");
    await see(cardOf(page, "Article 1").first()).toBeVisible();
    expect(await page.locator("[data-article]").count()).toBeLessThan(40);
    await see(page.locator("[data-article]").first()).toHaveAttribute("aria-setsize", "1000");

    expect(app.callsTo("GET /api/articles/recent").map(({ query }) => query)).toEqual([{ limit: "60" }]);
    const inSight = page.locator("[data-article] h2 a");
    await expect
      .poll(async () => {
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
        return Number((await inSight.first().innerText()).split(" ")[1]);
      })
      .toBeGreaterThan(300);
    await page.keyboard.press("j");
    const focused = page.locator("[data-article] h2 a:focus");
    await see(focused).toHaveCount(1);
    const title = await focused.innerText();
    await page.keyboard.press("Enter");
    await see(page.getByRole("link", { name: "Knowledge Articles" }).first()).toBeVisible();
    await see(page.getByRole("button", { name: "Original conversation" })).toBeVisible();
    await page.keyboard.press("u");
    await see(page.getByRole("link", { name: title, exact: true })).toBeFocused();
    await see(page.getByRole("link", { name: title, exact: true })).toBeInViewport();

    const changed = articles.find((article) => article.title === title);
    articles = articles.map((article) => (article === changed ? { ...article, title: "Changed elsewhere" } : article));
    const before = app.callsTo("GET /api/articles/recent").length;
    app.server.send({ type: "article", id: changed?.id ?? "" });
    await see(page.getByRole("link", { name: "Changed elsewhere" })).toBeInViewport();
    // One request loads all shown articles.
    expect(app.callsTo("GET /api/articles/recent").length - before).toBe(1);
  });

  it("the next page comes at a press as well, and a failure keeps what was read and can be tried again", async () => {
    app.server.answer("GET /api/articles/recent", () => many(100));
    const page = await app.open("/articles?show=cards");
    await see(page.getByText("60 of 100 articles")).toBeVisible();
    app.refuse("GET /api/articles/recent");
    const more = page.getByRole("button", { name: "Show more" });
    await more.focus();
    await page.keyboard.press("Enter");
    await see(page.getByText("More articles could not be loaded.")).toBeVisible();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    app.server.answer("GET /api/articles/recent", () => many(100));
    await page.getByRole("button", { name: "Try again" }).click();
    await see(page.getByText(/of 100 articles/)).toHaveCount(0);
    await see(page.locator("[data-article]").first()).toHaveAttribute("aria-setsize", "100");
  });

  it("key j goes on behind what was read, as soon as the next page is there", async () => {
    const { promise: nextPage, resolve: answerNextPage } = Promise.withResolvers<void>();
    app.server.answer("GET /api/articles/recent", async ({ query }) => {
      if (query["cursor"]) await nextPage;
      return many(100);
    });
    const page = await app.open("/articles?show=list");
    const titleOf = (n: number) => page.getByRole("link", { name: `Article ${n}`, exact: true });
    await see(titleOf(1)).toBeVisible();
    await expect
      .poll(async () => {
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
        return titleOf(60).isVisible();
      })
      .toBe(true);
    await titleOf(59).focus();
    await page.keyboard.press("j");
    await see(titleOf(60)).toBeFocused();
    await expect.poll(() => app.callsTo("GET /api/articles/recent").length).toBe(2);
    await page.keyboard.press("j");
    answerNextPage();
    await see(titleOf(61)).toBeFocused();
    await page.keyboard.press("j");
    await see(titleOf(62)).toBeFocused();
  });

  it("after a person's change all that is shown is read once, although the server tells of it as well", async () => {
    const page = await app.open("/", {});
    await page.addInitScript(() => {
      const Usual = window.EventSource;
      let told = 0;
      window.EventSource = class extends Usual {
        constructor(...given: ConstructorParameters<typeof EventSource>) {
          super(...given);
          this.addEventListener("message", () => {
            told += 1;
            document.documentElement.setAttribute("data-told", String(told));
          });
        }
      };
    });
    app.server.answer("GET /api/articles/recent", () => many(180));
    app.server.answer("POST /api/articles/:id/reanalyze", async () => {
      // Like the real server, the fake one sends the events before the answer, which comes late.
      const article = many(1)[0] as Article;
      for (const type of ["article", "publication", "article"] as const)
        app.server.send(
          type === "article" ? { type, id: article.id } : { type, id: article.id, articleId: article.id },
        );
      await page.waitForSelector("[data-told='3']", { state: "attached" });
      await page.clock.runFor(1_000);
      return { success: true, message: "", article, goesOn: false };
    });
    await page.goto(`${app.server.address}/articles?show=cards`);
    await see(page.getByText("60 of 180 articles")).toBeVisible();
    await expect
      .poll(async () => {
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
        return page.getByText(/of 180 articles/).count();
      })
      .toBe(0);
    await page.evaluate(() => window.scrollTo(0, 0));
    await see(cardOf(page, "Article 1").first()).toBeInViewport();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    const reads = () => callsTo("GET /api/articles/recent").slice(before);
    const [before, figures] = [callsTo("GET /api/articles/recent").length, callsTo("GET /api/stats").length];
    await page.getByRole("button", { name: "Re-analyze" }).first().click();
    await expect.poll(reads).toHaveLength(1);
    const isAnswered = async () => {
      await page.clock.runFor(100);
      return page.getByText("Article has been re-analyzed").count();
    };
    await expect.poll(isAnswered).toBe(1);
    // Only the event loads the figures again, at the same moment at which it would load the list again.
    await page.clock.runFor(5_000);
    await expect.poll(() => callsTo("GET /api/stats").length).toBe(figures + 1);
    expect(reads().map(({ query }) => query)).toEqual([{ limit: "180" }]);
  });

  it("all of them are selected, also those that were not read yet", async () => {
    app.server.answer("GET /api/articles/recent", () => many(1500));
    const page = await app.open("/articles?show=cards");
    await box(page, "Article 1").click();
    await bar(page).getByRole("button", { name: "Select all 1,500" }).click();
    await see(bar(page)).toContainText("1,500 selected");
  });
});

describe("several articles at once", () => {
  it("are selected one by one, as a range and all together, by pointer and by key", async () => {
    app.server.answer("GET /api/articles/recent", () => many(60));
    const page = await app.open("/articles?show=cards");
    await see(box(page, "Article 1")).toHaveCSS("opacity", "1");
    await cardOf(page, "Article 2").first().hover();
    await box(page, "Article 2").click();
    await see(bar(page)).toContainText("1 selected");
    await box(page, "Article 5").click({ modifiers: ["Shift"] });
    await see(bar(page)).toContainText("4 selected");
    await page.getByRole("link", { name: "Article 1", exact: true }).focus();
    await page.keyboard.press("x");
    await see(bar(page)).toContainText("5 selected");
    await page.keyboard.press("j");
    await see(page.getByRole("link", { name: "Article 2", exact: true })).toBeFocused();
    await page.keyboard.press("x");
    await see(bar(page)).toContainText("4 selected");
    await bar(page).getByRole("button", { name: "Select all 60" }).click();
    await see(bar(page)).toContainText("60 selected");
    await page.keyboard.press("Escape");
    await see(bar(page)).toHaveCount(0);
  });

  it("are re-analyzed part by part, and what failed stays on the screen with its reason", async () => {
    app.server.answer("GET /api/articles/recent", () => many(30));
    app.server.answer("POST /api/articles/bulk/reanalyze", ({ body }) => ({
      results: (body as { ids: string[] }).ids.map((id, index) =>
        index === 3
          ? { id, title: "Article 4", outcome: "failed", message: "Its messages are gone." }
          : { id, title: "", outcome: "done", message: "" },
      ),
    }));
    const page = await app.open("/articles?show=cards");
    await box(page, "Article 1").click();
    await bar(page).getByRole("button", { name: "Select all 30" }).click();
    await bar(page).getByRole("button", { name: "Re-analyze" }).click();
    const report = page.getByRole("alert");
    await see(report).toContainText("28 of 30 re-analyzed; 2 failed");
    await see(report.getByText("Its messages are gone.")).toHaveCount(2);
    expect(
      callsTo("POST /api/articles/bulk/reanalyze").map(({ body }) => (body as { ids: string[] }).ids.length),
    ).toEqual([25, 5]);
    await report.getByRole("button", { name: "Dismiss" }).click();
    await see(report).toHaveCount(0);
  });

  it("are re-analyzed with a model at a price that is said before, one or several", async () => {
    app.server.answer("GET /api/articles/recent", () => many(30));
    app.server.answer("GET /api/language-model/estimate", ({ query }) => ({
      ...models.estimate,
      messages: query["articleId"] ? 6 : 180,
    }));
    app.server.answer("POST /api/articles/bulk/reanalyze", ({ body }) => ({
      results: (body as { ids: string[] }).ids.map((id) => ({ id, title: "", outcome: "done", message: "" })),
    }));
    const page = await app.open("/articles?show=cards");
    const question = page.getByRole("alertdialog");
    await page.getByRole("button", { name: "Re-analyze" }).first().click();
    await see(question).toContainText(
      "6 messages take 4 to 12 minutes, 140 to 582 calls and $0.25 to $0.60 with claude-sonnet-5-5.",
    );
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await question.getByRole("button", { name: "Cancel" }).click();
    await box(page, "Article 1").click();
    await bar(page).getByRole("button", { name: "Select all 30" }).click();
    await bar(page).getByRole("button", { name: "Re-analyze" }).click();
    await see(question).toContainText("Re-analyze 30 articles?");
    await see(question).toContainText("180 messages take 4 to 12 minutes");
    expect(callsTo("POST /api/articles/bulk/reanalyze")).toEqual([]);
    await question.getByRole("button", { name: "Re-analyze" }).click();
    await expect.poll(() => callsTo("POST /api/articles/bulk/reanalyze")).toHaveLength(2);
    expect(callsTo("GET /api/language-model/estimate").map(({ query }) => query)).toEqual([
      { articleId: many(30)[0]?.id },
      { articles: "30" },
    ]);
  });

  it("are removed when nobody undoes it, with what happens to their pages said before", async () => {
    const page = await app.open("/articles?show=cards");
    const title = sample.articles[0]?.title ?? "";
    const remove = async () => {
      await box(page, title).click();
      await bar(page).getByRole("button", { name: "Remove" }).click();
      const dialog = page.getByRole("alertdialog");
      await see(dialog.getByLabel("Remove the pages too")).toBeChecked();
      await see(dialog).toContainText("stays in the trash for 30 days");
      await dialog.getByRole("button", { name: "Remove article and its page" }).click();
      await see(page.getByRole("link", { name: title })).toHaveCount(0);
    };
    await remove();
    await page.getByRole("button", { name: "Undo" }).click();
    await see(page.getByRole("link", { name: title })).toBeVisible();
    expect(callsTo("POST /api/articles/bulk/remove")).toHaveLength(0);

    await remove();
    await page.getByRole("button", { name: "Close" }).click();
    await expect
      .poll(() => callsTo("POST /api/articles/bulk/remove").map(({ body }) => body))
      .toEqual([{ ids: [sample.idOf(101)], pages: "remove" }]);
  });

  it("come back when the server did not remove them, with the reason", async () => {
    app.server.answer("POST /api/articles/bulk/remove", () => new Reply(503, { message: "Not now." }));
    const page = await app.open("/articles?show=cards");
    const title = sample.articles[1]?.title ?? "";
    await box(page, title).click();
    await bar(page).getByRole("button", { name: "Remove" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove article" }).click();
    await page.getByRole("button", { name: "Close" }).click();
    await see(page.getByRole("alert")).toContainText("0 of 1 removed; 1 failed");
    await see(page.getByRole("alert")).toContainText("Not now.");
    await see(cardOf(page, title)).toBeVisible();
  });

  it("are downloaded as one file; everyone can use the bar on a phone, also while a toast says something", async () => {
    const page = await app.open("/articles?show=cards", {
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
    });
    await box(page, sample.articles[0]?.title ?? "").tap();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      bar(page).getByRole("button", { name: "One .md file" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("articles.md");
    await expect
      .poll(() => callsTo("POST /api/articles/export")[0]?.body)
      .toEqual({ ids: [sample.idOf(101)], format: "markdown" });
    const found = await findAccessibilityViolations(page);
    expect(found).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

    const { promise, resolve } = Promise.withResolvers<Reply>();
    app.server.answer("POST /api/articles/export", () => promise);
    await bar(page).getByRole("button", { name: "ZIP" }).click();
    await see(bar(page).getByRole("button", { name: "Making the file…" })).toBeDisabled();
    resolve(new Reply(503, { message: "Not now." }));
    const toast = page.getByRole("listitem").filter({ hasText: "File not created" });
    await see(toast).toBeVisible();
    const [over, below] = await Promise.all([toast.boundingBox(), bar(page).boundingBox()]);
    expect((over?.y ?? 0) + (over?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  });
});
