import { rm } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { loadDemoTeam } from "../demo/chat.ts";
import { writeSlackExport } from "../demo/slack-export.ts";
import { expect, signIn, test } from "./story.ts";
import { getTestAddresses } from "./story-data.ts";

const MOST_OWN_SECONDS = 300;
/**
 * Seconds by the keystroke-level model: for a press with the pointer, a key, a pasted field and a chosen file, each with the
 * time to think.
 */
const SECONDS = { press: 2.6, key: 1.6, field: 4, file: 8 };
/**
 * The reading speed of a person who skims articles about a familiar chat. The stand-in repeats whole messages, so no article is
 * short.
 */
const WORDS_A_SECOND = 10;

/** Counts a person's actions and the time that they take. Waiting does not count. */
class OwnTime {
  readonly counts = { press: 0, key: 0, field: 0, file: 0 };
  words = 0;

  get seconds(): number {
    const kinds = Object.keys(SECONDS) as (keyof typeof SECONDS)[];
    return kinds.reduce((sum, kind) => sum + this.counts[kind] * SECONDS[kind], this.words / WORDS_A_SECOND);
  }

  async press(control: Locator): Promise<void> {
    await control.click();
    this.counts.press += 1;
  }

  async key(page: Page, key: string): Promise<void> {
    await page.keyboard.press(key);
    this.counts.key += 1;
  }

  async paste(field: Locator, text: string): Promise<void> {
    await field.fill(text);
    this.counts.field += 1;
  }

  async drop(input: Locator, file: string): Promise<void> {
    await input.setInputFiles(file);
    this.counts.file += 1;
  }

  async read(text: Locator): Promise<void> {
    this.words += (await text.innerText()).split(/\s+/).length;
  }

  line(step: string): string {
    const { press, key, field, file } = this.counts;
    const minute = `${Math.floor(this.seconds / 60)}:${String(Math.round(this.seconds % 60)).padStart(2, "0")}`;
    return `${minute}  ${step} (${press} presses, ${key} keys, ${field} fields, ${file} files, ${this.words} words read)`;
  }
}

/** Returns a team that writes everything in one channel, because no channel of the demo has twenty articles. */
function teamOfOneChannel(): ReturnType<typeof loadDemoTeam> {
  const team = loadDemoTeam("business", new Date());
  const messages = new Map(
    team.channels.flatMap((channel) => channel.messages).map((message) => [message.ts, message]),
  );
  const all = [...messages.values()].toSorted((a, b) => Number(a.ts) - Number(b.ts));
  return {
    ...team,
    channels: team.channels.filter(({ name }) => name === "support").map((one) => ({ ...one, messages: all })),
  };
}

/** Replaces model providers by the stand-in, whose address a browser cannot otherwise use. */
async function standInForProviders(page: Page): Promise<void> {
  await page.route(/\/api\/language-model(\/models)?$/, async (route) => {
    const body = route.request().postDataJSON() as object | null;
    if (!body) return route.continue();
    await route.continue({ postData: { ...body, address: `${getTestAddresses().llm}/v1` } });
  });
}

test("an empty workspace and an export become twenty judged articles in five minutes of a person's own time", async ({
  page,
  place,
}, testInfo) => {
  await signIn(page, place);
  await standInForProviders(page);
  const file = testInfo.outputPath("larkmoor.zip");
  await writeSlackExport(teamOfOneChannel(), file);
  const own = new OwnTime();
  const lines: string[] = [];
  const step = (name: string, work: () => Promise<void>) =>
    test.step(name, async () => {
      await work();
      lines.push(own.line(name));
    });
  const result = page.getByRole("region", { name: "Result" });
  const judged = page.getByRole("region", { name: "Article and messages" });

  /** Chooses the provider, enters the API key, and tests the model. */
  async function choose(provider: string): Promise<void> {
    await own.press(page.getByRole("radio", { name: provider, exact: true }));
    await own.paste(page.getByRole("textbox", { name: "Key" }), "sk-story-0123456789abcdef");
    await own.press(page.getByRole("button", { name: "Show models" }));
    await own.press(page.getByRole("button", { name: "Test and save" }));
    await expect(page.getByText("Language model saved", { exact: true })).toBeVisible();
  }

  async function judgeAll(keyOf: (at: number) => string): Promise<number> {
    await expect(result).toContainText("judged.");
    const [, count = "0"] = /of (\d+) judged/.exec((await result.textContent()) ?? "") ?? [];
    for (let at = 0; at < Number(count); at += 1) {
      await own.read(judged.getByRole("article").first());
      await own.key(page, keyOf(at));
      await expect(result).toContainText(
        at + 1 < Number(count) ? `${at + 1} of ${count} judged.` : `of ${count} without touching them.`,
      );
    }
    return Number(count);
  }

  await page.goto("/");
  await step("the dashboard's first steps lead to the choice of a model", async () => {
    await own.press(page.getByRole("link", { name: /language model/i }).first());
    await expect(page.getByRole("heading", { name: "Language Model", exact: true })).toBeVisible();
  });
  await step("a provider is chosen, its key pasted, and its models are tested and saved", () => choose("OpenAI"));
  await step("an export is dropped where the model is tried, and only stored", async () => {
    await own.press(page.getByRole("link", { name: "Try it on a channel" }));
    await own.drop(page.getByLabel("Slack export (ZIP)"), file);
    await expect(page.getByText(/messages of larkmoor\.zip stored/)).toBeVisible();
  });
  await step("the trial starts at a price that is said before", async () => {
    await expect(page.getByRole("combobox", { name: "Channel" })).toHaveValue(/./);
    await own.read(page.getByText(/Reads .* messages?, takes about .* minutes? and costs/));
    await own.press(page.getByRole("button", { name: "Try it", exact: true }));
    await expect(judged).toBeVisible();
  });
  await step("twenty articles are judged beside their messages", async () => {
    expect(await judgeAll((at) => (at % 4 === 3 ? "2" : "1"))).toBe(20);
    await expect(result).toContainText("You would keep 15 of 20 without touching them.");
    await expect(result).toContainText(/Reading all of #support \([\d,]+ messages\) takes about/);
    await own.read(result.getByText("without touching them"));
  });
  expect(own.seconds).toBeLessThanOrEqual(MOST_OWN_SECONDS);
  lines.push("");

  const trial = page.url();
  await step("another provider is chosen in its place", async () => {
    await page.goto("/settings/language-model");
    await own.press(page.getByRole("button", { name: "Change", exact: true }));
    await choose("Anthropic");
  });
  await step("and its model writes the same twenty, at a price that is said before", async () => {
    await page.goto(trial);
    await own.paste(page.getByLabel("Try the same 20 with another model"), "claude-haiku-5-5");
    await expect(result).toContainText(/20 articles from [\d,]+ messages: .* calls and .*\$/);
    await own.press(result.getByRole("button", { name: "Try it", exact: true }));
    await expect(page.getByText("#support · claude-haiku-5-5")).toBeVisible();
    await judgeAll(() => "1");
    await expect(page.getByRole("listitem").filter({ hasText: "gpt-6.2-sol" })).toContainText("would keep 15 of 20");
  });
  await testInfo.attach("own-time.txt", { body: lines.join("\n"), contentType: "text/plain" });
  await rm(file);
});
