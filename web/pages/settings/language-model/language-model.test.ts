import type { Page } from "@playwright/test";
import { describe, expect, it } from "vitest";
import { findAccessibilityViolations } from "../../../testing/accessibility-violations.ts";
import { useAppInBrowser } from "../../../testing/browser.ts";
import { Reply } from "../../../testing/fake-server.ts";
import * as sample from "../../../testing/sample-data.ts";
import * as models from "../../../testing/sample-language-models.ts";
import { see } from "../../../testing/see.ts";

const app = useAppInBrowser();
const ADDRESS = "/settings/language-model";

/** Fills in the form up to the choice of models. */
async function pasteKey(page: Page): Promise<void> {
  await page.getByRole("radio", { name: "Anthropic" }).check();
  await page.getByLabel(/^Key/).fill("sk-ant-0123456789abcdefq7Rw");
  await page.getByRole("button", { name: "Show models" }).click();
}

describe("Choosing a language model", () => {
  it("says where text goes before a key is given, offers the models with window and price, and saves what was tested", async () => {
    let isSaved = false;
    app.server.answer("GET /api/language-model", () => (isSaved ? models.ownModel : models.noModel));
    app.server.answer("PUT /api/language-model", () => {
      isSaved = true;
      return { saved: true, test: models.passedModelTest };
    });
    const page = await app.open(ADDRESS);
    await page.getByRole("radio", { name: "Anthropic" }).check();
    await see(page.getByText("Messages go to Anthropic in the United States.")).toContainText(
      "Anthropic deletes calls within 30 days. About $0.10 to $0.97 for 1,000 messages.",
    );
    await see(page.getByRole("button", { name: "Show models" })).toBeDisabled();
    await pasteKey(page);
    await see(page.getByLabel("Writes articles")).toHaveValue("claude-sonnet-5-5");
    await see(page.getByLabel("Finds what is worth keeping")).toHaveValue("claude-haiku-5-5");
    await see(page.getByLabel("Writes articles").locator("option:checked")).toHaveText(
      "claude-sonnet-5-5 · reads 1M tokens · $3.00 in, $15.00 out",
    );
    await page.getByLabel("Checks every statement").selectOption("The same model");
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Test and save" }).click();
    const result = page.getByRole("region", { name: "Result of the test" });
    await see(result).toContainText("Everything works. The test cost $0.0068.");
    await see(result.getByRole("listitem").first()).toContainText("claude-haiku-5-5 · 1.2 s · $0.0004");
    await see(page.getByText("ends in q7Rw")).toBeVisible();
    expect(app.bodiesTo("PUT /api/language-model")).toEqual([
      {
        provider: "anthropic",
        key: "sk-ant-0123456789abcdefq7Rw",
        models: { main: "claude-sonnet-5-5", fast: "claude-haiku-5-5" },
      },
    ]);
    expect(await page.content()).not.toContain("sk-ant-0123456789abcdef");
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });

  it("brings the key's field into view on a phone when a provider is chosen", async () => {
    app.server.answer("GET /api/language-model", () => models.noModel);
    const page = await app.open(ADDRESS, { viewport: { width: 360, height: 740 }, hasTouch: true });
    await page.getByRole("radio", { name: "Anthropic" }).check();
    await see(page.getByLabel(/^Key/)).toBeInViewport({ ratio: 1 });
  });

  it("lists the models as soon as a key is pasted", async () => {
    const page = await app.open(ADDRESS);
    await page.getByRole("radio", { name: "OpenAI", exact: true }).check();
    await page.getByLabel(/^Key/).focus();
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData("text", " sk-pasted-0123456789 \n");
      document.activeElement?.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
      );
    });
    await see(page.getByLabel("Writes articles")).toBeVisible();
    expect(app.bodiesTo("POST /api/language-model/models")).toEqual([
      { provider: "openai", key: "sk-pasted-0123456789" },
    ]);
  });

  it.each([
    ["a wrong key", "The provider refused the key."],
    ["no money left", "The account at the provider has no money left."],
    ["an unknown model", "The provider does not know this model."],
    ["a model without structured output", "It answered, but not in the form it was asked for."],
    ["a provider that is slow", "It did not answer within 60 seconds."],
  ])("shows the sentence for %s, saves nothing and keeps what was typed", async (_, sentence) => {
    app.server.answer("PUT /api/language-model", () => ({ saved: false, test: models.buildFailedTest(sentence) }));
    const page = await app.open(ADDRESS);
    await pasteKey(page);
    await page.getByRole("button", { name: "Test and save" }).click();
    const result = page.getByRole("region", { name: "Result of the test" });
    await see(result).toContainText("This does not work yet. What works now stays as it is.");
    await see(result).toContainText(sentence);
    await see(page.getByLabel(/^Key/)).toHaveValue("sk-ant-0123456789abcdefq7Rw");
    await see(page.getByLabel("Writes articles")).toHaveValue("claude-sonnet-5-5");
    await see(page.getByRole("button", { name: "Test and save" })).toBeEnabled();
  });

  it("says why no models are listed, and what to do without a network", async () => {
    const refused = "The provider refused the key.";
    app.server.answer("POST /api/language-model/models", () => ({ models: [], suggested: null, problem: refused }));
    const page = await app.open(ADDRESS, {});
    await pasteKey(page);
    await see(page.getByRole("status").filter({ hasText: refused })).toBeVisible();
    app.server.answer("POST /api/language-model/models", () => models.listedModels);
    await page.getByRole("button", { name: "Show models" }).click();
    await see(page.getByLabel("Writes articles")).toBeVisible();
    await page.route("**/api/language-model", (route) => route.abort());
    await page.getByRole("button", { name: "Test and save" }).click();
    await see(
      page.getByText("No answer came from the server. Check your connection. Everything you entered is still here."),
    ).toBeVisible();
  });

  it("takes a typed name where a provider has no list", async () => {
    const page = await app.open(ADDRESS);
    await page.getByRole("radio", { name: "Amazon Bedrock" }).check();
    await page.getByLabel(/^Region/).fill("eu-central-1");
    await page.getByLabel(/^Key/).fill("bedrock-key-0123456789");
    await page.getByLabel("Writes articles").fill("anthropic.claude-sonnet-5-5");
    await page.getByRole("button", { name: "Test and save" }).click();
    await expect
      .poll(() => app.bodiesTo("PUT /api/language-model"))
      .toEqual([
        {
          provider: "bedrock",
          region: "eu-central-1",
          key: "bedrock-key-0123456789",
          models: { main: "anthropic.claude-sonnet-5-5" },
        },
      ]);
  });

  it("offers the Ollama of this machine, and lists its models with one press", async () => {
    app.server.answer("GET /api/language-model/providers", () => ({
      providers: models.providers,
      ollamaHere: { address: "http://127.0.0.1:11434", models: ["qwen4:8b", "llama4:8b"] },
    }));
    const page = await app.open(ADDRESS);
    await see(page.getByText("Ollama runs on this machine with 2 models.")).toBeVisible();
    await page.getByRole("button", { name: "Use Ollama" }).click();
    await see(page.getByLabel("Writes articles")).toBeVisible();
    expect(app.bodiesTo("POST /api/language-model/models")).toEqual([
      { provider: "ollama", address: "http://127.0.0.1:11434" },
    ]);
  });
});

describe("A language model in use", () => {
  it("can be tested, gets another key only when that works, and is removed after a question", async () => {
    app.server.answer("GET /api/language-model", () => models.ownModel);
    app.server.answer("PUT /api/language-model/key", () => ({
      saved: false,
      test: models.buildFailedTest("The provider refused the key."),
    }));
    const page = await app.open(ADDRESS);
    await see(page.getByText("claude-sonnet-5-5 · reads 1M tokens · $3.00 in, $15.00 out")).toBeVisible();
    await see(page.getByText("Prices per million tokens, as of 28 Nov 2026.")).toBeVisible();
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await see(page.getByText("Everything works. The test cost $0.0068.")).toBeVisible();
    await page.getByRole("button", { name: "Replace key" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("New key").fill("sk-ant-another-0123456789");
    await dialog.getByRole("button", { name: "Test and replace" }).click();
    await see(dialog).toContainText("The provider refused the key.");
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Remove" }).click();
    expect(app.callsTo("DELETE /api/language-model")).toEqual([]);
    await page.getByRole("button", { name: "Remove model and key" }).click();
    await see(page.getByText("Language model removed", { exact: true })).toBeVisible();
    expect(app.callsTo("DELETE /api/language-model")).toHaveLength(1);
  });

  it("says that it is the operator's, and why keys of one's own are not taken", async () => {
    const whyNot = "The operator of this installation chose its language model for all workspaces.";
    app.server.answer("GET /api/language-model", () => ({
      ...models.operatorsModel,
      ownKeys: { allowed: false, whyNot },
    }));
    const page = await app.open(ADDRESS);
    await see(
      page.getByText("The operator of this installation provides this model for all workspaces."),
    ).toBeVisible();
    await see(page.getByText(whyNot, { exact: true })).toBeVisible();
    await see(page.getByRole("radio")).toHaveCount(0);
    await see(page.getByRole("button", { name: "Remove" })).toHaveCount(0);
  });

  it("has limits beside what is spent, and warns before one is reached", async () => {
    app.server.answer("GET /api/language-model", () => models.ownModel);
    const page = await app.open(ADDRESS);
    await see(page.getByText("Today: $1.24 of $5.00", { exact: true })).toBeVisible();
    await see(
      page.getByText("This month: $34.20 of $40.00. More than 80% of the limit is spent.", { exact: true }),
    ).toBeVisible();
    const day = page.getByLabel("Limit per day, in US dollars");
    await day.fill("a lot");
    await see(page.getByText("Give an amount such as 5 or 2.50, or nothing.")).toBeVisible();
    await see(page.getByRole("button", { name: "Save limits" })).toBeDisabled();
    await day.fill("2.50");
    await page.getByLabel("Limit per month, in US dollars").fill("");
    await page.getByRole("button", { name: "Save limits" }).click();
    await see(page.getByText("Limits saved", { exact: true })).toBeVisible();
    expect(app.bodiesTo("PUT /api/language-model/caps")).toEqual([{ day: 2.5, month: null }]);
  });

  it("is never sent what is written in a channel that is switched off for it", async () => {
    const [channel] = sample.channels;
    app.server.answer("PUT /api/language-model/channels/:id", () => new Reply(500, { message: "boom" }));
    const page = await app.open(ADDRESS);
    const never = page.getByRole("switch", { name: /^Never send .* to a model$/ }).first();
    await never.click();
    await see(page.getByText("Not changed", { exact: true })).toBeVisible();
    await see(never).not.toBeChecked();
    app.server.answer("GET /api/language-model", () => ({ ...models.noModel, neverToModel: [channel?.id ?? ""] }));
    app.server.answer("PUT /api/language-model/channels/:id", () => ({ success: true }));
    await never.click();
    await see(never).toBeChecked();
    expect(app.bodiesTo(`PUT /api/language-model/channels/${channel?.id}`)).toEqual([{ never: true }, { never: true }]);
  });

  it("is for owners and admins", async () => {
    app.server.answer("GET /api/auth/user", () => ({ ...sample.user, membership: "editor" }));
    const page = await app.open(ADDRESS);
    await see(page.getByText("Only owners and admins of this workspace may do this.")).toBeVisible();
    expect(app.callsTo("GET /api/language-model")).toEqual([]);
  });
});

it.each([
  ["light", 360],
  ["dark", 1440],
] as const)("the language model settings fit in %s at %d px, and axe finds no problem", async (colorScheme, width) => {
  app.server.answer("GET /api/language-model", () => models.ownModel);
  const page = await app.open(ADDRESS, { viewport: { width, height: 800 }, colorScheme });
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await see(page.getByText("Leave it empty to go on with the key that ends in q7Rw.")).toBeVisible();
  expect(await findAccessibilityViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
});
