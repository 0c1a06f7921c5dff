import { expect, it } from "vitest";
import { findAccessibilityViolations } from "../../testing/accessibility-violations.ts";
import { useAppInBrowser } from "../../testing/browser.ts";
import { Reply } from "../../testing/fake-server.ts";
import * as sample from "../../testing/sample-data.ts";
import { see } from "../../testing/see.ts";

const app = useAppInBrowser();

it("ANLY-001 ANLY-002 ANLY-003 ANLY-004 ANLY-007 the analytics page shows four labelled figures and the error rate", async () => {
  const page = await app.open("/analytics");
  const main = page.getByRole("main");
  await see(main).toContainText("Total Articles73 this week");
  await see(main).toContainText("Messages Analyzed12,48012,480 total scanned");
  await see(main).toContainText("Active Channels2");
  await see(main).toContainText("Success Rate97.6%");
  await see(page.getByRole("region", { name: "Performance Overview" })).toContainText(
    /Articles this week\s*3\s*Articles this month\s*7\s*Average processing time\s*2\.3 s\s*Error rate\s*2\.4%/,
  );
});

it("each chart has a sentence that describes it, and a table of its values", async () => {
  const page = await app.open("/analytics");
  for (const name of [
    "Articles written per day",
    "Messages analyzed per day",
    "Articles by status",
    "Articles by category",
    "Articles by channel",
    "Articles by engine",
    "Cost of the language model per day, in US dollars",
    "Calls to a language model, by model",
  ])
    await see(page.getByRole("figure", { name }).getByRole("img")).toBeVisible();
  const status = page.getByRole("figure", { name: "Articles by status" });
  await see(status.getByRole("img")).toHaveAccessibleName("Articles by status. 60 articles. Most: Published, with 52.");
  await status.getByRole("button", { name: "Show as table" }).click();
  await see(status.getByRole("row")).toHaveText(["StatusArticles", "Published52", "Processing5", "Failed3"]);
  await status.getByRole("button", { name: "Show as chart" }).click();
  await see(status.getByRole("img")).toBeVisible();

  const category = page.getByRole("figure", { name: "Articles by category" });
  await see(category.getByText("2 others")).toBeVisible();
  await category.getByRole("button", { name: "Show as table" }).click();
  await see(category.getByRole("row")).toHaveCount(1 + sample.analytics.byCategory.length);
});

it("the charts show any range, keep it in the address, and say when it is invalid", async () => {
  const page = await app.open("/analytics");
  const asked = () => app.server.calls.findLast(({ path }) => path === "/api/analytics")?.query;
  const range = page.getByRole("group", { name: "Range" });
  await see(range.getByRole("button", { name: "30 days" })).toHaveAttribute("aria-pressed", "true");
  await range.getByRole("button", { name: "All" }).click();
  await see(page).toHaveURL(/\/analytics\?range=all$/);
  await expect.poll(() => asked()?.["from"]).toBeUndefined();

  await page.getByRole("textbox", { name: "From" }).fill("2026-02-01");
  // The second field keeps the first day from the URL, so the first field's value must have arrived there.
  await see(page).toHaveURL(/\?from=2026-02-01&/);
  await page.getByRole("textbox", { name: "To", exact: true }).fill("2026-02-28");
  await see(page).toHaveURL(/\/analytics\?from=2026-02-01&to=2026-02-28$/);
  await expect.poll(asked).toMatchObject({ from: "2026-02-01", to: "2026-02-28" });
  for (const name of ["7 days", "30 days", "All"])
    await see(range.getByRole("button", { name })).toHaveAttribute("aria-pressed", "false");

  await page.reload();
  await see(page.getByRole("textbox", { name: "From" })).toHaveValue("2026-02-01");
  await page.getByRole("textbox", { name: "From" }).fill("2026-03-01");
  await see(page.getByRole("alert")).toHaveText("The first day is after the last one. Choose an earlier first day.");
  await see(page.getByRole("textbox", { name: "From" })).toHaveAttribute("aria-invalid", "true");
  await range.getByRole("button", { name: "30 days" }).click();
  await see(page).toHaveURL(/\/analytics$/);
  await see(page.getByRole("alert")).toHaveCount(0);
});

it("axe finds no problem in charts and tables, and they fit a phone", async () => {
  const page = await app.open("/analytics", { viewport: { width: 320, height: 740 }, colorScheme: "dark" });
  await see(page.getByRole("img", { name: /^Articles written/ })).toBeVisible();
  for (const name of ["Articles written per day", "Calls to a language model, by model"])
    await page.getByRole("figure", { name }).getByRole("button", { name: "Show as table" }).click();
  expect(await findAccessibilityViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

it("ANLY-009 ANLY-011 the analytics page shows no figure that failed to load, and reloads on request", async () => {
  for (const endpoint of ["/api/logs", "/api/logs/counts", "/api/stats", "/api/analytics", "/api/analytics/overview"])
    app.server.answer(
      `GET ${endpoint}`,
      () => new Reply(503, { message: "The database cannot answer at the moment." }),
    );
  const page = await app.open("/analytics");
  await see(page.getByRole("alert")).toHaveCount(3);
  await see(page.getByRole("main")).toContainText("Total Articles–");
  await see(page.getByText(/No activity/)).toHaveCount(0);
  app.server.reset();
  await page.getByRole("region", { name: "Over time" }).getByRole("button", { name: "Try again" }).click();
  await see(page.getByRole("img", { name: /^Articles written/ })).toBeVisible();
});

it("ANLY-001 ANLY-002 ANLY-003 ANLY-004 ANLY-008 ANLY-010 the analytics page counts articles, messages and errors, and lists the latest log entries", async () => {
  app.server.answer("GET /api/logs", () =>
    Array.from({ length: 12 }, (_, index) => ({ ...sample.logs[0], id: sample.idOf(900 + index) })),
  );
  const page = await app.open("/analytics");
  for (const text of ["Total Articles", "12,480 total scanned", "Active Channels", "97.6%"])
    await see(page.getByText(text, { exact: true }).first()).toBeVisible();
  await see(page.getByText(/^\d+ this week$/)).toBeVisible();
  const breakdown = page.getByRole("region", { name: "Activity Breakdown" });
  await see(breakdown).toContainText(/Published\s*5.*Processing\s*1.*Failed\s*1/);
  const timeline = page.getByRole("region", { name: "Recent Activity Timeline" });
  await see(timeline.getByRole("listitem")).toHaveCount(10);
});

it("ANLY-009 ANLY-011 the analytics page says when there are no figures yet", async () => {
  app.server.answer("GET /api/logs", () => []);
  app.server.answer("GET /api/articles/recent", () => []);
  const page = await app.open("/analytics");
  await see(page.getByText("No activity data available")).toBeVisible();
  await see(page.getByText("No activity logs yet")).toBeVisible();
});

it("the analytics page says how many questions were answered, for whom, and how it counts; it shows no section without answers", async () => {
  const page = await app.open("/analytics");
  const region = page.getByRole("region", { name: "Questions Answered" });
  await see(region).toContainText("Answered 14 questions");
  await see(region.getByRole("listitem")).toHaveText(["Spared Tomás 9 interruptions", "Spared Ingrid 5 interruptions"]);
  await see(region).toContainText("How this was counted");
  app.server.answer("GET /api/analytics/answered", () => ({ questions: 0, spared: [] }));
  await page.reload();
  await see(region).toContainText("No answers yet.");
  await see(region).toContainText("How this was counted");
});
