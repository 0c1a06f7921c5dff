import { expect, it } from "vitest";
import { useAppInBrowser } from "../testing/browser.ts";
import * as sample from "../testing/sample-data.ts";
import { see } from "../testing/see.ts";

const app = useAppInBrowser();

const [first, second, third] = sample.articles.map(({ title }) => title);
/** An article of a private channel, and an article that goes to no knowledge platform. Neither has a page. */
const nowhere = { integrationId: null, publishedPlatforms: [] };
const DRAFT = { ...sample.articles[2], status: "draft", ...nowhere };
const HELD = { ...sample.articles[0], status: "held", ...nowhere };
const LIBRARY = { ...sample.articles[1], status: "library", ...nowhere };
const answer = () => {
  for (const endpoint of ["GET /api/articles", "GET /api/articles/recent"] as const)
    app.server.answer(endpoint, () => [HELD, LIBRARY, DRAFT]);
};
const words = [
  [first, "Held back"],
  [second, "Library only"],
  [third, "Draft"],
] as const;

it.each(["grid", "list"])(
  "an article that is held back, one in the library only and a draft say so in the %s",
  async (look) => {
    answer();
    const page = await app.open("/articles");
    if (look === "grid") await page.getByRole("button", { name: "Show as cards" }).click();
    for (const [title = "", state] of words) {
      const item = page
        .getByRole("main")
        .getByRole("listitem")
        .filter({ has: page.getByRole("heading", { name: title }) });
      await see(item.getByText(state, { exact: true })).toBeVisible();
      await see(item.getByText(/^Published/)).toHaveCount(0);
    }
  },
);

it("held, library-only and draft articles say so on the dashboard, and their badge names no knowledge platform", async () => {
  answer();
  const page = await app.open("/");
  const recent = page.getByRole("region", { name: "Recent Knowledge Articles" });
  for (const [title = "", state] of words) {
    const item = recent.getByRole("listitem").filter({ hasText: title });
    await see(item.getByText(state, { exact: true })).toBeVisible();
    await see(item.getByText("Library", { exact: true })).toBeVisible();
    await see(item.getByText(/Published|Failed/)).toHaveCount(0);
  }
});

it.each([
  [HELD, "held", "Held back", "It is from a private channel."],
  [LIBRARY, "library-only", "Library only", "A person keeps it in the library only."],
] as const)("the page of an article says it beside the title, with why and what can be done: %s", async (...given) => {
  const [article, state, label, stateReason] = given;
  app.server.answer("GET /api/articles/:id", () => ({
    ...sample.articlePage,
    ...article,
    publications: [],
    state,
    stateReason,
  }));
  const page = await app.open(`/articles/${article.id}`);
  const notice = page.getByRole("region", { name: "About this article's state" });
  await see(page.getByRole("main").getByText(label, { exact: true }).first()).toBeVisible();
  await see(page.getByRole("main").getByText("Published", { exact: true })).toHaveCount(0);
  await see(notice.getByText(stateReason, { exact: true })).toBeVisible();
  await see(notice.getByRole("button", { name: "Publish anyway" })).toBeVisible();
  const keep = notice.getByRole("button", { name: "Library only" });
  await see(keep).toHaveCount(state === "held" ? 1 : 0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
});
