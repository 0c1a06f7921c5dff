import { describe, expect, it } from "vitest";
import { findAccessibilityViolations } from "../testing/accessibility-violations.ts";
import { useAppInBrowser } from "../testing/browser.ts";
import * as sample from "../testing/sample-data.ts";
import * as models from "../testing/sample-language-models.ts";
import { see } from "../testing/see.ts";

const app = useAppInBrowser();

describe("What waits for the language model", () => {
  it("is on the dashboard with its reason and its end, and goes on at a press for a price that is said before", async () => {
    app.server.answer("GET /api/language-model/waiting", () => models.waitingModelBacklog);
    const page = await app.open("/");
    const note = page.getByRole("region", { name: "Waiting for the language model" });
    await see(note).toContainText(
      "12 conversations and 340 messages wait for the language model. Today's 5 US dollars are spent. It goes on by itself:",
    );
    expect(await findAccessibilityViolations(page)).toEqual([]);
    app.server.answer("GET /api/language-model/waiting", () => models.emptyModelBacklog);
    await note.getByRole("button", { name: "Continue now for $0.15 to $0.40" }).click();
    await expect
      .poll(() => app.callsTo("POST /api/language-model/waiting/continue").map(({ body }) => body))
      .toEqual([{ dollars: 0.4 }]);
    await see(note).toHaveCount(0);
  });

  it("is in the row of its channel, where a channel can be kept from the model too", async () => {
    const [channel] = sample.channels;
    const ofChannel = { id: channel?.id ?? "", name: "help", conversations: 3, messages: 0 };
    const { reason, sentence, until } = models.waitingModelBacklog;
    app.server.answer("GET /api/language-model/waiting", () => ({
      ...models.waitingModelBacklog,
      channels: [{ ...ofChannel, reason, sentence, until }],
    }));
    let neverToModel: string[] = [];
    app.server.answer("GET /api/language-model", () => ({ ...models.ownModel, neverToModel }));
    app.server.answer("PUT /api/language-model/channels/:id", () => {
      neverToModel = [ofChannel.id];
      return { success: true };
    });
    const page = await app.open("/channels");
    await see(page.getByText("3 conversations wait for the language model.")).toBeVisible();
    await page
      .getByRole("button", { name: /^Settings of/ })
      .first()
      .click();
    const never = page.getByRole("switch", { name: /^Never send .+ to a language model$/ });
    await never.click();
    await see(never).toBeChecked();
    await expect
      .poll(() => app.callsTo(`PUT /api/language-model/channels/${ofChannel.id}`).map(({ body }) => body))
      .toEqual([{ never: true }]);
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });
});

describe("The page of the language model", () => {
  it("offers to read again what was read without it, with messages, minutes and dollars", async () => {
    app.server.answer("GET /api/language-model", () => models.ownModel);
    app.server.answer("GET /api/language-model/again", () => models.rereadingOffer);
    const page = await app.open("/settings/language-model");
    const part = page.getByRole("region", { name: "Read again" });
    await see(part).toContainText(
      "1,204 conversations were read without claude-sonnet-5-5. Reading them again, 3,400 messages, takes 4 to 12 minutes and $0.25 to $0.60.",
    );
    await part.getByRole("button", { name: "Read again" }).click();
    await see(part).toContainText("1,204 conversations are being read again.");
    await see(page.getByRole("region", { name: "What is sent", exact: true })).toContainText(
      "Answers of the model for 30 days",
    );
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });
});
