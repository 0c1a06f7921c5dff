import { expect, it } from "vitest";
import { findAccessibilityViolations } from "../../testing/accessibility-violations.ts";
import { useAppInBrowser } from "../../testing/browser.ts";
import { Reply } from "../../testing/fake-server.ts";
import * as personalData from "../../testing/personal-data-samples.ts";
import { see } from "../../testing/see.ts";
import { listEffects } from "./delete-account-dialog.tsx";

const app = useAppInBrowser();
const { callsTo } = app;

it("AUTH-002 PUB-013 the app asks once who is signed in, and leads a visitor to the sign-in page", async () => {
  const answered = Promise.withResolvers<void>();
  app.server.answer("GET /api/auth/user", async () => {
    await answered.promise;
    return new Reply(401, { message: "Unauthorized" });
  });
  const page = await app.open("/logs");
  await see(page.getByText("Loading...", { exact: true })).toBeVisible();
  await see(page.getByRole("heading")).toHaveCount(0);
  answered.resolve();
  await page.waitForURL("**/api/login?next=%2Flogs");
  await expect.poll(() => callsTo("GET /api/auth/user")).toHaveLength(1);
});

it("sessions are listed with device and place, one is ended, and all of them with Sign Out Everywhere", async () => {
  const page = await app.open("/settings/password");
  const rows = page.getByRole("region", { name: "Where You Are Signed In" }).getByRole("listitem");
  await see(rows).toHaveText([
    /Chrome on Linux.*This session.*203\.0\.113\.… · in use now/,
    /Safari on iPhone.*2001:db8:85a3:… · last seen/,
  ]);
  await see(rows.first().getByRole("button")).toHaveCount(0);

  const [first, second] = personalData.sessions;
  await rows.nth(1).getByRole("button", { name: "End the session Safari on iPhone" }).click();
  app.server.answer("GET /api/sessions", () => [first]);
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign out Safari on iPhone" }).click();
  await see(page.getByText("Session ended", { exact: true })).toBeVisible();
  await see(rows).toHaveCount(1);
  await expect.poll(() => callsTo(`DELETE /api/sessions/${second?.id}`)).toHaveLength(1);

  await page.getByRole("button", { name: "Sign Out Everywhere" }).click();
  await see(page.getByText("All sessions of your account end at once, including this one.")).toBeVisible();
  await page.getByRole("button", { name: "End every session" }).click();
  await page.waitForURL("**/api/login");
  await expect.poll(() => callsTo("DELETE /api/sessions")).toHaveLength(1);
});

it("the account is deleted with the password, after the page has said what goes and when; data can be taken out", async () => {
  const message = "The password is wrong.";
  app.server.answer(
    "POST /api/account-deletion",
    () => new Reply(400, { message, fields: [{ path: "proof", message }] }),
  );
  const page = await app.open("/settings/personal", { viewport: { width: 360, height: 740 }, colorScheme: "dark" });
  await see(page.getByRole("link", { name: "Export My Data" })).toHaveAttribute("href", "/api/personal-data");
  await see(page.getByText("A workspace goes with you only if nobody else is in it.")).toBeVisible();
  await page.getByRole("button", { name: "Delete Account" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete your account?" });
  const confirm = dialog.getByRole("button", { name: "Delete account and workspace" });
  await see(dialog.getByRole("listitem")).toHaveText(listEffects(personalData.deletion));
  await see(confirm).toBeDisabled();
  await see(dialog.getByLabel("Your password")).toBeFocused();
  expect(await findAccessibilityViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  await dialog.getByLabel("Your password").fill("wrong");
  await confirm.click();
  await see(dialog.getByRole("alert")).toHaveText(message);
  app.server.answer("POST /api/account-deletion", () => ({ success: true, purgedBy: personalData.deletion.purgedBy }));
  await dialog.getByLabel("Your password").fill("analytical engine");
  await confirm.click();
  await page.waitForURL("**/account-deleted");
  await expect
    .poll(() => callsTo("POST /api/account-deletion").map(({ body }) => body))
    .toEqual([{ proof: "wrong" }, { proof: "analytical engine" }]);
});

it("deleting an account leaves the workspace to its other members, and asks for a typed word if there is no password", async () => {
  const others = { ...personalData.deletion, isLastPerson: false, proof: "word" as const };
  expect(listEffects(others)).toContain("The workspace and its articles stay with the others who are in it.");
  expect(listEffects(others).join()).not.toContain("128");
  expect(listEffects(personalData.deletion)).toContain(
    "Nobody else is in the workspace, so it goes with you: 128 articles, the messages they came from, and every setting.",
  );
  app.server.answer("GET /api/account-deletion", () => others);
  app.server.answer("POST /api/account-deletion", () => ({ success: true, purgedBy: others.purgedBy }));
  const page = await app.open("/settings/personal");
  await page.getByRole("button", { name: "Delete Account" }).click();
  await page.getByLabel("Type the word delete").fill("delete");
  await page.getByRole("button", { name: "Delete account", exact: true }).click();
  await page.waitForURL("**/account-deleted");
});
