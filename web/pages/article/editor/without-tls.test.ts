import { expect, it } from "vitest";
import { useAppInBrowser } from "../../../testing/browser.ts";
import * as sample from "../../../testing/sample-data.ts";
import { see } from "../../../testing/see.ts";

const app = useAppInBrowser();

it("an article is edited and copied where the product is served without TLS", async () => {
  app.server.answer("PUT /api/articles/:id/content", () => ({ version: 2, redacted: [] }));
  const page = await app.open("/logs", {});
  // APIs that browsers do not offer on plain http, as in a company's network.
  await page.addInitScript(() => {
    Object.defineProperty(Crypto.prototype, "randomUUID", { value: undefined });
    Object.defineProperty(Navigator.prototype, "clipboard", { value: undefined });
  });
  await page.goto(`${app.server.address}/articles/${sample.idOf(101)}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("button", { name: "Copy as Markdown" }).click();
  await see(page.getByRole("button", { name: "Copied" })).toBeVisible();
  await page.goto(`${app.server.address}/articles/${sample.idOf(101)}?edit=1`);
  const text = page.getByRole("textbox", { name: "Text of the article" });
  await text.locator("p").first().click();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Ask Tobias first.");
  await page.keyboard.press("Control+s");
  await expect.poll(() => app.bodiesTo(`PUT /api/articles/${sample.idOf(101)}/content`).length).toBe(1);
  expect(JSON.stringify(app.bodiesTo(`PUT /api/articles/${sample.idOf(101)}/content`))).toContain("Ask Tobias first.");
});
