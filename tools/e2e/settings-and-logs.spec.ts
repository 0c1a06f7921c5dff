import { readFile } from "node:fs/promises";
import { expect, seeToast, signIn, test } from "./story.ts";
import { WorkspaceSetup } from "./workspace.ts";

const DEFAULT_KEYWORDS = ["how to", "step by step", "tutorial", "guide"];

test("the detection settings are the workspace's own and stay", async ({ page, place }) => {
  await signIn(page, place);
  await page.goto("/configuration");
  const settings = page.getByRole("region", { name: "AI Detection Settings" });
  const keywords = settings.getByRole("list", { name: "Keywords" }).getByRole("listitem");
  const length = settings.getByLabel("Minimum message length");
  const typeKeyword = async (keyword: string) => {
    await settings.getByLabel("Detection keywords").fill(keyword);
    await settings.getByLabel("Detection keywords").press("Enter");
  };

  await test.step("CONF-002 CONF-003 CONF-005 CONF-009 a new workspace has its defaults", async () => {
    await expect(settings.getByText("8/10")).toBeVisible();
    await expect(length).toHaveValue("20");
    await expect(length).toHaveAttribute("min", "10");
    await expect(length).toHaveAttribute("max", "500");
    await expect(keywords).toHaveText(DEFAULT_KEYWORDS);
  });

  await test.step("CONF-006 CONF-007 CONF-008 keywords are trimmed; blanks and repetitions are ignored", async () => {
    for (const keyword of ["  runbook  ", "   ", "runbook"]) await typeKeyword(keyword);
    await expect(keywords).toHaveText([...DEFAULT_KEYWORDS, "runbook"]);
  });

  await test.step("CONF-004 CONF-010 ERR-004 an unreadable length falls back to 20, and saving says so", async () => {
    await length.fill("");
    await settings.getByRole("slider").fill("6");
    await settings.getByRole("button", { name: "Save AI Settings" }).click();
    await seeToast(page, "Settings updated");
    await page.reload();
    await expect(settings.getByText("6/10")).toBeVisible();
    await expect(length).toHaveValue("20");
    await expect(keywords).toHaveText([...DEFAULT_KEYWORDS, "runbook"]);
  });

  await test.step("DASH-026 DASH-027 DASH-029 DASH-030 DASH-033 the dashboard shows the same settings", async () => {
    await page.getByRole("link", { name: "Dashboard" }).click();
    await expect(settings.getByRole("slider")).toHaveValue("6");
    await expect(settings.getByText("Conservative")).toBeVisible();
    await expect(settings.getByText("Aggressive")).toBeVisible();
    await expect(settings.getByText(/Last updated: (?!Never)/)).toBeVisible();
    await settings.getByRole("button", { name: "Remove runbook" }).click();
    await typeKeyword("postmortem");
    await settings.getByLabel("Detection keywords").fill("checklist");
    await settings.getByRole("button", { name: "Add keyword" }).click();
    await expect(keywords).toHaveText([...DEFAULT_KEYWORDS, "postmortem", "checklist"]);
  });

  await test.step("DASH-028 DASH-031 here an unreadable length falls back to 50", async () => {
    await length.fill("");
    await settings.getByRole("button", { name: "Save Settings" }).click();
    await seeToast(page, "Settings saved");
    await page.reload();
    await expect(length).toHaveValue("50");
    await expect(keywords).toHaveText([...DEFAULT_KEYWORDS, "postmortem", "checklist"]);
  });

  await test.step("DASH-032 the defaults come back into the form", async () => {
    await settings.getByRole("button", { name: "Reset to Defaults" }).click();
    await expect(settings.getByRole("slider")).toHaveValue("7");
    await expect(length).toHaveValue("50");
    await expect(keywords).toHaveText(DEFAULT_KEYWORDS);
  });
});

test("the logs tell what was read, written and went wrong", async ({ page, place }) => {
  await signIn(page, place);
  const workspace = new WorkspaceSetup(page, place);
  await page.goto("/logs");
  const count = page.getByRole("heading", { name: /^System Logs/ });
  const entries = page.getByRole("region", { name: /^System Logs/ }).getByRole("listitem");
  const type = page.getByLabel("Type");

  await test.step("LOGS-001 LOGS-013 nothing has happened yet", async () => {
    await expect(page.getByRole("heading", { level: 1, name: "Logs & Errors" })).toBeVisible();
    await expect(page.getByText("No logs available")).toBeVisible();
  });

  await test.step("LOGS-006 LOGS-008 LOGS-009 an analysis leaves its entries, counted in the heading", async () => {
    await workspace.fill();
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(entries).not.toHaveCount(0);
    // Further entries may arrive during the count.
    await expect(async () => expect(await count.textContent()).toBe(`System Logs (${await entries.count()})`)).toPass();
    await expect(page.getByText("Total Logs")).toBeVisible();
  });

  await test.step("LOGS-002 LOGS-003 LOGS-004 LOGS-005 LOGS-007 they are searched and filtered", async () => {
    await expect(type.getByRole("option")).toHaveText(["All Types", "Article Created", "Message Analyzed", "Errors"]);
    await type.selectOption("Article Created");
    await expect(entries).toHaveCount(3);
    await page.getByPlaceholder("Search logs...").fill("label");
    await expect(entries).toHaveText([/label/i]);
    await expect(count).toHaveText("System Logs (1)");
  });

  await test.step("LOGS-010 an entry opens its details", async () => {
    await entries.getByText("View Details").click();
    await expect(entries.locator("pre")).toContainText(/^\{\n {2}"/);
  });

  await test.step("LOGS-011 what the filters leave is exported", async () => {
    await page.getByRole("button", { name: "Export Logs" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "As JSON" }).click(),
    ]);
    const exported = JSON.parse(await readFile(await download.path(), "utf8")) as { message: string }[];
    expect(exported).toHaveLength(1);
    expect(exported[0]?.message).toMatch(/label/i);
  });

  await test.step("LOGS-012 nothing matches", async () => {
    await type.selectOption("Errors");
    await expect(page.getByText("No logs match your filters")).toBeVisible();
    await expect(page).toHaveURL("/logs?type=error&search=label");
  });
});
