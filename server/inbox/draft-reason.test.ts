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
  expect(await reasonOf(ANSWERED)).toBe("One person explains; no clear confirmation was found.");
  expect(await reasonOf(`${ANSWERED}\nAna: That worked!`)).toBe("One person explains, and it was confirmed to work.");
  expect(
    await reasonOf(`${ANSWERED}\nCem: And press pause and cancel for two seconds, then it measures the gap.`),
  ).toBe("Several people explain; no clear confirmation was found.");
  expect(explainDraft({ reasons: ["steps given", "small talk"], stateReason: null, form: "excerpt" })).toBe(
    "One person explains; no clear confirmation was found; much of it is small talk.",
  );
  expect(explainDraft({ reasons: [], stateReason: null, form: "written" })).toBe("Lorekeep is not sure of it.");
});

it("a special reason goes before, and the general one is not repeated", async () => {
  const special = "A sentence may have been corrected later in the conversation.";
  expect(await reasonOf(ANSWERED, special)).toBe(`${special} One person explains; no clear confirmation was found.`);
  const general = [
    "Articles that the engine is not sure of are reviewed before they are published.",
    "The engine is not sure of it. It saw steps given; nobody confirmed the answer.",
    "Lorekeep is not sure of it. It saw steps given; nobody confirmed the answer.",
    "Lorekeep is not sure of it. It saw steps given; no clear confirmation was found.",
  ];
  for (const one of general) expect(await reasonOf(ANSWERED, one)).toBe(await reasonOf(ANSWERED));
});

it("a draft claims no more than what is known: not that nobody confirmed it, nor that it is about dates for some 'today'", async () => {
  const foam = `Ana: Serious question since we sell the machines: why does oat milk never foam for me? Big bubbles and then it's soup
Ben: You take the cheap one. Take the barista one, it has more fat and an acidity regulator, and stop at 60 degrees.
Ana: tried with the barista one, stopped early. PERFECT foam`;
  expect(await reasonOf(foam)).toContain("no clear confirmation was found");
  const commands = `Ana: chrome says my local shop is "not secure" since this morning. did we change something?
Ben: The dev certificate was valid for one year and ran out today. \`npm run dev:cert\` makes a new one and restarts the proxy.
Ana: ran it, still red, "authority invalid" now
Ben: Then the root is not in your system store any more. \`mkcert -install\` once, and restart Chrome completely.
Ana: so for everyone with the red local shop today: \`npm run dev:cert\`, then \`mkcert -install\`, then restart the browser`;
  expect(await reasonOf(commands)).not.toContain("dates and meetings");
  const plans = `Ana: When is the standup tomorrow?
Ben: The standup is at noon tomorrow, the meeting with the carrier is on Friday afternoon, see you there.
Ana: See you tomorrow at the meeting.`;
  expect(await reasonOf(plans)).toContain("much of it is dates and meetings");
});
