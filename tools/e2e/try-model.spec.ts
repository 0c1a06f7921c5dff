import { rm } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { loadDemoTeam } from "../demo/chat.ts";
import { writeSlackExport } from "../demo/slack-export.ts";
import { expect, signIn, test } from "./story.ts";
import { getTestAddresses } from "./story-data.ts";

const OPENAI = { provider: "openai", models: { main: "gpt-6.2-sol", fast: "gpt-6-luna", check: "gpt-6-luna" } };
const ANTHROPIC = {
  provider: "anthropic",
  models: { main: "claude-sonnet-5-5", fast: "claude-haiku-5-5", check: "claude-haiku-5-5" },
};

async function useModel(page: Page, model: typeof OPENAI): Promise<void> {
  const data = { ...model, key: "sk-story-0123456789abcdef", address: `${getTestAddresses().llm}/v1` };
  const answer = await page.request.put("/api/language-model", { data });
  expect(await answer.json()).toMatchObject({ saved: true });
}

/** Waits until the trial of the model has finished, and judges all articles by key. Returns their number. */
async function judgeAll(page: Page, key: (place: number) => string): Promise<number> {
  const result = page.getByRole("region", { name: "Result" });
  await expect(result).toContainText("judged.");
  const [, count = "0"] = /of (\d+) judged/.exec((await result.textContent()) ?? "") ?? [];
  for (let place = 0; place < Number(count); place += 1) {
    await page.keyboard.press(key(place));
    await expect(result).toContainText(
      place + 1 < Number(count) ? `${place + 1} of ${count} judged.` : `of ${count} without touching them.`,
    );
  }
  return Number(count);
}

test("an export becomes judged articles before anything is kept, with the models of two providers", async ({
  page,
  place,
}, testInfo) => {
  await signIn(page, place);
  const file = testInfo.outputPath("larkmoor.zip");
  const team = loadDemoTeam("business", new Date());
  await writeSlackExport({ ...team, channels: team.channels.filter(({ name }) => name === "support") }, file);

  await test.step("the export is imported", async () => {
    await page.goto("/channels");
    const section = page.getByRole("region", { name: "Import a Slack Export" });
    await section.getByLabel("Slack export (ZIP)").setInputFiles(file);
    await expect(section.getByRole("link", { name: "Read the articles" })).toBeVisible();
  });

  await test.step("a model is tried on its channel, at a price that is said before", async () => {
    await useModel(page, OPENAI);
    await page.goto("/settings/language-model");
    await page.getByRole("link", { name: "Try it on a channel" }).click();
    await page.getByRole("combobox", { name: "Channel" }).selectOption("#support");
    await expect(page.getByText(/Reads .* messages?, takes about .* minutes? and costs/)).toBeVisible();
    await page.getByRole("button", { name: "Try it", exact: true }).click();
    await expect(page.getByRole("region", { name: "Article and messages" })).toBeVisible();
  });

  await test.step("each article is judged with a key, and the end says what all of it takes", async () => {
    const count = await judgeAll(page, (at) => (at % 4 === 3 ? "3" : "1"));
    expect(count).toBeGreaterThan(10);
    const result = page.getByRole("region", { name: "Result" });
    await expect(result).toContainText(/Reading all of #support \([\d,]+ messages\) takes about/);
    await page.getByRole("button", { name: /^Save \d+ as drafts?$/ }).click();
    await expect(page.getByText(/drafts? saved/).first()).toBeVisible();
  });

  await test.step("the same matters are written by the model of another provider, side by side", async () => {
    await useModel(page, ANTHROPIC);
    await page.getByLabel(/Try the same \d+ with another model/).fill("claude-haiku-5-5");
    await page.getByRole("region", { name: "Result" }).getByRole("button", { name: "Try it", exact: true }).click();
    await expect(page.getByText("#support · claude-haiku-5-5")).toBeVisible();
    await judgeAll(page, () => "1");
    const other = page.getByRole("listitem").filter({ hasText: "gpt-6.2-sol" });
    await expect(other).toContainText("would keep");
  });
  await rm(file);
});
