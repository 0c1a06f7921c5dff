import { beforeEach, expect, it } from "vitest";
import { useAppInBrowser } from "../testing/browser.ts";
import * as sample from "../testing/sample-data.ts";
import { see } from "../testing/see.ts";

const app = useAppInBrowser();
const WIDTH = 360;
/** 'How to reset the password' in Hebrew, followed by a word wider than a phone. */
const TITLE = `איך מאפסים את הסיסמה ${"א".repeat(120)}`;

beforeEach(() => {
  const [article] = sample.articles;
  const own = { id: sample.idOf(101), title: TITLE };
  app.server.answer("GET /api/articles/recent", () => [{ ...article, ...own, summary: TITLE }]);
  app.server.answer("GET /api/articles/trash", () => [
    {
      ...own,
      sourceChannel: "help",
      summary: TITLE,
      trashedAt: "2026-11-20T10:00:00.000Z",
      until: "2026-12-20T10:00:00.000Z",
      by: null,
      pages: [],
    },
  ]);
  app.server.answer("GET /api/notifications", () => ({
    unread: 1,
    notifications: [
      { id: sample.idOf(700), kind: "changed", at: "2026-11-22T09:15:00.000Z", isRead: false, article: own },
    ],
  }));
  app.server.answer("GET /api/questions", () => [{ ...sample.openQuestions[0], state: "answered", article: own }]);
});

it.each(["/", "/articles", "/articles?view=trash", "/notifications", "/questions"])(
  "a long title in Hebrew is read from the right at %s, and fits a phone",
  async (path) => {
    const page = await app.open(path, { viewport: { width: WIDTH, height: 740 }, isMobile: true, hasTouch: true });
    const title = page.getByRole("main").getByRole("link", { name: TITLE }).first();
    await see(title).toBeVisible();
    expect(await title.evaluate((element) => getComputedStyle(element).direction)).toBe("rtl");
    // A title that is clipped at the edge of its box would be wider than its box.
    const width = await title.evaluate((element) => element.scrollWidth);
    expect(width).toBeLessThanOrEqual(WIDTH);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(WIDTH);
  },
);
