import { describe, expect, it } from "vitest";
import type { TrashedArticle } from "../../../shared/contract/article-actions.ts";
import { findAccessibilityViolations } from "../../testing/accessibility-violations.ts";
import { useAppInBrowser } from "../../testing/browser.ts";
import { type Call, Reply } from "../../testing/fake-server.ts";
import * as sample from "../../testing/sample-data.ts";
import { notifications, see } from "../../testing/see.ts";

const app = useAppInBrowser();

const trashed = (number: number, more: Partial<TrashedArticle> = {}): TrashedArticle => ({
  id: sample.idOf(600 + number),
  title: `Removed article ${number}`,
  sourceChannel: "platform-help",
  summary: "The worker keeps the token of the pod it started in.",
  trashedAt: "2026-11-20T10:00:00.000Z",
  until: "2026-12-20T10:00:00.000Z",
  by: "Ada Lovelace",
  pages: [],
  ...more,
});

/** Imitates a server whose trash changes when articles are restored or deleted. */
function keepTrash(...articles: TrashedArticle[]) {
  let all = articles;
  const take = ({ body }: Call) => {
    const { ids } = body as { ids: string[] };
    all = all.filter(({ id }) => !ids.includes(id));
    return { results: ids.map((id) => ({ id, title: "", outcome: "done", message: "" })) };
  };
  app.server.answer("GET /api/articles/trash", () => all);
  app.server.answer("POST /api/articles/bulk/restore", take);
  app.server.answer("POST /api/articles/bulk/delete", take);
  app.server.answer("POST /api/articles/trash/empty", () => {
    const deleted = all.length;
    all = [];
    return { deleted };
  });
}

describe("the trash", () => {
  it("says of each article who removed it, until when it stays and what became of its pages; one press restores it", async () => {
    const pages = [
      { name: "Handbook", isArchived: true },
      { name: "Wiki", isArchived: false },
    ];
    keepTrash(trashed(1, { pages }), trashed(2));
    const page = await app.open("/articles");
    await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Trash" }).click();
    await see(page.getByRole("heading", { level: 1 })).toHaveText("Trash");
    const row = page.getByRole("listitem").filter({ hasText: "Removed article 1" });
    for (const said of [
      "by Ada Lovelace",
      "deleted for good on 20 Dec 2026",
      "Its page in Handbook is in the trash there and comes back when you restore it.",
      "Its page in Wiki was left as it is.",
    ])
      await see(row).toContainText(said);
    await row.getByRole("button", { name: "Restore Removed article 1" }).click();
    await see(notifications(page).getByText("Article restored")).toBeVisible();
    await see(row).toHaveCount(0);
    expect(app.bodiesTo("POST /api/articles/bulk/restore")).toEqual([{ ids: [sample.idOf(601)] }]);
  });

  it("keeps what could not be restored, and says why", async () => {
    keepTrash(trashed(1));
    const message = "This article is not in the trash.";
    app.server.answer("POST /api/articles/bulk/restore", ({ body }) => ({
      results: (body as { ids: string[] }).ids.map((id) => ({ id, title: "", outcome: "failed", message })),
    }));
    const page = await app.open("/articles?view=trash");
    await page.getByRole("button", { name: "Restore Removed article 1" }).click();
    await see(notifications(page).getByText(message)).toBeVisible();
    await see(page.getByRole("link", { name: "Removed article 1" })).toBeVisible();
  });

  it("is emptied article by article or as a whole, after a question", async () => {
    keepTrash(trashed(1), trashed(2), trashed(3));
    const page = await app.open("/articles?view=trash");
    await page.getByRole("button", { name: "Delete Removed article 1 for good" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete for Good" }).click();
    await see(page.getByRole("link", { name: "Removed article 1" })).toHaveCount(0);
    await page.getByRole("button", { name: "Empty the trash" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Empty the Trash" }).click();
    await see(page.getByText("The trash is empty")).toBeVisible();
    await see(notifications(page).getByText("2 articles deleted for good")).toBeVisible();
  });

  it("is used by everyone on a phone, in the dark and by keyboard, also when it cannot be read", async () => {
    keepTrash(trashed(1, { pages: [{ name: "Handbook", isArchived: true }] }), trashed(2));
    const page = await app.open("/articles?view=trash", { viewport: { width: 360, height: 740 }, colorScheme: "dark" });
    await see(page.getByRole("link", { name: "Removed article 2" })).toBeVisible();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await page.keyboard.press("j");
    await see(page.getByRole("link", { name: "Removed article 1" })).toBeFocused();
    await page.keyboard.press("j");
    await see(page.getByRole("link", { name: "Removed article 2" })).toBeFocused();
    app.server.answer("GET /api/articles/trash", () => new Reply(503, { message: "Not now." }));
    await page.reload();
    await see(page.getByRole("button", { name: "Try again" })).toBeVisible();
  });

  it("lets a viewer look and nothing else", async () => {
    app.server.answer("GET /api/auth/user", () => ({ ...sample.user, membership: "viewer" }));
    keepTrash(trashed(1));
    const page = await app.open("/articles?view=trash");
    await see(page.getByRole("link", { name: "Removed article 1" })).toBeVisible();
    await see(page.getByRole("button", { name: /Restore|Delete|Empty/ })).toHaveCount(0);
  });

  it("has its article say where it is, with the way back", async () => {
    app.server.answer("GET /api/articles/:id", () => ({
      ...sample.articlePage,
      state: "trashed",
      trashedUntil: "2026-12-20T10:00:00.000Z",
    }));
    const page = await app.open(`/articles/${sample.articlePage.id}`);
    const state = page.getByRole("region", { name: "About this article's state" });
    await see(state).toContainText("This article is in the trash and is deleted for good on 20 Dec 2026.");
    await see(page.getByRole("link", { name: "Edit" })).toHaveCount(0);
    await see(page.getByRole("button", { name: "Remove", exact: true })).toHaveCount(0);
    await state.getByRole("button", { name: "Restore" }).click();
    await expect
      .poll(() => app.bodiesTo("POST /api/articles/bulk/restore"))
      .toEqual([{ ids: [sample.articlePage.id] }]);
  });
});
