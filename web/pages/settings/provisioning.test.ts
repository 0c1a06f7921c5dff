import { describe, expect, it } from "vitest";
import { findAccessibilityViolations } from "../../testing/accessibility-violations.ts";
import { useAppInBrowser } from "../../testing/browser.ts";
import { Reply } from "../../testing/fake-server.ts";
import * as sample from "../../testing/sample-data.ts";
import { see } from "../../testing/see.ts";
import { describePeople } from "./provisioning.tsx";

const app = useAppInBrowser();

describe("who is in the workspace", () => {
  it.each([
    [1, 0, 0, "1 person is in this workspace."],
    [4, 3, 0, "4 people are in this workspace; the identity provider manages 3."],
    [2, 2, 1, "2 people are in this workspace; the identity provider manages 2. 1 more is deactivated."],
    [2, 0, 5, "2 people are in this workspace. 5 more are deactivated."],
  ])("%i active, %i provisioned, %i deactivated", (active, provisioned, deactivated, sentence) => {
    expect(describePeople({ active, provisioned, deactivated })).toBe(sentence);
  });
});

describe("people and provisioning", () => {
  it("makes a token that is shown once, and revokes one after asking", async () => {
    const [made, old] = [
      { id: sample.idOf(71), last4: "cd34", createdAt: "2026-11-20T09:00:00.000Z", lastUsedAt: null },
      { id: sample.idOf(72), last4: "ab12", createdAt: "2026-11-01T09:00:00.000Z", lastUsedAt: null },
    ];
    let tokens = [old];
    app.server.answer("GET /api/provisioning", () => ({ ...sample.provisioning, tokens }));
    app.server.answer("POST /api/provisioning/tokens", () => {
      tokens = [old, made];
      return { id: made.id, token: "lks_once-cd34" };
    });
    app.server.answer("DELETE /api/provisioning/tokens/:id", () => {
      tokens = [made];
      return { success: true };
    });
    const page = await app.open("/settings/personal");
    const section = page.getByRole("region", { name: "People and Provisioning" });
    await see(section.getByText(sample.provisioning.baseUrl)).toBeVisible();
    await section.getByRole("button", { name: "New Token" }).click();
    await see(section.getByText("lks_once-cd34")).toBeVisible();
    const rows = section.getByRole("list", { name: "Provisioning tokens" }).getByRole("listitem");
    await see(rows).toHaveText([/ending in ab12.*not used yet/s, /ending in cd34/]);
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await section.getByRole("button", { name: "Done" }).click();
    await see(page.getByText("lks_once-cd34")).toHaveCount(0);

    await section.getByRole("button", { name: "Revoke the token ending in ab12" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke the token ending in ab12" }).click();
    await see(rows).toHaveText([/ending in cd34/]);
    const revoked = () => app.server.calls.filter(({ method }) => method === "DELETE").map(({ path }) => path);
    await expect.poll(revoked).toEqual([`/api/provisioning/tokens/${old.id}`]);
  });

  it("says when the plan does not have it, and why no token was made", async () => {
    app.server.answer(
      "POST /api/provisioning/tokens",
      () => new Reply(409, { message: "There are 5 tokens already." }),
    );
    const page = await app.open("/settings/personal");
    await page.getByRole("button", { name: "New Token" }).click();
    const toast = page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");
    await see(toast).toContainText("There are 5 tokens already.");

    const refusal = "Provisioning is part of the Enterprise plan.";
    app.server.answer("GET /api/provisioning", () => ({ ...sample.provisioning, refusal }));
    await page.reload();
    await see(page.getByText(refusal)).toBeVisible();
    await see(page.getByRole("link", { name: "Manage Subscription" }).last()).toBeVisible();
    await see(page.getByRole("button", { name: "New Token" })).toHaveCount(0);
  });
});

it("AUTH-011 the password page says who keeps the password, and has no form", async () => {
  app.server.answer("GET /api/auth/user", () => ({ ...sample.user, passwordManagedBy: "Acme" }));
  const page = await app.open("/settings/password");
  await see(
    page.getByText("The password of this account is managed by Acme. Change it there; nothing can be changed here."),
  ).toBeVisible();
  await see(page.getByLabel("Current Password")).toHaveCount(0);
  await see(page.getByRole("button", { name: "Change Password" })).toHaveCount(0);
});
