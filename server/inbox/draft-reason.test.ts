import { expect, it } from "vitest";
import { createLocalEngine } from "../../engine/local-engine.ts";
import { parseConversation } from "../../engine/testing/golden-conversation.ts";
import { DEFAULT_DETECTION_SETTINGS } from "../../shared/domain/detection.ts";
import { explainDraft } from "./draft-reason.ts";

async function reasonOf(chat: string, stateReason: string | null = null) {
  const engine = createLocalEngine();
  const conversation = parseConversation(chat);
  const finding = await engine.detect(conversation, DEFAULT_DETECTION_SETTINGS);
  const { doubts = [] } = await engine.write(conversation, finding, { channelName: "help", knownTags: [] });
  return explainDraft({ reasons: [...finding.reasons, ...doubts], stateReason, form: "excerpt" });
}

const ANSWERED =
  "Ana: How do I clear a paper jam in the label printer?\nBen: Open the lid, pull the roll out and press the green lever.";

it("a draft says who explained, whether anybody confirmed it and what makes it doubtful", async () => {
  expect(await reasonOf(ANSWERED)).toBe("One person explains, and nobody confirmed it.");
  expect(await reasonOf(`${ANSWERED}\nAna: That worked!`)).toBe("One person explains, and it was confirmed to work.");
  expect(
    await reasonOf(`${ANSWERED}\nCem: And press pause and cancel for two seconds, then it measures the gap.`),
  ).toBe("Several people explain, and nobody confirmed it.");
  expect(explainDraft({ reasons: ["steps given", "small talk"], stateReason: null, form: "excerpt" })).toBe(
    "One person explains, and nobody confirmed it; much of it is small talk.",
  );
  expect(explainDraft({ reasons: [], stateReason: null, form: "written" })).toBe("Lorekeep is not sure of it.");
});

it("a special reason goes before, and the general one is not repeated", async () => {
  const special = "A sentence may have been corrected later in the conversation.";
  expect(await reasonOf(ANSWERED, special)).toBe(`${special} One person explains, and nobody confirmed it.`);
  const general = [
    "Articles that the engine is not sure of are reviewed before they are published.",
    "The engine is not sure of it. It saw steps given; nobody confirmed the answer.",
    "Lorekeep is not sure of it. It saw steps given; nobody confirmed the answer.",
  ];
  for (const one of general) expect(await reasonOf(ANSWERED, one)).toBe(await reasonOf(ANSWERED));
});
