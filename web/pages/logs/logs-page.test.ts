import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { describe, expect, it } from "vitest";
import { PATIENCE_MS } from "../../../scripts/patience.ts";
import type { Log } from "../../../shared/contract/activity.ts";
import { findAccessibilityViolations } from "../../testing/accessibility-violations.ts";
import { filterLogs } from "../../testing/activity-answers.ts";
import { useAppInBrowser } from "../../testing/browser.ts";
import { Reply } from "../../testing/fake-server.ts";
import * as sample from "../../testing/sample-data.ts";
import { see } from "../../testing/see.ts";

const app = useAppInBrowser();
const { callsTo } = app;

/** Entry 1 is the oldest. */
const entryOf = (number: number): Log => ({
  ...(sample.logs[number % sample.logs.length] as Log),
  id: sample.idOf(1_000_000 + number),
  message: `Entry ${number}.`,
});
const newestFirst = (count: number) => Array.from({ length: count }, (_, index) => entryOf(count - index));
const serve = (logs: readonly Log[]) =>
  app.server.answer("GET /api/logs", ({ query }) => filterLogs(logs, { limit: String(logs.length), ...query }));
const entries = (page: Page) => page.getByRole("region", { name: /^System Logs/ }).getByRole("listitem");
const scrollToEnd = (page: Page) => page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
/** Scrolls down in steps until the rows are rendered. */
const scrollOn = (page: Page, by: number) =>
  page.evaluate(async (pixels) => {
    window.scrollBy(0, pixels);
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  }, by);

describe("a log of many entries", () => {
  it("LOGS-007 LOGS-008 counts all of it, draws what is seen and reads on as one scrolls", async () => {
    serve(newestFirst(1_000));
    const page = await app.open("/logs");
    await see(page.getByRole("heading", { name: "System Logs (1,000)" })).toBeVisible();
    await see(page.getByRole("main")).toContainText(
      /Articles Created333Messages Analyzed3,340Errors333Total Logs1,000/,
    );
    await see(entries(page).first()).toContainText("Entry 1000.");
    expect(await entries(page).count()).toBeLessThan(60);
    await see(entries(page).first()).toHaveAttribute("aria-posinset", "1");
    await see(entries(page).first()).toHaveAttribute("aria-setsize", "1000");
    await see(async () => {
      await scrollToEnd(page);
      await see(page.getByText("Entry 1.", { exact: true })).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: PATIENCE_MS });
    expect(await entries(page).count()).toBeLessThan(60);
    await expect.poll(() => callsTo("GET /api/logs").map(({ query }) => query["before"])).toHaveLength(6);
  });

  it("LOGS-006 shows new entries as they happen, and does not push away what is read", async () => {
    serve(newestFirst(300));
    const page = await app.open("/logs");
    await see(entries(page).first()).toContainText("Entry 300.");
    serve(newestFirst(301));
    app.server.send({ type: "log", id: sample.idOf(1) });
    await see(entries(page).first()).toContainText("Entry 301.");
    await see(page.getByRole("heading", { name: "System Logs (301)" })).toBeVisible();

    const read = page.getByText("Entry 250.", { exact: true });
    await see(async () => {
      await scrollOn(page, 600);
      await see(read).toBeInViewport({ timeout: 200 });
    }).toPass({ timeout: PATIENCE_MS });
    serve(newestFirst(310));
    app.server.send({ type: "log", id: sample.idOf(2) });
    await see(page.getByRole("heading", { name: "System Logs (310)" })).toBeVisible();
    await see(read).toBeInViewport();
  });
});

it("a person who comes back to the log finds an entry where they left it", async () => {
  serve(newestFirst(1_000));
  const page = await app.open("/logs");
  const read = entries(page).filter({ hasText: "Entry 930." });
  await see(async () => {
    await scrollOn(page, 700);
    await see(read).toBeInViewport({ timeout: 200 });
  }).toPass({ timeout: PATIENCE_MS });
  const place = () => read.evaluate((row) => Math.round(row.getBoundingClientRect().top));
  const settled = async () => {
    const before = await place();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    return before === (await place());
  };
  await expect.poll(settled).toBe(true);
  const left = await place();
  await page.getByRole("link", { name: "Analytics", exact: true }).click();
  await see(page.getByRole("heading", { level: 1 })).toHaveText("Analytics");
  await page.goBack();
  await see(read).toBeInViewport();
  await expect.poll(async () => Math.abs((await place()) - left)).toBeLessThanOrEqual(2);
});

describe("finding in the log", () => {
  it("LOGS-003 LOGS-005 LOGS-012 asks the server once the typing has rested, and keeps the question in the address", async () => {
    const page = await app.open("/logs");
    await see(entries(page)).toHaveCount(3);
    await page.getByPlaceholder("Search logs...").pressSequentially("notion token");
    await see(entries(page)).toHaveText([/^Error.*Notion no longer accepts the token/]);
    await see(page).toHaveURL(/\/logs\?search=notion\+token$/);
    await page.getByLabel("Type").selectOption("Article Created");
    await see(page.getByText("No logs match your filters")).toBeVisible();
    await see(page).toHaveURL(/\/logs\?search=notion\+token&type=article_created$/);
    await page.reload();
    await see(page.getByPlaceholder("Search logs...")).toHaveValue("notion token");
    await see(page.getByLabel("Type")).toHaveValue("article_created");
    await page.getByRole("button", { name: "Clear filters" }).click();
    await see(entries(page)).toHaveCount(3);
    await see(page).toHaveURL(/\/logs$/);
  });

  it("LOGS-011 exports what the filters leave from the server, as CSV and as JSON", async () => {
    const page = await app.open("/logs?type=error&search=notion");
    await page.getByRole("button", { name: "Export Logs" }).click();
    const address = (name: string) => page.getByRole("link", { name });
    await see(address("As CSV")).toHaveAttribute("href", "/api/logs/export?type=error&search=notion&format=csv");
    await see(address("As JSON")).toHaveAttribute("href", "/api/logs/export?type=error&search=notion&format=json");
    await page.keyboard.press("Escape");
    await see(address("As CSV")).toHaveCount(0);
    await see(page.getByRole("button", { name: "Export Logs" })).toBeFocused();
    await page.keyboard.press("Enter");
    await see(address("As CSV")).toBeVisible();
    await page.getByRole("heading", { level: 1 }).click();
    await see(address("As CSV")).toHaveCount(0);
  });
});

it("LOGS-010 a log entry opens by keyboard, as indented JSON with a link to its article", async () => {
  const page = await app.open("/logs");
  await see(entries(page).first()).toBeVisible();
  await see(page.locator("pre")).toHaveCount(0);
  await page.getByLabel("Type").focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await see(page.locator("pre")).toHaveText(JSON.stringify(sample.logs[0]?.data, null, 2));
  await see(page.getByRole("link", { name: "Open the article" })).toHaveAttribute(
    "href",
    `/articles/${sample.idOf(101)}`,
  );
});

describe("a network that fails", () => {
  it("keeps what was read when older entries do not come, and reads them when asked again", async () => {
    const logs = newestFirst(300);
    app.server.answer("GET /api/logs", ({ query }) =>
      query["before"] ? new Reply(503, { message: "The database cannot answer." }) : filterLogs(logs, query),
    );
    const page = await app.open("/logs");
    await see(page.getByText(/entries loaded/)).toBeVisible();
    await scrollToEnd(page);
    await see(page.getByText("Older entries could not be loaded. Check your connection.")).toBeVisible();
    await see(page.getByText("Entry 101.", { exact: true })).toBeVisible();
    serve(logs);
    await page.getByRole("button", { name: "Try again" }).click();
    await see(async () => {
      await scrollToEnd(page);
      await see(page.getByText("Entry 1.", { exact: true })).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: PATIENCE_MS });
  });

  it("LOGS-006 says what could not be read, and Refresh brings it", async () => {
    for (const endpoint of ["GET /api/logs", "GET /api/logs/counts"])
      app.server.answer(endpoint, () => new Reply(503, { message: "The database cannot answer at the moment." }));
    const page = await app.open("/logs");
    await see(page.getByRole("alert")).toContainText("The database cannot answer at the moment.");
    await see(page.getByText("No logs available")).toHaveCount(0);
    app.server.reset();
    await page.getByRole("button", { name: "Refresh" }).click();
    await see(page.getByRole("heading", { name: "System Logs (3)" })).toBeVisible();
  });
});

it("axe finds no problem in an open log entry or the export menu, and both fit a phone", async () => {
  const page = await app.open("/logs", { viewport: { width: 320, height: 740 }, colorScheme: "dark" });
  await page.getByText("View Details").first().click();
  await see(page.locator("pre")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.getByRole("button", { name: "Export Logs" }).click();
  await see(page.getByRole("link", { name: "As CSV" })).toBeVisible();
  expect(await findAccessibilityViolations(page)).toEqual([]);
});

describe("the logs", () => {
  it("LOGS-002 LOGS-004 LOGS-005 LOGS-008 LOGS-010 LOGS-012 filters, counts, shows details and reads again", async () => {
    const page = await app.open("/logs");
    await see(page.getByRole("heading", { name: "System Logs (3)" })).toBeVisible();
    await see(page.getByLabel("Type").getByRole("option")).toHaveText([
      "All Types",
      "Article Created",
      "Message Analyzed",
      "Errors",
    ]);
    await page.getByText("View Details").first().click();
    await see(page.getByText('"confidence": 0.87')).toBeVisible();
    await page.getByLabel("Type").selectOption("error");
    await see(page.getByRole("heading", { name: "System Logs (1)" })).toBeVisible();
    await page.getByPlaceholder("Search logs...").fill("nothing like it");
    await see(page.getByText("No logs match your filters")).toBeVisible();
    const before = callsTo("GET /api/logs").length;
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect.poll(() => callsTo("GET /api/logs").length).toBe(before + 1);
  });

  it("LOGS-001 LOGS-009 shows of each entry what it is, when it was and what happened", async () => {
    const page = await app.open("/logs", { timezoneId: "UTC" });
    await see(page.getByRole("heading", { level: 1 })).toHaveText("Logs & Errors");
    const logs = page.getByRole("region", { name: "System Logs" });
    for (const text of ["Error", "20 Nov 2026, 13:50", "Notion no longer accepts the token of 'Support answers'"])
      await see(logs.getByText(text, { exact: true })).toBeVisible();
  });

  it("LOGS-011 exports what the filters leave", async () => {
    const page = await app.open("/logs?type=error");
    await see(page.getByRole("heading", { name: "System Logs (1)" })).toBeVisible();
    await page.getByRole("button", { name: "Export Logs" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "As JSON" }).click(),
    ]);
    const exported = JSON.parse(await readFile((await download.path()) ?? "", "utf8"));
    expect(exported).toEqual(sample.logs.filter(({ type }) => type === "error"));
  });

  it("LOGS-013 says that there are none", async () => {
    app.server.answer("GET /api/logs", () => []);
    const page = await app.open("/logs");
    await see(page.getByText("No logs available")).toBeVisible();
  });
});
