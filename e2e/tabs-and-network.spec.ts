import { expect, seeToast, signIn, test } from "./story.ts";
import { Workspace } from "./workspace.ts";

test.use({ expectedErrors: [/net::ERR_INTERNET_DISCONNECTED|status of 503/] });

test("two tabs stay in step, and a lost network loses nothing that was typed", async ({ page, context, place }) => {
  await signIn(page, place);
  const workspace = new Workspace(page, place);
  await workspace.connectConfluence();
  await page.goto("/");
  const other = await context.newPage();
  await other.goto("/");
  const lengthIn = (tab: typeof page) => tab.getByLabel("Minimum message length");
  const integrations = other.getByRole("region", { name: "Connected Integrations" });
  await expect(integrations).toContainText("Handbook");

  await test.step("what one tab connects, the other shows without being asked", async () => {
    await workspace.connectNotion();
    await expect(integrations).toContainText("Notes");
  });

  await test.step("without a network saving fails with a sentence, and the form keeps what was typed", async () => {
    await lengthIn(page).fill("77");
    await context.setOffline(true);
    await page.getByRole("button", { name: "Save Settings" }).click();
    await seeToast(page, "Error", "Failed to save settings. Please try again.");
    await expect(lengthIn(page)).toHaveValue("77");
    await expect(page.getByRole("button", { name: "Save Settings" })).toBeEnabled();
  });

  await test.step("leaving asks first", async () => {
    await page.getByRole("link", { name: "Logs & Errors" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Stay" }).click();
    await expect(lengthIn(page)).toHaveValue("77");
  });

  await test.step("with the network back the same press saves it", async () => {
    await context.setOffline(false);
    await page.getByRole("button", { name: "Save Settings" }).click();
    await seeToast(page, "Settings saved");
    await other.reload();
    await expect(lengthIn(other)).toHaveValue("77");
  });

  await test.step("a server that cannot answer is said, not shown as an empty list", async () => {
    await page.route("**/api/logs?*", (route) => route.fulfill({ status: 503, json: { message: "Not now." } }));
    await page.getByRole("link", { name: "Logs & Errors" }).click();
    await expect(page.getByRole("alert")).toContainText("Not now.");
    await expect(page.getByText("No logs available")).toHaveCount(0);
    await page.unroute("**/api/logs?*");
    await page.getByRole("alert").getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("alert")).toHaveCount(0);
  });
});
