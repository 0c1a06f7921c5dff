import { describe, expect, it } from "vitest";
import { PASSWORD_COMMON } from "../../shared/domain/common-passwords.ts";
import { findAccessibilityViolations } from "../testing/accessibility-violations.ts";
import { useAppInBrowser } from "../testing/browser.ts";
import { OutsideContract, Reply } from "../testing/fake-server.ts";
import * as sample from "../testing/sample-data.ts";
import { see, seeToast } from "../testing/see.ts";

const app = useAppInBrowser();
const { callsTo, bodiesTo } = app;

it("axe finds no problem in settings and collaboration pages, and they fit a phone", async () => {
  const page = await app.open("/settings/personal", {});
  for (const [path, title, colorScheme] of [
    ["/settings", "Settings", "dark"],
    ["/settings/personal", "Personal Information", "light"],
    ["/settings/password", "Password Reset", "dark"],
    ["/collaboration", "Collaboration Monitoring", "light"],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(app.server.address + path);
    await see(page.getByRole("heading", { level: 1 })).toHaveText(title);
    const found = await findAccessibilityViolations(page);
    expect([path, found]).toEqual([path, []]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  }
});

describe("the settings in the navigation", () => {
  it("NAV-008 NAV-009 unfold and fold, and lead to their pages", async () => {
    const page = await app.open("/logs");
    const group = page.getByRole("button", { name: "Settings" });
    const personal = page.getByRole("link", { name: "Personal Information" });
    await see(group).toHaveAttribute("aria-expanded", "false");
    await see(personal).toBeHidden();
    await group.click();
    await see(personal).toHaveAttribute("href", "/settings/personal");
    await see(page.getByRole("link", { name: "Password Reset" })).toHaveAttribute("href", "/settings/password");
    await group.click();
    await see(personal).toBeHidden();
  });

  it("NAV-010 NAV-011 are open at their pages, with the page marked", async () => {
    const page = await app.open("/settings/password");
    await see(page.getByRole("button", { name: "Settings" })).toHaveAttribute("aria-expanded", "true");
    await see(page.locator("[aria-current=page]")).toHaveText("Password Reset");
  });
});

describe("all settings", () => {
  it("stand on one page in groups, are found by what they are about, and lead to their pages", async () => {
    app.server.answer("GET /api/audit", () => ({ entries: [], names: {}, hasOlder: false }));
    app.server.answer("GET /api/subscription", () => ({ ...sample.subscription, hasBilling: true }));
    const page = await app.open("/settings");
    await see(page.getByRole("heading", { level: 2 })).toHaveText([
      "You",
      "Team",
      "Sources and targets",
      "AI",
      "Security",
      "Developers",
      "Billing",
    ]);
    await see(page.locator("[aria-current=page]")).toHaveText("All Settings");
    const states = page.getByRole("main").getByRole("listitem");
    for (const state of [
      /Notification Settings.*Email/,
      /Collaboration Monitoring.*Not watching/,
      /How We Write.*style$/,
      /Edited Messages.*Pages are updated at once$/,
      /Manage Subscription.*Plan: Starter$/,
    ])
      await see(states.filter({ hasText: state })).toHaveCount(1);
    const shown = page.locator("main li a > span + span").filter({ hasText: /\S/ });
    // The theme is chosen in its row.
    await see(shown).toHaveCount((await states.count()) - 1);
    await page.getByRole("searchbox", { name: "Search settings" }).fill("webhook");
    await see(page.getByRole("main").getByRole("listitem")).toHaveCount(1);
    await page.getByRole("searchbox", { name: "Search settings" }).fill("xylophone");
    await see(page.getByText("Nothing found for “xylophone”.")).toBeVisible();
    await page.getByRole("button", { name: "Show all settings" }).click();
    await see(page.getByRole("main").getByRole("listitem")).toHaveCount(await states.count());
    for (const [typed, found] of [
      ["invite", "Team"],
      ["colleague", "Team"],
      ["password", "Password Reset"],
      ["bill", "Manage Subscription"],
      ["invoice", "Manage Subscription"],
      ["model key", "Language Model"],
      ["2fa", "Password Reset"],
      ["email digest", "Notification Settings"],
      ["e-mail digest", "Notification Settings"],
      ["quiet hours", "Notification Settings"],
      ["notifications", "Notification Settings"],
      ["stop notifications", "Notification Settings"],
      ["private", "Collaboration Tools"],
      ["permissions", "Team"],
      ["guests", "Team"],
      ["delete old messages", "Chat Retention"],
      ["export data", "Personal Information"],
      ["zendesk", "Knowledge Mgmt Tools"],
      ["confidence", "Review Before Publishing"],
      ["edits in chat wait", "Edited Messages"],
      ["publish automatically", "Review Before Publishing"],
      ["time zone", "Personal Information"],
      ["verify", "Review Before Publishing"],
      ["sensitivity", "AI Detection Settings"],
      ["sso", "Single Sign-On"],
      ["okta", "Single Sign-On"],
      ["openai", "Language Model"],
      ["holiday", "Notification Settings"],
      ["unfollow", "Notification Settings"],
      ["cancel plan", "Manage Subscription"],
    ] as const) {
      await page.getByRole("searchbox", { name: "Search settings" }).fill(typed);
      await see(page.getByRole("main").getByRole("listitem")).toHaveCount(1);
      await see(page.getByRole("main").getByRole("link", { name: found })).toBeVisible();
    }
    await page.getByRole("searchbox", { name: "Search settings" }).fill("who may read");
    for (const name of ["Collaboration Tools", "Knowledge Mgmt Tools"])
      await see(page.getByRole("main").getByRole("link", { name })).toBeVisible();
    await page.getByRole("searchbox", { name: "Search settings" }).fill("security");
    await see(page.getByRole("main").getByRole("link", { name: "Password Reset" })).toBeVisible();
    await see(page.getByRole("main").getByRole("link", { name: "Single Sign-On" })).toBeVisible();
    for (const typed of ["theme", "appearance", "dark"]) {
      await page.getByRole("searchbox", { name: "Search settings" }).fill(typed);
      await see(page.getByRole("main").getByRole("listitem")).toHaveCount(1);
    }
    await page.getByRole("main").getByRole("button", { name: "Use the dark theme" }).click();
    await see(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await page.getByRole("main").getByRole("button", { name: "Use the light theme" }).click();
    await page.getByRole("searchbox", { name: "Search settings" }).fill("sessions");
    await page.getByRole("main").getByRole("link", { name: "Password Reset" }).click();
    await see(page.getByRole("heading", { level: 1 })).toHaveText("Password Reset");
  });
});

describe("personal information", () => {
  it("SET-001 SET-002 SET-005 is read-only until Edit, and Cancel brings back what was there", async () => {
    const page = await app.open("/settings/personal");
    await see(page.getByLabel("First Name")).not.toBeEditable();
    await see(page.getByLabel("Role")).toBeDisabled();
    await see(page.getByRole("button", { name: "Save" })).toHaveCount(0);
    await page.getByRole("button", { name: "Edit" }).click();
    await see(page.getByLabel("Role").getByRole("option")).toHaveText([
      "Administrator",
      "Manager",
      "Team Member",
      "Guest",
    ]);
    await page.getByLabel("First Name").fill("Augusta");
    await page.getByRole("button", { name: "Cancel" }).click();
    await see(page.getByLabel("First Name")).toHaveValue("Ada");
    expect(callsTo("PATCH /api/auth/user")).toHaveLength(0);
  });

  it("SET-003 SET-004 ERR-048 saves, and the name in the navigation follows", async () => {
    const page = await app.open("/settings/personal");
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Last Name").fill("  ");
    await page.getByRole("button", { name: "Save" }).click();
    await see(page.getByText("Validation Error", { exact: true })).toBeVisible();
    await see(page.getByText("Please fill in all required fields.", { exact: true })).toBeVisible();
    expect(callsTo("PATCH /api/auth/user")).toHaveLength(0);

    await page.getByLabel("Last Name").fill("King");
    await page.getByLabel("Role").selectOption("Guest");
    await page.getByRole("button", { name: "Save" }).click();
    await see(page.getByText("Profile Updated", { exact: true })).toBeVisible();
    await see(page.getByRole("complementary").getByText("Ada King")).toBeVisible();
    await expect
      .poll(() => bodiesTo("PATCH /api/auth/user"))
      .toEqual([{ firstName: "Ada", lastName: "King", email: sample.user.email, role: "guest" }]);
  });

  it("says that a new address waits for its link", async () => {
    const pendingEmail = "new@analytical.example";
    app.server.answer("PATCH /api/auth/user", () => ({ ...sample.user, pendingEmail }));
    const page = await app.open("/settings/personal");
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Email").fill(pendingEmail);
    await page.getByRole("button", { name: "Save" }).click();
    await see(page.getByText(`Until then ${sample.user.email} stays your address.`)).toBeVisible();
    await see(page.getByLabel("Email")).toHaveValue(sample.user.email);
  });

  it("ERR-048 keeps what was typed when it is refused, and says why", async () => {
    const message = "Please enter a valid email address";
    const refusal = new Reply(400, { message, fields: [{ path: "email", message }] });
    app.server.answer("PATCH /api/auth/user", () => refusal);
    const page = await app.open("/settings/personal");
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Email").fill("ada@");
    await page.getByRole("button", { name: "Save" }).click();
    await see(page.getByText("Update Failed", { exact: true })).toBeVisible();
    const text = "Failed to update your information. Please try again.";
    await see(page.getByText(text, { exact: true })).toBeVisible();
    await see(page.getByRole("alert").getByText(message)).toBeVisible();
    await see(page.getByLabel("Email")).toHaveValue("ada@");
  });

  it("SET-006 shows a person without a role as a team member", async () => {
    app.server.answer("GET /api/auth/user", () => new OutsideContract({ ...sample.user, role: undefined }));
    const page = await app.open("/settings/personal");
    await see(page.getByLabel("Role").locator("option:checked")).toHaveText("Team Member");
  });
});

describe("the password", () => {
  it("SET-009 SET-015 SET-010 SET-012 says how strong it is, what is asked for and what is wrong", async () => {
    const page = await app.open("/settings/password");
    const requirements = page.getByRole("region", { name: "Password Requirements" }).getByRole("listitem");
    await see(requirements).toHaveText([
      "At least 8 characters",
      "Uppercase and lowercase letters",
      "A number",
      "A special character",
    ]);
    await page.getByLabel(/^New Password/).fill("Abcdefg1");
    await see(page.getByRole("status", { name: "Password strength" })).toHaveText("Good");
    await page.getByRole("button", { name: "Change Password" }).click();
    await see(page.getByRole("alert")).toHaveText("Please enter your current password.");
    await page.getByLabel("Current Password").fill("old secret");
    await page.getByRole("button", { name: "Change Password" }).click();
    await see(page.getByRole("alert")).toHaveText("New password and confirmation do not match.");
    expect(callsTo("POST /api/auth/change-password")).toHaveLength(0);
  });

  it("SET-016 SET-017 ERR-049 is changed, or the page says that it was not", async () => {
    const page = await app.open("/settings/password");
    const change = async () => {
      await page.getByLabel("Current Password").fill("old secret");
      await page.getByLabel(/^New Password/).fill("abcdefgh");
      await see(page.getByText(PASSWORD_COMMON)).toBeVisible();
      await page.getByLabel(/^New Password/).fill("kwmbtzfg");
      await see(page.getByText(PASSWORD_COMMON)).toBeHidden();
      await page.getByLabel("Confirm New Password").fill("kwmbtzfg");
      await page.getByRole("button", { name: "Change Password" }).click();
    };
    await change();
    await see(page.getByText("Password Changed", { exact: true })).toBeVisible();
    await see(page.getByLabel("Current Password")).toHaveValue("");
    await expect
      .poll(() => bodiesTo("POST /api/auth/change-password"))
      .toEqual([{ currentPassword: "old secret", newPassword: "kwmbtzfg" }]);

    const message = "The current password is wrong.";
    const refusal = new Reply(400, { message, fields: [{ path: "currentPassword", message }] });
    app.server.answer("POST /api/auth/change-password", () => refusal);
    await change();
    await see(page.getByText("Password Change Failed", { exact: true })).toBeVisible();
    const text = "Failed to change password. Please check your current password and try again.";
    await see(page.getByText(text, { exact: true })).toBeVisible();
    await see(page.getByRole("alert")).toHaveText(message);
  });
});

describe("collaboration monitoring", () => {
  it("COLL-001 COLL-002 COLL-003 COLL-004 shows what is monitored where", async () => {
    const page = await app.open("/collaboration");
    await see(page.getByRole("tab")).toHaveText(["Overview", "Add Monitoring", "Manage"]);
    const cards = page.getByRole("tabpanel").getByRole("list").first().getByRole("listitem");
    await see(cards).toHaveText([
      /Slack.*3.*total monitored.*2 active/,
      /Microsoft Teams.*0 active/,
      /Google Chat.*0 active/,
    ]);
    const rows = page.getByRole("region", { name: "Recent Monitoring" }).getByRole("listitem");
    await see(rows.filter({ hasText: "people-questions" })).toContainText(
      "Slack · Never read: press Analyze to read it · last checked: Never",
    );
    await see(rows.getByText("Inactive", { exact: true })).toHaveCount(1);

    const trouble = "The Slack app was removed from its workspace.";
    app.server.answer("GET /api/collaboration-integrations", () => [
      { ...sample.collaborationIntegrations[0], trouble },
    ]);
    app.server.send({ type: "integration", id: sample.idOf(21) });
    await see(cards.first()).toContainText(`: ${trouble}`);
    await see(rows.getByText("Needs attention", { exact: true })).toHaveCount(2);

    await see(rows.filter({ hasText: "deploys" })).toContainText("Not watched: read when you press Analyze");
    // The frequency is shown only for channels that are watched.
    await page.getByRole("button", { name: "Turn on automatic monitoring" }).click();
    await page.getByRole("button", { name: "Watch 2 channels" }).click();
    await see(rows.filter({ hasText: "platform-help" })).toContainText(
      "Slack · Watched, checked every 10 minutes · last checked",
    );
    await see(rows.filter({ hasText: "deploys" })).toContainText("Watched, checked every day");
  });

  it("COLL-005 shows a channel that was never checked, also beside more than ten that were", async () => {
    const [known] = sample.channels;
    const ofNumber = (number: number, lastChecked: string | null) => ({
      ...known,
      id: sample.idOf(300 + number),
      channelName: `channel-${number}`,
      lastChecked,
    });
    const checked = Array.from({ length: 12 }, (_, number) => ofNumber(number, "2026-11-20T09:00:00.000Z"));
    app.server.answer("GET /api/collaboration-channels", () => [...checked, ofNumber(12, null)]);
    const page = await app.open("/collaboration");
    const rows = page.getByRole("region", { name: "Recent Monitoring" }).getByRole("listitem");
    await see(rows).toHaveCount(10);
    await see(rows.first()).toContainText(/channel-12.*last checked: Never/);
    await see(rows.filter({ hasText: "Never" })).toHaveCount(1);
  });

  it("COLL-006 asks for an integration before channels can be added", async () => {
    app.server.answer("GET /api/collaboration-integrations", () => []);
    const page = await app.open("/collaboration");
    await see(page.getByRole("tab", { name: "Add Monitoring (Setup required)" })).toBeDisabled();
  });

  it("COLL-008 COLL-010 COLL-011 COLL-013 ERR-030 ERR-031 adds a space of Google Chat", async () => {
    app.server.answer("GET /api/collaboration-integrations", () => [
      sample.buildChatIntegration(22, "google-chat", "Acme Workspace"),
    ]);
    app.server.answer(
      "POST /api/collaboration-channels",
      () => new Reply(409, { message: "#Support desk is monitored already." }),
    );
    const page = await app.open("/collaboration");
    await page.getByRole("tab", { name: "Add Monitoring" }).click();
    const submit = page.getByRole("button", { name: "Add Monitoring" });
    await see(page.getByLabel("Check Frequency (minutes)")).toHaveValue("60");
    await submit.click();
    const text = "Please select an integration and fill in all channel details";
    await see(page.getByText(text, { exact: true })).toBeVisible();

    await page.getByLabel("Integration").selectOption({ label: "Acme Workspace (Google Chat)" });
    await page.getByLabel("Choose a space").selectOption("Support desk");
    await expect
      .poll(() => callsTo("GET /api/google-chat/spaces")[0]?.query)
      .toEqual({ integrationId: sample.idOf(22) });
    await page.getByLabel("Check Frequency (minutes)").fill("");
    await submit.click();
    await see(page.getByText("#Support desk is monitored already.", { exact: true })).toBeVisible();

    app.server.answer("POST /api/collaboration-channels", () => sample.channels[0]);
    await submit.click();
    await see(page.getByText("Channel monitoring added successfully", { exact: true })).toBeVisible();
    await expect
      .poll(() => bodiesTo("POST /api/collaboration-channels").at(-1))
      .toEqual({
        integrationId: sample.idOf(22),
        platform: "google-chat",
        channelId: "AAAA1",
        channelName: "Support desk",
        checkFrequencyMinutes: 60,
        isActive: true,
      });
  });

  it("COLL-009 COLL-012 notes a channel of Microsoft Teams by hand, within the allowed frequencies", async () => {
    app.server.answer("GET /api/collaboration-integrations", () => [
      sample.buildChatIntegration(23, "teams", "Acme Teams"),
    ]);
    const page = await app.open("/collaboration");
    await page.getByRole("tab", { name: "Add Monitoring" }).click();
    await page.getByLabel("Integration").selectOption({ label: "Acme Teams (Microsoft Teams)" });
    await see(page.getByLabel("Choose a channel")).toHaveText("No channels available");
    await expect.poll(() => callsTo("GET /api/teams/channels")[0]?.query).toEqual({ integrationId: sample.idOf(23) });
    await page.getByLabel("Channel ID").fill("19:abc");
    await page.getByLabel("Channel Name").fill("General");
    await page.getByLabel("Check Frequency (minutes)").fill("4");
    await page.getByRole("button", { name: "Add Monitoring" }).click();
    await see(page.getByRole("alert")).toHaveText("Choose from 5 to 1440 minutes.");
    expect(callsTo("POST /api/collaboration-channels")).toHaveLength(0);
  });

  it("ERR-028 says what Google Chat does not let us read", async () => {
    app.server.answer("GET /api/collaboration-integrations", () => [
      sample.buildChatIntegration(22, "google-chat", "Acme Workspace"),
    ]);
    const details = "The access token has expired.";
    app.server.answer("GET /api/google-chat/spaces", () => new Reply(502, { message: "Could not be read.", details }));
    const page = await app.open("/collaboration");
    await page.getByRole("tab", { name: "Add Monitoring" }).click();
    await page.getByLabel("Integration").selectOption({ index: 1 });
    await see(page.getByText("Google Chat Configuration Error", { exact: true })).toBeVisible();
    await see(page.getByText(details, { exact: true })).toBeVisible();
    await see(page.getByLabel("Choose a space")).toHaveText("No spaces available");
  });

  it("COLL-007 ERR-032 ERR-033 switches channels on and off", async () => {
    const page = await app.open("/collaboration");
    await page.getByRole("tab", { name: "Manage" }).click();
    const deploys = page.getByRole("switch", { name: "Monitor deploys" });
    await deploys.click();
    await see(page.getByText("Channel monitoring status updated", { exact: true })).toBeVisible();
    await expect
      .poll(() => bodiesTo(`PATCH /api/collaboration-channels/${sample.idOf(32)}`))
      .toEqual([{ isActive: false }]);

    app.server.answer("PATCH /api/collaboration-channels/:id", () => new Reply(500, ""));
    await see(deploys).toBeChecked();
    await deploys.click();
    await see(page.getByText("Failed to update channel status", { exact: true })).toBeVisible();
    await see(deploys).toBeChecked();
  });

  it("CHAN-015 ERR-027 is strict with a first Google Chat integration", async () => {
    app.server.answer("GET /api/collaboration-integrations", () => []);
    const page = await app.open("/collaboration");
    await page.getByRole("button", { name: "Set up Google Chat" }).click();
    const form = page.getByRole("region", { name: "Set up Google Chat" });
    await form.getByLabel("Name").fill("Acme Workspace");
    await form.getByRole("button", { name: "Save" }).click();
    await see(page.getByText("Please fill in all required fields", { exact: true })).toBeVisible();
    expect(callsTo("POST /api/collaboration-integrations")).toHaveLength(0);
    for (const label of ["Workspace ID", "API Key", "Chat Space ID"]) await form.getByLabel(label).fill("AAA");
    await form.getByRole("button", { name: "Save" }).click();
    await see(page.getByText("Google Chat integration added successfully", { exact: true })).toBeVisible();
    await expect
      .poll(() => bodiesTo("POST /api/collaboration-integrations"))
      .toEqual([
        {
          name: "Acme Workspace",
          platform: "google-chat",
          config: { workspaceId: "AAA", apiKey: "AAA", chatSpaceId: "AAA" },
        },
      ]);
  });

  it("says at once that a first Google Chat integration does not work, although it is kept", async () => {
    app.server.answer("GET /api/collaboration-integrations", () => []);
    const page = await app.open("/collaboration");
    await page.getByRole("button", { name: "Set up Google Chat" }).click();
    const form = page.getByRole("region", { name: "Set up Google Chat" });
    for (const label of ["Name", "Workspace ID", "API Key", "Chat Space ID"]) await form.getByLabel(label).fill("AAA");
    app.server.answer("POST /api/collaboration-integrations", () => ({
      ...sample.buildChatIntegration(22, "google-chat", "AAA"),
      trouble: "Google Chat does not accept the access token.",
    }));
    await form.getByRole("button", { name: "Save" }).click();
    const words = "It is saved, but does not work yet: Google Chat does not accept the access token.";
    await seeToast(page, "Google Chat integration added successfully", words);
  });
});

describe("the monitoring mode", () => {
  it("is turned on in the dashboard's box, which then says when the next check is", async () => {
    const page = await app.open("/");
    const box = page.getByRole("region", { name: "Monitoring Status" });
    await box.getByRole("button", { name: "Turn on automatic monitoring" }).click();
    await page.getByRole("button", { name: "Watch 2 channels" }).click();
    await see(
      box.getByText(/^Each watched channel is checked at its own frequency\. Next check: 21 Nov 2031/),
    ).toBeVisible();
    await expect.poll(() => bodiesTo("PUT /api/settings/monitoring")).toEqual([{ mode: "automatic", on: [], off: [] }]);
    await see(box.getByRole("switch", { name: "Automatic monitoring" })).toBeChecked();
  });
});

describe("two-step sign-in", () => {
  it("is set up with a QR code and a code, shows the recovery codes once, and is turned off with password and code", async () => {
    const page = await app.open("/settings/password");
    const section = page.getByRole("region", { name: "Two-Step Sign-In" });
    await section.getByRole("button", { name: "Turn On" }).click();
    await section.getByLabel("Your password").fill("my password");
    await section.getByRole("button", { name: "Continue" }).click();
    await see(section.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
    await see(section.getByText("JBSW Y3DP EHPK 3PXP")).toBeVisible();
    const message = "The code is wrong or was used already. Wait for the next one.";
    app.server.answer(
      "POST /api/second-factor/confirm",
      () => new Reply(400, { message, fields: [{ path: "code", message }] }),
    );
    await section.getByLabel("Code of the app").fill("000000");
    await section.getByRole("button", { name: "Turn On" }).click();
    await see(section.getByRole("alert")).toHaveText(message);
    app.server.answer("POST /api/second-factor/confirm", () => ({ recoveryCodes: ["abcde-fghj-kmnp-qrst"] }));
    app.server.answer("GET /api/second-factor", () => ({
      since: "2026-11-21T09:00:00.000Z",
      recoveryCodesLeft: 10,
      managedBy: null,
    }));
    await section.getByRole("button", { name: "Turn On" }).click();
    await see(section.getByRole("list", { name: "Recovery codes" })).toHaveText("abcde-fghj-kmnp-qrst");
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await section.getByRole("button", { name: "I Have Saved Them" }).click();
    await see(section).toContainText("10 of 10 recovery codes left");
    await see(section.getByRole("list", { name: "Recovery codes" })).toBeHidden();
    await section.getByRole("button", { name: "Turn Off" }).click();
    await section.getByLabel("Your password").fill("my password");
    await section.getByLabel(/^Code of the app/).fill("123456");
    await section.getByRole("button", { name: "Turn Off" }).click();
    await expect
      .poll(() => bodiesTo("POST /api/second-factor/off"))
      .toEqual([{ password: "my password", code: "123456" }]);
  });
});
