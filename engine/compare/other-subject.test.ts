import { expect, it } from "vitest";
import type { KnowledgeText } from "../contract.ts";
import { createSentenceEncoder } from "../encoder/sentence-encoder.ts";
import { compareKnowledge, isInformative } from "./index.ts";

const encoder = createSentenceEncoder();
const textOf = (title: string, ...statements: string[]): KnowledgeText => ({
  title,
  contentType: "faq",
  statements: statements.map((text) => ({ form: "sentence", text })),
});

const REFUND = textOf(
  "How do I refund half an order?",
  "You refund the **shipment**, not the order.",
  "Open the order, tab **Shipments**, click the parcel number (ends in `-2` for the second one), then Actions → Refund shipment.",
  "How do i refund half an order?",
  "Bellweather Café got one of two parcels smashed, the other one arrived fine.",
  "Kestrel only lets me tick the whole order",
  'Choose reason "Damaged in transit" and untick "return expected", otherwise the customer gets a label for a box of shards.',
  "Press **Sync carrier** at the top, wait ten seconds and reload.",
  "Synced, refunded 214.60, credit note mailed itself",
);
const LOCKER = textOf(
  "How do I set a parcel locker as the delivery address?",
  "A customer wants her espresso machine delivered to a parcel locker.",
  "Open the customer in Kestrel and go to **Addresses → New → Parcel locker**.",
  "Type the postcode and choose a locker from the list: a machine needs one of size `L`, a grinder fits into every size.",
  "If the list is empty, the carrier has no locker of that size nearby.",
  "Then choose **Pickup shop** in the same window, she gets the address of the shop by mail.",
  "And fill in her mobile number, without it the locker sends no code",
  "Found one of size L two streets away, saved it and the label is printed.",
);

it("A conversation with another question and no statement of the article has another subject, even if both use the same words", async () => {
  expect((await compareKnowledge(REFUND, LOCKER, encoder)).relation).toBe("different");
});

it("A conversation with another question that repeats a part of the answer is about the article", async () => {
  const again = textOf(
    "Customer wants only one of her two parcels back, what now?",
    "She got two parcels and one is smashed.",
    "You refund the shipment, not the order.",
    "Open the order, tab Shipments, click the parcel number, then Actions → Refund shipment.",
    "A photo of the damage is required since May.",
    "Without it the carrier pays nothing.",
    "The photo goes into the field Evidence.",
    "Nadia checks it within a day.",
  );
  const { relation, pairs } = await compareKnowledge(REFUND, again, encoder);
  expect(relation).not.toBe("different");
  expect(pairs.some((pair) => pair.relation === "same")).toBe(true);
});

it.each(["HE'S IN.", "You're magic", "Same here!", "When's the cut-off", "Thanks a lot", "It's 10:44?"])(
  "Small talk is not worth adding to an article: %s",
  (text) => expect(isInformative(text)).toBe(false),
);

it.each([
  "Press Save",
  "Only on Fridays",
  "Not in Norway",
  "Wait 10 s",
  "`npm ci`",
  "The carrier has no locker of that size",
])("A step, a rule, a denial or a value is worth adding, even in a short sentence: %s", (text) =>
  expect(isInformative(text)).toBe(true),
);
