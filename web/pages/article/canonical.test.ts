import type { Page } from "@playwright/test";
import { expect, it } from "vitest";
import type { ArticlePage } from "../../../shared/contract/articles.ts";
import type { Evidence } from "../../../shared/contract/canonical.ts";
import { findAccessibilityViolations } from "../../testing/accessibility-violations.ts";
import { useAppInBrowser } from "../../testing/browser.ts";
import { contestedArticle, mergePreview, withStatementKeys } from "../../testing/inbox-samples.ts";
import * as sample from "../../testing/sample-data.ts";
import { see } from "../../testing/see.ts";

const app = useAppInBrowser();
const path = `/articles/${contestedArticle.id}`;
const undo = { id: sample.idOf(900), until: "2031-11-21T09:00:00.000Z" };
const bodiesTo = (endpoint: string) =>
  app.server.calls.filter(({ method, path: of }) => `${method} ${of}` === endpoint).map(({ body }) => body);
/** Answers each article's request with its own title. */
const answerWith = (article: ArticlePage) =>
  app.server.answer("GET /api/articles/:id", (call) => {
    const other = sample.articles.slice(1).find(({ id }) => call.path.endsWith(id));
    return other ? { ...sample.articlePage, ...other } : article;
  });
const findsNoBarrier = async (page: Page) => {
  const found = await findAccessibilityViolations(page);
  expect(found).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
};

it("an article says how often it was asked for, and shows a contradiction at its sentence", async () => {
  answerWith(contestedArticle);
  const page = await app.open(path, { viewport: { width: 360, height: 740 } });
  await page.getByRole("button", { name: "Details" }).click();
  await see(page.getByText(/^Asked 5 times, last by Tom Weller in #deploys/)).toBeVisible();
  await page.keyboard.press("Escape");
  const cause = page.locator(".set-section").filter({ has: page.getByRole("heading", { name: "Cause" }) });
  const note = cause.getByRole("complementary", { name: "Contradicting message" });
  await see(note).toContainText("The article saysThe worker keeps the token of the pod it started in.");
  await see(note).toContainText("The worker reads a new token every 30 minutes.");
  await see(page.getByRole("complementary", { name: "Contradicting message" })).toHaveCount(1);
  await findsNoBarrier(page);
  await note.getByRole("link", { name: "Decide which is correct" }).click();
  await see(page).toHaveURL(/\/articles\?view=inbox&item=/);
});

it("an article is merged into another article found by its words, and the merge is undone", async () => {
  answerWith(contestedArticle);
  app.server.answer("POST /api/articles/:id/merge", () => ({ message: "Its conversations moved there.", undo }));
  app.server.answer("POST /api/inbox/:id/undo", () => ({ success: true }));
  const page = await app.open(path, { viewport: { width: 360, height: 740 }, colorScheme: "dark" });
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("button", { name: "Merge with…" }).click();
  const dialog = page.getByRole("dialog", { name: "Merge with another article" });
  await see(dialog.getByLabel("Find the article that stays")).toBeFocused();
  await page.keyboard.type("contractor");
  await dialog.getByRole("button", { name: /How to give a contractor access/ }).click();
  const preview = page.getByRole("dialog", { name: "Merge these two?" });
  await see(preview).toContainText(contestedArticle.title);
  await see(preview.getByText(/^Fewer people will read this: only members of #people-ops, 3 people\./)).toBeVisible();
  // New sentences are included. A contradiction must be decided first, and both texts with their days are visible.
  const merge = preview.getByRole("button", { name: "Merge", exact: true });
  await see(merge).toBeDisabled();
  await see(preview.getByRole("status")).toContainText("1 contradiction to decide.");
  const contradiction = preview.getByRole("listitem").filter({ hasText: "Contradiction: another time" });
  await see(contradiction).toContainText("Mara Lind, 18 Nov 2026");
  await see(contradiction).toContainText("The worker reads a new token every 30 minutes.");
  await see(contradiction).toContainText("Tom Weller, 20 Nov 2026");
  await findsNoBarrier(page);
  await contradiction.getByRole("radio", { name: /^Keep both, marked as a contradiction/ }).check();
  const choices = preview.getByRole("combobox");
  await choices.last().selectOption({ label: "Leave out, still in history" });
  await choices.first().selectOption({ label: "Already said by…" });
  await preview
    .getByLabel(/^The sentence that already says/)
    .selectOption({ label: "Ask *Facilities* for the badge." });
  await see(preview.getByRole("status")).toHaveText(
    /^Will add \d+, already said \d+, leave out 1, keep as a contradiction 1\.$/,
  );
  await findsNoBarrier(page);
  await merge.click();
  await see(page.getByText("Its conversations moved there.", { exact: true })).toBeVisible();
  await see(page).toHaveURL(new RegExp(`/articles/${sample.idOf(102)}$`));
  const sent = () => bodiesTo(`POST /api/articles/${contestedArticle.id}/merge`);
  await expect
    .poll(sent)
    .toMatchObject([{ into: sample.idOf(102), editions: { from: "edition of this", into: "edition of the other" } }]);
  const { choices: named } = sent()[0] as { choices: { key: string; choice: string; other?: string }[] };
  expect(named).toEqual(
    expect.arrayContaining([
      { key: "own0", choice: "said", other: "other3" },
      { key: "own3", choice: "both" },
      { key: "own5", choice: "said" },
    ]),
  );
  expect(named).toHaveLength(mergePreview.from.sentences.length);
  await page.getByRole("button", { name: "Undo" }).click();
  await see(page).toHaveURL(new RegExp(`${path}$`));
  await expect.poll(() => bodiesTo(`POST /api/inbox/${undo.id}/undo`)).toHaveLength(1);

  const { id = "", title = "" } = sample.articles[1] ?? {};
  answerWith({ ...contestedArticle, state: "merged", mergedInto: { id, title } });
  await page.reload();
  const notice = page.getByRole("region", { name: "About this article's state" });
  await see(notice.getByRole("link", { name: title })).toHaveAttribute("href", `/articles/${id}`);
  await see(page.getByRole("main").getByText("Merged", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "More actions" }).click();
  await see(page.getByRole("button", { name: "Print" })).toBeVisible();
  await see(page.getByRole("button", { name: "Merge with…" })).toHaveCount(0);
  await page.getByRole("button", { name: "Details" }).click();
  await see(page.getByText("Withdrawn", { exact: true }).first()).toBeVisible();
});

async function openMerge(sentences: typeof mergePreview.from.sentences) {
  answerWith(contestedArticle);
  const from = { ...mergePreview.from, sentences };
  app.server.answer("GET /api/articles/:id/merge/:intoId", () => ({ ...mergePreview, from }));
  const page = await app.open(path);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("button", { name: "Merge with…" }).click();
  await see(page.getByLabel("Find the article that stays")).toBeFocused();
  await page.keyboard.type("contractor");
  await page.getByRole("button", { name: /How to give a contractor access/ }).click();
  return page.getByRole("dialog", { name: "Merge these two?" });
}

const asNew = (sentence: (typeof mergePreview.from.sentences)[number]) => {
  return { ...sentence, relation: "new" as const, other: null, differs: [] };
};

it("an article is merged without its questions and side talk, unless somebody adds them", async () => {
  const [first, ...others] = mergePreview.from.sentences;
  if (!first) throw new Error("There is no sentence.");
  const text = "Same here!";
  const preview = await openMerge([{ ...asNew(first), text, isSmallTalk: true as const }, ...others]);
  await see(preview.getByLabel(`What becomes of: ${text}`)).toHaveValue("leave");
  await see(preview.getByRole("status")).toContainText(/^Will add \d+, already said \d+, leave out 1\./);
  await see(preview.getByText("no sentence in common")).toHaveCount(0);
});

it("a merge into an article with no common sentence warns first", async () => {
  const preview = await openMerge(mergePreview.from.sentences.map(asNew));
  await see(preview.getByRole("note").filter({ hasText: "no sentence in common" })).toBeVisible();
});

it("an article is split by sentences with the keyboard: each moves, stays, or is in both, and one has to stay", async () => {
  const article = withStatementKeys(sample.articlePage);
  answerWith(article);
  app.server.answer("POST /api/articles/:id/split-off", () => ({
    articleId: sample.idOf(102),
    message: "2 sentences are a separate article now.",
    undo,
  }));
  const page = await app.open(`/articles/${article.id}`, { viewport: { width: 360, height: 740 } });
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("button", { name: "Split…" }).click();
  const dialog = page.getByRole("dialog", { name: "Split this article" });
  // The article has only one conversation, so it cannot be split by conversations.
  await see(dialog.getByRole("radio")).toHaveCount(0);
  const off = dialog.getByRole("button", { name: "Split off" });
  await dialog.getByLabel("Title of the new article").focus();
  await page.keyboard.type("Rotating a token");
  await see(off).toBeDisabled();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.keyboard.press("Tab");
  await see(dialog.getByRole("checkbox", { name: /^Keep it here, too/ })).toBeFocused();
  await page.keyboard.press("Space");
  await dialog.getByRole("checkbox", { name: /The worker keeps the token/ }).check();
  const total = [article.summaryStatements, ...article.sections.map((part) => part.statements)].flat();
  await see(dialog.getByRole("status")).toHaveText(`2 sentences in the new article, ${total.length - 1} here.`);
  await findsNoBarrier(page);
  await off.click();
  await see(page.getByText("2 sentences are a separate article now.", { exact: true })).toBeVisible();
  await see(page).toHaveURL(new RegExp(`/articles/${sample.idOf(102)}$`));
  const key = (text: string) => total.find((one) => one.text.startsWith(text))?.key;
  await expect
    .poll(() => bodiesTo(`POST /api/articles/${article.id}/split-off`))
    .toEqual([
      {
        title: "Rotating a token",
        sentences: [
          { key: total[0]?.key, place: "both" },
          { key: key("The worker keeps the token"), place: "own" },
        ],
        edition: article.edition,
      },
    ]);
});

it("an article is split by its conversations, and one has to stay", async () => {
  answerWith(contestedArticle);
  const conversation = (number: number, opening: string): Evidence => ({
    conversationId: sample.idOf(700 + number),
    channelName: "platform-help",
    askedBy: "Priya Nair",
    firstAt: "2026-11-20T13:00:00.000Z",
    lastAt: "2026-11-20T13:20:00.000Z",
    messages: 6,
    opening,
    permalink: null,
    isWrittenFrom: number === 1,
  });
  app.server.answer("GET /api/articles/:id/evidence", () => [
    conversation(1, "The worker says that its token has expired."),
    conversation(2, "Who may rotate keys?"),
  ]);
  app.server.answer("POST /api/articles/:id/split", () => ({
    articleId: sample.idOf(102),
    message: "One conversation became a separate article.",
    undo,
  }));
  const page = await app.open(path, { viewport: { width: 360, height: 740 } });
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("button", { name: "Split…" }).click();
  const dialog = page.getByRole("dialog", { name: "Split this article" });
  await dialog.getByRole("radio", { name: "By conversations" }).check();
  await dialog.getByLabel(/Who may rotate keys/).check();
  await dialog.getByLabel(/token has expired/).check();
  await see(dialog.getByText("At least one conversation must stay here.", { exact: true })).toBeVisible();
  await see(dialog.getByRole("button", { name: "Split off 2 conversations" })).toBeDisabled();
  await dialog.getByLabel(/token has expired/).uncheck();
  await findsNoBarrier(page);
  await dialog.getByRole("button", { name: "Split off 1 conversation" }).click();
  await see(page.getByText("One conversation became a separate article.", { exact: true })).toBeVisible();
  await see(page).toHaveURL(new RegExp(`/articles/${sample.idOf(102)}$`));
  await expect
    .poll(() => bodiesTo(`POST /api/articles/${contestedArticle.id}/split`))
    .toEqual([{ conversations: [sample.idOf(702)] }]);
});
