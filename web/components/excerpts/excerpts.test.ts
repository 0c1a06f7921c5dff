import { describe, expect, it } from "vitest";
import { findAccessibilityViolations } from "../../testing/accessibility-violations.ts";
import { useAppInBrowser } from "../../testing/browser.ts";
import { inboxItems, inboxOf } from "../../testing/inbox-samples.ts";
import * as sample from "../../testing/sample-data.ts";
import * as models from "../../testing/sample-language-models.ts";
import { see } from "../../testing/see.ts";

const app = useAppInBrowser();
const offered = { name: "Excerpts" };
const excerpt = { ...sample.articlePage, savedFromChat: true as const };

describe("Excerpts that a model can write up", () => {
  it("are written all at once from the dashboard, at a price that is said before, and restored from there", async () => {
    app.server.answer("GET /api/excerpts", () => models.excerpts);
    const page = await app.open("/");
    const box = page.getByRole("region", offered);
    await see(box).toContainText(
      "37 things were found and saved in the chat's own words. They can become written articles: 152 messages, 2 to 7 minutes, about $0.53.",
    );
    expect(await findAccessibilityViolations(page)).toEqual([]);
    app.server.answer("GET /api/excerpts", () => models.excerptsWritten);
    await box.getByRole("button", { name: "Have all 37 written" }).click();
    await expect.poll(() => app.callsTo("POST /api/excerpts/write").map(({ body }) => body)).toEqual([{}]);
    await see(box).toContainText("35 excerpts were written up by the language model.");
    await box.getByRole("button", { name: "Restore the excerpts" }).click();
    await expect
      .poll(() => app.callsTo("POST /api/excerpts/undo").map(({ body }) => body))
      .toEqual([{ runId: models.RUN_ID }]);
    await see(page.getByText("35 excerpts restored", { exact: true })).toBeVisible();
  });

  it("say how far they are while they are written", async () => {
    app.server.answer("GET /api/excerpts", () => models.excerpts);
    const progress = { ...sample.runOf({}).progress, step: "Writing article 9 of 37", fraction: 0.2, dollars: 0.13 };
    app.server.answer("GET /api/runs", () => [
      sample.runOf({ id: models.RUN_ID, kind: "write", state: "running", progress }),
    ]);
    const page = await app.open("/");
    const box = page.getByRole("region", offered);
    await see(box).toContainText("Writing article 9 of 37");
    await see(box).toContainText("$0.13 spent so far");
    await see(page.getByRole("button", { name: /written/ })).toHaveCount(0);
    app.server.answer("POST /api/runs/:id/stop", () => ({ success: true }));
    await box.getByRole("button", { name: "Stop and keep what is done" }).click();
    await expect.poll(() => app.callsTo(`POST /api/runs/${models.RUN_ID}/stop`)).toHaveLength(1);
  });

  it("have a button with the usual price on their cards and where they are reviewed, and a way back beside the text", async () => {
    app.server.answer("GET /api/excerpts", () => models.excerpts);
    const [first] = sample.articles;
    app.server.answer("GET /api/articles/recent", () => [{ ...first, savedFromChat: true }]);
    const list = await app.open("/articles?show=cards");
    await list.getByRole("button", { name: "Have this written: about $0.014" }).click();
    await expect
      .poll(() => app.callsTo("POST /api/excerpts/write").map(({ body }) => body))
      .toEqual([{ ids: [first?.id] }]);

    let isWritten = false;
    const draft = inboxItems.find(({ kind }) => kind === "draft");
    app.server.answer("GET /api/inbox", () => inboxOf(draft ? [draft] : []));
    app.server.answer("GET /api/articles/:id", () => (isWritten ? sample.articlePage : excerpt));
    app.server.answer("GET /api/excerpts", () =>
      isWritten
        ? { ...models.excerptsWritten, undo: { runId: models.RUN_ID, count: 1 } }
        : { ...models.excerpts, count: 1, dollars: 0.0021 },
    );
    app.server.answer("POST /api/excerpts/write", () => {
      isWritten = true;
      return { runId: models.RUN_ID, count: 1 };
    });
    const page = await app.open(`/articles?view=inbox&item=${draft?.id}`);
    await see(page.getByText("less than $0.01")).toBeVisible();
    await page.getByRole("button", { name: "Have this written" }).click();
    await page.getByRole("button", { name: "Restore the excerpt" }).click();
    await expect
      .poll(() => app.callsTo("POST /api/excerpts/undo").map(({ body }) => body))
      .toEqual([{ runId: models.RUN_ID }]);
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });

  it("have a button with the price on the page of each, and one line to the settings where there is no model", async () => {
    app.server.answer("GET /api/articles/:id", () => excerpt);
    app.server.answer("GET /api/excerpts", () => ({ ...models.excerpts, count: 1, dollars: 0.0021 }));
    const page = await app.open(`/articles/${excerpt.id}`);
    await see(page.getByText("less than $0.01")).toBeVisible();
    await page.getByRole("button", { name: "Have this written" }).click();
    await expect
      .poll(() => app.callsTo("POST /api/excerpts/write").map(({ body }) => body))
      .toEqual([{ ids: [excerpt.id] }]);
    expect(await findAccessibilityViolations(page)).toEqual([]);

    app.server.answer("GET /api/excerpts", () => ({ ...models.excerptsWithoutModel, count: 1 }));
    const without = await app.open(`/articles/${excerpt.id}`);
    await see(without.getByText("Saved in the chat's own words. A language model would write it up")).toBeVisible();
    await see(without.getByRole("link", { name: "Choose a language model" })).toBeVisible();
    await see(without.getByRole("button", { name: "Have this written" })).toHaveCount(0);
  });
});
