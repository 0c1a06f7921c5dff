import { type Page } from "@playwright/test";
import { describe, expect, it } from "vitest";
import { PAGE_HEADERS } from "../../../shared/domain/list-pages.ts";
import { findAccessibilityViolations } from "../../testing/accessibility-violations.ts";
import { useAppInBrowser } from "../../testing/browser.ts";
import { Reply } from "../../testing/fake-server.ts";
import * as sample from "../../testing/sample-data.ts";
import { sampleTime } from "../../testing/sample-ids.ts";
import { notifications, see, seeToast } from "../../testing/see.ts";

const app = useAppInBrowser();
const { callsTo, bodiesTo, refuse } = app;

const openForm = async (page: Page, name: "Add Integration" | "Add Channel") => {
  await page.getByRole("button", { name }).first().click();
  return page.getByRole("region", { name });
};

it("the channels page shows the channels of every page of the API's list", async () => {
  const [first, ...rest] = sample.channels;
  app.server.answer("GET /api/channels", ({ query }) =>
    query["cursor"] ? rest : new Reply(200, [first], { [PAGE_HEADERS.next]: first?.id ?? "" }),
  );
  const page = await app.open("/channels");
  for (const { channelName } of sample.channels) await see(page.getByText(`#${channelName}`).first()).toBeVisible();
});

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
    await plans.getByText("What each plan includes").click();
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

  it("COLL-014 the plans are on the page of monitoring too", async () => {
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
      sample.buildChatIntegration(22, "google-chat", "Acme Workspace"),
    ]);
    const page = await app.open("/channels", { viewport: { width: 360, height: 740 } });
    const isClean = async (what: string) => {
      const found = await findAccessibilityViolations(page);
      const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
      expect([what, isWide, found]).toEqual([what, false, []]);
    };
    await openForm(page, "Add Integration");
    await isClean("add integration");
    const form = await openForm(page, "Add Channel");
    await form.getByLabel("Platform", { exact: true }).selectOption("google-chat");
    await see(form.getByRole("checkbox", { name: "Incident room" })).toBeVisible();
    await form.getByText("Name a space that is not listed").click();
    await page.emulateMedia({ colorScheme: "dark" });
    await isClean("add channel");
    await page.getByRole("button", { name: "Delete Analytical Engines" }).click();
    await see(page.getByRole("alertdialog")).toBeVisible();
    await isClean("delete");
  });

  it("CHAN-002 offers to add a channel once there is an integration", async () => {
    app.server.answer("GET /api/collaboration-integrations", () => []);
    const page = await app.open("/channels");
    const button = page.getByRole("button", { name: "Add Channel" });
    await see(button).toBeDisabled();
    await button.hover();
    await see(page.getByRole("tooltip")).toHaveText("Set up collaboration integrations first");
  });

  it("imports a Slack export and names what was left out", async () => {
    const page = await app.open("/channels");
    await page.getByLabel("Slack export (ZIP)").waitFor();
    // While an import runs no other one can start; this one has not received its file yet.
    app.server.answer("GET /api/runs", () =>
      callsTo("POST /api/imports").length > 0 ? [sample.runOf({ kind: "import" })] : [],
    );
    await page
      .getByLabel("Slack export (ZIP)")
      .setInputFiles({ name: "export.zip", mimeType: "application/zip", buffer: Buffer.from("PK") });
    await see(page.getByText("Reading messages", { exact: false })).toBeVisible();
    await expect.poll(() => callsTo("POST /api/imports")[0]?.body).toContain('filename="export.zip"');

    const result = {
      channels: [
        {
          channelId: "C9",
          channel: "random",
          status: "310 messages analyzed, 1 article created",
          messages: 310,
          articlesCreated: 1,
          articlesUpdated: 0,
          skipped: 2,
        },
      ],
      messagesRead: 310,
      articlesCreated: 1,
      articlesUpdated: 0,
      problems: ["random/2024-02-30.json is not a day."],
    };
    app.server.answer("GET /api/runs", () => [sample.runOf({ kind: "import", state: "done", result })]);
    app.server.send({ type: "run", id: sample.idOf(401) });
    await see(page.getByText("#random").locator("..")).toHaveText(
      "#random310 messages analyzed, 1 article created · 2 messages left out",
    );
    await page.getByText("1 thing left out").click();
    await see(page.getByText("random/2024-02-30.json is not a day.")).toBeVisible();
  });

  it("leads to the best articles of an import, and behind them to drafts that are rather right than wrong", async () => {
    const [first, second, third, fourth] = sample.articles.map((one) => ({
      ...one,
      createdAt: sampleTime("20", "14:30"),
    }));
    app.server.answer("GET /api/articles/recent", () => [
      { ...first, id: "01980000-0000-7000-8000-00000000d001", title: "A draft", status: "draft", confidence: 0.79 },
      {
        ...first,
        id: "01980000-0000-7000-8000-00000000d002",
        title: "An unsure draft",
        status: "draft",
        confidence: 0.49,
      },
      { ...second, title: "Good", confidence: 0.6 },
      { ...third, title: "Better", confidence: 0.9 },
      { ...fourth, title: "From before", createdAt: sampleTime("20", "13:00"), confidence: 0.95 },
    ]);
    const result = { channels: [], messagesRead: 310, articlesCreated: 3, articlesUpdated: 0, problems: [] };
    app.server.answer("GET /api/runs", () => [sample.runOf({ kind: "import", state: "done", result })]);
    const page = await app.open("/channels");
    const links = page.getByRole("navigation", { name: "Begin with" }).getByRole("link");
    await see(links).toHaveText(["Better", "Good", "A draft"]);
    await see(links.first()).toHaveAttribute("href", `/articles/${third?.id}`);
  });

  it("is above the channels that an import adds, from the first one on and when the page is opened again", async () => {
    let channels: typeof sample.channels = [];
    app.server.answer("GET /api/channels", () => channels);
    app.server.answer("GET /api/runs", () => []);
    const page = await app.open("/channels");
    const sections = page.getByRole("heading", { name: /^(Import a Slack Export|Monitored Channels)$/ });
    await see(sections).toHaveText(["Import a Slack Export", "Monitored Channels"]);
    channels = sample.channels;
    app.server.answer("GET /api/runs", () => [sample.runOf({ kind: "import" })]);
    app.server.send({ type: "channel", id: sample.channels[0]?.id ?? "" });
    await see(page.getByText("#deploys")).toBeVisible();
    await see(sections).toHaveText(["Import a Slack Export", "Monitored Channels"]);
    await page.reload();
    await see(page.getByRole("progressbar")).toBeVisible();
    await see(sections).toHaveText(["Import a Slack Export", "Monitored Channels"]);
    app.server.answer("GET /api/runs", () => []);
    await page.reload();
    await see(sections).toHaveText(["Monitored Channels", "Import a Slack Export"]);
  });

  it("says once, and before anything else, that the plan's messages are used up", async () => {
    const why = (analyzed: number) =>
      `The Starter plan includes 50 messages a month and ${analyzed} were analyzed. Nothing is lost: analysis resumes automatically on 1 December, or as soon as you upgrade in Manage Subscription.`;
    const result = {
      channels: [],
      messagesRead: 627,
      articlesCreated: 4,
      articlesUpdated: 0,
      problems: [`#support is paused. ${why(49)}`, `#it-help is paused. ${why(50)}`],
    };
    app.server.answer("GET /api/runs", () => [sample.runOf({ kind: "import", state: "done", result })]);
    const page = await app.open("/channels");
    const section = page.getByRole("region", { name: "Import a Slack Export" });
    await see(section.getByText(`2 channels are paused. ${why(50)}`)).toBeVisible();
    await see(section.getByRole("link", { name: "See the plans" })).toHaveAttribute("href", "/settings/subscription");
    await see(section.getByText("left out")).toHaveCount(0);
  });
});

describe("monitoring a channel", () => {
  it("happens by itself once the mode says so, and not any more when that is taken back", async () => {
    const page = await app.open("/collaboration", { timezoneId: "UTC" });
    const box = page.getByRole("region", { name: "Monitoring Mode" });
    const automatic = box.getByRole("switch", { name: "Automatic monitoring" });
    await see(box).toContainText("No channel is watched: each is read when you press Analyze on Collaboration Tools.");
    const nextCheck = "2031-11-21T09:00:00.000Z";
    app.server.answer("GET /api/collaboration-channels", () => sample.channels.map((one) => ({ ...one, nextCheck })));
    await box.getByRole("button", { name: "Turn on automatic monitoring" }).click();
    await page.getByRole("button", { name: "Watch 2 channels" }).click();
    await see(box).toContainText("Next check: 21 Nov 2031, 09:00.");
    await see(page.getByText(/next check 21 Nov 2031, 09:00$/).first()).toBeVisible();
    await automatic.click();
    await seeToast(page, "Automatic monitoring is off", "Channels are read when you press Analyze.");
    await page.getByRole("button", { name: "Undo" }).click();
    await see(automatic).toBeChecked();
    await expect
      .poll(() => bodiesTo("PUT /api/settings/monitoring"))
      .toEqual([{ mode: "automatic", on: [], off: [] }, { mode: "manual" }, { mode: "automatic" }]);
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
