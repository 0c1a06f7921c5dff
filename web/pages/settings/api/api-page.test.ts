import { expect, it } from "vitest";
import type { ApiKey, NewKey } from "../../../../shared/contract/api-keys.ts";
import type { ConnectedApp } from "../../../../shared/contract/connected-apps.ts";
import { findAccessibilityViolations } from "../../../testing/accessibility-violations.ts";
import { useAppInBrowser } from "../../../testing/browser.ts";
import { Reply } from "../../../testing/fake-server.ts";
import * as sample from "../../../testing/sample-data.ts";
import { see } from "../../../testing/see.ts";

const app = useAppInBrowser();

const OLD: ApiKey = {
  id: sample.idOf(81),
  name: "Wiki bot",
  prefix: "lk_abcdefgh",
  last4: "wxyz",
  scopes: ["articles"],
  audience: "everybody",
  addresses: ["203.0.113.0/24"],
  expiresAt: "2027-02-20T09:00:00.000Z",
  isExpired: false,
  createdBy: "Ada Lovelace",
  createdAt: "2026-11-20T09:00:00.000Z",
  lastUsedAt: null,
};

it("a key is made, shown once, listed and revoked after asking", async () => {
  let keys: ApiKey[] = [OLD];
  app.server.answer("GET /api/api-keys", () => keys);
  app.server.answer("POST /api/api-keys", ({ body }) => {
    const { name, scopes, audience } = body as NewKey;
    keys = [{ ...OLD, id: sample.idOf(82), name, scopes, audience, addresses: [], last4: "9999" }, OLD];
    return { id: sample.idOf(82), key: "lk_once-9999" };
  });
  app.server.answer("DELETE /api/api-keys/:id", () => {
    keys = keys.slice(0, 1);
    return { success: true };
  });
  const page = await app.open("/settings/api");
  const rows = page.getByRole("list", { name: "API keys" }).getByRole("listitem");
  await see(rows).toHaveText([/Wiki bot.*lk_abcdefgh…wxyz.*Only from 203\.0\.113\.0\/24.*not used yet/s]);
  await page.getByRole("button", { name: "New Key" }).click();
  const dialog = page.getByRole("dialog", { name: "New API key" });
  await dialog.getByRole("button", { name: "Create Key" }).click();
  await see(dialog.getByText("What will use the key?")).toBeVisible();
  await dialog.getByLabel("Name").fill("Coding agents");
  await dialog.getByLabel("Read the inbox").check();
  await dialog.getByLabel("Only from these addresses").fill("10.0.0.1, 10.1.0.0/16");
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Create Key" }).click();
  await see(dialog.getByText("lk_once-9999")).toBeVisible();
  expect(app.bodiesTo("POST /api/api-keys")[0]).toEqual({
    name: "Coding agents",
    scopes: ["articles", "inbox"],
    audience: "everybody",
    addresses: ["10.0.0.1", "10.1.0.0/16"],
    days: 90,
  });
  await dialog.getByRole("button", { name: "Done" }).click();
  await see(page.getByText("lk_once-9999")).toHaveCount(0);
  await see(rows).toHaveText([/Coding agents/, /Wiki bot/]);

  await page.getByRole("button", { name: "Revoke Wiki bot" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke Wiki bot" }).click();
  await see(rows).toHaveText([/Coding agents/]);
  expect(app.server.calls.find(({ method }) => method === "DELETE")?.path).toBe(`/api/api-keys/${OLD.id}`);
});

it("a key that is refused says why at its field, and keeps what was entered", async () => {
  app.server.answer("GET /api/api-keys", () => []);
  const message = "‘10.0.0’ is not an address such as 203.0.113.7 or a network such as 203.0.113.0/24.";
  app.server.answer(
    "POST /api/api-keys",
    () => new Reply(400, { code: "invalid-input", message, fields: [{ path: "addresses", message }] }),
  );
  const page = await app.open("/settings/api");
  await page.getByRole("button", { name: "New Key" }).click();
  const dialog = page.getByRole("dialog", { name: "New API key" });
  await dialog.getByLabel("Name").fill("Coding agents");
  await dialog.getByLabel("Only from these addresses").fill("10.0.0");
  await dialog.getByRole("button", { name: "Create Key" }).click();
  await see(dialog.getByRole("alert")).toHaveText(message);
  await see(dialog.getByText("Nothing was saved. Everything you entered is still here.")).toBeVisible();
  await see(dialog.getByLabel("Only from these addresses")).toHaveValue("10.0.0");
});

it("an app of a colleague is seen by whom it reads as, and disconnected after asking", async () => {
  const app1 = {
    id: sample.idOf(91),
    name: "Coding agent",
    redirectHost: "127.0.0.1:4711",
    scopes: ["articles" as const],
    person: "Grace Hopper",
    isOwn: false,
    createdAt: "2026-11-20T09:00:00.000Z",
    lastUsedAt: null,
    expiresAt: "2027-11-20T09:00:00.000Z",
  };
  let apps: ConnectedApp[] = [app1];
  app.server.answer("GET /api/connected-apps", () => apps);
  app.server.answer("DELETE /api/connected-apps/:id", () => {
    apps = [];
    return { success: true };
  });
  const page = await app.open("/settings/api");
  const rows = page.getByRole("list", { name: "Connected apps" }).getByRole("listitem");
  await see(rows).toHaveText([/Coding agent.*127\.0\.0\.1:4711.*connected by Grace Hopper.*not used yet/s]);
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Disconnect Coding agent" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect Coding agent" }).click();
  await see(page.getByText("No connected apps yet.")).toBeVisible();
  expect(app.server.calls.find(({ method }) => method === "DELETE")?.path).toBe(`/api/connected-apps/${app1.id}`);
});

it("everybody finds the apps they have connected beside their sessions, and only those", async () => {
  const own = {
    id: sample.idOf(92),
    name: "Own agent",
    redirectHost: "cursor:",
    scopes: ["articles" as const],
    person: "Ada Lovelace",
    isOwn: true,
    createdAt: "2026-11-20T09:00:00.000Z",
    lastUsedAt: "2026-11-20T10:00:00.000Z",
    expiresAt: "2027-11-20T09:00:00.000Z",
  };
  const other = { ...own, id: sample.idOf(93), name: "Colleague’s agent", isOwn: false };
  app.server.answer("GET /api/connected-apps", () => [own, other]);
  const page = await app.open("/settings/password");
  const rows = page.getByRole("list", { name: "Connected apps" }).getByRole("listitem");
  await see(rows).toHaveText([/Own agent.*connected by you/s]);
});

it("the form says why a key was not created, and keeps what was typed", async () => {
  app.server.answer("POST /api/api-keys", () => new Reply(409, { message: "There are 25 keys already." }));
  const page = await app.open("/settings/api");
  await see(page.getByText("No API keys yet.")).toBeVisible();
  await page.getByRole("button", { name: "New Key" }).click();
  const dialog = page.getByRole("dialog", { name: "New API key" });
  await dialog.getByLabel("Name").fill("Coding agents");
  await dialog.getByRole("button", { name: "Create Key" }).click();
  await see(dialog.getByText(/There are 25 keys already\./)).toBeVisible();
  await see(dialog.getByLabel("Name")).toHaveValue("Coding agents");
});

it("a person who may not see API keys is told who may, and has no link to them", async () => {
  app.server.answer("GET /api/auth/user", () => ({ ...sample.user, membership: "viewer" }));
  const page = await app.open("/settings/api");
  await see(page.getByText("Only owners and admins of this workspace may do this.")).toBeVisible();
  await see(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Team" })).toBeVisible();
  await see(page.getByRole("link", { name: "API Access" })).toHaveCount(0);
});
