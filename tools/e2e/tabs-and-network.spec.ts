import type { Page } from "@playwright/test";
import { expect, seeToast, signIn, test } from "./story.ts";
import type { StoryData } from "./story-data.ts";
import { removePreloadedData } from "./without-preloaded-data.ts";
import { WorkspaceSetup } from "./workspace.ts";

test.use({ expectedErrors: [/net::ERR_INTERNET_DISCONNECTED|status of 50[0-3]/] });

test("two tabs stay in step, and a lost network loses nothing that was typed", async ({ page, context, place }) => {
  await signIn(page, place);
  const workspace = new WorkspaceSetup(page, place);
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
    await expect(page.getByRole("region", { name: /^Notifications/ })).toBeAttached();
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

/** Texts that the screens of a used workspace show only if they confuse 'unknown' with 'none'. */
const FALSE_STATEMENTS =
  /No (articles|knowledge articles|logs|activity|integrations|channel|chat|card)|Nothing (is|needs)|limits nothing|nothing is limited|\b0%|\b0 (articles|messages)/i;
const SCREENS = [
  "/",
  "/articles",
  "/articles?view=inbox",
  "/channels",
  "/collaboration",
  "/configuration",
  "/analytics",
  "/logs",
  "/settings/personal",
  "/settings/password",
  "/settings/subscription",
];
/** Requests of the frame around every screen (navigation, events, presence). */
const OF_THE_FRAME = /\/api\/(auth\/user|events|presence)/;

test("every screen waits in its own shape, says when the server cannot answer, and asks again", async ({
  page,
  place,
}) => {
  const article = await livedIn(page, place);
  let isFailing = false;
  let letGo = () => {};
  let held = Promise.resolve();
  let waiting = 0;
  await page.route("**/api/**", async (route) => {
    if (OF_THE_FRAME.test(route.request().url())) return route.continue();
    waiting += 1;
    await held;
    if (!isFailing) return route.continue();
    // The answer of a proxy whose server is gone: an HTML page of the proxy.
    return route.fulfill({ status: 502, contentType: "text/html", body: "<html><h1>Bad Gateway</h1></html>" });
  });
  await removePreloadedData(page);
  const main = page.getByRole("main");
  const again = main.getByRole("alert").getByRole("button", { name: "Try again" });
  for (const path of [...SCREENS, article]) {
    held = new Promise((resolve) => (letGo = resolve));
    [isFailing, waiting] = [true, 0];
    await page.goto(path);
    await expect.poll(() => waiting, path).toBeGreaterThan(0);
    await expect(
      main
        .locator(".skeleton")
        .or(main.getByText(/^Loading /))
        .first(),
      path,
    ).toBeVisible();
    expect(await main.innerText(), path).not.toMatch(FALSE_STATEMENTS);

    letGo();
    await expect(main.getByText("This could not be loaded.").first(), path).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 }), path).toBeVisible();
    await expect(page.locator(".skeleton"), path).toHaveCount(0);
    const said = await main.innerText();
    expect(said, path).toContain("The server answered with an error (502). Nothing was lost.");
    expect(said, path).not.toMatch(FALSE_STATEMENTS);
    expect(said, path).not.toContain("Gateway");

    isFailing = false;
    // A part that fails last shows its button after the other buttons were pressed.
    await expect(async () => {
      await again.evaluateAll((buttons) => {
        for (const button of buttons) (button as HTMLElement).click();
      });
      await expect(again, path).toHaveCount(0, { timeout: 10_000 });
    }).toPass();
    await expect(page.getByRole("heading", { level: 1 }), path).toBeVisible();
  }

  await test.step("a form that could not be sent is still filled in, and goes out with the next press", async () => {
    await page.goto("/configuration");
    await page.getByRole("button", { name: "Edit Handbook" }).click();
    const edit = page.getByRole("region", { name: "Edit Integration" });
    await edit.getByLabel("Name").fill("Handbook of the house");
    isFailing = true;
    await edit.getByRole("button", { name: "Save Changes" }).click();
    await expect(edit.getByText("Everything you entered is still here.")).toBeVisible();
    await expect(edit.getByLabel("Name")).toHaveValue("Handbook of the house");
    isFailing = false;
    await edit.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByRole("button", { name: "Edit Handbook of the house" })).toBeVisible();
  });
});

/** Signs in to a workspace with articles and an integration. Returns the path of one article. */
async function livedIn(page: Page, place: StoryData): Promise<string> {
  await signIn(page, place);
  const workspace = new WorkspaceSetup(page, place);
  await workspace.connectConfluence();
  await workspace.fill();
  const [article] = await workspace.articles();
  return `/articles/${article?.id}`;
}
