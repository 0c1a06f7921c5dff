import { expect, it } from "vitest";
import { compareKnowledge } from "./same-knowledge.ts";
import { buildKnowledgeText, compareTexts, sharedEncoder } from "./testing/compared.ts";

const RECEIPTS = buildKnowledgeText(
  "Do I need a receipt for small expenses?",
  "Below 20 euros no receipt is needed.",
  "Write down what it was for.",
);
const REVIEWS = buildKnowledgeText(
  "How many reviews does a change need?",
  "One approval from the team is enough.",
  "Changes of payments need two.",
);
const PALLETS = buildKnowledgeText(
  "How high may we stack pallets?",
  "At most 1.80 m including the pallet.",
  "Higher ones don't fit into the rack.",
);
const ABROAD = buildKnowledgeText(
  "Can I work from abroad?",
  "Yes, in the EU for up to 20 days a year.",
  "Ask your manager and tell HR two weeks before.",
);
const FORKLIFT = buildKnowledgeText(
  "Who may drive the forklift?",
  "Only people with a forklift licence and the yearly briefing.",
  "Murat keeps the list.",
);

it.each([
  [
    "another height",
    PALLETS,
    buildKnowledgeText("Where is the limit for stacking on a pallet?", "We stop at 1.60 m, pallet included."),
  ],
  [
    "more approvals",
    REVIEWS,
    buildKnowledgeText("Can I merge with a single approval?", "No, two people have to approve each pull request."),
  ],
  [
    "that there is no exception",
    RECEIPTS,
    buildKnowledgeText("Which expenses go without a receipt?", "None, each cent has to be documented with one."),
  ],
  [
    "a limit that was raised",
    ABROAD,
    buildKnowledgeText("Working abroad", "The limit has been raised: 30 days a year since January."),
  ],
  [
    "who does it since",
    FORKLIFT,
    buildKnowledgeText(
      "List of forklift drivers",
      "Since Murat moved to the other site, Petra keeps the list of forklift drivers.",
    ),
  ],
])("a contradiction in other words is found: %s", async (_what, known, fresh) => {
  expect(await compareTexts(known, fresh)).toBe("contradicts");
});

it.each([
  [
    RECEIPTS,
    buildKnowledgeText(
      "Parking ticket for 6 euros lost, is that a problem?",
      "No; under twenty euros we pay without a receipt, just note the purpose.",
    ),
  ],
  [
    REVIEWS,
    buildKnowledgeText(
      "Do I have to wait for a second reviewer?",
      "Only if it touches payments. Otherwise a single approval will do.",
    ),
  ],
])(
  "a text with the same meaning in other words is added to the article and contradicts nothing in it: $title",
  async (known, fresh) => {
    expect(["same", "adds"]).toContain(await compareTexts(known, fresh));
  },
);

it("a customer of the portal whose link was used up contradicts no advice about expired links", async () => {
  const link = buildKnowledgeText(
    'Fix: "Your password reset link has expired"',
    '"Your password reset link has expired" and they swear they clicked within a minute.',
    "Link was opened 4 seconds after the mail went out, from an address that belongs to their mail scanner.",
    "Then the human clicks, and the link is used up.",
    "Kestrel → customer → Logins → **Send code** instead of **Send link**.",
    "Six digits, they type it at portal.larkmoor.example/code, no link for the scanner to eat.",
  );
  const clinic = buildKnowledgeText(
    "Customer (dental clinic chain, new) can't get into the portal",
    'Every mail we send him to set his password is dead on arrival, "link no longer valid".',
    "The filter opens the link first and uses it up, we had it with the Marlowe hotels.",
    "Don't send a link: customer → Logins → **Send code**, and he types the six digits at portal.larkmoor.example/code.",
    "Fix for the links themselves goes out this week, from then on a link only counts as used when the new password is saved.",
  );
  expect(await compareTexts(link, clinic)).not.toBe("contradicts");
  expect(await compareTexts(clinic, link)).not.toBe("contradicts");
});

it("computes no embeddings of two texts whose words already show different subjects", async () => {
  const encoded: string[] = [];
  const noting = {
    encode: (texts: string[]) => {
      encoded.push(...texts);
      return sharedEncoder.encode(texts);
    },
  };
  const known = buildKnowledgeText(
    "Can I work from abroad?",
    "Yes, in the EU for up to 20 days a year, as long as your manager agrees and HR knows two weeks before you leave.",
    "Outside the EU the tax office wants a certificate, which takes about a month and has to be renewed each year.",
    "Book flights and insurance through the travel desk, because private bookings are not reimbursed.",
  );
  const other = buildKnowledgeText(
    "How do I descale the coffee machine on the third floor?",
    "Fill the tank with water and one sachet of citric acid, press the steam button for ten seconds and let it rinse twice.",
    "Empty the tray afterwards, because the sensor beeps until somebody does.",
  );
  expect((await compareKnowledge(known, other, noting)).relation).toBe("different");
  expect(encoded).toEqual([]);
  const alike = buildKnowledgeText("May I work from abroad?", "Yes, in the EU, for up to 20 days a year.");
  expect((await compareKnowledge(known, alike, noting)).relation).not.toBe("different");
  expect(encoded).toContain("May I work from abroad?");
});
