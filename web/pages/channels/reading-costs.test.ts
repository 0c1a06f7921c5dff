import { describe, expect, it } from "vitest";
import { findAccessibilityViolations } from "../../testing/accessibility-violations.ts";
import { useAppInBrowser } from "../../testing/browser.ts";
import * as sample from "../../testing/sample-data.ts";
import * as models from "../../testing/sample-language-models.ts";
import { see } from "../../testing/see.ts";

const app = useAppInBrowser();
const [first] = sample.channels;
const unread = (waiting: number) => [
  {
    ...first,
    messagesRead: 0,
    reading: { ...first?.reading, waiting: { ...first?.reading.waiting, messages: waiting } },
  },
];
const analyzeIt = { name: /^Analyze #/ };

describe("What reading costs", () => {
  it("is said before a channel's history is read: messages, minutes and dollars", async () => {
    app.server.answer("GET /api/channels", () => unread(3_400));
    app.server.answer("GET /api/language-model/estimate", ({ query }) => ({
      ...models.estimate,
      messages: Number(query["messages"]),
    }));
    app.server.answer("POST /api/analyze", () => ({
      messagesProcessed: 3_400,
      articlesCreated: 20,
      message: "",
      runId: sample.idOf(1),
    }));
    const page = await app.open("/channels");
    await page.getByRole("button", analyzeIt).click();
    const question = page.getByRole("alertdialog");
    await see(question).toContainText(
      "3,400 messages take 4 to 12 minutes, 140 to 582 calls and $0.25 to $0.60 with claude-sonnet-5-5. What goes beyond your limits waits.",
    );
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await question.getByRole("button", { name: "Cancel" }).click();
    expect(app.callsTo("POST /api/analyze")).toEqual([]);
    await page.getByRole("button", analyzeIt).click();
    await question.getByRole("button", { name: "Analyze" }).click();
    await expect.poll(() => app.callsTo("POST /api/analyze")).toHaveLength(1);
  });

  it("is said with what the plan reads of the history, also where reading is free", async () => {
    const usage = { ...sample.subscription.usage, messages: { used: 0, limit: 50 } };
    app.server.answer("GET /api/subscription", () => ({ ...sample.subscription, usage }));
    app.server.answer("GET /api/channels", () => unread(130));
    app.server.answer("GET /api/language-model/estimate", () => ({
      ...models.estimate,
      dollars: { least: 0, most: 0 },
    }));
    const page = await app.open("/channels");
    await page.getByRole("button", analyzeIt).click();
    const question = page.getByRole("alertdialog");
    await see(question).toContainText(
      "#platform-help has 130 messages waiting. Your plan reads 50 messages this month, the oldest first.",
    );
    await question.getByRole("button", { name: "Cancel" }).click();
    expect(app.callsTo("POST /api/analyze")).toEqual([]);
    await page.getByRole("button", { name: "Add Channel" }).click();
    await see(
      page.getByText(/^The whole history.* Your plan reads 50 messages this month, the oldest first\./),
    ).toBeVisible();
  });

  it("is said in calls for a model whose price nobody knows", async () => {
    app.server.answer("GET /api/channels", () => unread(3_400));
    app.server.answer("GET /api/language-model/estimate", () => ({
      ...models.estimate,
      model: "ours-7b",
      dollars: null,
    }));
    const page = await app.open("/channels");
    await page.getByRole("button", analyzeIt).click();
    await see(page.getByRole("alertdialog")).toContainText(
      "3,400 messages take 4 to 12 minutes and 140 to 582 calls of ours-7b, whose price is not known.",
    );
  });

  it("is said for 1,000 messages where nobody knows yet how many there are, and beside the import", async () => {
    app.server.answer("GET /api/channels", () => unread(0));
    app.server.answer("GET /api/language-model/estimate", ({ query }) => ({
      ...models.estimate,
      messages: Number(query["messages"]),
    }));
    const page = await app.open("/channels");
    await see(page.getByRole("region", { name: "Import a Slack Export" })).toContainText(
      "1,000 messages take 4 to 12 minutes, 140 to 582 calls and $0.25 to $0.60 with claude-sonnet-5-5.",
    );
    await page.getByRole("button", analyzeIt).click();
    await see(page.getByRole("alertdialog")).toContainText(
      "How many messages there are shows when they are read. 1,000 messages take 4 to 12 minutes",
    );
  });

  it("is said before channels are added, whose history is read, too", async () => {
    app.server.answer("GET /api/language-model/estimate", () => ({ ...models.estimate, messages: 1_000 }));
    const page = await app.open("/channels");
    await page.getByRole("button", { name: "Add Channel" }).click();
    await see(page.getByRole("region", { name: "Add Channel" })).toContainText(
      "The whole history, back to the first message. 1,000 messages take 4 to 12 minutes",
    );
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });

  it("is counted while a channel is read, which can be stopped and keeps what is done", async () => {
    const { progress } = sample.runOf({});
    const run = sample.runOf({
      kind: "analyse",
      progress: { ...progress, step: "Reading #support with the model", messagesWaiting: 2_310, dollars: 0.38 },
    });
    app.server.answer("GET /api/runs", () => [run]);
    app.server.answer("POST /api/runs/:id/stop", () => ({ success: true }));
    const page = await app.open("/channels");
    const box = page.getByRole("region", { name: "Being read" });
    await see(box).toContainText("Reading #support with the model");
    await see(box).toContainText("2,310 messages wait for the model · $0.38 spent so far");
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await box.getByRole("button", { name: "Stop and keep what is done" }).click();
    await expect.poll(() => app.callsTo(`POST /api/runs/${run.id}/stop`)).toHaveLength(1);
  });

  it("asks nothing without a model, and names after an import what one would cost", async () => {
    app.server.answer("GET /api/runs", () => [
      sample.runOf({
        kind: "import",
        state: "done",
        finishedAt: "2026-11-21T09:00:00.000Z",
        result: {
          channels: [],
          problems: [],
          messagesRead: 3_400,
          articlesCreated: 37,
          articlesUpdated: 0,
        },
      }),
    ]);
    app.server.answer("GET /api/excerpts", () => models.excerptsWithoutModel);
    const page = await app.open("/channels");
    await see(page.getByRole("region", { name: "Excerpts" })).toContainText(
      "37 things were found and saved in the chat's own words. With a language model they become written articles: 152 messages, 2 to 7 minutes, about $0.53.",
    );
    await see(page.getByRole("link", { name: "Choose a language model" })).toHaveAttribute(
      "href",
      "/settings/language-model",
    );
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });
});
