import { rm } from "node:fs/promises";
import { loadDemoTeam } from "../demo/chat.ts";
import { writeSlackExport } from "../demo/slack-export.ts";
import { expect, signIn, test } from "./story.ts";

const CHANNELS = ["hr", "it-help", "support"];

test("a Slack export becomes articles, without a token", async ({ page, place }, testInfo) => {
  await signIn(page, place);
  const file = testInfo.outputPath("larkmoor.zip");
  const team = loadDemoTeam("business", new Date());
  const channels = team.channels.filter(({ name }) => CHANNELS.includes(name));
  const messages = channels.reduce((sum, channel) => sum + channel.messages.length, 0);
  await writeSlackExport({ ...team, channels }, file);
  await page.goto("/channels");
  const section = page.getByRole("region", { name: "Import a Slack Export" });

  await test.step("the file is dropped and the reading goes on before one's eyes", async () => {
    await section.getByLabel("Slack export (ZIP)").setInputFiles(file);
    await expect(section.getByRole("progressbar")).toBeVisible();
  });

  await test.step("the result names every channel and leads to the articles", async () => {
    await expect(section.getByText("larkmoor.zip")).toBeVisible();
    const results = section.getByRole("listitem").filter({ hasText: "messages" });
    await expect(results).toHaveCount(CHANNELS.length);
    for (const name of CHANNELS) await expect(results.getByText(`#${name}`)).toBeVisible();
    const read = Number(await section.locator("dd").first().textContent());
    expect(read).toBeGreaterThan(messages / 2);
    await section.getByRole("link", { name: "Read the articles" }).click();
    await expect(page.getByRole("main").getByRole("heading", { level: 2 }).first()).toBeVisible();
  });
  await rm(file);
});

test("a file that is no export is refused in a sentence that says what to do", async ({ page, place }) => {
  await signIn(page, place);
  await page.goto("/channels");
  const section = page.getByRole("region", { name: "Import a Slack Export" });
  await section
    .getByLabel("Slack export (ZIP)")
    .setInputFiles({ name: "broken.zip", mimeType: "application/zip", buffer: Buffer.from("not a ZIP file at all") });
  await expect(section.getByText(/This file cannot be read as a ZIP archive\. Export it again/)).toBeVisible();
  await expect(section.getByLabel("Slack export (ZIP)")).toBeEnabled();
});
