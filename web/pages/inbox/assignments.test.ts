import { describe, expect, it } from "vitest";
import { findAccessibilityViolations } from "../../testing/accessibility-violations.ts";
import { useAppInBrowser } from "../../testing/browser.ts";
import { Reply } from "../../testing/fake-server.ts";
import { inboxId, inboxItems, inboxOf } from "../../testing/inbox-samples.ts";
import * as sample from "../../testing/sample-data.ts";
import { notifications, see } from "../../testing/see.ts";

const app = useAppInBrowser();
const [first, ...others] = inboxItems;
if (!first) throw new Error("There are items.");
const grace = sample.people[1];
const assignment = { assignee: { id: grace?.id ?? "", name: "Grace Hopper" }, dueOn: "2026-11-01" };

describe("giving what waits to somebody", () => {
  it("is done for one item by pointer and by key, and shows who and by when", async () => {
    app.server.answer("GET /api/inbox", () => inboxOf([{ ...first, assignment }, ...others]));
    const page = await app.open("/articles?view=inbox");
    const item = page.locator(`[data-item="${inboxId(1)}"]`);
    await see(item).toContainText("For Grace Hopper, was due 1 Nov 2026");
    await page.keyboard.press("j");
    await see(item).toBeFocused();
    await page.keyboard.press("s");
    const dialog = page.getByRole("dialog", { name: "Who decides this?" });
    await see(dialog.getByLabel("Person")).toHaveValue(grace?.id ?? "");
    await see(dialog.getByLabel("Person")).toBeFocused();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await dialog.getByLabel("Person").selectOption("Ada Lovelace (you)");
    await dialog.getByLabel("Due").fill("2026-12-24");
    await dialog.getByRole("button", { name: "Assign" }).click();
    await expect
      .poll(() => app.bodiesTo("PUT /api/inbox/assignments"))
      .toEqual([{ ids: [inboxId(1)], assignee: sample.user.id, dueOn: "2026-12-24" }]);
    await see(dialog).toHaveCount(0);
  });

  it("is done for several at once, and says what could not be given", async () => {
    app.server.answer("GET /api/inbox", () => inboxOf(inboxItems));
    const page = await app.open("/articles?view=inbox", { viewport: { width: 360, height: 740 }, colorScheme: "dark" });
    await page
      .locator(`[data-item="${inboxId(1)}"]`)
      .getByRole("checkbox")
      .first()
      .check();
    await page
      .locator(`[data-item="${inboxId(2)}"]`)
      .getByRole("checkbox")
      .first()
      .check();
    app.server.answer("PUT /api/inbox/assignments", () => new Reply(503, { message: "Not now." }));
    await page.getByRole("region", { name: "Selected" }).getByRole("button", { name: "Assign" }).click();
    const dialog = page.getByRole("dialog", { name: "Who decides these 2 items?" });
    await dialog.getByRole("button", { name: "Assign" }).click();
    await see(notifications(page).getByText("Not now.")).toBeVisible();
    await see(dialog).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });

  it("offers no part of its own to whoever has everything to decide", async () => {
    app.server.answer("GET /api/inbox", () => ({ ...inboxOf(inboxItems), mine: inboxItems.length }));
    const page = await app.open("/articles?view=inbox");
    const parts = page.getByRole("navigation", { name: "Part of the inbox" });
    await see(parts.getByRole("link", { name: "All" })).toBeVisible();
    await see(parts.getByRole("link", { name: "Mine" })).toHaveCount(0);
  });

  it("fills Mine, which says when nothing is left there", async () => {
    app.server.answer("GET /api/inbox", ({ query }) => ({
      ...inboxOf(query["mine"] ? [] : inboxItems),
      mine: 0,
    }));
    const page = await app.open("/articles?view=inbox");
    await page.getByRole("navigation", { name: "Part of the inbox" }).getByRole("link", { name: "Mine" }).click();
    await see(page.getByText("Nothing for you to decide")).toBeVisible();
    await page.getByRole("link", { name: "See all items" }).click();
    await see(page.locator(`[data-item="${inboxId(1)}"]`)).toBeVisible();
  });
});
