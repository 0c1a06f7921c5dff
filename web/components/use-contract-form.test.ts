import type { Page } from "@playwright/test";
import { describe, expect, it } from "vitest";
import { useAppInBrowser } from "../testing/browser.ts";
import { Reply } from "../testing/fake-server.ts";
import * as sample from "../testing/sample-data.ts";
import { see } from "../testing/see.ts";

const app = useAppInBrowser();
const PASSWORD = "POST /api/auth/change-password";
const PROFILE = "PATCH /api/auth/user";

async function openPasswordForm(): Promise<Page> {
  const page = await app.open("/settings/password");
  await page.getByLabel("Current Password").fill("old secret 12");
  await page.getByLabel(/^New Password/).fill("analytical engine");
  await page.getByLabel("Confirm New Password").fill("analytical engine");
  return page;
}
const refuse = (path: string, message: string) => new Reply(400, { message, fields: [{ path, message }] });

describe("a form of one request", () => {
  it("names the server's refusal at the field, moves the focus there and keeps what was entered", async () => {
    app.server.answer(PASSWORD, () => refuse("newPassword", "Too easy to guess."));
    const page = await openPasswordForm();
    await page.getByRole("button", { name: "Change Password" }).click();
    const field = page.getByLabel(/^New Password/);
    await see(field).toHaveAccessibleDescription("Too easy to guess.");
    await see(field).toBeFocused();
    await see(field).toHaveValue("analytical engine");
    await see(page.getByLabel("Current Password")).toHaveValue("old secret 12");
    await field.fill("analytical engine 1837");
    await see(page.getByText("Too easy to guess.")).toHaveCount(0);
  });

  it("moves the focus to a field that the refusal itself brings", async () => {
    app.server.answer(PROFILE, () => refuse("currentPassword", "Enter your password to change the address."));
    const page = await app.open("/settings/personal");
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Email").fill("ada@other.example");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await see(page.getByLabel("Current Password")).toBeFocused();
    await page.keyboard.type("old secret 12");
    app.server.answer(PROFILE, () => ({ ...sample.user, pendingEmail: "ada@other.example" }));
    await page.keyboard.press("Enter");
    await see(page.getByLabel("Current Password")).toHaveCount(0);
    expect(app.bodiesTo(PROFILE).at(-1)).toMatchObject({
      email: "ada@other.example",
      currentPassword: "old secret 12",
    });
  });

  it("sends nothing that is missing a value, and moves the focus to the first such field", async () => {
    const page = await app.open("/settings/password");
    await page.getByRole("button", { name: "Change Password" }).click();
    await see(page.getByLabel("Current Password")).toBeFocused();
    await see(page.getByRole("alert")).toHaveText(["Please enter your current password."]);
    expect(app.callsTo(PASSWORD)).toEqual([]);
  });

  it("is sent once, however often it is submitted during a save", async () => {
    const held = Promise.withResolvers<void>();
    app.server.answer(PASSWORD, async () => {
      await held.promise;
      return { success: true };
    });
    const page = await openPasswordForm();
    const form = page.locator("form").filter({ has: page.getByLabel("Current Password") });
    const submitTwice = () =>
      form.evaluate((element: HTMLFormElement) => {
        element.requestSubmit();
        element.requestSubmit();
      });
    await submitTwice();
    await see(page.getByRole("button", { name: "Changing..." })).toBeDisabled();
    await submitTwice();
    held.resolve();
    await see(page.getByLabel("Current Password")).toHaveValue("");
    expect(app.callsTo(PASSWORD)).toHaveLength(1);
  });

  it("shows what was changed elsewhere, until somebody edits", async () => {
    const page = await app.open("/settings/personal");
    await see(page.getByLabel("First Name")).toHaveValue("Ada");
    app.server.answer("GET /api/auth/user", () => ({ ...sample.user, firstName: "Augusta" }));
    app.server.send({ type: "people" });
    await see(page.getByLabel("First Name")).toHaveValue("Augusta");
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("First Name").fill("Byron");
    app.server.answer("GET /api/auth/user", () => ({ ...sample.user, lastName: "King" }));
    app.server.send({ type: "people" });
    await see(page.getByRole("complementary").getByText("Ada King")).toBeVisible();
    await see(page.getByLabel("First Name")).toHaveValue("Byron");
  });

  it("asks before unsaved changes are lost, after a failed save too, and no more after a save", async () => {
    app.refuse(PROFILE);
    const page = await app.open("/settings/personal");
    const leave = () => page.getByRole("link", { name: "Analytics" }).click();
    const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("First Name").fill("Augusta");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await see(page.getByText("Everything you entered is still here.", { exact: false })).toBeVisible();
    await leave();
    await question.getByRole("button", { name: "Stay" }).click();
    await see(page.getByLabel("First Name")).toHaveValue("Augusta");
    app.server.answer(PROFILE, () => ({ ...sample.user, firstName: "Augusta" }));
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await see(page.getByRole("button", { name: "Edit" })).toBeVisible();
    await leave();
    await see(page.getByRole("heading", { level: 1 })).toHaveText("Analytics");
    await see(question).toHaveCount(0);
  });
});
