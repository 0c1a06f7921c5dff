import { describe, expect, it } from "vitest";
import { findAccessibilityViolations } from "../../testing/accessibility-violations.ts";
import { useAppInBrowser } from "../../testing/browser.ts";
import { Reply } from "../../testing/fake-server.ts";
import * as sample from "../../testing/sample-data.ts";
import { see } from "../../testing/see.ts";

const app = useAppInBrowser();

describe("open questions", () => {
  it("says how often each was asked, by how many and where, who may know, and what answers it by now", async () => {
    const page = await app.open("/questions");
    const rows = page.getByRole("list", { name: "Questions" }).locator("> li");
    await see(rows).toHaveCount(3);
    await see(rows.nth(0)).toContainText("Asked 4 times by 3 people");
    await see(rows.nth(0).getByRole("link", { name: "#it-help" })).toHaveAttribute("href", /archives/);
    await see(rows.nth(0)).toContainText("Ingrid has explained something similar and may know.");
    await see(rows.nth(1)).toContainText("Luca was asked in the chat.");
    await see(rows.nth(2).getByRole("link", { name: "Scanners lose the network" })).toBeVisible();
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });

  it("asks who may know with one press, and says why where it was not possible", async () => {
    const page = await app.open("/questions");
    app.server.answer("POST /api/questions/:id/ask", () => new Reply(409, { message: "Somebody was asked already." }));
    await page.getByRole("button", { name: "Ask Tomás in #it-help" }).click();
    await see(page.getByText("Somebody was asked already.", { exact: true })).toBeVisible();
    expect(app.callsTo(`POST /api/questions/${sample.openQuestions[0]?.id}/ask`).map(({ body }) => body)).toEqual([
      { person: "UBO" },
    ]);
  });

  it("dismisses one", async () => {
    const page = await app.open("/questions");
    await see(page.getByRole("list", { name: "Questions" }).locator("> li")).toHaveCount(3);
    const [, ...rest] = sample.openQuestions;
    app.server.answer("GET /api/questions", () => rest);
    await page.getByRole("button", { name: "Dismiss: Who replaces the toner of the label printer?" }).click();
    await see(page.getByRole("list", { name: "Questions" }).locator("> li")).toHaveCount(2);
  });

  it("without any says what will be here", async () => {
    app.server.answer("GET /api/questions", () => []);
    const page = await app.open("/questions");
    await see(page.getByText("No open questions", { exact: true })).toBeVisible();
  });

  it("shows a viewer no button that would be refused", async () => {
    app.server.answer("GET /api/auth/user", () => ({ ...sample.user, membership: "viewer" }));
    const page = await app.open("/questions");
    await see(page.getByRole("heading", { name: "Open questions" })).toBeVisible();
    await see(page.getByRole("list", { name: "Questions" })).toBeVisible();
    expect(await page.getByRole("button", { name: /^(Ask|Dismiss)/ }).count()).toBe(0);
  });
});
