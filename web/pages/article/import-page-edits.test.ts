import { expect, it } from "vitest";
import { findAccessibilityViolations } from "../../testing/accessibility-violations.ts";
import { useAppInBrowser } from "../../testing/browser.ts";
import { Reply } from "../../testing/fake-server.ts";
import { inboxItems, inboxOf } from "../../testing/inbox-samples.ts";
import * as sample from "../../testing/sample-data.ts";
import { see } from "../../testing/see.ts";

const app = useAppInBrowser();
const WORDS = "GET /api/articles/:id/publications/:publicationId/words";
const TAKE_OVER = "POST /api/articles/:id/publications/:publicationId/take-over";
const undo = { id: sample.idOf(900), until: "2031-11-21T09:00:00.000Z" };
const words = { seen: "as-it-was", changes: sample.versionChanges, left: 1, canTake: true };
const pathOf = (articleId: string) => `/api/articles/${articleId}/publications/${sample.idOf(202)}/take-over`;

it("the article's page shows people's page edits and imports them with one press, which can be undone", async () => {
  app.server.answer(WORDS, () => words);
  app.server.answer(TAKE_OVER, () => ({ version: 3, message: "The other pages are updated.", undo }));
  app.server.answer("POST /api/inbox/:id/undo", () => ({ success: true }));
  const page = await app.open(`/articles/${sample.articlePage.id}`, {
    viewport: { width: 360, height: 740 },
    colorScheme: "dark",
  });
  const troubles = page.getByRole("list", { name: "Pages that need a decision" });
  await troubles.getByRole("button", { name: "Import page edits…" }).click();
  const dialog = page.getByRole("dialog", { name: "Changes on the page in Support answers" });
  await see(dialog).toContainText("Make sure that you have the deployer role");
  await see(dialog).toContainText("1 change cannot be taken over");
  expect(await findAccessibilityViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await dialog.getByRole("button", { name: "Take into the article" }).click();
  await see(page.getByText("Changes taken over", { exact: true })).toBeVisible();
  await see(dialog).toHaveCount(0);
  expect(app.bodiesTo(`POST ${pathOf(sample.articlePage.id)}`)).toEqual([{ seen: "as-it-was" }]);
  await page.getByRole("button", { name: "Undo" }).click();
  await see(page.getByText("Undone", { exact: true })).toBeVisible();
});

it("a page without other text says so, and offers no import", async () => {
  app.server.answer(WORDS, () => ({ ...words, left: 0, canTake: false }));
  const page = await app.open(`/articles/${sample.articlePage.id}`);
  await page.getByRole("button", { name: "Import page edits…" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Changes on the page in Support answers" });
  await see(dialog).toContainText("The page says what the article says.");
  await see(dialog.getByRole("button", { name: "Take into the article" })).toHaveCount(0);
  await dialog.getByRole("button", { name: "Close" }).click();
  await see(dialog).toHaveCount(0);
});

it("the inbox offers to import page edits, and reads a page again that changed meanwhile", async () => {
  const item = inboxItems.find(({ kind }) => kind === "page-conflict");
  if (!item) throw new Error("The samples have no page that was changed.");
  app.server.answer("GET /api/inbox", () => inboxOf([item]));
  app.server.answer(WORDS, () => words);
  app.server.answer(
    TAKE_OVER,
    () =>
      new Reply(409, {
        message: "The page or the article has changed. Check the differences again.",
        code: "conflict",
      }),
  );
  const page = await app.open("/articles?view=inbox");
  await page.getByRole("button", { name: "Import page edits…" }).click();
  const dialog = page.getByRole("dialog", { name: "Changes on the page in Support answers" });
  await dialog.getByRole("button", { name: "Take into the article" }).click();
  await see(dialog).toContainText("The page or the article has changed.");
  app.server.answer(WORDS, () => ({ ...words, seen: "as-it-is", left: 0 }));
  await dialog.getByRole("button", { name: "Read the page again" }).click();
  await see(dialog.getByText("cannot be taken over")).toHaveCount(0);
  app.server.answer(TAKE_OVER, () => ({ version: 3, message: "The other pages are updated.", undo }));
  await dialog.getByRole("button", { name: "Take into the article" }).click();
  await see(page.getByText("Changes taken over", { exact: true })).toBeVisible();
});

it("the inbox compares a page with its article, also by keyboard", async () => {
  const item = inboxItems.find(({ kind }) => kind === "page-conflict");
  if (!item) throw new Error("The samples have no page that was changed.");
  app.server.answer("GET /api/inbox", () => inboxOf([item]));
  app.server.answer(WORDS, () => words);
  app.server.answer("GET /api/auth/user", () => ({ ...sample.user, membership: "reviewer" }));
  const page = await app.open("/articles?view=inbox", { viewport: { width: 360, height: 740 } });
  const row = page.locator(`[data-item="${item.id}"]`);
  await see(row.getByRole("button", { name: "Compare page and article" })).toBeVisible();
  await row.focus();
  await page.keyboard.press("c");
  await see(row.locator("ins").first()).toBeVisible();
  await see(row).toContainText("Article");
  await see(row).toContainText("1 other change on the page cannot be shown here");
  expect(await findAccessibilityViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.keyboard.press("c");
  await see(row.locator("ins")).toHaveCount(0);
});
