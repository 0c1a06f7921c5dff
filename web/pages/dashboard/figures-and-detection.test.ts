import { describe, expect, it } from "vitest";
import { useAppInBrowser } from "../../testing/browser.ts";
import { Reply } from "../../testing/fake-server.ts";
import * as sample from "../../testing/sample-data.ts";
import * as models from "../../testing/sample-language-models.ts";
import { see } from "../../testing/see.ts";

const app = useAppInBrowser();
const { callsTo } = app;

describe("the dashboard", () => {
  it("DASH-003 DASH-006 DASH-013 DASH-014 DASH-015 shows the figures and how monitoring works", async () => {
    const page = await app.open("/");
    await see(page.getByText("Monitor and manage your knowledge extraction workflow")).toBeVisible();
    for (const text of ["Articles Created", "12,480", "97.6%", "+12% from last week", "No change", "2 active channels"])
      await see(page.getByText(text, { exact: true })).toBeVisible();
    await see(page.getByText(/Automatic monitoring is currently manual only.*last 10 messages/)).toBeVisible();
  });

  it("says beside 'Connected' that an integration does not work, and leads to it", async () => {
    const [first] = sample.integrations;
    app.server.answer("GET /api/integrations", () => [{ ...first, isActive: true, trouble: "The token was refused." }]);
    const page = await app.open("/");
    await see(page.getByText("Connected", { exact: true })).toBeVisible();
    await page.getByRole("link", { name: "1 integration not working" }).click();
    await see(page.getByRole("heading", { level: 1 })).toHaveText("Knowledge Management Configuration");
  });

  it("DASH-016 DASH-017 DASH-018 DASH-022 DASH-023 lists five articles, and the active integrations only", async () => {
    const page = await app.open("/");
    const articles = page.getByRole("region", { name: "Recent Knowledge Articles" });
    await see(articles.getByRole("listitem")).toHaveCount(5);
    await see(articles.getByRole("listitem").first()).toContainText("From #platform-help");
    await see(articles.getByRole("listitem").nth(1)).toContainText("Processing");
    const integrations = page.getByRole("region", { name: "Connected Integrations" });
    await see(integrations.getByRole("listitem")).toHaveText(/Engineering handbook.*41 published articles/);
  });

  it("DASH-020 DASH-025 says what is not there yet", async () => {
    app.server.answer("GET /api/articles/recent", () => []);
    app.server.answer("GET /api/integrations", () => []);
    const page = await app.open("/");
    await see(page.getByText("No knowledge articles created yet")).toBeVisible();
    await see(page.getByText("No integrations configured")).toBeVisible();
  });

  it("DASH-009 DASH-010 DASH-011 ERR-006 tests the channels and shows what came of it", async () => {
    let finish: (answer: unknown) => void = () => undefined;
    app.server.answer("POST /api/test-slack-analysis", () => new Promise((resolve) => (finish = resolve)));
    const page = await app.open("/");
    await page.getByRole("button", { name: "Run Analysis Test" }).click();
    await see(page.getByRole("button", { name: "Analyzing Messages..." })).toBeDisabled();

    app.server.answer("GET /api/runs", () => [sample.runOf({})]);
    app.server.send({ type: "run", id: sample.idOf(401) });
    await see(page.getByText("Reading messages · channel 1 of 2")).toBeVisible();

    app.server.answer("GET /api/runs", () => []);
    finish({
      success: true,
      channelsAnalyzed: 2,
      totalMessagesAnalyzed: 20,
      articlesCreated: 1,
      results: [{ channel: "deploys", status: "Nothing to keep" }],
      message: "",
      runId: sample.idOf(401),
    });
    await see(page.getByText("Test Successful!", { exact: true })).toBeVisible();
    await see(page.getByText("Created 1 article from 20 messages", { exact: true })).toBeVisible();
    for (const text of ["channels analyzed", "messages checked", "article created", "Nothing to keep"])
      await see(page.getByText(text, { exact: true })).toBeVisible();
  });

  it("DASH-010 says before a test what it costs with a model, also when the palette starts it, and stops it midway", async () => {
    app.server.answer("GET /api/language-model/estimate", () => ({ ...models.estimate, messages: 30 }));
    app.server.answer("POST /api/test-slack-analysis", () => new Promise(() => undefined));
    const page = await app.open("/");
    const question = page.getByRole("alertdialog");
    await page.getByRole("button", { name: "Run Analysis Test" }).click();
    await see(question).toContainText(
      "30 messages take 4 to 12 minutes, 140 to 582 calls and $0.25 to $0.60 with claude-sonnet-5-5.",
    );
    expect(callsTo("GET /api/language-model/estimate").at(-1)?.query).toEqual({ work: "test" });
    await question.getByRole("button", { name: "Cancel" }).click();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("run analysis");
    await page.keyboard.press("Enter");
    await see(question).toContainText("30 messages take");
    expect(callsTo("POST /api/test-slack-analysis")).toEqual([]);
    await question.getByRole("button", { name: "Run Analysis Test" }).click();
    await expect.poll(() => callsTo("POST /api/test-slack-analysis")).toHaveLength(1);

    const { progress } = sample.runOf({});
    app.server.answer("GET /api/runs", () => [sample.runOf({ progress: { ...progress, dollars: 0.04 } })]);
    app.server.answer("POST /api/runs/:id/stop", () => ({ success: true }));
    app.server.send({ type: "run", id: sample.idOf(401) });
    const card = page.getByRole("region", { name: "Slack Monitoring & Testing" });
    await see(card).toContainText("$0.04 spent so far");
    await card.getByRole("button", { name: "Stop and keep what is done" }).click();
    await expect.poll(() => callsTo(`POST /api/runs/${sample.idOf(401)}/stop`)).toHaveLength(1);
  });

  it("says that a test was stopped, and shows what it had done", async () => {
    app.server.answer("GET /api/runs", () => [
      sample.runOf({
        state: "done",
        isStopped: true,
        result: { channels: [], problems: [], messagesRead: 12, articlesCreated: 1, articlesUpdated: 0 },
      }),
    ]);
    const page = await app.open("/");
    const card = page.getByRole("region", { name: "Slack Monitoring & Testing" });
    await see(card).toContainText("It was stopped. What was read and written is kept.");
    await see(card.getByText("messages checked", { exact: true })).toBeVisible();
  });

  it("DASH-012 ERR-008 shows why a test failed", async () => {
    app.server.answer("POST /api/test-slack-analysis", () => new Reply(502, { message: "Slack does not answer." }));
    const page = await app.open("/");
    await page.getByRole("button", { name: "Run Analysis Test" }).click();
    await see(page.getByText("Test Failed", { exact: true })).toBeVisible();
    await see(page.getByRole("alert").getByText("Slack does not answer.")).toBeVisible();
  });

  it("API-019 ERR-007 reads articles and figures again after a test that found some, and says when it found none", async () => {
    const outcome = {
      success: true,
      channelsAnalyzed: 2,
      totalMessagesAnalyzed: 20,
      articlesCreated: 1,
      results: [],
      message: "",
      runId: sample.idOf(401),
    };
    app.server.answer("POST /api/test-slack-analysis", () => outcome);
    const page = await app.open("/");
    await see(page.getByText("12,480", { exact: true })).toBeVisible();
    await see(page.getByRole("region", { name: "Recent Knowledge Articles" }).getByRole("listitem")).toHaveCount(5);
    const reads = () => ["GET /api/stats", "GET /api/articles/recent"].map((endpoint) => callsTo(endpoint).length);
    const before = reads();
    const run = page.getByRole("button", { name: "Run Analysis Test" });
    await run.click();
    await see(page.getByText("Test Successful!", { exact: true })).toBeVisible();
    await expect.poll(() => reads().every((count, index) => count > (before[index] ?? 0))).toBe(true);

    const toast = page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");
    app.server.answer("POST /api/test-slack-analysis", () => ({ ...outcome, articlesCreated: 0 }));
    await run.click();
    await see(toast).toContainText(/Test Complete.*No articles created/);
    const calm = await toast.evaluate((node) => getComputedStyle(node).borderColor);
    app.server.answer("POST /api/test-slack-analysis", () => ({
      ...outcome,
      success: false,
      articlesCreated: 0,
      message: "No channel could be read.",
    }));
    await run.click();
    await see(toast).toContainText(/Test Complete.*No channel could be read\./);
    await see(toast).not.toHaveCSS("border-color", calm);
  });

  it("a test that goes on is found again by whoever comes back", async () => {
    app.server.answer("GET /api/runs", () => [sample.runOf({})]);
    const page = await app.open("/");
    await see(page.getByRole("button", { name: "Analyzing Messages..." })).toBeVisible();
    await see(page.getByRole("progressbar")).toHaveAttribute("value", "0.5");
  });

  it("DASH-026 DASH-027 DASH-028 DASH-029 DASH-030 DASH-031 DASH-032 DASH-033 changes the detection settings", async () => {
    let stored: unknown = sample.settings;
    app.server.answer("GET /api/settings", () => stored);
    app.server.answer("PUT /api/settings", ({ body }) => {
      stored = { ...(body as object), lastUpdated: "2026-11-21T09:00:00.000Z" };
      return stored;
    });
    const page = await app.open("/", { timezoneId: "UTC" });
    const card = page.getByRole("region", { name: "AI Detection Settings" });
    const [slider, length] = [card.getByRole("slider"), card.getByLabel("Minimum message length")];
    const keywords = card.getByRole("list", { name: "Keywords" }).getByRole("listitem");
    await see(card.getByText("Last updated: Never", { exact: true })).toBeVisible();
    for (const [attribute, value] of Object.entries({ min: "1", max: "10", step: "1" }))
      await see(slider).toHaveAttribute(attribute, value);
    for (const end of ["Conservative", "Aggressive"]) await see(card.getByText(end, { exact: true })).toBeVisible();
    await see(length).toHaveAttribute("type", "number");
    await see(card.getByText(/^In characters\./)).toBeVisible();

    await card.getByPlaceholder("Add a keyword").fill("runbook");
    await card.getByPlaceholder("Add a keyword").press("Enter");
    await card.getByPlaceholder("Add a keyword").fill("playbook");
    await card.getByRole("button", { name: "Add keyword" }).click();
    await card.getByRole("button", { name: "Remove tutorial" }).click();
    const chosen = ["how to", "step by step", "guide", "runbook", "playbook"];
    await see(keywords).toHaveText(chosen);
    await slider.fill("3");
    await length.fill("");
    await card.getByRole("button", { name: "Save Settings" }).click();
    await see(page.getByText("Settings saved", { exact: true })).toBeVisible();
    await expect
      .poll(() => callsTo("PUT /api/settings").map(({ body }) => body))
      .toEqual([{ sensitivity: 3, minMessageLength: 50, detectionKeywords: chosen }]);
    await page.reload();
    await see(slider).toHaveValue("3");
    await see(length).toHaveValue("50");
    await see(keywords).toHaveText(chosen);
    await see(card.getByText("Last updated: 21 Nov 2026, 09:00", { exact: true })).toBeVisible();

    await card.getByRole("button", { name: "Reset to Defaults" }).click();
    await see(slider).toHaveValue("7");
    await see(length).toHaveValue("50");
    await see(keywords).toHaveText(["how to", "step by step", "tutorial", "guide"]);
  });

  it("ERR-005 says when the settings were not saved, and keeps what was typed", async () => {
    app.server.answer("PUT /api/settings", () => new Reply(500, { message: "boom" }));
    const page = await app.open("/");
    await page.getByRole("slider").fill("3");
    await page.getByRole("button", { name: "Save Settings" }).click();
    await see(page.getByText("Failed to save settings. Please try again.", { exact: true })).toBeVisible();
    await see(page.getByRole("slider")).toHaveValue("3");
  });
});
