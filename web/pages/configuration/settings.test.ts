import { describe, expect, it } from "vitest";
import { useAppInBrowser } from "../../testing/browser.ts";
import { Reply } from "../../testing/fake-server.ts";
import { inboxItems, inboxOf } from "../../testing/inbox-samples.ts";
import * as sample from "../../testing/sample-data.ts";
import * as models from "../../testing/sample-language-models.ts";
import { see } from "../../testing/see.ts";

const app = useAppInBrowser();
/** The bodies of all PUT requests to a path. */
const bodiesTo = (path: string) =>
  app.server.calls.filter((call) => call.method === "PUT" && call.path === path).map(({ body }) => body);

describe("the detection settings", () => {
  it("CONF-002 CONF-003 CONF-004 CONF-005 CONF-009 CONF-010 ERR-004 start with the defaults, and are saved as they are", async () => {
    let answer: (body: unknown) => void = () => undefined;
    app.server.answer("PUT /api/settings", () => new Promise((resolve) => (answer = resolve)));
    const page = await app.open("/configuration");
    const card = page.getByRole("region", { name: "AI Detection Settings" });
    await see(card.getByText("8/10", { exact: true })).toBeVisible();
    for (const [attribute, value] of Object.entries({ min: "1", max: "10", step: "1" }))
      await see(card.getByRole("slider")).toHaveAttribute(attribute, value);
    await see(card.getByLabel("Minimum message length")).toHaveValue("20");
    const length = card.getByLabel("Minimum message length");
    for (const [typed, isTaken] of [
      ["9", false],
      ["10", true],
      ["500", true],
      ["501", false],
    ] as const) {
      await length.fill(typed);
      await see(length).toHaveJSProperty("validity.valid", isTaken);
      await see(card.getByText("Give a length from 10 to 500.")).toHaveCount(isTaken ? 0 : 1);
    }
    await card.getByRole("button", { name: "Save AI Settings" }).click();
    await see(page.getByText("Failed to update settings.", { exact: true })).toBeVisible();
    expect(bodiesTo("/api/settings")).toEqual([]);
    await length.fill("20");
    const keywords = card.getByRole("list", { name: "Keywords" }).getByRole("listitem");
    await see(keywords).toHaveText(["how to", "step by step", "tutorial", "guide"]);
    await card.getByPlaceholder("Add a keyword").fill("runbook");
    await card.getByRole("button", { name: "Add keyword" }).click();
    await card.getByRole("button", { name: "Remove tutorial" }).click();
    await see(keywords).toHaveText(["how to", "step by step", "guide", "runbook"]);
    await card.getByLabel("Minimum message length").fill("");
    await card.getByRole("button", { name: "Save AI Settings" }).click();
    await see(card.getByRole("button", { name: "Saving..." })).toBeDisabled();
    await expect
      .poll(() => bodiesTo("/api/settings"))
      .toEqual([
        { sensitivity: 8, minMessageLength: 20, detectionKeywords: ["how to", "step by step", "guide", "runbook"] },
      ]);
    answer({ ...sample.settings, lastUpdated: "2026-11-21T09:00:00.000Z" });
    await see(page.getByText("Settings updated", { exact: true })).toBeVisible();
  });

  it("ERR-005 that could not be saved stay in the form", async () => {
    app.server.answer("PUT /api/settings", () => new Reply(500, { message: "boom" }));
    const page = await app.open("/configuration");
    await page.getByRole("slider").fill("3");
    await page.getByRole("button", { name: "Save AI Settings" }).click();
    const toast = page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");
    await see(toast.getByText("Error", { exact: true })).toBeVisible();
    await see(toast.getByText("Failed to update settings.", { exact: true })).toBeVisible();
    await see(page.getByText("3/10", { exact: true })).toBeVisible();
  });
});

it("the review before publishing is off at first, is saved as it is switched, and goes back when it could not be", async () => {
  const page = await app.open("/configuration");
  const review = page.getByRole("region", { name: "Review Before Publishing" });
  const first = review.getByRole("switch", { name: "Review the first articles of a new channel" });
  await see(first).toBeChecked();
  await first.click();
  await see(first).not.toBeChecked();
  await first.click();
  await see(first).toBeChecked();
  await review.getByLabel("A channel is trusted after").selectOption("5 approvals");
  const waits = review.getByRole("group", { name: "Which new articles wait for review" });
  await see(waits.getByRole("radio", { name: /^Only the less sure ones/ })).toBeChecked();
  await see(waits.getByLabel("Accepted risk")).toHaveValue("20");
  await see(waits).toContainText(
    "Articles above the risk you accept wait in the inbox. New workspaces accept up to 20%.",
  );
  await waits.getByLabel("Accepted risk").selectOption("Up to 30%");
  const verifiedEdits = "update";
  await expect
    .poll(() => bodiesTo("/api/review-settings"))
    .toEqual([
      { reviewNewChannels: false, approvalsToTrust: 3, autoAcceptProposals: false, acceptedRisk: 20, verifiedEdits },
      { reviewNewChannels: true, approvalsToTrust: 3, autoAcceptProposals: false, acceptedRisk: 20, verifiedEdits },
      { reviewNewChannels: true, approvalsToTrust: 5, autoAcceptProposals: false, acceptedRisk: 20, verifiedEdits },
      { reviewNewChannels: true, approvalsToTrust: 5, autoAcceptProposals: false, acceptedRisk: 30, verifiedEdits },
    ]);

  await see(review).toContainText(
    "Of 6 articles with a risk up to 30% that your workspace reviewed, 6 were published. That is too little to judge the choice by.",
  );
  await waits.getByRole("radio", { name: /^All/ }).click();
  await see(waits.getByRole("radio", { name: /^All/ })).toBeChecked();
  await see(waits.getByLabel("Accepted risk")).toHaveCount(0);
  await expect.poll(() => bodiesTo("/api/review-settings").at(-1)).toMatchObject({ acceptedRisk: 0 });
  const saved = bodiesTo("/api/review-settings").length;
  await waits.getByRole("radio", { name: /^None/ }).click();
  await see(waits.getByRole("radio", { name: /^All/ })).toBeChecked();
  await waits.getByRole("button", { name: "Cancel" }).click();
  expect(bodiesTo("/api/review-settings")).toHaveLength(saved);
  app.server.answer("GET /api/inbox", () => inboxOf(inboxItems));
  app.server.send({ type: "inbox" });
  await waits.getByRole("radio", { name: /^None/ }).click();
  await see(waits).toContainText("The 2 drafts in the inbox would have gone out like that.");
  await waits.getByRole("button", { name: "Publish everything unread" }).click();
  await expect.poll(() => bodiesTo("/api/review-settings").at(-1)).toMatchObject({ acceptedRisk: 100 });
  await see(waits.getByRole("radio", { name: /^None/ })).toBeChecked();

  app.server.answer("PUT /api/review-settings", () => new Reply(500, { message: "boom" }));
  const additions = review.getByRole("switch", { name: "Accept additions without asking" });
  await additions.click();
  await see(page.getByText("The setting was not changed. Please try again.", { exact: true })).toBeVisible();
  await see(additions).not.toBeChecked();
});

describe("the language model", () => {
  it("is named with what it costs, and owners and admins are led to its page", async () => {
    app.server.answer("GET /api/language-model/estimate", () => models.estimate);
    const page = await app.open("/configuration");
    const card = page.getByRole("region", { name: "Language Model" });
    await see(card).toContainText(
      "claude-sonnet-5-5 writes the articles. Reading 1,000 messages costs $0.25 to $0.60.",
    );
    await card.getByRole("link", { name: "Model, limits and privacy" }).click();
    await see(page).toHaveURL(/\/settings\/language-model$/);
  });

  it("says without one what is missing and what it would cost, and to others who chooses", async () => {
    app.server.answer("GET /api/auth/user", () => ({ ...sample.user, membership: "editor" }));
    const page = await app.open("/configuration");
    const card = page.getByRole("region", { name: "Language Model" });
    await see(card).toContainText("saved in the chat's own words");
    await see(card).toContainText("for $0.25 to $0.60 per 1,000 messages. Owners and admins choose it.");
    await see(card.getByRole("link")).toHaveCount(0);
  });
});

it("edits of messages behind verified articles update pages at once, or ask first, and the choice can be undone", async () => {
  const page = await app.open("/configuration");
  const edits = page.getByRole("group", { name: "When a message behind a verified article is edited" });
  await see(edits.getByRole("radio", { name: /^Update the page at once/ })).toBeChecked();
  await edits.getByRole("radio", { name: /^Ask first/ }).click();
  await see(edits.getByRole("radio", { name: /^Ask first/ })).toBeChecked();
  const toast = page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");
  await see(toast).toContainText("It holds for new edits.");
  await toast.getByRole("button", { name: "Undo" }).click();
  await see(edits.getByRole("radio", { name: /^Update the page at once/ })).toBeChecked();
  await expect
    .poll(() => bodiesTo("/api/review-settings"))
    .toMatchObject([{ verifiedEdits: "ask" }, { verifiedEdits: "update" }]);
});
