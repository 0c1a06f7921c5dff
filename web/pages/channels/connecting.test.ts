import { beforeEach, describe, expect, it } from "vitest";
import type { UnfinishedConnection } from "../../../shared/contract/connections.ts";
import type { CollaborationIntegration, Integration } from "../../../shared/contract/integrations.ts";
import { findAccessibilityViolations } from "../../testing/accessibility-violations.ts";
import { useAppInBrowser } from "../../testing/browser.ts";
import { EMPTY_PAGE, Reply } from "../../testing/fake-server.ts";
import * as sample from "../../testing/sample-data.ts";
import { see } from "../../testing/see.ts";

const app = useAppInBrowser();
/** Without articles nobody is asked whether they are published on a new platform. */
beforeEach(() => app.server.answer("GET /api/articles/facets", () => ({ ...sample.facets, status: [] })));
const { bodiesTo, callsTo } = app;

const TROUBLE = "Slack no longer accepts this connection. Connect it again; nothing that was read is lost.";
const connected = {
  ...(sample.collaborationIntegrations[0] as CollaborationIntegration),
  name: "Acme",
  config: {},
  isConnected: true,
} satisfies CollaborationIntegration;
const unfinished: UnfinishedConnection = {
  id: sample.idOf(41),
  platform: "confluence",
  account: "Acme, Acme Labs",
  sites: [
    { id: "cloud-1", name: "Acme", url: "https://acme.atlassian.net" },
    { id: "cloud-2", name: "Acme Labs", url: "https://acme-labs.atlassian.net" },
  ],
  parentPageId: null,
  at: "2026-11-20T10:00:00.000Z",
};

describe("connecting Slack by OAuth", () => {
  it("leaves for Slack with one press where the operator configured an app, and is not offered elsewhere", async () => {
    app.server.answer("GET /api/connections", () => ({ platforms: ["slack"], unfinished: [] }));
    app.server.answer("POST /api/connections", () => ({ url: `${app.server.address}${EMPTY_PAGE}?at=slack` }));
    const page = await app.open("/channels", {});
    await page.getByRole("button", { name: "Add Integration" }).first().click();
    const form = page.getByRole("region", { name: "Add Integration" });
    await form.getByLabel("Platform").selectOption("google-chat");
    await see(form.getByRole("button", { name: "Connect with Google" })).toHaveCount(0);
    await form.getByLabel("Platform").selectOption("slack");
    await form.getByRole("button", { name: "Add to Slack" }).click();
    await page.waitForURL(/at=slack/);
    expect(bodiesTo("POST /api/connections")).toEqual([{ platform: "slack" }]);
  });

  it("says before anybody connects what is read, what is written and how long text is kept", async () => {
    const page = await app.open("/channels?add=slack");
    const form = page.getByRole("region", { name: "Add Integration" });
    await see(form.getByText(/^Reads the channels that you choose, private ones only where you invite/)).toBeVisible();
    await see(form.getByText(/^Writes nothing in a channel until you switch that on there\./)).toBeVisible();
    await see(form.getByRole("link", { name: "Chat Retention" })).toHaveAttribute("href", "/settings/retention");
    await form.getByLabel("Platform").selectOption("teams");
    await see(form.getByText("Writes nothing.", { exact: true })).toBeVisible();
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });

  it("folds the fields and the guide of one's own app below the button, and keeps what was typed in them", async () => {
    app.server.answer("GET /api/connections", () => ({ platforms: ["slack"], unfinished: [] }));
    const page = await app.open("/channels");
    await page.getByRole("button", { name: "Add Integration" }).first().click();
    const form = page.getByRole("region", { name: "Add Integration" });
    const fold = form.getByRole("button", { name: "Or connect with your own app" });
    const guide = form.getByRole("heading", { name: "How to set up Slack" });
    await see(fold).toHaveAttribute("aria-expanded", "false");
    await see(form.getByLabel("Platform")).toBeFocused();
    for (const folded of [form.getByLabel("Bot Token"), guide, form.getByRole("button", { name: "Save" })])
      await see(folded).toHaveCount(0);
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await fold.press("Enter");
    await see(form.getByLabel("Name")).toBeFocused();
    await see(guide).toBeVisible();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await form.getByLabel("Name").fill("Acme");
    await fold.click();
    await see(form.getByLabel("Name")).toHaveCount(0);
    await fold.click();
    await see(form.getByLabel("Name")).toHaveValue("Acme");
    await form.getByLabel("Platform").selectOption("teams");
    await see(fold).toHaveCount(0);
    await see(form.getByRole("heading", { name: "How to set up Microsoft Teams" })).toBeVisible();
  });

  it("by a team's owner offers the Teams app to upload as soon as the form holds the App ID it is made for", async () => {
    const page = await app.open("/channels");
    await page.getByRole("button", { name: "Add Integration" }).first().click();
    const form = page.getByRole("region", { name: "Add Integration" });
    await form.getByLabel("Platform").selectOption("teams");
    const lacking = form.getByText("Enter the App ID first: the Teams app is made for it.");
    const download = form.getByRole("link", { name: "Download the Teams app" });
    await form.getByLabel("App ID").fill("not one");
    await see(lacking).toBeVisible();
    await see(download).toHaveCount(0);
    await form.getByLabel("App ID").fill(" 8f4c1d2a-9b3e-4c5d-8e6f-0a1b2c3d4e5f ");
    const href = "/api/app-packages/teams?appId=8f4c1d2a-9b3e-4c5d-8e6f-0a1b2c3d4e5f";
    await see(download).toHaveAttribute("href", href);
    await see(lacking).toHaveCount(0);
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });

  it("that cannot be begun says why and stays where it was", async () => {
    app.server.answer("GET /api/connections", () => ({ platforms: ["slack"], unfinished: [] }));
    app.refuse("POST /api/connections");
    const page = await app.open("/channels");
    await page.getByRole("button", { name: "Add Integration" }).first().click();
    const form = page.getByRole("region", { name: "Add Integration" });
    await form.getByRole("button", { name: "Add to Slack" }).click();
    await see(form.getByRole("alert")).toHaveText("boom Nothing was changed.");
    await see(form.getByRole("button", { name: "Add to Slack" })).toBeEnabled();
  });

  it("says what became of it until that is taken away, and what a smaller permission leaves out", async () => {
    const page = await app.open("/channels?connect=slack&outcome=connected&lost=chat:write");
    const said = page.getByText(/^Slack is connected\. It no longer allows chat:write\. To get that back, press Edit/);
    await see(said).toBeVisible();
    await page.getByRole("button", { name: "Dismiss" }).click();
    await see(said).toHaveCount(0);
    expect(new URL(page.url()).search).toBe("");
    await page.goto(`${app.server.address}/channels?connect=slack&outcome=connected`);
    await see(page.getByText("Slack is connected.", { exact: true })).toBeVisible();
    await page.reload();
    await see(page.getByRole("heading", { level: 1 })).toBeVisible();
    await see(page.getByText("Slack is connected.", { exact: true })).toHaveCount(0);
    await page.goto(`${app.server.address}/channels?connect=slack&outcome=taken`);
    await see(page.getByRole("alert").filter({ hasText: "connected to another workspace" })).toBeVisible();
    await page.goto(`${app.server.address}/channels?connect=slack&outcome=<script>`);
    await see(page.getByRole("heading", { level: 1 })).toBeVisible();
    await see(page.getByRole("button", { name: "Dismiss" })).toHaveCount(0);
  });

  it("again is offered beside what went wrong, and in the form, which asks for no token", async () => {
    app.server.answer("GET /api/collaboration-integrations", () => [{ ...connected, trouble: TROUBLE }]);
    app.server.answer("POST /api/connections", () => ({ url: `${app.server.address}${EMPTY_PAGE}?at=slack` }));
    const page = await app.open("/channels", {});
    await see(page.getByText(TROUBLE)).toBeVisible();
    await see(page.getByText(/· connected by OAuth/)).toBeVisible();
    await page.getByRole("button", { name: "Edit Acme" }).click();
    const form = page.getByRole("region", { name: "Edit Integration" });
    await see(form.getByText(/^Connected by OAuth: there is no token to enter\./)).toBeVisible();
    await see(form.getByLabel("Bot Token")).toHaveCount(0);
    await see(form.getByRole("heading", { name: "How to set up Slack" })).toHaveCount(0);
    await form.getByRole("button", { name: "Use an app of your own" }).click();
    await see(form.getByLabel("Bot Token")).toBeVisible();
    await see(form.getByRole("heading", { name: "How to set up Slack" })).toBeVisible();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await form.getByRole("button", { name: "Use an app of your own" }).click();
    await form.getByLabel("Name").fill("Acme chat");
    await form.getByRole("button", { name: "Save" }).click();
    await see(page.getByText("Integration updated", { exact: true })).toBeVisible();
    expect(callsTo(`PATCH /api/collaboration-integrations/${connected.id}`).map(({ body }) => body)).toEqual([
      { name: "Acme chat", config: {} },
    ]);
    await page.getByRole("button", { name: "Connect Acme again" }).click();
    await page.waitForURL(/at=slack/);
    expect(bodiesTo("POST /api/connections")).toEqual([{ platform: "slack", integrationId: connected.id }]);
  });
});

describe("a knowledge platform that was allowed", () => {
  const offered = () =>
    app.server.answer("GET /api/connections", () => ({ platforms: ["confluence"], unfinished: [unfinished] }));

  it("asks for the site and the place, keeps what was typed when that is refused, and is then an integration", async () => {
    offered();
    const path = "POST /api/connections/:id/integration";
    const message = "Enter the key of a space.";
    app.server.answer(path, () => new Reply(400, { code: "invalid", message, fields: [{ path: "spaceId", message }] }));
    const page = await app.open("/configuration?connect=confluence&outcome=finish");
    await see(page.getByText("Confluence granted access. Choose below where articles are published.")).toBeVisible();
    const form = page.getByRole("region", { name: "Finish connecting Confluence" });
    await see(
      form.getByText("Access granted for Acme, Acme Labs. Finish within an hour, or connect again."),
    ).toBeVisible();
    await form.getByRole("button", { name: "Add Integration" }).click();
    await see(form.getByText("Space Key is required.")).toBeVisible();
    await form.getByLabel("Site").selectOption("cloud-2");
    await form.getByLabel("Space Key").fill("no key");
    await form.getByRole("button", { name: "Add Integration" }).click();
    await see(form.getByText(message, { exact: true })).toBeVisible();
    await see(form.getByLabel("Space Key")).toHaveValue("no key");
    expect(await findAccessibilityViolations(page)).toEqual([]);
    const made: Integration = { ...(sample.integrations[0] as Integration), isConnected: true };
    app.server.answer(path, () => made);
    app.server.answer("GET /api/connections", () => ({ platforms: ["confluence"], unfinished: [] }));
    await form.getByLabel("Space Key").fill("DOC");
    await form.getByRole("button", { name: "Add Integration" }).click();
    await see(page.getByText("Integration added", { exact: true })).toBeVisible();
    await see(form).toHaveCount(0);
    await see(page.getByText(/^Confluence granted access/)).toHaveCount(0);
    expect(bodiesTo(`POST /api/connections/${unfinished.id}/integration`).at(-1)).toEqual({
      name: "Confluence",
      siteId: "cloud-2",
      spaceId: "DOC",
    });
  });

  it("offers the platform's spaces to choose from, searched by name, and leaves the field for others", async () => {
    offered();
    app.server.answer("GET /api/connections/:id/places", ({ query }) =>
      [
        { id: "DOC", name: "Documentation (DOC)" },
        { id: "ENG", name: "Engineering (ENG)" },
      ].filter(({ name }) => name.toLowerCase().includes((query["search"] ?? "").toLowerCase())),
    );
    const page = await app.open("/configuration?connect=confluence&outcome=finish");
    const form = page.getByRole("region", { name: "Finish connecting Confluence" });
    const spaces = form.getByRole("group", { name: "Choose the space" });
    await see(spaces.getByRole("radio")).toHaveCount(2);
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await spaces.getByLabel("Search spaces").fill("eng");
    await see(spaces.getByRole("radio")).toHaveCount(1);
    await spaces.getByRole("radio", { name: "Engineering (ENG)" }).check();
    await see(form.getByLabel("Space Key")).toHaveValue("ENG");
    await spaces.getByLabel("Search spaces").fill("nothing");
    await see(spaces.getByText("No space matches.")).toBeVisible();
    await see(form.getByLabel("Space Key")).toHaveValue("ENG");
    const asked = callsTo(`GET /api/connections/${unfinished.id}/places`);
    expect(asked.map(({ query }) => query)).toContainEqual({ siteId: "cloud-1", search: "eng" });
  });

  it("is named after its account where the platform's name is taken", async () => {
    offered();
    app.server.answer("GET /api/integrations", () => [{ ...sample.integrations[0], name: "Confluence" }]);
    const page = await app.open("/configuration?connect=confluence&outcome=finish");
    const form = page.getByRole("region", { name: "Finish connecting Confluence" });
    await see(form.getByRole("textbox", { name: "Name" })).toHaveValue("Confluence (Acme, Acme Labs)");
  });

  it("has its only space chosen already, and asks for a key only where the space is not in the list", async () => {
    offered();
    app.server.answer("GET /api/connections/:id/places", () => [{ id: "LORE", name: "Team knowledge (LORE)" }]);
    const page = await app.open("/configuration?connect=confluence&outcome=finish");
    const form = page.getByRole("region", { name: "Finish connecting Confluence" });
    await see(form.getByRole("radio", { name: "Team knowledge (LORE)" })).toBeChecked();
    const key = form.getByLabel("Space Key");
    await see(key).toBeHidden();
    await form.getByText("Not in the list?").click();
    await key.fill("");
    await form.getByRole("button", { name: "Add Integration" }).click();
    await see(form.getByText("Space Key is required.")).toBeVisible();
    await key.fill("DOC");
    await see(key).toBeVisible();
    await see(form.getByRole("radio", { name: "Team knowledge (LORE)" })).not.toBeChecked();
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });

  it("offers the same list where its integration is edited", async () => {
    const made: Integration = { ...(sample.integrations[0] as Integration), spaceId: "DOC", isConnected: true };
    app.server.answer("GET /api/integrations", () => [made]);
    app.server.answer("GET /api/integrations/:id/places", () => [
      { id: "DOC", name: "Documentation (DOC)" },
      { id: "ENG", name: "Engineering (ENG)" },
    ]);
    app.server.answer("PUT /api/integrations/:id", () => ({ ...made, spaceId: "ENG" }));
    const page = await app.open("/configuration");
    await page.getByRole("button", { name: `Edit ${made.name}` }).click();
    const form = page.getByRole("region", { name: "Edit Integration" });
    const spaces = form.getByRole("group", { name: "Choose the space" });
    await see(spaces.getByRole("radio", { name: "Documentation (DOC)" })).toBeChecked();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await spaces.getByRole("radio", { name: "Engineering (ENG)" }).check();
    await see(form.getByLabel("Space Key")).toHaveValue("ENG");
    await form.getByRole("button", { name: "Save Changes" }).click();
    await see(page.getByText("Integration updated", { exact: true })).toBeVisible();
    expect(bodiesTo(`PUT /api/integrations/${made.id}`)).toEqual([expect.objectContaining({ spaceId: "ENG" })]);
  });

  it("can be cancelled before it is added", async () => {
    offered();
    app.server.answer("DELETE /api/connections/:id", () => {
      app.server.answer("GET /api/connections", () => ({ platforms: ["confluence"], unfinished: [] }));
      return { success: true };
    });
    const page = await app.open("/configuration");
    const form = page.getByRole("region", { name: "Finish connecting Confluence" });
    await form.getByRole("button", { name: "Cancel" }).click();
    await see(form).toHaveCount(0);
    expect(callsTo(`DELETE /api/connections/${unfinished.id}`)).toHaveLength(1);
  });
});
