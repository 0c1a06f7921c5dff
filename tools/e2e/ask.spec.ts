import { rm } from "node:fs/promises";
import { loadDemoTeam } from "../demo/chat.ts";
import { writeSlackExport } from "../demo/slack-export.ts";
import { expect, signIn, test } from "./story.ts";
import { getTestAddresses } from "./story-data.ts";

const QUESTION = "How do I refund half an order?";
const FOLLOW_UP = "Und wenn da kein Knopf ist?";

test("a model answers from articles, goes on in the asker's language, and declines what no article says", async ({
  page,
  place,
}, testInfo) => {
  await signIn(page, place);
  const answer = page.getByRole("region", { name: "Answer" });

  await test.step("a model is set up, and reads an export", async () => {
    const data = {
      provider: "openai",
      models: { main: "gpt-6.2-sol", fast: "gpt-6-luna", check: "gpt-6-luna" },
      key: "sk-story-0123456789abcdef",
      address: `${getTestAddresses().llm}/v1`,
    };
    const saved = await page.request.put("/api/language-model", { data });
    expect(await saved.json()).toMatchObject({ saved: true });
    const file = testInfo.outputPath("larkmoor.zip");
    const team = loadDemoTeam("business", new Date());
    await writeSlackExport({ ...team, channels: team.channels.filter(({ name }) => name === "support") }, file);
    await page.goto("/channels");
    const section = page.getByRole("region", { name: "Import a Slack Export" });
    await section.getByLabel("Slack export (ZIP)").setInputFiles(file);
    await expect(section.getByRole("link", { name: "Read the articles" })).toBeVisible();
    await rm(file);
  });

  await test.step("a question is answered in the model's words, and each leads to its sentence", async () => {
    await page.goto("/ask");
    await page.getByLabel("Your question").fill(QUESTION);
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await expect(answer).toContainText("Written by a language model from the sentences below.");
    await expect(answer.getByRole("heading", { name: "Answer" })).toBeVisible();
    await expect(answer.getByRole("button", { name: "Go to source 1" }).first()).toBeVisible();
    await expect(answer).toContainText("You refund the shipment, not the order.");
  });

  await test.step("a follow-up is understood with the question before it, and answered in its own language", async () => {
    await page.getByLabel("Follow-up question").fill(FOLLOW_UP);
    await page.getByLabel("Follow-up question").press("Enter");
    await expect(page.getByRole("link", { name: QUESTION })).toBeVisible();
    await expect(answer).toContainText("Dann erst oben Sync carrier klicken.");
  });

  await test.step("where the sentences do not answer, no answer is found and no sentence is shown", async () => {
    await page.getByLabel("Your question").fill("How do I refund half an order of the canteen?");
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await expect(answer.getByRole("heading", { name: "No answer found" })).toBeVisible();
    await expect(answer).not.toContainText("Written by a language model");
    await expect(answer.getByText(/^From /)).toHaveCount(0);
  });
});
