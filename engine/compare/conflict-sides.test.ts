import { describe, expect, it } from "vitest";
import { compareKnowledge } from "./same-knowledge.ts";
import { buildKnowledgeText, sharedEncoder } from "./testing/compared.ts";

const CHOOSE =
  'Choose reason "Damaged in transit" and untick "return expected", otherwise the customer gets a label for a box of shards.';
const REFUND = [
  "How do I refund half an order?",
  "You refund the *shipment*, not the order.",
  "Open the order, tab *Shipments*, click the parcel number (ends in `-2` for the second one), then Actions → Refund shipment.",
  "Bellweather Café got one of two parcels smashed, the other one arrived fine.",
  CHOOSE,
  "There's no Actions button on the shipment page for me",
  "Press *Sync carrier* at the top, wait ten seconds and reload.",
] as const;
const refund = buildKnowledgeText(...REFUND);

describe("an explicit correction", () => {
  it.each([
    'Correction: the reason is called "Carrier damage" now, not "Damaged in transit".',
    "Korrektur: der Grund heißt jetzt „Carrier damage“, nicht „Damaged in transit“.",
  ])("contradicts the sentence whose wording it denies: %s", async (correction) => {
    const fresh = buildKnowledgeText(...REFUND, correction);
    const { relation, pairs, addedStatements } = await compareKnowledge(refund, fresh, sharedEncoder);
    expect(relation).toBe("contradicts");
    expect(pairs.filter((pair) => pair.relation === "contradicts")).toEqual([
      { known: 3, fresh: 6, relation: "contradicts" },
    ]);
    expect(addedStatements).toEqual([]);
  });

  it("contradicts nothing if the article lacks the denied wording or already contains the correction", async () => {
    const other = buildKnowledgeText(...REFUND, 'Correction: the page is called "Parcels" now, not "Deliveries".');
    const correction = 'Correction: the reason is called "Carrier damage" now, not "Damaged in transit".';
    const both = buildKnowledgeText(...REFUND, correction);
    expect((await compareKnowledge(refund, other, sharedEncoder)).relation).toBe("adds");
    const { pairs } = await compareKnowledge(both, both, sharedEncoder);
    expect(pairs.filter((pair) => pair.relation === "contradicts")).toEqual([]);
  });
});

describe("a conflict", () => {
  const cutOff = buildKnowledgeText(
    "Customer ordered 13:40, wants it tomorrow",
    "Parcels: order released by 14:00, pickup 16:30, next day.",
    "Pallets: by 11:00, pickup 15:00, two days.",
    "Customer ordered 13:40, wants it tomorrow.",
    "Still possible or no?",
    "He WILL order at 13:40, he's very precise.",
    "Express 09:00 delivery: by 12:30.",
  );

  it("is not found between two statements with a single common word", async () => {
    const { pairs, addedStatements } = await compareKnowledge(refund, cutOff, sharedEncoder);
    expect(pairs).toEqual([]);
    expect(addedStatements).not.toContain(3);
  });

  it("never involves a question, a greeting or a call for help", async () => {
    const backup = buildKnowledgeText(
      "How do I back up the repository?",
      "You need no git help for that, the nightly job does it.",
    );
    for (const empty of ["Need a little git help...", "Morning all!", "Do you need git help for that?"]) {
      const fresh = buildKnowledgeText("How do I back up the repository?", empty);
      for (const [known, other] of [
        [backup, fresh],
        [fresh, backup],
      ] as const) {
        const { pairs } = await compareKnowledge(known, other, sharedEncoder);
        expect(pairs.filter(({ relation }) => relation === "contradicts")).toEqual([]);
      }
    }
  });
});

describe("a repeated statement", () => {
  it("confirms only the equal sentence; a struck-out sentence and a question confirm none", async () => {
    const [, ...said] = REFUND;
    const fresh = buildKnowledgeText(REFUND[0], ...said.filter((one) => one !== CHOOSE), `~~${CHOOSE}~~`, REFUND[0]);
    const { pairs } = await compareKnowledge(refund, fresh, sharedEncoder);
    for (const { known, fresh: position } of pairs)
      expect(fresh.statements[position]?.text).toBe(refund.statements[known]?.text);
    expect(pairs).toHaveLength(5);
  });
});
