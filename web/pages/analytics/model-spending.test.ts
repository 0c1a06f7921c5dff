import { expect, it } from "vitest";
import { findAccessibilityViolations } from "../../testing/accessibility-violations.ts";
import { useAppInBrowser } from "../../testing/browser.ts";
import * as sample from "../../testing/sample-data.ts";
import * as models from "../../testing/sample-language-models.ts";
import { see } from "../../testing/see.ts";

const app = useAppInBrowser();

it("the spending page shows model costs by day, purpose, channel, article and model, as chart, table and file", async () => {
  app.server.answer("GET /api/language-model/spending", ({ query }) => ({
    ...models.spending,
    days: Number(query["days"]),
  }));
  const page = await app.open("/analytics", { viewport: { width: 360, height: 740 } });
  const spending = page.getByRole("region", { name: "Spending on language models" });
  await see(spending.getByText("$1.50 for 120 calls and 156,000 tokens in the last 30 days.")).toBeVisible();
  await see(spending.getByText("Most: Write, with $1.20.")).toBeVisible();
  await spending.getByRole("combobox").last().selectOption("Channel");
  await see(spending.getByText("Most: #platform-help, with $1.50.")).toBeVisible();
  await spending.getByRole("combobox").last().selectOption("Article");
  const byArticle = spending.getByRole("figure", { name: "Spent by article, in US dollars" });
  await byArticle.getByRole("button", { name: "Show as table" }).click();
  await see(byArticle.getByRole("row").last()).toHaveText(/Restart the export worker.*40.*52,000.*\$0\.0021/);
  await spending.getByRole("combobox").first().selectOption("Last 90 days");
  await see(spending.getByText("in the last 90 days.")).toBeVisible();
  await see(spending.getByRole("link", { name: "CSV" })).toHaveAttribute(
    "href",
    "/api/language-model/spending/export?days=90",
  );
  expect(await findAccessibilityViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

it("only owners and admins see what language models cost", async () => {
  app.server.answer("GET /api/auth/user", () => ({ ...sample.user, membership: "editor" }));
  const page = await app.open("/analytics");
  await see(page.getByText("Performance Overview")).toBeVisible();
  await see(page.getByRole("region", { name: "Spending on language models" })).toHaveCount(0);
  expect(app.callsTo("GET /api/language-model/spending")).toEqual([]);
});
