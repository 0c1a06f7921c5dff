import { type Page } from "@playwright/test";
import { describe, expect, it } from "vitest";
import { findAccessibilityViolations } from "../../testing/accessibility-violations.ts";
import { useAppInBrowser } from "../../testing/browser.ts";
import * as sample from "../../testing/sample-data.ts";
import { see, seeToast } from "../../testing/see.ts";

const app = useAppInBrowser();
const { callsTo, bodiesTo, refuse } = app;

const openForm = async (page: Page, name: "Add Integration" | "Add Channel") => {
  await page.getByRole("button", { name }).first().click();
  return page.getByRole("region", { name });
};

describe("an integration", () => {
  it.each([
    ["Slack", "slack", "Bot Token"],
    ["Microsoft Teams", "teams", "App ID"],
  ])("of %s is set up from Collaboration Monitoring with its form open", async (name, platform, field) => {
    app.server.answer("GET /api/collaboration-integrations", () => []);
    const page = await app.open("/collaboration");
    await page.getByRole("link", { name: `Set up ${name}` }).click();
    const form = page.getByRole("region", { name: "Add Integration" });
    await see(form.getByLabel("Platform")).toHaveValue(platform);
    await see(form.getByLabel(field)).toBeVisible();
    await form.getByRole("button", { name: "Cancel" }).click();
    await see(form).toHaveCount(0);
    await expect.poll(() => new URL(page.url()).search).toBe("");
    await openForm(page, "Add Integration");
    await see(form.getByLabel("Platform")).toHaveValue("slack");
  });

  it("CHAN-004 CHAN-019 CHAN-020 CHAN-026 CHAN-027 CHAN-028 ERR-025 ERR-026 of Slack is added once it is whole", async () => {
    const page = await app.open("/channels");
    const form = await openForm(page, "Add Integration");
    const save = form.getByRole("button", { name: /^Sav/ });
    await form.getByLabel("Name").fill("Team");
    await form.getByLabel("Bot Token").fill("xoxp-1");
    await form.getByLabel("App Token").fill("wrong");
    await see(form.getByText(/^A bot token starts with xoxb-\. This is a user token\./)).toBeVisible();
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

  it("of a platform that tells of new messages says whether they arrive at once, and why not", async () => {
    const why = "Microsoft Teams cannot reach http://localhost:3000. It needs an address with https on the internet.";
    const shown = (number: number, name: string, arrival: object) => ({
      ...sample.buildChatIntegration(number, "teams", name),
      arrival,
    });
    app.server.answer("GET /api/collaboration-integrations", () => [
      shown(24, "Outside", { isAtOnce: true, why: null }),
      shown(25, "Inside", { isAtOnce: false, why }),
      shown(26, "Just saved", { isAtOnce: false, why: null }),
    ]);
    const page = await app.open("/channels");
    const rowOf = (name: string) => page.getByRole("listitem").filter({ hasText: name });
    await see(rowOf("Outside")).toContainText("New messages arrive at once.");
    await see(rowOf("Inside")).toContainText(`New messages are found at each channel's frequency. ${why}`);
    await see(rowOf("Just saved")).toContainText("Arriving at once is being set up.");
  });

  it("CHAN-014 CHAN-016 CHAN-021 ERR-027 ERR-029 of Google Chat or Teams needs a name only, and says what became of it", async () => {
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
    await see(form.getByLabel("Platform").locator("option:checked")).toHaveText("Microsoft Teams");
    await form.getByLabel("Name").fill("Teams");
    await save.click();
    await seeToast(
      page,
      "Configuration Saved",
      "Microsoft Teams integration configured. Choose the channels to monitor next.",
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
      sample.buildChatIntegration(22, "google-chat", "Acme Workspace"),
      sample.buildChatIntegration(23, "teams", "Acme Teams"),
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

  it("proves a new connection by its last message, and then leads to the channels", async () => {
    app.server.answer("GET /api/channels", () => []);
    app.server.answer("POST /api/collaboration-integrations/:id/last-message", () => ({
      works: false,
      message: "Lorekeep can read no channel yet. In Slack, open a channel and write /invite.",
    }));
    const page = await app.open("/channels");
    const row = page.getByRole("region", { name: "Collaboration Integrations" }).getByRole("listitem").first();
    await row.getByRole("button", { name: "Read the last message" }).click();
    await see(row).toContainText("Lorekeep can read no channel yet.");
    const message = "Last message read: Grace in deploys, 2026-11-20, 09:00 UTC.";
    app.server.answer("POST /api/collaboration-integrations/:id/last-message", () => ({ works: true, message }));
    await row.getByRole("button", { name: "Try again" }).click();
    await see(row).toContainText(message);
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await row.getByRole("button", { name: "Choose channels" }).click();
    await see(page.getByRole("region", { name: "Add Channel" })).toBeVisible();
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

  it("CHAN-003 CHAN-017 CHAN-018 CHAN-019 CHAN-025 CHAN-026 ERR-025 adds a Slack integration", async () => {
    const page = await app.open("/channels");
    await page.getByRole("button", { name: "Add Integration" }).click();
    const form = page.getByRole("region", { name: "Add Integration" });
    const save = form.getByRole("button", { name: "Save" });
    await form.getByLabel("Name").fill("Team");
    // Either of the two credentials that Slack needs is missing.
    await form.getByLabel("Bot Token").fill("xoxb-1");
    await see(save).toBeDisabled();
    await form.getByLabel("Bot Token").fill("");
    await form.getByLabel("Signing Secret").fill("secret");
    await see(save).toBeDisabled();
    await form.getByLabel("Bot Token").fill("wrong");
    await see(form.getByText("A bot token starts with xoxb-.")).toBeVisible();
    await form.getByLabel("Bot Token").fill("xoxb-1");
    await see(save).toBeEnabled();
    for (const scope of ["channels:read", "chat:write", "users:read"])
      await see(form.getByText(scope).first()).toBeVisible();
    await save.click();
    await see(page.getByText("Slack integration added", { exact: true })).toBeVisible();
    await expect
      .poll(() => callsTo("POST /api/collaboration-integrations")[0]?.body)
      .toEqual({
        name: "Team",
        platform: "slack",
        config: { botToken: "xoxb-1", signingSecret: "secret" },
      });
  });

  it("of Slack is set up by one link, for the way that suits the address or the one a person chooses", async () => {
    const page = await app.open("/channels");
    const form = await openForm(page, "Add Integration");
    const link = form.getByRole("link", { name: "Create the app in Slack" });
    const settings = async () => {
      const href = new URL((await link.getAttribute("href")) ?? "");
      expect(href.origin + href.pathname).toBe("https://api.slack.com/apps");
      return JSON.parse(href.searchParams.get("manifest_json") ?? "").settings;
    };
    const [sent, socket] = [form.getByLabel(/^Slack sends messages/), form.getByLabel(/Socket Mode/)];
    // The test's address is on this machine, so Slack cannot reach it.
    await see(socket).toBeChecked();
    expect((await settings()).socket_mode_enabled).toBe(true);
    await see(form.getByText(/^Under Basic Information, App-Level Tokens/)).toBeVisible();
    await sent.check();
    const requestUrl = `${new URL(page.url()).origin}/api/slack/events`;
    await expect.poll(async () => (await settings()).event_subscriptions.request_url).toBe(requestUrl);
    await see(form.getByText(`it is ${requestUrl}`)).toBeVisible();
    await see(form.getByText("Choose the events")).toBeHidden();
    await form.getByText("Set it up by hand instead").click();
    await see(form.getByText("Choose the events")).toBeVisible();
  });

  it("of Slack says of each paste at once whether it has the right form, and of a wrong kind which it is", async () => {
    const page = await app.open("/channels");
    const form = await openForm(page, "Add Integration");
    const pasted: [string, string, string][] = [
      ["Bot Token", "xoxb-123-456-abcdef", "This has the form of a bot token."],
      ["Bot Token", "xoxb-1", "A bot token is longer. Check that all of it was copied."],
      ["App Token", "xapp-1-A012-345-abc", "This has the form of an app-level token."],
      ["App Token", "xoxb-123-456-abcdef", "This is a bot token: paste it into Bot Token."],
      ["Signing Secret", "0123456789abcdef0123456789abcdef", "This has the form of a signing secret."],
      ["Signing Secret", "0123456789abcdef", "A signing secret has 32 characters"],
      ["Signing Secret", "xapp-1-A012-345-abc", "This is an app-level token: paste it into App Token."],
    ];
    for (const [label, value, said] of pasted) {
      await form.getByLabel(label).fill(value);
      await see(form.getByText(said)).toBeVisible();
    }
  });

  it("says what is known of each credential, and after saving that one does not work", async () => {
    const [integration] = sample.collaborationIntegrations;
    const refused = "A request came for this team that was signed with another secret.";
    const proofs = [
      { field: "botToken", state: "proven", text: "Slack accepts it.", at: new Date().toISOString() },
      { field: "signingSecret", state: "waiting", text: "Waiting for Slack's first signed request.", at: null },
    ];
    app.server.answer("GET /api/collaboration-integrations", () => [{ ...integration, proofs }]);
    const page = await app.open("/channels");
    const known = page.getByRole("list", { name: "Credentials of Analytical Engines" });
    await see(known.getByRole("listitem").first()).toHaveText(/^Bot Token: works \(checked \d\d:\d\d\)$/);
    await see(known.getByText("Signing Secret: Waiting for Slack's first signed request.")).toBeVisible();
    app.server.answer("PATCH /api/collaboration-integrations/:id", () => {
      const other = { field: "signingSecret", state: "refused", text: refused, at: new Date().toISOString() };
      app.server.answer("GET /api/collaboration-integrations", () => [{ ...integration, proofs: [other] }]);
      return { ok: true, trouble: "Slack does not accept the bot token." };
    });
    await page.getByRole("button", { name: "Edit Analytical Engines" }).click();
    const form = page.getByRole("region", { name: "Edit Integration" });
    await form.getByLabel("Bot Token").fill("xoxb-123-456-abcdef");
    await form.getByRole("button", { name: "Save" }).click();
    const words = "It is saved, but does not work yet: Slack does not accept the bot token.";
    await seeToast(page, "Integration updated", words);
    await see(known.getByText(`Signing Secret: ${refused}`)).toBeVisible();
    app.server.answer("POST /api/collaboration-integrations", () => ({
      ...integration,
      notTested: "Slack cannot be reached. It is saved but not checked yet. Press Test to try it again.",
    }));
    const adding = await openForm(page, "Add Integration");
    await adding.getByLabel("Name").fill("Another");
    await adding.getByLabel("Bot Token").fill("xoxb-123-456-abcdef");
    await adding.getByLabel("Signing Secret").fill("0123456789abcdef0123456789abcdef");
    await adding.getByRole("button", { name: "Save" }).click();
    await seeToast(
      page,
      "Slack integration added",
      "Slack cannot be reached. It is saved but not checked yet. Press Test to try it again.",
    );
  });

  it("CHAN-005 CHAN-022 CHAN-024 ERR-022 edits an integration with its name alone", async () => {
    const page = await app.open("/channels");
    await page.getByRole("button", { name: "Edit Analytical Engines" }).click();
    const form = page.getByRole("region", { name: "Edit Integration" });
    await form.getByLabel("Bot Token").fill("");
    await form.getByLabel("Signing Secret").fill("");
    await form.getByLabel("Name").fill("");
    await see(form.getByRole("button", { name: "Save" })).toBeDisabled();
    await form.getByLabel("Name").fill("Engines");
    await see(form.getByRole("button", { name: "Save" })).toBeEnabled();
    await form.getByRole("button", { name: "Save" }).click();
    const words = "Collaboration integration has been updated successfully.";
    await seeToast(page, "Integration updated", words);
    const saved = app.server.calls.filter(({ method }) => method === "PATCH").map(({ body }) => body);
    expect(saved).toEqual([{ name: "Engines", config: { botToken: "", signingSecret: "" } }]);
  });
});
