import { type Page } from "@playwright/test";
import { describe, expect, it } from "vitest";
import { findAccessibilityViolations } from "../../testing/accessibility-violations.ts";
import { useAppInBrowser } from "../../testing/browser.ts";
import { Reply } from "../../testing/fake-server.ts";
import * as sample from "../../testing/sample-data.ts";
import { see, seeToast } from "../../testing/see.ts";

const app = useAppInBrowser();
const { callsTo, bodiesTo, refuse } = app;

const openForm = async (page: Page, name: "Add Integration" | "Add Channel") => {
  await page.getByRole("button", { name }).first().click();
  return page.getByRole("region", { name });
};

describe("a channel", () => {
  it("CHAN-007 CHAN-030 CHAN-035 ENT-004 ERR-015 ERR-016 of Slack is chosen by its name and description, and added", async () => {
    refuse("POST /api/channels");
    const page = await app.open("/channels");
    const form = await openForm(page, "Add Channel");
    await see(form.getByLabel("Check frequency")).toHaveValue("10");
    await see(form.getByText("Already Added", { exact: true })).toHaveCount(2);
    const incidents = form.getByRole("checkbox", { name: /^#incidents/ });
    await see(form.getByText("What broke, and what we did about it", { exact: true })).toBeVisible();
    await incidents.check();
    const add = form.getByRole("button", { name: "Add Channel" });
    await add.click();
    await seeToast(page, "Error", "Failed to add channel to monitoring.");
    await see(incidents).toBeChecked();
    app.server.answer("POST /api/channels", () => sample.channels[0]);
    await add.click();
    await seeToast(page, "Channel added", "The channel is now being monitored for knowledge content.");
    await see(form).toHaveCount(0);
    await expect
      .poll(() => bodiesTo("POST /api/channels").at(-1))
      .toMatchObject({
        channelName: "incidents",
        checkFrequencyMinutes: 10,
      });
    await openForm(page, "Add Channel");
    await see(form.getByRole("group", { name: "Channels" }).getByRole("checkbox", { checked: true })).toHaveCount(0);
  });

  it("is read from now on where a person chooses so, and its history when they ask for it later", async () => {
    const page = await app.open("/channels");
    const form = await openForm(page, "Add Channel");
    const earlier = form.getByRole("group", { name: "Earlier messages" });
    await see(earlier.getByRole("radio", { name: /^Also read earlier messages/ })).toBeChecked();
    await see(form.getByText(/earlier messages are read first/)).toBeVisible();
    await earlier.getByRole("radio", { name: /^Only from now on/ }).check();
    await see(form.getByText(/earlier messages are read first/)).toHaveCount(0);
    await form.getByRole("checkbox", { name: /^#incidents/ }).check();
    app.server.answer("POST /api/channels", () => sample.channels[0]);
    await form.getByRole("button", { name: "Add Channel" }).click();
    await expect.poll(() => bodiesTo("POST /api/channels")).toMatchObject([{ onlyNew: true }]);

    const [first, ...others] = sample.channels;
    app.server.answer("GET /api/channels", () => [{ ...first, readsFrom: "2026-05-20T09:00:00.000Z" }, ...others]);
    await page.reload();
    const name = `Settings of #${first?.channelName}`;
    await page.getByRole("button", { name }).click();
    const settings = page.getByRole("region", { name });
    await see(settings).toContainText("Messages since 20 May 2026 are read.");
    await settings.getByRole("button", { name: "Read earlier messages" }).click();
    await expect
      .poll(() => app.server.calls.filter(({ path }) => path === `/api/channels/${first?.id}/earlier-messages`))
      .toHaveLength(1);
  });

  it("CHAN-032 COLL-013 ENT-004 ERR-028 of Google Chat is a space to choose, or to name by hand when none can be read", async () => {
    const google = sample.buildChatIntegration(22, "google-chat", "Acme Workspace");
    app.server.answer("GET /api/collaboration-integrations", () => [google]);
    const space = { ...sample.spaces[0], description: "Where outages are discussed" };
    app.server.answer("GET /api/google-chat/spaces", () => [space, sample.spaces[1]]);
    const page = await app.open("/channels");
    const form = await openForm(page, "Add Channel");
    await form.getByLabel("Platform", { exact: true }).selectOption("google-chat");
    await see(form.getByText("Where outages are discussed", { exact: true })).toBeVisible();
    await expect
      .poll(() => callsTo("GET /api/google-chat/spaces").map(({ query }) => query))
      .toEqual([{ integrationId: google.id }]);
    await form.getByRole("checkbox", { name: "Support desk" }).check();
    await form.getByRole("button", { name: "Add Channel" }).click();
    await see(page.getByText("Channel added", { exact: true })).toBeVisible();
    await expect
      .poll(() => bodiesTo("POST /api/channels"))
      .toEqual([
        {
          channelId: "AAAA1",
          channelName: "Support desk",
          integrationId: google.id,
          platform: "google-chat",
          isActive: true,
          checkFrequencyMinutes: 10,
        },
      ]);

    app.server.answer("GET /api/google-chat/spaces", () => []);
    await page.reload();
    await openForm(page, "Add Channel");
    await form.getByLabel("Platform", { exact: true }).selectOption("google-chat");
    await see(form.getByText("No spaces available", { exact: true })).toBeVisible();

    const details = "An API key alone cannot read Google Chat. Enter an access token.";
    app.server.answer("GET /api/google-chat/spaces", () => new Reply(502, { message: "Not read.", details }));
    await page.reload();
    await openForm(page, "Add Channel");
    await form.getByLabel("Platform", { exact: true }).selectOption("google-chat");
    await seeToast(page, "Google Chat Configuration Error", details);
    await see(form.getByRole("alert")).toContainText(details);
    await form.getByText("Name a space that is not listed").click();
    await form.getByLabel("Space ID").fill("AAAA9");
    await form.getByLabel("Space name").fill("Field notes");
    await form.getByRole("button", { name: "Add Channel" }).click();
    await expect
      .poll(() => bodiesTo("POST /api/channels").at(-1))
      .toMatchObject({ channelId: "AAAA9", channelName: "Field notes", integrationId: google.id });

    refuse("GET /api/google-chat/spaces");
    await page.reload();
    await openForm(page, "Add Channel");
    await form.getByLabel("Platform", { exact: true }).selectOption("google-chat");
    await seeToast(
      page,
      "Google Chat Configuration Error",
      "Check the configuration of the integration, then try again.",
    );
  });

  it("is watched from now on unless the person unticks it, which turns watching on for the workspace", async () => {
    const page = await app.open("/channels");
    const form = await openForm(page, "Add Channel");
    await form.getByRole("checkbox", { name: /^#incidents/ }).check();
    const watch = form.getByRole("checkbox", { name: /^Watch #incidents from now on/ });
    await see(watch).toBeChecked();
    await see(form.getByText("2 other channels are off until you watch them.")).toBeVisible();
    await see(form.getByText("Its earlier messages are read first, and drafts from them wait")).toBeVisible();
    await watch.uncheck();
    await see(form.getByText("It is read when you press Analyze.")).toBeVisible();
    await see(form.getByLabel("Check frequency")).toHaveCount(0);
    await watch.check();
    await see(form.getByLabel("Check frequency")).toHaveValue("10");
    await form.getByRole("button", { name: "Add Channel" }).click();
    await see(page.getByText("Channel added", { exact: true })).toBeVisible();
    await expect
      .poll(() => bodiesTo("PUT /api/settings/monitoring"))
      .toEqual([{ mode: "automatic", on: [], off: [sample.idOf(31), sample.idOf(32)] }]);
    expect(app.server.calls.filter(({ method }) => method === "PATCH")).toEqual([]);
    await see(page.getByRole("region", { name: "Monitored Channels" })).toContainText(
      "2 of 3 channels are watched. Next check: 21 Nov 2031",
    );
    expect(bodiesTo("POST /api/channels")).toMatchObject([{ isActive: true }]);
  });

  it("is added without being watched when a workspace watches and the person unticks it", async () => {
    app.server.answer("GET /api/settings/monitoring", () => ({ mode: "automatic", nextCheck: null }));
    const page = await app.open("/channels");
    const form = await openForm(page, "Add Channel");
    await form.getByRole("checkbox", { name: /^#incidents/ }).check();
    await form.getByRole("checkbox", { name: /^Watch #incidents from now on/ }).uncheck();
    await form.getByRole("button", { name: "Add Channel" }).click();
    await seeToast(page, "Channel added", "It is read when you press Analyze.");
    await expect.poll(() => bodiesTo("POST /api/channels")).toMatchObject([{ isActive: false }]);
    expect(callsTo("PUT /api/settings/monitoring")).toHaveLength(0);
  });

  it("has its switches in one place, and turns watching on above the list", async () => {
    const page = await app.open("/channels");
    const list = page.getByRole("region", { name: "Monitored Channels" });
    await see(list).toContainText(
      "3 channels, none watched: new messages are read when you press Analyze. Edits and deletions of messages already read are followed.",
    );
    await list.getByRole("button", { name: "Turn on automatic monitoring" }).click();
    await page.getByRole("button", { name: "Watch 2 channels" }).click();
    await see(list).toContainText("2 of 3 channels are watched.");

    const open = page.getByRole("button", { name: "Settings of #deploys" });
    await open.click();
    const settings = page.getByRole("region", { name: "Settings of #deploys" });
    await see(settings.getByRole("switch")).toHaveCount(4);
    await settings.getByRole("switch", { name: "Ask in threads of deploys" }).click();
    await settings.getByRole("switch", { name: "Answer in deploys without being asked" }).click();
    await settings.getByRole("switch", { name: "Never send #deploys to a language model" }).click();
    const id = sample.idOf(32);
    for (const path of [`collaboration-channels/${id}/questions`, `collaboration-channels/${id}/answers`])
      await expect.poll(() => bodiesTo(`PUT /api/${path}`)).toEqual([{ isOn: true }]);
    await expect.poll(() => bodiesTo(`PUT /api/language-model/channels/${id}`)).toEqual([{ never: true }]);
    await settings.getByRole("button", { name: "Access to #deploys" }).click();
    await see(page.getByRole("dialog", { name: "Access to #deploys" })).toBeVisible();
    await page.keyboard.press("Escape");
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await open.click();
    await see(settings).toHaveCount(0);
  });

  it("says in one sentence whether it is watched, and starts and stops by one button", async () => {
    const page = await app.open("/channels");
    const rows = page.getByRole("region", { name: "Monitored Channels" }).getByRole("listitem");
    await see(rows.filter({ hasText: "#platform-help" })).toContainText("Not watched: read when you press Analyze");
    await see(rows.filter({ hasText: "#people-questions" })).toContainText("Never read: press Analyze to read it");
    await page.getByRole("button", { name: "Watch #people-questions" }).click();
    await see(page.getByText("#people-questions is watched", { exact: true })).toBeVisible();
    // A toast stays while the pointer is on it.
    const undo = page.getByRole("button", { name: "Undo" });
    await undo.hover();
    const [on, off] = [[sample.idOf(33)], [sample.idOf(31), sample.idOf(32)]];
    await expect.poll(() => bodiesTo("PUT /api/settings/monitoring")).toEqual([{ mode: "automatic", on, off }]);
    await undo.click();
    await expect
      .poll(() => bodiesTo("PUT /api/settings/monitoring"))
      .toEqual([
        { mode: "automatic", on, off },
        { mode: "manual", on: off, off: on },
      ]);
  });

  it("is watched with others only as a person ticks them, and none that was never read before it is ticked", async () => {
    const [first, second, third] = sample.channels;
    const never = { ...third, isActive: true, lastChecked: null, messagesRead: 0 };
    app.server.answer("GET /api/channels", () => [first, second, never]);
    const page = await app.open("/channels");
    await page.getByRole("button", { name: "Turn on automatic monitoring" }).click();
    const dialog = page.getByRole("dialog", { name: "Watch which channels?" });
    await see(dialog).toContainText("Never read: its earlier messages are read first");
    const ticked = dialog.getByRole("checkbox", { checked: true });
    await see(ticked).toHaveCount(2);
    await see(dialog.getByRole("checkbox", { name: "#people-questions" })).not.toBeChecked();
    await dialog.getByRole("checkbox", { name: "#deploys" }).uncheck();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    expect(callsTo("PUT /api/settings/monitoring")).toHaveLength(0);
    await dialog.getByRole("button", { name: "Watch 1 channel" }).click();
    await see(page.getByText("1 channel is watched", { exact: true })).toBeVisible();
    await expect
      .poll(() => bodiesTo("PUT /api/settings/monitoring"))
      .toEqual([{ mode: "automatic", on: [], off: [sample.idOf(32), sample.idOf(33)] }]);
  });

  it("says so when the server could not switch the channels", async () => {
    refuse("PUT /api/settings/monitoring");
    const page = await app.open("/channels");
    await page.getByRole("button", { name: "Watch #people-questions" }).click();
    await see(page.getByText("Error", { exact: true })).toBeVisible();
    await see(page.getByText("#people-questions is watched", { exact: true })).toHaveCount(0);
  });

  it("is said not to be watched where it is the only one", async () => {
    app.server.answer("GET /api/channels", () => sample.channels.slice(0, 1));
    const page = await app.open("/channels");
    await see(
      page.getByText(/^The channel is not watched: new messages are read when you press Analyze\. Edits and deletions/),
    ).toBeVisible();
  });

  it("asks when it is no longer watched whether the articles that it alone brought are taken back", async () => {
    app.server.answer("GET /api/settings/monitoring", () => ({ mode: "automatic", nextCheck: null }));
    const brought = sample.articles.slice(0, 2);
    app.server.answer("GET /api/articles/search", ({ query }) => (query["alone"] ? brought : []));
    app.server.answer("POST /api/articles/bulk/remove", () => ({ results: [] }));
    const page = await app.open("/channels");
    const stop = page.getByRole("button", { name: "Stop watching #deploys" });
    const dialog = page.getByRole("alertdialog", { name: "Stop watching #deploys?" });
    await stop.click();
    await see(dialog).toContainText(/This channel alone brought 2 articles; \d (is|are) published\./);
    await see(dialog.getByRole("radio", { name: "Keep them" })).toBeChecked();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Stop watching", exact: true }).click();
    await see(page.getByText("#deploys is no longer watched", { exact: true })).toBeVisible();
    const id = sample.idOf(32);
    await expect.poll(() => bodiesTo(`PATCH /api/collaboration-channels/${id}`)).toEqual([{ isActive: false }]);
    expect(callsTo("POST /api/articles/bulk/remove")).toHaveLength(0);

    await stop.click();
    await dialog.getByRole("radio", { name: "Take them back" }).check();
    await dialog.getByRole("button", { name: "Stop watching and remove 2 articles" }).click();
    await see(page.getByText("2 articles removed", { exact: true })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Dashboard" }).click();
    await page.evaluate(() => window.dispatchEvent(new Event("pagehide")));
    await expect
      .poll(() => bodiesTo("POST /api/articles/bulk/remove"))
      .toEqual([{ ids: brought.map((one) => one.id), pages: "remove" }]);
  });

  it("is counted as available and offered on whichever platform it is", async () => {
    const google = sample.buildChatIntegration(22, "google-chat", "Acme Workspace");
    app.server.answer("GET /api/collaboration-integrations", () => [...sample.collaborationIntegrations, google]);
    app.server.answer("GET /api/slack/channels", () => sample.slackChannels.slice(0, 2));
    const page = await app.open("/channels");
    await see(page.getByText("Available to Add", { exact: true }).locator("..")).toHaveText("Available to Add2");
    const form = await openForm(page, "Add Channel");
    await see(form.getByLabel("Platform", { exact: true })).toHaveValue("google-chat");
    await see(form.getByRole("checkbox", { name: "Support desk" })).toBeVisible();
  });

  it("CHAN-013 keeps its state when its toggle is flipped: that comes later", async () => {
    const page = await app.open("/channels");
    await see(page.getByRole("button", { name: "Watch #deploys" })).toBeVisible();
    await see(page.getByRole("switch", { name: "Status toggle of #deploys" })).toHaveCount(0);
    await page.getByRole("button", { name: "Settings of #deploys" }).click();
    const toggle = page.getByRole("switch", { name: "Status toggle of #deploys" });
    await see(page.getByText("Status toggle: not available yet. Use “Watch” above.")).toBeVisible();
    await toggle.click();
    await seeToast(page, "Feature coming soon", "Channel status toggle will be available in the next update.");
    await see(toggle).not.toBeChecked();
    await see(page.getByRole("button", { name: "Watch", exact: true })).toBeVisible();
    const changes = app.server.calls.filter(({ method, path }) => method !== "GET" && path !== "/api/presence");
    expect(changes).toEqual([]);
  });

  it("CHAN-036 CHAN-037 ERR-017 ERR-018 ERR-019 is analyzed and removed, or the page says that it was not", async () => {
    refuse("POST /api/analyze");
    const page = await app.open("/channels");
    const analyze = page.getByRole("button", { name: "Analyze #deploys" });
    await analyze.click();
    await seeToast(page, "Analysis failed", "Unable to analyze channel messages. Please try again.");
    app.server.answer("POST /api/analyze", () => ({
      messagesProcessed: 40,
      articlesCreated: 2,
      message: "",
      runId: sample.idOf(1),
    }));
    await analyze.click();
    await seeToast(page, "Analysis complete", "Processed 40 messages and created 2 articles.");
    app.server.answer("POST /api/analyze", () => ({
      messagesProcessed: 1,
      articlesCreated: 1,
      message: "",
      runId: sample.idOf(1),
    }));
    await analyze.click();
    await seeToast(page, "Analysis complete", "Processed 1 message and created 1 article.");
    const message = "There are no new messages since the last analysis.";
    app.server.answer("POST /api/analyze", () => ({
      messagesProcessed: 0,
      articlesCreated: 0,
      message,
      runId: sample.idOf(1),
    }));
    await analyze.click();
    await seeToast(page, "Analysis complete", message);
    await expect.poll(() => bodiesTo("POST /api/analyze").at(-1)).toEqual({ channelId: sample.idOf(32) });

    refuse("DELETE /api/channels/:id");
    const remove = async () => {
      await page.getByRole("button", { name: "Remove #deploys" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    };
    await page.getByRole("button", { name: "Remove #deploys" }).click();
    await see(page.getByRole("alertdialog")).toContainText(
      "The channel is no longer read, and the 812 messages read from it are deleted. A running analysis of it stops.",
    );
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
    await remove();
    await seeToast(page, "Error", "Failed to remove channel from monitoring.");
    app.server.answer("DELETE /api/channels/:id", () => {
      app.server.answer("GET /api/channels", () =>
        sample.channels.filter(({ channelName }) => channelName !== "deploys"),
      );
      return { success: true };
    });
    await remove();
    await see(page.getByText("Channel removed", { exact: true })).toBeVisible();
    await see(page.getByText("#deploys", { exact: true })).toHaveCount(0);
  });

  it("says when it was read, when it is read next and what is wrong with it, on both pages", async () => {
    const channels = sample.channels.map((channel, index) =>
      index === 0 ? { ...channel, nextCheck: "2031-11-21T09:00:00.000Z" } : channel,
    );
    app.server.answer("GET /api/channels", () => channels);
    app.server.answer("GET /api/collaboration-channels", () => channels);
    const page = await app.open("/channels", { timezoneId: "UTC" });
    const rows = page.getByRole("main").getByRole("listitem");
    const isTold = async () => {
      await see(rows.filter({ hasText: "platform-help" })).toContainText("next check 21 Nov 2031, 09:00");
      await see(rows.filter({ hasText: "people-questions" })).toContainText("last checked: Never");
      await see(rows.filter({ hasText: "people-questions" })).toContainText("Invite it with /invite.");
    };
    await isTold();
    await page.goto(`${app.server.address}/collaboration`);
    await page.getByRole("tab", { name: "Manage" }).click();
    await isTold();
  });

  it("CHAN-006 CHAN-029 CHAN-030 CHAN-033 CHAN-034 CHAN-035 ERR-015 adds a channel", async () => {
    const page = await app.open("/channels");
    await page.getByRole("button", { name: "Add Channel" }).click();
    const form = page.getByRole("region", { name: "Add Channel" });
    await see(form.getByLabel("Platform").getByRole("option")).toHaveText([
      "Slack",
      "No Microsoft Teams integrations configured",
      "No Google Chat integrations configured",
    ]);
    await see(form.getByLabel("Check frequency")).toHaveValue("10");
    await see(form.getByLabel("Check frequency").getByRole("option")).toHaveCount(9);
    await see(form.getByRole("button", { name: "Add Channel" })).toBeDisabled();
    await see(form.getByText("Already Added")).toHaveCount(2);
    await see(form.getByRole("checkbox", { name: /platform-help/ })).toBeDisabled();
    await form.getByRole("checkbox", { name: /incidents/ }).check();
    await form.getByRole("button", { name: "Add Channel" }).click();
    await see(page.getByText("Channel added", { exact: true })).toBeVisible();
    await expect
      .poll(() => callsTo("POST /api/channels")[0]?.body)
      .toMatchObject({
        channelName: "incidents",
        platform: "slack",
        isActive: true,
        checkFrequencyMinutes: 10,
      });
  });

  it("says on its row what came of the analysis that a person started", async () => {
    app.server.answer("POST /api/analyze", () => ({
      messagesProcessed: 1,
      articlesCreated: 0,
      message: "",
      runId: sample.idOf(1),
    }));
    const page = await app.open("/channels");
    const row = page.locator(`#channel-${sample.idOf(32)}`);
    const analyze = async (counts: { messages: number; articlesUpdated: number }) => {
      const channel = { channelId: sample.idOf(32), channel: "deploys", status: "", articlesCreated: 0, skipped: 0 };
      const result = { channels: [{ ...channel, ...counts }], messagesRead: 0, articlesCreated: 0, articlesUpdated: 0 };
      const run = sample.runOf({ kind: "analyse", state: "done", finishedAt: new Date().toISOString() });
      app.server.answer("GET /api/runs", () => [{ ...run, result: { ...result, problems: [] } }]);
      await row.getByRole("button", { name: "Analyze #deploys" }).click();
    };
    await analyze({ messages: 1, articlesUpdated: 1 });
    await see(row.getByText("Analyzed just now: 1 message read, 1 article changed, 0 new.")).toBeVisible();
    await see(row.getByRole("link", { name: "Show articles" })).toHaveAttribute(
      "href",
      `/articles?channel=${sample.idOf(32)}`,
    );
    await analyze({ messages: 0, articlesUpdated: 0 });
    await see(row.getByText("Analyzed just now: nothing new was said.")).toBeVisible();
    await see(row.getByRole("link", { name: "Show articles" })).toHaveCount(0);
    await see(page.getByText(/^Analyzed/)).toHaveCount(1);
  });

  it("is one of many that are chosen at once; at the plan's limit those that are left stay chosen", async () => {
    const [pattern] = sample.slackChannels;
    const rooms = ["north", "east", "south", "west", "lobby"];
    const offered = rooms.map((name, n) => ({
      ...pattern,
      id: `CM${n}`,
      name: name === "lobby" ? name : `gate-${name}`,
    }));
    app.server.answer("GET /api/slack/channels", () => [...offered, ...sample.slackChannels]);
    const why = "The Starter plan includes 3 Slack channels and all are used.";
    app.server.answer("POST /api/channels", ({ body }) =>
      (body as { channelName: string }).channelName === "gate-south"
        ? new Reply(403, { message: why })
        : sample.channels[0],
    );
    const page = await app.open("/channels");
    const form = await openForm(page, "Add Channel");
    await form.getByRole("searchbox", { name: "Find a channel" }).fill("gate");
    await form.getByRole("button", { name: "Choose the 4 found" }).click();
    await see(form.getByRole("status").filter({ hasText: "chosen" })).toHaveText("4 channels chosen");
    await form.getByRole("button", { name: "Add 4 Channels" }).click();
    await seeToast(page, "2 of 4 channels added", `${why} The others are still chosen.`);
    await see(form.getByRole("checkbox", { name: /gate-south|gate-west/, checked: true })).toHaveCount(2);
    await see(form.getByText(`${why} 2 channels were added. The others are still chosen.`)).toBeVisible();
    app.server.answer("POST /api/channels", () => sample.channels[0]);
    await form.getByRole("button", { name: "Add 2 Channels" }).click();
    await seeToast(page, "2 channels added", "The channels are now being monitored for knowledge content.");
    await see(form).toHaveCount(0);
    expect(bodiesTo("POST /api/channels").map((body) => (body as { channelName: string }).channelName)).toEqual([
      "gate-north",
      "gate-east",
      "gate-south",
      "gate-south",
      "gate-west",
    ]);
  });

  it("is chosen within the plan's limit, which the form says at the top", async () => {
    const usage = { ...sample.subscription.usage, channels: { used: 2, limit: 3 } };
    app.server.answer("GET /api/subscription", () => ({ ...sample.subscription, usage }));
    const [pattern] = sample.slackChannels;
    const offered = ["hr", "support"].map((name, n) => ({ ...pattern, id: `CM${n}`, name }));
    app.server.answer("GET /api/slack/channels", () => [...offered, ...sample.slackChannels]);
    const page = await app.open("/channels");
    const form = await openForm(page, "Add Channel");
    await see(form.getByText("Your plan includes 3 Slack channels; 1 more can be added.")).toBeVisible();
    await see(form.getByRole("button", { name: /^Choose/ })).toHaveCount(0);
    const [hr, support] = [/^#hr/, /^#support/].map((name) => form.getByRole("checkbox", { name }));
    await support?.check();
    await see(hr!).toBeDisabled();
    await support?.uncheck();
    await see(hr!).toBeEnabled();
  });

  it("is not chosen where the plan has no room; the form says what to do first", async () => {
    const usage = { ...sample.subscription.usage, channels: { used: 2, limit: 2 } };
    app.server.answer("GET /api/subscription", () => ({ ...sample.subscription, usage }));
    const page = await app.open("/channels");
    const form = await openForm(page, "Add Channel");
    const note = form.getByText(
      "Your plan includes 2 Slack channels, and all are in use. Stop monitoring another channel first. Upgrade",
    );
    await see(note.getByRole("link", { name: "Upgrade" })).toHaveAttribute("href", "/settings/subscription");
    await see(form.getByRole("checkbox", { name: /^#incidents/ })).toBeDisabled();
    const other = await app.open("/collaboration");
    await other.getByRole("tab", { name: "Add" }).click();
    await other.getByLabel(/^Integration/).selectOption({ index: 1 });
    await see(other.getByText(/^Your plan includes 2 Slack channels, and all are in use/)).toBeVisible();
  });

  it("is added by a rule that somebody chose; the row of the integration says what it comes to", async () => {
    const [integration] = sample.collaborationIntegrations;
    const page = await app.open("/channels");
    const form = await openForm(page, "Add Channel");
    await form.getByText("Add channels by a rule").click();
    await see(form.getByRole("radio", { name: /Only channels that somebody adds/ })).toBeChecked();
    await see(form.getByRole("button", { name: "Save Rule" })).toBeDisabled();
    await form.getByRole("radio", { name: /Also every public channel/ }).check();
    const channelRule = { rule: "public", comparedAt: null, waiting: 0, trouble: null };
    app.server.answer("GET /api/collaboration-integrations", () => [{ ...integration, channelRule }]);
    await form.getByRole("button", { name: "Save Rule and Add 1 Channel" }).click();
    await seeToast(page, "Rule saved", "The first channels are added within a minute.");
    const undo = page.getByRole("button", { name: "Undo" });
    await undo.hover();
    const row = page.getByRole("region", { name: "Collaboration Integrations" }).getByRole("listitem");
    await see(row).toContainText("Also monitors every public channel. Looking for channels...");
    await undo.click();
    await expect
      .poll(() =>
        bodiesTo("PUT /api/collaboration-integrations/:id/channel-rule".replace(":id", integration?.id ?? "")),
      )
      .toEqual([{ rule: "public" }, { rule: "chosen" }]);
    const waits = { ...channelRule, comparedAt: "2026-11-23T12:00:00.000Z", waiting: 7, trouble: "The plan is full." };
    app.server.answer("GET /api/collaboration-integrations", () => [{ ...integration, channelRule: waits }]);
    await page.reload();
    await see(row).toContainText("Also monitors every public channel. 7 channels wait. The plan is full.");
  });

  it("CHAN-006 adds a channel of Microsoft Teams, of those that the integration shows", async () => {
    app.server.answer("GET /api/collaboration-integrations", () => [
      sample.buildChatIntegration(23, "teams", "Acme Teams"),
    ]);
    app.server.answer("GET /api/teams/channels", () => [
      { ...sample.spaces[0], id: "team-1/19:a@thread.tacv2", name: "Field service", integrationId: sample.idOf(23) },
    ]);
    const page = await app.open("/channels");
    await page.getByRole("button", { name: "Add Channel" }).click();
    const form = page.getByRole("region", { name: "Add Channel" });
    await form.getByLabel("Platform", { exact: true }).selectOption("teams");
    await see(form.getByText("Name a channel that is not listed")).toHaveCount(0);
    await form.getByRole("checkbox", { name: /Field service/ }).check();
    await form.getByRole("button", { name: "Add Channel" }).click();
    await expect
      .poll(() => callsTo("POST /api/channels")[0]?.body)
      .toMatchObject({
        channelId: "team-1/19:a@thread.tacv2",
        channelName: "Field service",
        platform: "teams",
        integrationId: sample.idOf(23),
      });
  });

  it("is found by name or ID among 25,000, while Slack still lets us list the rest", async () => {
    const [pattern] = sample.slackChannels;
    const many = Array.from({ length: 25_000 }, (_, n) => ({ ...pattern, id: `CM${n}`, name: `room-${n}` }));
    let found = 19_980;
    const goesOnAt = "2026-11-23T12:03:00.000Z";
    app.server.answer("GET /api/slack/channels", () => many.slice(0, found));
    app.server.answer("GET /api/slack/channels/reading", () => ({
      isReading: found < 25_000,
      found,
      goesOnAt: found < 25_000 ? goesOnAt : null,
      trouble: null,
    }));
    const page = await app.open("/channels");
    const form = await openForm(page, "Add Channel");
    await see(
      form.getByText(/^19,980 channels listed so far; Slack lets us go on at \d.*You can choose one/),
    ).toBeVisible();
    await see(form.getByText(/^200 of 19,980 channels are shown\. Search by name or ID/)).toBeVisible();
    await see(form.getByRole("group", { name: "Channels" }).getByRole("checkbox")).toHaveCount(200);
    found = 25_000;
    await see(form.getByText(/^200 of 25,000 channels are shown/)).toBeVisible();
    await see(form.getByText(/listed so far/)).toBeHidden();
    const search = form.getByRole("searchbox", { name: "Find a channel" });
    await search.fill("room-24999");
    await see(form.getByRole("checkbox", { name: "#room-24999" })).toBeVisible();
    await search.fill("cm20004");
    await form.getByRole("checkbox", { name: "#room-20004" }).check();
    await form.getByRole("button", { name: "Add Channel" }).click();
    await expect
      .poll(() => callsTo("POST /api/channels").at(-1)?.body)
      .toMatchObject({ channelId: "CM20004", channelName: "room-20004" });
  });

  it("CHAN-031 ERR-020 says when nothing is left to add, and when the channels cannot be read", async () => {
    app.server.answer("GET /api/slack/channels", () => sample.slackChannels.slice(0, 2));
    const page = await app.open("/channels");
    await page.getByRole("button", { name: "Add Channel" }).click();
    await see(page.getByText("All Slack channels are already being monitored")).toBeVisible();
    app.server.answer("GET /api/slack/channels", () => new Reply(502, { message: "Slack does not answer." }));
    await page.reload();
    await page.getByRole("button", { name: "Add Channel" }).click();
    const words = "Unable to fetch available channels. Please check your integration configuration.";
    await seeToast(page, "Error fetching channels", words);
  });
});
