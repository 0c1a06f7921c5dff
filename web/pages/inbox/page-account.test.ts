import { describe, expect, it } from "vitest";
import type { OwnAccount } from "../../../shared/contract/own-accounts.ts";
import { findAccessibilityViolations } from "../../testing/accessibility-violations.ts";
import { useAppInBrowser } from "../../testing/browser.ts";
import { EMPTY_PAGE } from "../../testing/fake-server.ts";
import { inboxOf } from "../../testing/inbox-samples.ts";
import { wikiFinding as listed } from "../../testing/sample-wiki-health.ts";
import { see } from "../../testing/see.ts";

const app = useAppInBrowser();

const suggestion = { version: "7", position: 3, text: "Suppliers deliver until 14:00 now." };
const wikiFinding = { ...listed, update: suggestion, comment: { ...suggestion, isPrivate: false } };

const { integrationId } = wikiFinding;
const integration = { id: integrationId, name: "Handbook", isCovered: false, isRequired: false };
const connected = { name: "Ada at Confluence", connectedAt: "2031-11-18T09:00:00.000Z", ended: null };
const ENDED = "Atlassian no longer accepts this connection. Connect it again; nothing that was read is lost.";

function offer(account: OwnAccount["account"], more: Partial<typeof integration> = {}) {
  const own: OwnAccount = {
    platform: "confluence",
    account,
    integrations: [{ ...integration, isCovered: account !== null, ...more }],
  };
  app.server.answer("GET /api/own-accounts", () => [own]);
  app.server.answer("POST /api/own-accounts", () => ({ url: `${app.server.address}${EMPTY_PAGE}?at=confluence` }));
  app.server.answer("GET /api/inbox", () => ({ ...inboxOf([]), aboutWiki: 1 }));
  app.server.answer("GET /api/wiki-findings", () => [wikiFinding]);
  app.server.answer("GET /api/wiki-repairs", () => []);
}

async function openForm() {
  const page = await app.open("/articles?view=inbox");
  await page.getByRole("button", { name: "Update the page" }).click();
  const change = page.getByRole("region", { name: "The change" });
  return { page, change, send: page.locator("form").getByRole("button", { name: "Update the page" }) };
}

describe("the form that updates a page", () => {
  it("offers to connect the person's own account, and leads to the platform", async () => {
    offer(null);
    const { page, change, send } = await openForm();
    await see(change).toContainText("The account of the integration writes");
    await see(change).toContainText("Confluence then decides whether you may edit the page");
    await see(send).toBeEnabled();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await change.getByRole("button", { name: "Connect your Confluence account" }).click();
    await page.waitForURL(/at=confluence/);
    expect(app.bodiesTo("POST /api/own-accounts")).toEqual([{ platform: "confluence", from: "inbox" }]);
  });

  it("names the own account that writes", async () => {
    offer(connected);
    const { change, send } = await openForm();
    await see(change).toContainText("Your Confluence account (Ada at Confluence) writes it");
    await see(change.getByRole("button", { name: /Connect/ })).toHaveCount(0);
    await see(send).toBeEnabled();
  });

  it("sends nothing where an own account is required or has ended", async () => {
    offer(null, { isRequired: true });
    const required = await openForm();
    await see(required.change).toContainText("Pages are corrected here only with a person’s own account.");
    await see(required.send).toBeDisabled();
    offer({ ...connected, ended: ENDED });
    const ended = await openForm();
    await see(ended.change.getByRole("button", { name: "Connect your Confluence account again" })).toBeVisible();
    await see(ended.send).toBeDisabled();
  });

  it("is reached again from the platform, with what came of it", async () => {
    offer(connected);
    const page = await app.open("/articles?view=inbox&connect=confluence&outcome=own-connected");
    await see(page.getByRole("status").filter({ hasText: "Your Confluence account is connected." })).toBeVisible();
  });
});

describe("the person's own accounts in the settings", () => {
  it("are connected, named, and disconnected after a question", async () => {
    offer(null, { isRequired: true });
    const page = await app.open("/settings/personal");
    const list = page.getByRole("list", { name: "Your accounts at wikis" });
    await see(list).toContainText("Not connected.");
    await see(list).toContainText("Pages of Handbook are corrected only with a person’s own account.");
    await list.getByRole("button", { name: "Connect your Confluence account" }).click();
    await page.waitForURL(/at=confluence/);
    expect(app.bodiesTo("POST /api/own-accounts")).toEqual([{ platform: "confluence", from: "settings" }]);
    offer(connected);
    app.server.answer("DELETE /api/own-accounts/:platform", () => {
      offer(null);
      return { success: true };
    });
    await page.goto(`${app.server.address}/settings/personal?connect=confluence&outcome=own-connected`);
    await see(page.getByRole("status").filter({ hasText: "Your Confluence account is connected." })).toBeVisible();
    await see(list).toContainText("Ada at Confluence");
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await list.getByRole("button", { name: "Disconnect your Confluence account" }).click();
    await page.getByRole("button", { name: "Disconnect Confluence" }).click();
    await see(list).toContainText("Not connected.");
  });

  it("are named by the host of a repository, and do not say that the integration writes where it may not", async () => {
    offer(null);
    const own = { account: null, integrations: [{ ...integration, isCovered: false }] };
    const [asked] = own.integrations;
    app.server.answer("GET /api/own-accounts", () => [
      { ...own, platform: "github" },
      { ...own, platform: "gitlab", integrations: asked ? [{ ...asked, isRequired: true }] : [] },
    ]);
    const page = await app.open("/settings/personal");
    const of = (name: string) => page.getByRole("listitem").filter({ hasText: `Your ${name} account` });
    await see(of("GitHub")).toContainText("The account of the integration writes");
    await see(of("GitLab")).toContainText("are corrected only with a person’s own account");
    await see(of("GitLab")).not.toContainText("The account of the integration writes");
    await see(page.getByRole("button", { name: "Connect your GitHub account" })).toBeVisible();
  });

  it("say that the platform ended the connection, and are absent where no platform has them", async () => {
    offer({ ...connected, ended: ENDED });
    const page = await app.open("/settings/personal");
    await see(page.getByRole("alert").filter({ hasText: "Atlassian no longer accepts" })).toBeVisible();
    await see(page.getByRole("button", { name: "Connect your Confluence account", exact: true })).toHaveText(
      "Connect again",
    );
    app.server.answer("GET /api/own-accounts", () => []);
    await page.reload();
    await see(page.getByRole("heading", { name: "Your Data" })).toBeVisible();
    await see(page.getByRole("heading", { name: "Your Accounts at Wikis" })).toHaveCount(0);
  });
});
