import { expect, it } from "vitest";
import type { NewWebhook, Webhook, WebhookDelivery } from "../../../../shared/contract/webhooks.ts";
import { findAccessibilityViolations } from "../../../testing/accessibility-violations.ts";
import { useAppInBrowser } from "../../../testing/browser.ts";
import { Reply } from "../../../testing/fake-server.ts";
import * as sample from "../../../testing/sample-data.ts";
import * as samples from "../../../testing/sample-webhooks.ts";
import { see } from "../../../testing/see.ts";

const app = useAppInBrowser();
const [ON, OFF] = samples.webhooks as [Webhook, Webhook];
const [WAITING] = samples.deliveries as [WebhookDelivery];
const bodyOf = (path: string) => app.server.calls.findLast((one) => one.path === path && one.method !== "GET")?.body;

it("an address is added, its secret shown once, and removed after asking", async () => {
  let all: Webhook[] = [];
  app.server.answer("GET /api/webhooks", () => all);
  app.server.answer("POST /api/webhooks", ({ body }) => {
    const { url, events } = body as NewWebhook;
    all = [{ ...ON, url, events }];
    return { id: ON.id, secret: "whsec_once" };
  });
  app.server.answer("DELETE /api/webhooks/:id", () => {
    all = [];
    return { success: true };
  });
  const page = await app.open("/settings/webhooks");
  await see(page.getByText("No webhooks yet")).toBeVisible();
  await page.getByRole("button", { name: "Add Webhook" }).click();
  const dialog = page.getByRole("dialog", { name: "New webhook" });
  await dialog.getByRole("button", { name: "Add Webhook" }).click();
  await see(dialog.getByText("Where should it be sent?")).toBeVisible();
  await dialog.getByLabel("Address").fill("https://hooks.acme.example/lorekeep");
  await dialog.getByLabel("Conflict found").uncheck();
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Add Webhook" }).click();
  await see(dialog.getByText("whsec_once")).toBeVisible();
  expect(bodyOf("/api/webhooks")).toEqual({
    url: "https://hooks.acme.example/lorekeep",
    events: ["article.created", "article.changed", "article.retracted"],
    channelIds: [],
  });
  await dialog.getByRole("button", { name: "Done" }).click();
  await see(page.getByText("whsec_once")).toHaveCount(0);
  const rows = page.getByRole("list", { name: "Webhooks" }).getByRole("listitem");
  await see(rows).toHaveText([/https:\/\/hooks\.acme\.example\/lorekeep.*On.*told of what everybody may read/s]);
  await page.getByRole("button", { name: "Remove hooks.acme.example" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove webhook" }).click();
  await see(page.getByText("No webhooks yet")).toBeVisible();
});

it("deliveries are seen with what came back, and one is sent again with one press", async () => {
  let list = samples.deliveries;
  app.server.answer("GET /api/webhooks/:id/deliveries", () => list);
  app.server.answer("POST /api/webhooks/:id/deliveries/:deliveryId/replay", () => {
    const done: WebhookDelivery = {
      ...WAITING,
      state: "delivered",
      status: 200,
      tries: 1,
      response: "Thanks",
      nextAt: null,
    };
    list = [done, ...samples.deliveries.slice(1)];
    return done;
  });
  const page = await app.open("/settings/webhooks");
  await page.getByRole("button", { name: "Show deliveries to hooks.acme.example" }).click();
  const rows = page.getByRole("list", { name: "Deliveries to hooks.acme.example" }).getByRole("listitem");
  await see(rows.first()).toHaveText(
    /Waiting.*How to restart the worker.*answered 500 · 2 tries · next try.*Internal Server Error/s,
  );
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await rows.first().getByRole("button", { name: "Replay Article changed" }).click();
  await see(page.getByText("The address answered with 200.", { exact: true })).toBeVisible();
  await see(rows.first()).toHaveText(/Delivered.*answered 200 · 1 try.*Thanks/s);
  const paths = app.server.calls.map(({ path }) => path);
  expect(paths).toContain(`/api/webhooks/${ON.id}/deliveries/${WAITING.id}/replay`);
});

it("a test that does not arrive says why", async () => {
  app.server.answer("POST /api/webhooks/:id/test", () => ({
    ...WAITING,
    type: "webhook.test",
    article: null,
    state: "failed",
    status: null,
    response: "hooks.acme.example could not be reached.",
  }));
  const page = await app.open("/settings/webhooks");
  await page.getByRole("button", { name: "Send a test to hooks.acme.example" }).click();
  await see(page.getByText("hooks.acme.example could not be reached.", { exact: true })).toBeVisible();
  await see(page.getByRole("button", { name: "Hide deliveries to hooks.acme.example" })).toBeVisible();
});

it("a webhook that was switched off says why and is switched on; its private channel is removed; its secret is replaced", async () => {
  app.server.answer("PATCH /api/webhooks/:id", () => ({ success: true }));
  app.server.answer("POST /api/webhooks/:id/secret", () => ({ secret: "whsec_second" }));
  const page = await app.open("/settings/webhooks");
  await see(page.getByText("The address answered that it is gone (410).", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Switch automation.acme.example on" }).click();
  await see(page.getByText("Webhook switched on", { exact: true })).toBeVisible();
  expect(bodyOf(`/api/webhooks/${OFF.id}`)).toEqual({ isActive: true });

  await page.getByRole("button", { name: "Edit automation.acme.example" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit webhook" });
  await dialog.getByLabel("#payroll").uncheck();
  await dialog.getByRole("button", { name: "Save" }).click();
  await see(page.getByText("Webhook saved", { exact: true })).toBeVisible();
  expect(bodyOf(`/api/webhooks/${OFF.id}`)).toEqual({ url: OFF.url, events: OFF.events, channelIds: [] });

  await page.getByRole("button", { name: "New secret for automation.acme.example" }).click();
  await page.getByRole("button", { name: "Make New Secret" }).click();
  await see(page.getByText("whsec_second")).toBeVisible();
});

it("an address that is refused is named at the field, which keeps what was typed", async () => {
  const message = "Only https addresses can be called.";
  app.server.answer("POST /api/webhooks", () => new Reply(400, { message, fields: [{ path: "url", message }] }));
  const page = await app.open("/settings/webhooks");
  await page.getByRole("button", { name: "Add Webhook" }).click();
  const dialog = page.getByRole("dialog", { name: "New webhook" });
  await dialog.getByLabel("Address").fill("http://hooks.acme.example");
  await dialog.getByRole("button", { name: "Add Webhook" }).click();
  await see(dialog.getByRole("alert")).toHaveText(message);
  await see(dialog.getByLabel("Address")).toHaveValue("http://hooks.acme.example");
});

it("a person who may not see webhooks is told who may, and has no link to them", async () => {
  app.server.answer("GET /api/auth/user", () => ({ ...sample.user, membership: "editor" }));
  const page = await app.open("/settings/webhooks");
  await see(page.getByText("Only owners and admins of this workspace may do this.")).toBeVisible();
  await see(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Webhooks" })).toHaveCount(0);
});
