import { describe, expect, it } from "vitest";
import type { Trial } from "../../../../../shared/contract/model-trials.ts";
import { findAccessibilityViolations } from "../../../../testing/accessibility-violations.ts";
import { useAppInBrowser } from "../../../../testing/browser.ts";
import * as sample from "../../../../testing/sample-data.ts";
import * as models from "../../../../testing/sample-language-models.ts";
import { OTHER_TRIAL_ID, TRIAL_ID, trial, trialSummary } from "../../../../testing/sample-trials.ts";
import { see } from "../../../../testing/see.ts";

const app = useAppInBrowser();
const ADDRESS = `/settings/language-model/try/${TRIAL_ID}`;
const READING = {
  messages: 3_400,
  calls: { least: 140, most: 582 },
  minutes: { least: 12, most: 12 },
  dollars: { least: 0.9, most: 1.3 },
  model: "claude-sonnet-5-5",
  suggested: null,
};

/** Imitates a server that stores the judgements. */
function serve(first: Trial): void {
  let now = first;
  app.server.answer("GET /api/language-model", () => models.ownModel);
  app.server.answer("GET /api/language-model/estimate", () => READING);
  app.server.answer("GET /api/model-trials/:id", () => now);
  app.server.answer("POST /api/model-trials/:id/judge", ({ body }) => {
    const { matterId, judgement } = body as { matterId: string; judgement: "keep" };
    const matters = now.matters.map((one) => (one.id === matterId ? { ...one, judgement } : one));
    const count = (of: string) => matters.filter((one) => one.judgement === of).length;
    const judged = { keep: count("keep"), edit: count("edit"), no: count("no") };
    now = { ...now, matters, judged, toSave: judged.keep };
    return { success: true };
  });
}

describe("Trying a language model on a channel", () => {
  it("says messages, minutes and dollars before it starts, and shows what comes of it", async () => {
    serve(trial);
    app.server.answer("GET /api/model-trials", () => ({ trials: [trialSummary] }));
    app.server.answer("GET /api/model-trials/price", () => ({
      messages: { least: 180, most: 360 },
      minutes: { least: 1, most: 3 },
      dollars: { least: 0.05, most: 0.2 },
    }));
    app.server.answer("POST /api/model-trials", () => trialSummary);
    const page = await app.open("/settings/language-model/try");
    await see(
      page.getByText("Reads 180 to 360 messages, takes about 1 to 3 minutes and costs $0.05 to $0.20."),
    ).toBeVisible();
    await see(page.getByRole("link", { name: "#support with claude-sonnet-5-5" })).toBeVisible();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Try it", exact: true }).click();
    await see(page.getByRole("heading", { name: "Calibrate the label printer" })).toBeVisible();
  });

  it("takes an export that is dropped, stores it without analyzing it, and offers its largest channel", async () => {
    serve(trial);
    const outcome = { status: "Imported, not analyzed yet", articlesCreated: 0, articlesUpdated: 0, skipped: 0 };
    const [first, second] = sample.channels;
    const run = sample.runOf({
      kind: "import",
      state: "done",
      fileName: "acme.zip",
      result: {
        channels: [
          { ...outcome, channelId: first?.id ?? "", channel: "random", messages: 12 },
          { ...outcome, channelId: second?.id ?? "", channel: "support", messages: 340 },
        ],
        problems: [],
        messagesRead: 352,
        articlesCreated: 0,
        articlesUpdated: 0,
      },
    });
    let isImported = false;
    app.server.answer("GET /api/channels", () => (isImported ? sample.channels : []));
    app.server.answer("GET /api/runs", () => (isImported ? [run] : []));
    app.server.answer("POST /api/imports", () => {
      isImported = true;
      return run;
    });
    app.server.answer("GET /api/model-trials/price", () => ({
      messages: { least: 180, most: 340 },
      minutes: { least: 1, most: 3 },
      dollars: { least: 0.05, most: 0.2 },
    }));
    const page = await app.open("/settings/language-model/try");
    await see(page.getByRole("heading", { name: "Try it on a Slack export" })).toBeVisible();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    const file = { name: "acme.zip", mimeType: "application/zip", buffer: Buffer.from("PK") };
    await page.getByLabel("Slack export (ZIP)").setInputFiles(file);
    await see(page.getByText("352 messages of acme.zip stored. Choose one of its channels above.")).toBeVisible();
    await see(page.getByRole("combobox", { name: "Channel" })).toHaveValue(second?.id ?? "");
    await see(page.getByText("Reads 180 to 340 messages")).toBeVisible();
    expect(app.callsTo("POST /api/imports")[0]?.query).toEqual({ analyze: "later" });
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });

  it("shows each article beside its messages with the checker's verdicts, and is judged with three keys", async () => {
    serve(trial);
    const page = await app.open(ADDRESS);
    const shown = page.getByRole("region", { name: "Article and messages" });
    await see(shown.getByRole("heading", { name: "Calibrate the label printer" })).toBeVisible();
    await see(shown).toContainText("Grace Hopper");
    await see(shown).toContainText("Partly supported: Nobody says that it restarts.");
    await see(shown).toContainText("It is never wrong.");
    await see(shown).toContainText("$0.0031 · 4.2 s");
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.keyboard.press("1");
    await see(shown.getByRole("heading", { name: "Calibrate the conveyor belt" })).toBeVisible();
    await page.keyboard.press("3");
    const result = page.getByRole("region", { name: "Result" });
    await see(result).toContainText("You would keep 1 of 2 without touching them.");
    await see(result).toContainText(
      "Reading all of #support (3,400 messages) takes about 12 minutes and $0.90 to $1.30.",
    );
    expect(app.bodiesTo(`POST /api/model-trials/${TRIAL_ID}/judge`)).toEqual([
      { matterId: trial.matters[0]?.id, judgement: "keep" },
      { matterId: trial.matters[1]?.id, judgement: "no" },
    ]);
    await see(page.getByText("1 matter has no article")).toBeVisible();
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });

  it("saves those that one would keep as drafts with one press, and reads all of the channel with another", async () => {
    serve({ ...trial, judged: { keep: 2, edit: 0, no: 0 }, toSave: 2 });
    app.server.answer("POST /api/model-trials/:id/save", () => ({ saved: 1, known: 1, changed: 0 }));
    app.server.answer("POST /api/model-trials/:id/read-all", () => ({ runId: TRIAL_ID }));
    const page = await app.open(ADDRESS);
    await page.getByRole("button", { name: "Save 2 as drafts" }).click();
    await see(page.getByText("1 in the library already.", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Read all of #support" }).click();
    await see(page.getByText("The dashboard shows how far it is.", { exact: true })).toBeVisible();
  });

  it("shows the same articles of another model side by side, and tries one more", async () => {
    const other = {
      ...trialSummary,
      id: OTHER_TRIAL_ID,
      model: "claude-haiku-5-5",
      judged: { keep: 1, edit: 1, no: 0 },
    };
    serve({ ...trial, others: [other] });
    app.server.answer("POST /api/model-trials/:id/repeat", () => other);
    const page = await app.open(ADDRESS);
    const result = page.getByRole("region", { name: "Result" });
    await see(result.getByRole("listitem").filter({ hasText: "claude-haiku-5-5" })).toContainText("would keep 1 of 2");
    await page.getByLabel("Try the same 3 with another model").fill("claude-opus-5");
    await see(result).toContainText("3 articles from 6 messages: 1 minute, 6 calls and $0.03 to $0.06.");
    expect(app.callsTo(`GET /api/model-trials/${TRIAL_ID}/price`).at(-1)?.query).toEqual({ model: "claude-opus-5" });
    await result.getByRole("button", { name: "Try it", exact: true }).click();
    await see(page).toHaveURL(new RegExp(OTHER_TRIAL_ID));
    expect(app.bodiesTo(`POST /api/model-trials/${TRIAL_ID}/repeat`)).toEqual([{ model: "claude-opus-5" }]);
  });

  it("says how far it is and what it waits for, and stops when somebody says so", async () => {
    const step = "2 articles wait for the model. The provider refused the key. It resumes automatically.";
    serve({ ...trial, state: "running", step, written: 1, matters: trial.matters.slice(0, 1) });
    app.server.answer("POST /api/model-trials/:id/stop", () => ({ success: true }));
    const page = await app.open(ADDRESS);
    const progress = page.getByRole("region", { name: "Progress" });
    await see(progress).toContainText("180 messages read · 3 of at most 20 found · 1 written · $0.0412 spent");
    await see(progress).toContainText(step);
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Stop and keep what is written" }).click();
    await expect.poll(() => app.callsTo(`POST /api/model-trials/${TRIAL_ID}/stop`)).toHaveLength(1);
  });
});
