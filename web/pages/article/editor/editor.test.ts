import type { Locator, Page } from "@playwright/test";
import { expect, it } from "vitest";
import { PATIENCE_MS } from "../../../../scripts/patience.ts";
import { findAccessibilityViolations } from "../../../testing/accessibility-violations.ts";
import { useAppInBrowser } from "../../../testing/browser.ts";
import { Reply } from "../../../testing/fake-server.ts";
import * as sample from "../../../testing/sample-data.ts";
import { see, seeToast } from "../../../testing/see.ts";

const app = useAppInBrowser();
const path = `/articles/${sample.idOf(101)}?edit=1`;

/** An article whose sentences have keys, as the server returns it. */
function keyed() {
  let count = 0;
  const withKeys = (list: typeof sample.articlePage.summaryStatements) =>
    list.map((statement) => {
      count += 1;
      return { ...statement, key: `s${count}` };
    });
  const page = sample.articlePage;
  const summaryStatements = withKeys(page.summaryStatements);
  const sections = page.sections.map((section) => ({ ...section, statements: withKeys(section.statements) }));
  return { ...page, summaryStatements, sections };
}

const save = (page: Page) => page.getByRole("button", { name: /^Save($| and update)/ });

async function openEditor(own: Partial<ReturnType<typeof keyed>> = {}) {
  let article = { ...keyed(), ...own };
  app.server.answer("GET /api/articles/:id", () => article);
  app.server.answer("PUT /api/articles/:id/content", () => ({ version: article.version + 1, redacted: [] }));
  const page = await app.open(path);
  const text = page.getByRole("textbox", { name: "Text of the article" });
  await see(text).toBeVisible();
  return { page, text, changed: (change: Partial<typeof article>) => (article = { ...article, ...change }) };
}

/**
 * Puts the caret at the end of a line in the first paragraph, or `right` letters after the line's beginning. The page
 * may still move while the editor loads. ProseMirror also restores the caret's last known position 20 ms after the
 * focus, which undoes faster key presses. The caret therefore counts only after it has stayed longer.
 */
async function placeCaret(page: Page, text: Locator, key: "End" | "Home", right = 0): Promise<void> {
  await see(async () => {
    await text.locator("p").first().click();
    await page.keyboard.press(key);
    for (let step = 0; step < right; step += 1) await page.keyboard.press("ArrowRight");
    const offset = await page.evaluate(
      () => new Promise<number>((resolve) => setTimeout(() => resolve(getSelection()?.anchorOffset ?? 0), 60)),
    );
    expect(offset).toBeGreaterThanOrEqual(Math.max(1, right));
  }).toPass({ timeout: PATIENCE_MS });
}

const saves = () => app.callsTo(`PUT /api/articles/${sample.idOf(101)}/content`).map(({ body }) => body as SavedBody);
interface SavedBody {
  title: string;
  summary: { key: string | null; text: string; from?: string[] }[];
  sections: {
    heading: string | null;
    layout: string;
    statements: { key: string | null; text: string; form: string }[];
  }[];
}

it("an article is edited by keyboard: typed Markdown is saved as Markdown, and sentences keep their keys", async () => {
  const { page, text } = await openEditor();
  const before = keyed();
  await placeCaret(page, text, "End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Ask **Ops** about `deploy` first.");
  await page.getByRole("textbox", { name: "Title" }).fill("A better title");
  await page.keyboard.press("Control+s");
  await expect.poll(saves).toHaveLength(1);
  const [saved] = saves();
  expect(saved?.title).toBe("A better title");
  expect(saved?.summary.slice(0, 2)).toMatchObject([
    { key: "s1", text: before.summaryStatements[0]?.text },
    { key: null, text: "Ask **Ops** about `deploy` first." },
  ]);
  expect(saved?.sections.map(({ statements }) => statements.map(({ key, text: words }) => [key, words]))).toEqual(
    before.sections.map(({ statements }) => statements.map(({ key, text: words }) => [key, words])),
  );
  await see(page.getByText("Its pages are being updated.").first()).toBeVisible();
});

it("a sentence written on a new line above another takes nothing of it along", async () => {
  const { page, text } = await openEditor();
  const paragraphs = await text.locator("p").count();
  await placeCaret(page, text, "End");
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Enter");
  await see(text.locator("p")).toHaveCount(paragraphs + 1);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.type("Ask Ops first.");
  await page.keyboard.press("Control+s");
  await expect.poll(saves).toHaveLength(1);
  const [first, second] = saves()[0]?.summary ?? [];
  expect(first).toEqual({ key: null, form: "sentence", text: "Ask Ops first.", language: null });
  expect(second).toMatchObject({ key: "s1", text: keyed().summaryStatements[0]?.text });
});

it("the editor mentions no pages if the article is published nowhere", async () => {
  const { page, text } = await openEditor({ publications: [] });
  await placeCaret(page, text, "End");
  await page.keyboard.type(" More words.");
  await page.keyboard.press("Control+s");
  await seeToast(page, "Saved", "The article is updated.");
});

it("the editor's button says what saving does to pages", async () => {
  const [first] = sample.articlePage.publications;
  if (!first) throw new Error("The sample has no page.");
  const states = ["published", "queued", "removed"] as const;
  const names = ["Save and update 2 pages", "Save and update 1 page", "Save"];
  for (const [index, name] of names.entries()) {
    const publications = states
      .slice(index)
      .map((state, place) => ({ ...first, id: sample.idOf(201 + place), state, trouble: null }));
    const { page } = await openEditor({ publications });
    await see(save(page)).toHaveText(name);
    await page.close();
  }
});

it("an article is edited where it is read: title and text keep their position, the other fields are folded", async () => {
  for (const width of [360, 1440]) {
    app.server.answer("GET /api/articles/:id", () => ({ ...keyed(), publications: [] }));
    const options = { viewport: { width, height: 740 }, hasTouch: width === 360 };
    const page = await app.open(`/articles/${sample.idOf(101)}`, options);
    const read = page.getByRole("heading", { level: 1 });
    await see(read).toBeVisible();
    const before = await read.boundingBox();
    await page.getByRole("link", { name: "Edit", exact: true }).click();
    const title = page.getByRole("textbox", { name: "Title" });
    await see(title).toHaveValue(keyed().title);
    const after = await title.boundingBox();
    expect(Math.abs((after?.y ?? 0) - (before?.y ?? 99))).toBeLessThanOrEqual(8);
    const text = page.getByRole("textbox", { name: "Text of the article" }).locator("p").first();
    await see(text).toBeVisible();
    const box = await text.boundingBox();
    expect([width, (box?.y ?? 999) <= 320, box?.y]).toEqual([width, true, box?.y]);
    if (width === 360) {
      // The bar is one line, so that the text above the phone's keyboard stays visible. A click shows the rest.
      const bar = page.getByRole("region", { name: "Save the article" });
      expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(60);
      await bar.getByRole("button", { name: "More" }).click();
      await see(bar.getByRole("button", { name: "Keep for later" })).toBeVisible();
    }
    await see(page.getByLabel("Category")).toBeHidden();
    await page.getByText("Properties", { exact: true }).click();
    await page.getByLabel("Category").fill("");
    await see(page.getByText("Enter a category.")).toBeVisible();
    await title.fill("");
    await see(page.getByText("Enter a title.")).toBeVisible();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await page.close();
  }
});

it("the editor splits, joins and moves sentences without losing their sources", async () => {
  const { page, text } = await openEditor();
  const paragraphs = await text.locator("p").count();
  await see(async () => {
    await placeCaret(page, text, "Home", 5);
    await page.keyboard.press("Enter");
    await see(text.locator("p")).toHaveCount(paragraphs + 1, { timeout: 20_000 });
  }).toPass({ timeout: PATIENCE_MS });
  await page.keyboard.press("Control+s");
  await expect.poll(saves).toHaveLength(1);
  expect(saves()[0]?.summary.slice(0, 2)).toMatchObject([{ key: "s1" }, { key: null, from: ["s1"] }]);
});

it("the editor saves once, however often Save is pressed, and does not report its own version as another person's", async () => {
  const { page, text, changed } = await openEditor();
  const gate = Promise.withResolvers<void>();
  app.server.answer("PUT /api/articles/:id/content", async () => {
    const version = keyed().version + 1;
    // The server's event about the save arrives before the answer of the save.
    changed({ version, edition: "another" });
    app.server.send({ type: "article", id: keyed().id });
    await gate.promise;
    return { version, redacted: [] };
  });
  await placeCaret(page, text, "End");
  await page.keyboard.type(" More words.");
  const reads = app.callsTo(`GET /api/articles/${sample.idOf(101)}`).length;
  await save(page).dblclick();
  await page.keyboard.press("Control+s");
  await expect.poll(() => app.callsTo(`GET /api/articles/${sample.idOf(101)}`).length).toBeGreaterThan(reads);
  await see(page.getByRole("button", { name: "Saving…" })).toBeDisabled();
  expect(await page.getByRole("region", { name: "Changed meanwhile" }).count()).toBe(0);
  gate.resolve();
  await see(page.getByText("Saved", { exact: true })).toBeVisible();
  expect(saves()).toHaveLength(1);
});

it("the editor keeps a draft through a reload, and the article's page offers the draft", async () => {
  const { page, text } = await openEditor();
  await placeCaret(page, text, "End");
  await page.keyboard.type(" Unsaved words.");
  await page.reload();
  await see(text.getByText("Unsaved words.")).toBeVisible();
  await page.getByRole("button", { name: "Keep for later" }).click();
  await page.getByRole("button", { name: "Continue editing" }).click();
  await see(text.getByText("Unsaved words.")).toBeVisible();
  // Only the person's changes are stored in the browser.
  const stored = await page.evaluate(() => JSON.stringify(localStorage));
  expect(stored).toContain("Unsaved words.");
  expect(stored).not.toContain(keyed().sections[0]?.statements[0]?.text ?? "nothing");
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await see(page.getByRole("button", { name: "Continue editing" })).toHaveCount(0);
});

it("the editor keeps the text of an article that was moved to the trash meanwhile, and says how to go on", async () => {
  const { page, text, changed } = await openEditor();
  await placeCaret(page, text, "End");
  await page.keyboard.type(" Unsaved words.");
  changed({ state: "trashed", trashedUntil: "2031-12-27T09:00:00.000Z" });
  app.server.send({ type: "article", id: keyed().id });
  const draft = page.getByRole("region", { name: "Your draft" });
  await see(draft).toContainText("Your text is kept in this browser until the article is restored.");
  await see(draft.getByRole("button", { name: "Continue editing" })).toHaveCount(0);
  changed({ state: "stands" });
  app.server.send({ type: "article", id: keyed().id });
  await see(text.getByText("Unsaved words.")).toBeVisible();
});

it.each([
  ["somebody else saved meanwhile", 1],
  ["words went with a deleted message, which makes no new version", 0],
])("the editor shows both texts when %s, and keeps what was typed", async (_what, newVersions) => {
  const { page, text, changed } = await openEditor();
  app.server.answer("PUT /api/articles/:id/content", () => {
    const now = keyed();
    const [first, ...rest] = now.summaryStatements;
    if (!first) throw new Error("There is no summary.");
    const theirs = { ...first, text: "Their words.", inline: [{ type: "text" as const, text: "Their words." }] };
    changed({ version: now.version + newVersions, edition: "another", summaryStatements: [theirs, ...rest] });
    return new Reply(409, { message: "The article was changed since you started editing." });
  });
  await placeCaret(page, text, "End");
  await page.keyboard.type(" My words.");
  await save(page).click();
  const collisions = page.getByRole("region", { name: "Changed meanwhile" });
  await see(collisions.getByText("Their words.")).toBeVisible();
  await see(save(page)).toBeDisabled();
  await page.getByRole("button", { name: "Show the changes" }).click();
  await see(collisions).toBeFocused();
  await see(collisions).toBeInViewport();
  await collisions.getByRole("radio", { name: "Both" }).check();
  await collisions.getByRole("button", { name: "Take over and continue" }).click();
  await see(text.getByText("Their words.")).toBeVisible();
  await see(text.getByText("My words.")).toBeVisible();
  app.server.answer("PUT /api/articles/:id/content", () => ({ version: 99, redacted: [] }));
  await save(page).click();
  await expect
    .poll(() => saves().at(-1)?.summary.slice(0, 2))
    .toMatchObject([
      { key: "s1", text: "Their words." },
      { key: null, from: ["s1"] },
    ]);
});

it("axe finds no problem in the editor", async () => {
  const { page } = await openEditor();
  expect(await findAccessibilityViolations(page)).toEqual([]);
});
