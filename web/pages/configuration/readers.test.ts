import { describe, expect, it } from "vitest";
import { useAppInBrowser } from "../../testing/browser.ts";
import * as sample from "../../testing/sample-data.ts";
import { see, seeToast } from "../../testing/see.ts";

const app = useAppInBrowser();
const { bodiesTo } = app;

const [first] = sample.channels;
const secret = { ...first, channelName: "finance", reading: { ...first?.reading, isPrivate: true } };

describe("Who reads a knowledge platform", () => {
  it("is chosen among private channels, said in a sentence, kept and undone", async () => {
    app.server.answer("GET /api/channels", () => [secret]);
    const page = await app.open("/configuration");
    const row = page.getByRole("listitem").filter({ hasText: "Engineering handbook" });
    await see(row).toContainText("Read by everybody in the workspace");
    await row.getByRole("button", { name: "Access to Engineering handbook" }).click();
    const dialog = page.getByRole("dialog");
    await see(dialog.getByRole("radio", { name: "Everybody in the workspace" })).toBeChecked();
    await dialog.getByRole("radio", { name: "Only members of these private channels" }).check();
    await dialog.getByRole("button", { name: "Save" }).click();
    await see(dialog.getByRole("alert")).toHaveText("Choose at least one channel.");
    await dialog.getByRole("checkbox", { name: "#finance" }).check();
    await see(dialog).toContainText("Read only by members of #finance");
    await dialog.getByRole("button", { name: "Save" }).click();
    await seeToast(page, "Readers saved", "Articles are published or taken back accordingly.");
    await page.getByRole("button", { name: "Undo" }).click();
    await see(page.getByText("Readers changed back", { exact: true })).toBeVisible();
    expect(bodiesTo(`PUT /api/integrations/${sample.integrations[0]?.id}/readers`)).toEqual([
      { channelIds: [secret.id] },
      { channelIds: [] },
    ]);
  });

  it("cannot be narrowed while no private channel is monitored, and says so", async () => {
    app.server.answer("GET /api/channels", () => []);
    const page = await app.open("/configuration");
    await page.getByRole("button", { name: "Access to Engineering handbook" }).click();
    const dialog = page.getByRole("dialog");
    await see(dialog.getByRole("radio", { name: "Only members of these private channels" })).toBeDisabled();
    await see(dialog).toContainText("No private channel is monitored");
    await page.keyboard.press("Escape");
    await see(dialog).toHaveCount(0);
  });
});
