import type { APIRequestContext } from "@playwright/test";
import { expect, seeToast, signIn, test } from "./story.ts";
import type { StoryData } from "./story-data.ts";
import { WorkspaceSetup } from "./workspace.ts";

const QUESTION = "Within how many days are shoes taken back?";
const RULE = "Shoes are taken back within 30 days if they were not worn outside.";

test("a company's wiki answers questions after an admin switched it on, and is forgotten when it is switched off", async ({
  page,
  place,
}) => {
  await signIn(page, place);
  await new WorkspaceSetup(page, place).connectConfluence();
  await writePage(page.request, place, "Returns", `<h2>Shoes</h2><p>${RULE}</p>`);
  await writePage(page.request, place, "Opening hours", "<p>The shop opens at nine.</p>");
  const list = page.getByRole("region", { name: "Knowledge Platform Integrations" });
  const row = list.getByRole("listitem").filter({ hasText: "Handbook" });
  const dialog = page.getByRole("dialog", { name: "Pages of Handbook" });
  const answer = page.getByRole("region", { name: "Answer" });
  const ask = async () => {
    await page.goto("/ask");
    await page.getByLabel("Your question").fill(QUESTION);
    await page.getByRole("button", { name: "Ask", exact: true }).click();
  };

  await test.step("nothing is read before", async () => {
    await ask();
    await expect(answer.getByRole("heading", { name: "No answer found" })).toBeVisible();
  });

  await test.step("an admin chooses who gets answers, and sees how far the reading is", async () => {
    await page.goto("/configuration");
    await row.getByRole("button", { name: "Read pages from this wiki: Handbook" }).click();
    await dialog.getByRole("radio", { name: "Everybody in the workspace" }).check();
    await dialog.getByRole("button", { name: "Read pages" }).click();
    await seeToast(page, "Pages are read");
    await expect(row.getByText("2 pages read")).toBeVisible();
    await row.getByRole("button", { name: "Pages of Handbook" }).click();
    await expect(dialog.getByRole("region", { name: "What is read" })).toContainText("2 pages, 2 passages");
    await page.keyboard.press("Escape");
  });

  await test.step("the answer is the passage of the page, with its heading and link", async () => {
    await ask();
    const pages = answer.getByRole("region", { name: "Pages of your wiki" });
    await expect(pages).toContainText(RULE);
    await expect(pages).toContainText("Shoes");
    await expect(answer.getByRole("heading", { name: "Answer" })).toBeVisible();
    const link = pages.getByRole("link", { name: /Returns/ });
    await expect(link).toHaveAttribute("href", new RegExp(`^${place.confluence.baseUrl}`));
  });

  await test.step("switched off, everything that was read is erased", async () => {
    await page.goto("/configuration");
    await row.getByRole("button", { name: "Pages of Handbook" }).click();
    await dialog.getByRole("button", { name: "Stop and erase" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Stop and erase" }).click();
    await seeToast(page, "Pages erased");
    await expect(row).toContainText("Pages that people wrote here are not read.");
    await ask();
    await expect(answer.getByRole("heading", { name: "No answer found" })).toBeVisible();
  });
});

async function writePage(
  request: APIRequestContext,
  { confluence: { baseUrl, spaceId: key, apiKey } }: StoryData,
  title: string,
  value: string,
): Promise<void> {
  const headers = { authorization: `Basic ${Buffer.from(apiKey).toString("base64")}` };
  const spaces = await request.get(`${baseUrl}/wiki/api/v2/spaces?keys=${key}&limit=1`, { headers });
  const { results } = (await spaces.json()) as { results: { id: string }[] };
  const data = { spaceId: results[0]?.id, status: "current", title, body: { representation: "storage", value } };
  const written = await request.post(`${baseUrl}/wiki/api/v2/pages`, { headers, data });
  expect(written.ok(), await written.text()).toBe(true);
}
