import { expect, it } from "vitest";
import { findAccessibilityViolations } from "../../../testing/accessibility-violations.ts";
import { useAppInBrowser } from "../../../testing/browser.ts";
import * as sample from "../../../testing/sample-data.ts";
import { see } from "../../../testing/see.ts";

const app = useAppInBrowser();
const saved = () =>
  app.server.calls.findLast(({ path, method }) => path === "/api/retention" && method === "PUT")?.body;

it("the retention page says what a choice deletes, and asks before saving", async () => {
  app.server.answer("GET /api/retention/effect", ({ query }) => ({
    messages: query["keepDays"] === "90" ? 12_340 : 5,
    unread: 3,
    articles: 210,
    quotes: query["keepsQuotes"] === "false" ? 640 : 0,
  }));
  const page = await app.open("/settings/retention");
  await see(page.getByRole("radio", { name: "Forever" })).toBeChecked();
  await see(page.getByRole("button", { name: "Save" })).toBeDisabled();
  await page.getByRole("radio", { name: "90 days" }).check();
  await see(
    page.getByText("This will delete the text of 12,340 messages; 210 articles cite some of them."),
  ).toBeVisible();
  await see(page.getByText("3 of these messages were not analyzed yet")).toBeVisible();
  await page.getByRole("checkbox", { name: /Articles keep the text/ }).uncheck();
  await see(page.getByText("640 source messages will no longer be readable beside articles.")).toBeVisible();
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Save" }).click();
  const dialog = page.getByRole("alertdialog");
  await see(dialog).toContainText("12,340 messages");
  expect(await findAccessibilityViolations(page)).toEqual([]);
  expect(saved()).toBeUndefined();
  await dialog.getByRole("button", { name: "Delete 12,340 messages" }).click();
  await see(
    page.getByText("What was read more than 90 days ago is deleted within minutes.", { exact: true }),
  ).toBeVisible();
  expect(saved()).toEqual({ keepDays: 90, keepsQuotes: false });
  await see(page.getByRole("button", { name: "Save" })).toBeDisabled();
});

it("the retention page accepts any whole number of days, and no other text", async () => {
  app.server.answer("GET /api/retention/effect", () => ({ messages: 0, unread: 0, articles: 0, quotes: 0 }));
  const page = await app.open("/settings/retention");
  await page.getByRole("radio", { name: "Another number of days" }).check();
  await page.getByLabel("Days", { exact: true }).fill("");
  await see(page.getByText("Give 1 to 3650 days.")).toBeVisible();
  await see(page.getByRole("button", { name: "Save" })).toBeDisabled();
  await page.getByLabel("Days", { exact: true }).fill("45");
  await see(page.getByText("Nothing is old enough to be deleted now.")).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect.poll(saved).toEqual({ keepDays: 45, keepsQuotes: true });
});

it("only owners and admins see the retention page", async () => {
  app.server.answer("GET /api/auth/user", () => ({ ...sample.user, membership: "editor" }));
  const page = await app.open("/settings/retention");
  await see(page.getByText("Only owners and admins of this workspace may do this.")).toBeVisible();
});
