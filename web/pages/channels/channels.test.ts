import { expect as expectOf, type Page } from "@playwright/test";
import { describe, expect, it } from "vitest";
import { barriersOn } from "../../testing/barriers.ts";
import { useAppInBrowser } from "../../testing/browser.ts";
import { Reply } from "../../testing/fake-server.ts";
import * as sample from "../../testing/sample-data.ts";

/** Waits for what a person would see; patient, because the machine may be busy. */
const see = expectOf.configure({ timeout: 20_000 });
const app = useAppInBrowser();
const callsTo = (endpoint: string) => app.server.calls.filter(({ method, path }) => `${method} ${path}` === endpoint);
const bodiesTo = (endpoint: string) => callsTo(endpoint).map(({ body }) => body);
const refuse = (endpoint: string) => app.server.answer(endpoint, () => new Reply(500, { message: "boom" }));
const notifications = (page: Page) => page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");

async function seeToast(page: Page, title: string, text: string) {
  await see(notifications(page).getByText(title, { exact: true })).toBeVisible();
  await see(notifications(page).getByText(text, { exact: true })).toBeVisible();
}

const openForm = async (page: Page, name: "Add Integration" | "Add Channel") => {
  await page.getByRole("button", { name }).first().click();
  return page.getByRole("region", { name });
};

describe("the page of monitored tools", () => {
  it("CHAN-001 CHAN-008 CHAN-009 CHAN-010 COLL-014 shows what is read, once it is known", async () => {
    let answer: (channels: unknown) => void = () => undefined;
    app.server.answer("GET /api/channels", () => new Promise((resolve) => (answer = resolve)));
    const page = await app.open("/channels");
    await see(page.getByText("Loading channels...", { exact: true })).toBeVisible();
    answer(sample.channels);
    await see(page.getByRole("heading", { level: 1 })).toHaveText("Monitored Collaboration Tools");
    await see(page.getByRole("button", { name: "Add Integration", exact: true })).toBeVisible();
    await see(page.getByRole("button", { name: "Add Channel", exact: true })).toBeEnabled();
    for (const [title, figure] of [
      ["Active Channels", 2],
      ["Total Monitored", 3],
      ["Available to Add", 2],
    ])
      await see(page.getByText(`${title}`, { exact: true }).locator("..")).toHaveText(`${title}${figure}`);
    const integrations = page.getByRole("region", { name: "Collaboration Integrations" });
    await see(integrations.getByRole("listitem")).toHaveText(/Analytical Engines/);
    const channels = page.getByRole("region", { name: "Monitored Channels" });
    await see(channels.getByRole("listitem")).toHaveText([/#platform-help/, /#deploys/, /#people-questions/]);
    const plans = page.getByRole("region", { name: "Plans" });
    for (const text of [
      "Starter free forever",
      "50 messages per month",
      "1 Slack channel",
      "1 knowledge platform",
      "Community support",
      "Professional $25/month",
      "1,000 messages per month",
      "5 Slack channels",
      "3 knowledge platforms",
      "Priority email support",
      "Enterprise $99/month",
      "Unlimited messages and channels",
      "All 5 knowledge platforms",
      "24/7 support with SLA",
    ])
      await see(plans.getByText(text, { exact: true })).toBeVisible();
  });

  it("COLL-014 the plans stand on the page of monitoring too", async () => {
    const page = await app.open("/collaboration");
    await see(page.getByRole("region", { name: "Plans" })).toContainText("1,000 messages per month");
  });

  it("API-037 asks once for integrations and channels, and says what failed", async () => {
    refuse("GET /api/collaboration-integrations");
    refuse("GET /api/collaboration-channels");
    const channels = await app.open("/channels");
    await see(channels.getByText("This could not be loaded.")).toBeVisible();
    app.server.answer("GET /api/collaboration-integrations", () => sample.collaborationIntegrations);
    const monitoring = await app.open("/collaboration");
    await see(monitoring.getByText("This could not be loaded.")).toBeVisible();
    await expect.poll(() => callsTo("GET /api/collaboration-integrations")).toHaveLength(2);
    await expect.poll(() => callsTo("GET /api/collaboration-channels")).toHaveLength(1);
  });

  it("everyone can use its forms and questions: axe finds nothing, and none is wider than a phone", async () => {
    app.server.answer("GET /api/collaboration-integrations", () => [
      ...sample.collaborationIntegrations,
      sample.chatOf(22, "google-chat", "Acme Workspace"),
    ]);
    const page = await app.open("/channels", { viewport: { width: 360, height: 740 } });
    const isClean = async (what: string) => {
      const found = await barriersOn(page);
      const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
      expect([what, isWide, found]).toEqual([what, false, []]);
    };
    await openForm(page, "Add Integration");
    await isClean("add integration");
    const form = await openForm(page, "Add Channel");
    await form.getByLabel("Platform", { exact: true }).selectOption("google-chat");
    await see(form.getByRole("radio", { name: "Incident room" })).toBeVisible();
    await form.getByText("Name a space that is not listed").click();
    await page.emulateMedia({ colorScheme: "dark" });
    await isClean("add channel");
    await page.getByRole("button", { name: "Delete Analytical Engines" }).click();
    await see(page.getByRole("alertdialog")).toBeVisible();
    await isClean("delete");
  });
});

describe("an integration", () => {
  it("CHAN-004 CHAN-019 CHAN-020 CHAN-026 CHAN-027 CHAN-028 ERR-025 ERR-026 of Slack is added once it is whole", async () => {
    const page = await app.open("/channels");
    const form = await openForm(page, "Add Integration");
    const save = form.getByRole("button", { name: /^Sav/ });
    await form.getByLabel("Name").fill("Team");
    await form.getByLabel("Bot Token").fill("xoxp-1");
    await form.getByLabel("App Token").fill("wrong");
    await see(form.getByText("A bot token starts with xoxb-.", { exact: true })).toBeVisible();
    await see(form.getByText("An app token starts with xapp-.", { exact: true })).toBeVisible();
    await see(form.getByText(/An app-level token is for Socket Mode\./)).toBeVisible();
    await form.getByLabel("Bot Token").fill("xoxb-1");
    await form.getByLabel("App Token").fill("");
    await form.getByLabel("Signing Secret").fill("secret");
    await see(save).toBeEnabled();

    refuse("POST /api/collaboration-integrations");
    await save.click();
    await seeToast(page, "Failed to add integration", "Unable to add Slack integration. Please try again.");
    await see(form.getByLabel("Bot Token")).toHaveValue("xoxb-1");

    let answer: (integration: unknown) => void = () => undefined;
    app.server.answer("POST /api/collaboration-integrations", () => new Promise((resolve) => (answer = resolve)));
    await save.click();
    await see(save).toHaveText("Saving...");
    await see(save).toBeDisabled();
    answer(sample.collaborationIntegrations[0]);
    await see(page.getByText("Slack integration added", { exact: true })).toBeVisible();
    await see(form).toHaveCount(0);
    await openForm(page, "Add Integration");
    for (const label of ["Name", "Bot Token", "Signing Secret"]) await see(form.getByLabel(label)).toHaveValue("");
    await form.getByLabel("Name").fill("Another");
    await form.getByRole("button", { name: "Cancel" }).click();
    await openForm(page, "Add Integration");
    await see(form.getByLabel("Name")).toHaveValue("");
  });

  it("CHAN-014 CHAN-016 CHAN-021 ERR-027 ERR-029 PUB-007 of Google Chat or Teams needs a name only, and says what became of it", async () => {
    const page = await app.open("/channels");
    const form = await openForm(page, "Add Integration");
    const save = form.getByRole("button", { name: "Save" });
    await form.getByLabel("Platform").selectOption("google-chat");
    await see(save).toBeDisabled();
    await form.getByLabel("Name").fill("Workspace");
    await see(form.getByText(/^Optional\. The last part of the space's address/)).toBeVisible();
    refuse("POST /api/collaboration-integrations");
    await save.click();
    await see(page.getByText("Failed to add Google Chat integration", { exact: true })).toBeVisible();
    app.server.answer("POST /api/collaboration-integrations", () => sample.collaborationIntegrations[0]);
    await save.click();
    await see(page.getByText("Google Chat integration added successfully", { exact: true })).toBeVisible();
    await openForm(page, "Add Integration");
    await form.getByLabel("Platform").selectOption("teams");
    await see(form.getByLabel("Platform").locator("option:checked")).toHaveText("Microsoft Teams (in development)");
    await form.getByLabel("Name").fill("Teams");
    await save.click();
    await seeToast(
      page,
      "Configuration Saved",
      "Microsoft Teams integration configured. Monitoring will be enabled in a future update.",
    );
    await expect
      .poll(() => bodiesTo("POST /api/collaboration-integrations").at(-1))
      .toEqual({
        name: "Teams",
        platform: "teams",
        config: {},
      });
  });

  it("CHAN-005 CHAN-023 ERR-022 ERR-023 is edited with every field of its platform marked as required", async () => {
    app.server.answer("GET /api/collaboration-integrations", () => [
      ...sample.collaborationIntegrations,
      sample.chatOf(22, "google-chat", "Acme Workspace"),
      sample.chatOf(23, "teams", "Acme Teams"),
    ]);
    const page = await app.open("/channels");
    const form = page.getByRole("region", { name: "Edit Integration" });
    const labels = {
      "Analytical Engines": ["Bot Token", "App Token", "Signing Secret"],
      "Acme Workspace": ["Workspace ID", "API Key", "Access Token", "Chat Space ID", "Pub/Sub Subscription"],
      "Acme Teams": ["Tenant ID", "App ID", "App Secret", "Team ID"],
    };
    for (const [name, fields] of Object.entries(labels)) {
      await page.getByRole("button", { name: `Edit ${name}` }).click();
      await see(form.getByLabel("Name")).toHaveValue(name);
      for (const field of fields) await see(form.getByLabel(field)).toHaveAttribute("aria-required", "true");
    }
    refuse("PATCH /api/collaboration-integrations/:id");
    await form.getByLabel("Name").fill("Teams");
    await form.getByRole("button", { name: "Save" }).click();
    await seeToast(page, "Update failed", "Unable to update integration. Please try again.");
    app.server.answer("PATCH /api/collaboration-integrations/:id", () => ({ ok: true }));
    await form.getByRole("button", { name: "Save" }).click();
    await seeToast(page, "Integration updated", "Collaboration integration has been updated successfully.");
    await expect
      .poll(() => bodiesTo(`PATCH /api/collaboration-integrations/${sample.idOf(23)}`).at(-1))
      .toEqual({
        name: "Teams",
        config: {},
      });
  });

  it("CHAN-038 is switched off, and on again by Undo", async () => {
    let isActive = true;
    app.server.answer("GET /api/collaboration-integrations", () => [
      { ...sample.collaborationIntegrations[0], isActive },
    ]);
    app.server.answer("PATCH /api/collaboration-integrations/:id", ({ body }) => {
      ({ isActive } = body as { isActive: boolean });
      return { ok: true };
    });
    const page = await app.open("/channels");
    const row = page.getByRole("listitem").filter({ hasText: "Analytical Engines" });
    await row.getByRole("switch").click();
    await see(row.getByText("Inactive", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await see(row.getByText("Active", { exact: true })).toBeVisible();
    await expect
      .poll(() => bodiesTo(`PATCH /api/collaboration-integrations/${sample.idOf(21)}`))
      .toEqual([{ isActive: false }, { isActive: true }]);
  });

  it("CHAN-011 CHAN-012 CHAN-039 ERR-024 says what came of a test, a change and a deletion", async () => {
    const page = await app.open("/channels");
    const testing = page.getByRole("button", { name: "Test Analytical Engines" });
    await testing.click();
    await seeToast(page, "Test successful", "Connected.");
    app.server.answer("POST /api/collaboration-integrations/:id/test", () => ({
      success: false,
      message: "Slack no longer accepts the token.",
      warnings: [],
    }));
    await testing.click();
    await seeToast(page, "Test failed", "Slack no longer accepts the token.");
    refuse("PATCH /api/collaboration-integrations/:id");
    const active = page.getByRole("switch", { name: "Read Analytical Engines" });
    await active.click();
    await seeToast(page, "Update failed", "Unable to update integration. Please try again.");
    await see(active).toBeChecked();

    refuse("DELETE /api/collaboration-integrations/:id");
    const question = page.getByRole("alertdialog");
    await page.getByRole("button", { name: "Delete Analytical Engines" }).click();
    const words = "Are you sure you want to delete this integration? This action cannot be undone.";
    await see(question.getByText(words, { exact: true })).toBeVisible();
    await question.getByRole("button", { name: "Delete integration" }).click();
    await seeToast(page, "Delete failed", "Unable to delete integration. Please try again.");
    app.server.answer("DELETE /api/collaboration-integrations/:id", () => {
      app.server.answer("GET /api/collaboration-integrations", () => []);
      return { success: true };
    });
    await page.getByRole("button", { name: "Delete Analytical Engines" }).click();
    await question.getByRole("button", { name: "Delete integration" }).click();
    await see(page.getByText("Integration deleted", { exact: true })).toBeVisible();
    await see(page.getByText("No chat is connected yet", { exact: true })).toBeVisible();
  });
});

describe("a channel", () => {
  it("CHAN-007 CHAN-030 CHAN-035 ENT-004 ERR-015 ERR-016 of Slack is chosen by its name and description, and added", async () => {
    refuse("POST /api/channels");
    const page = await app.open("/channels");
    const form = await openForm(page, "Add Channel");
    await see(form.getByLabel("Check frequency")).toHaveValue("10");
    await see(form.getByText("Already Added", { exact: true })).toHaveCount(2);
    const incidents = form.getByRole("radio", { name: /#incidents/ });
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
    await see(form.getByRole("radio", { checked: true })).toHaveCount(0);
  });

  it("CHAN-032 COLL-013 ENT-004 ERR-028 of Google Chat is a space to choose, or to name by hand when none can be read", async () => {
    const google = sample.chatOf(22, "google-chat", "Acme Workspace");
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
    await form.getByRole("radio", { name: "Support desk" }).check();
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

  it("CHAN-013 keeps its state when its toggle is flipped: that comes later", async () => {
    const page = await app.open("/channels");
    const toggle = page.getByRole("switch", { name: "Monitor #deploys" });
    await toggle.click();
    await seeToast(page, "Feature coming soon", "Channel status toggle will be available in the next update.");
    await see(toggle).toBeChecked();
    expect(app.server.calls.filter(({ method }) => method !== "GET")).toEqual([]);
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
      runId: "r",
    }));
    await analyze.click();
    await seeToast(page, "Analysis complete", "Processed 40 messages and created 2 articles.");
    await expect.poll(() => bodiesTo("POST /api/analyze").at(-1)).toEqual({ channelId: sample.idOf(32) });

    refuse("DELETE /api/channels/:id");
    const remove = async () => {
      await page.getByRole("button", { name: "Remove #deploys" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Stop monitoring" }).click();
    };
    await page.getByRole("button", { name: "Remove #deploys" }).click();
    await see(page.getByRole("alertdialog")).toContainText(
      "The channel is no longer read, and the 812 messages read from it are deleted. Its 9 articles stay, with what they quote.",
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
});

describe("monitoring a channel", () => {
  it("happens by itself once the mode says so, and not any more when that is taken back", async () => {
    const page = await app.open("/collaboration", { timezoneId: "UTC" });
    const box = page.getByRole("region", { name: "Monitoring Mode" });
    const automatic = box.getByRole("switch", { name: "Automatic monitoring" });
    await see(box).toContainText("Channels are checked on demand only");
    const nextCheck = "2031-11-21T09:00:00.000Z";
    app.server.answer("GET /api/collaboration-channels", () => sample.channels.map((one) => ({ ...one, nextCheck })));
    await automatic.click();
    await see(box).toContainText("Next check: 21 Nov 2031, 09:00.");
    await see(page.getByText(/next check 21 Nov 2031, 09:00$/).first()).toBeVisible();
    await automatic.click();
    await seeToast(page, "Automatic monitoring is off", "Channels are checked on demand only.");
    await page.getByRole("button", { name: "Undo" }).click();
    await see(automatic).toBeChecked();
    await expect
      .poll(() => bodiesTo("PUT /api/settings/monitoring"))
      .toEqual([{ mode: "automatic" }, { mode: "manual" }, { mode: "automatic" }]);
  });

  it("ERR-021 offers an empty list, and no error, when the channels cannot be read", async () => {
    refuse("GET /api/slack/channels");
    const page = await app.open("/collaboration");
    await page.getByRole("tab", { name: "Add Monitoring" }).click();
    await page.getByLabel("Integration").selectOption({ label: "Analytical Engines (Slack)" });
    await see(page.getByLabel("Choose a channel")).toHaveText("No channels available");
    await expect.poll(() => callsTo("GET /api/slack/channels")).toHaveLength(1);
    await see(notifications(page)).toHaveCount(0);
  });

  it("ERR-031 ERR-032 is taken back by Undo, and a refusal without words says what failed", async () => {
    const page = await app.open("/collaboration");
    await page.getByRole("tab", { name: "Manage" }).click();
    await page.getByRole("switch", { name: "Monitor deploys" }).click();
    await seeToast(page, "Success", "Channel monitoring status updated");
    await page.getByRole("button", { name: "Undo" }).click();
    const endpoint = `PATCH /api/collaboration-channels/${sample.idOf(32)}`;
    await expect.poll(() => bodiesTo(endpoint)).toEqual([{ isActive: false }, { isActive: true }]);

    app.server.answer("POST /api/collaboration-channels", () => new Reply(500, ""));
    await page.getByRole("tab", { name: "Add Monitoring" }).click();
    await page.getByLabel("Integration").selectOption({ label: "Analytical Engines (Slack)" });
    await page.getByLabel("Choose a channel").selectOption("incidents");
    await page.getByRole("button", { name: "Add Monitoring" }).click();
    await seeToast(page, "Error", "Failed to add channel monitoring");
    await see(page.getByLabel("Channel Name")).toHaveValue("incidents");
  });
});
