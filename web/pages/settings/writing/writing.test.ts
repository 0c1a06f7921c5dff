import { describe, expect, it } from "vitest";
import { findAccessibilityViolations } from "../../../testing/accessibility-violations.ts";
import { useAppInBrowser } from "../../../testing/browser.ts";
import * as models from "../../../testing/sample-language-models.ts";
import { see } from "../../../testing/see.ts";

const app = useAppInBrowser();

describe("How articles are written", () => {
  it("is a style of at most 300 words, a language and a glossary, which are saved together", async () => {
    const page = await app.open("/settings/writing");
    const style = page.getByLabel("How your articles are to read");
    await style.fill("word ".repeat(301));
    await see(page.getByText("301 of 300 words: shorten it.")).toBeVisible();
    await see(page.getByRole("button", { name: "Save" })).toBeDisabled();
    await style.fill("We write in the second person.");
    await see(page.getByText("6 of 300 words")).toBeVisible();
    await page.getByLabel("Language").selectOption("German");
    await page.getByRole("button", { name: "Add a term" }).click();
    await page.getByLabel("Term 1", { exact: true }).fill("Notebook");
    await see(page.getByText("Each term needs a meaning.")).toBeVisible();
    await page.getByLabel("Meaning 1").fill("A computer to carry");
    await page.getByLabel("Never say 1").fill("laptop, Klapprechner");
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Save" }).click();
    await expect
      .poll(() => app.callsTo("PUT /api/settings/writing").map(({ body }) => body))
      .toEqual([
        {
          style: "We write in the second person.",
          language: "de",
          glossary: [{ term: "Notebook", meaning: "A computer to carry", neverSay: ["laptop", "Klapprechner"] }],
        },
      ]);
  });

  it("is tried on an article of one's own at a price that is said before, beside how it reads now", async () => {
    const page = await app.open("/settings/writing");
    await see(page.getByText("Costs about $0.014.")).toBeVisible();
    await page.getByLabel("How your articles are to read").fill("Short sentences.");
    await page.getByRole("button", { name: "Show a preview" }).click();
    await see(page.getByRole("region", { name: "Now" })).toContainText("The worker can be restarted.");
    await see(page.getByRole("region", { name: "With this style" })).toContainText("You restart the worker");
    const [asked] = app.callsTo("POST /api/settings/writing/preview");
    expect(asked?.body).toMatchObject({ style: "Short sentences.", language: null, glossary: [] });
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });

  it("learns from edits that people make again and again, which become rules with one press or are dismissed", async () => {
    const other = { ...models.writingSuggestion, id: "p7", kind: "heading" as const, from: "Contact", to: "Who helps" };
    let style = "Short sentences.";
    let suggestions = [models.writingSuggestion, other];
    app.server.answer("GET /api/settings/writing", () => ({ ...models.noWriting, style, suggestions }));
    app.server.answer("POST /api/settings/writing/suggestions/:id", ({ path, body }) => {
      suggestions = suggestions.filter(({ id }) => !path.endsWith(id));
      if ((body as { choice: string }).choice === "accept") style += `\n${models.writingSuggestion.sentence}`;
      return { ...models.noWriting, style, suggestions };
    });
    const page = await app.open("/settings/writing");
    const box = page.getByRole("region", { name: "Suggestions" });
    await see(box).toContainText("People changed notebook to laptop in 4 articles. Add to the style?");
    await see(box).toContainText("People changed the heading Contact to Who helps in 4 articles. Add to the style?");
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await box
      .getByRole("button", { name: /^Add: Write "laptop"/ })
      .first()
      .click();
    await see(page.getByLabel("How your articles are to read")).toHaveValue(
      'Short sentences.\nWrite "laptop" instead of "notebook".',
    );
    await see(page.getByRole("button", { name: "Save" })).toBeDisabled();
    await box.getByRole("button", { name: /^Dismiss/ }).click();
    await see(box).toHaveCount(0);
    expect(app.callsTo("POST /api/settings/writing/suggestions/k3xq").map(({ body }) => body)).toEqual([
      { choice: "accept" },
    ]);
    expect(app.callsTo("POST /api/settings/writing/suggestions/p7").map(({ body }) => body)).toEqual([
      { choice: "dismiss" },
    ]);
  });

  it("names the articles that it writes after, and says what a preview needs where there is no model", async () => {
    app.server.answer("GET /api/settings/writing/examples", () => ({
      ...models.writingExamples,
      model: null,
      dollars: null,
    }));
    const page = await app.open("/settings/writing");
    await see(page.getByRole("link", { name: "Restart the export worker" })).toBeVisible();
    await see(page.getByText("A preview needs a language model, and none is set up.")).toBeVisible();
    await see(page.getByRole("button", { name: "Show a preview" })).toHaveCount(0);
  });
});
