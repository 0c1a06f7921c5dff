import { expect, it } from "vitest";
import { buildKnowledgeText, compareTexts } from "./testing/compared.ts";

const BADGE = buildKnowledgeText(
  "How do I get a badge for a visitor?",
  "Reception hands it out from 8 am on.",
  "A badge for visitors is valid for one day.",
);

it("an answer about one fact contradicts the article if its value differs, and does not if its value is equal", async () => {
  const validFor = (time: string) =>
    buildKnowledgeText("How long is a badge for a visitor valid?", `A badge for visitors is valid for ${time}.`);
  expect(await compareTexts(BADGE, validFor("two weeks"))).toBe("contradicts");
  expect(await compareTexts(BADGE, validFor("one day"))).toBe("same");
});

it.each([
  [
    "another day, in words",
    buildKnowledgeText(
      "When do I have to send a doctor's note?",
      "Send the doctor's note on the third day of illness.",
    ),
    buildKnowledgeText(
      "When do I have to send a doctor's note?",
      "Send the doctor's note on the first day of illness.",
    ),
  ],
  [
    "a longer time, told vaguely",
    buildKnowledgeText("How early do I have to request vacation?", "Vacation is requested two weeks before it begins."),
    buildKnowledgeText("How early must vacation be requested?", "Vacation must be requested a month before it begins."),
  ],
  [
    "one place of two",
    buildKnowledgeText("Where can vouchers be used?", "Vouchers can be used in the shop and online."),
    buildKnowledgeText("Can vouchers be used online?", "Vouchers can only be used in the shop."),
  ],
  [
    "one where it takes many",
    buildKnowledgeText(
      "When is an outage declared?",
      "An outage is declared when more than ten customers are affected.",
    ),
    buildKnowledgeText("When is an outage declared?", "An outage is declared when one customer is affected."),
  ],
])("a different value is never counted as a confirmation: %s", async (_what, known, fresh) => {
  expect(["adds", "contradicts"]).toContain(await compareTexts(known, fresh));
});

it("two sentences about different things do not contradict each other merely because both contain times", async () => {
  const rollover = buildKnowledgeText(
    "Do leftover vacation days from this year disappear on new year's eve?",
    "Do leftover vacation days from this year disappear on new year's eve?",
    "I have 9 left",
    "They don't disappear at once.",
    "Up to five days move to next year on their own, you don't need to ask for it, and they must be *taken* (not only booked) by the end of March.",
    "Anything above five needs a reason that was ours (for example your leave was refused, or you were sick), and your lead's OK in the leave tool under *Carry over* before the last working day of the year.",
    "So 4 of my 9 would be gone if I do nothing?",
    "Yes.",
    "So please book at least four, your team lead would rather plan it than discuss it in January",
    "Booking!!",
  );
  const across = buildKnowledgeText(
    "Someone said they roll over?",
    "So i've got 11 days of holiday and not a lot of year.",
    "Someone said they roll over?",
    "Five do, on their own!",
    "Must be used by end of march.",
    "The rest is gone unless the company refused it",
    'And one addition, because it happened last year: "used" means the day itself is before the 31st of March.',
    "A holiday that starts in March and ends in April costs two years' days, and the April ones come from the new year.",
    "Booking six days of staring at a loch",
  );
  expect(await compareTexts(rollover, across)).toBe("adds");
  const ten = buildKnowledgeText(rollover.title, "Up to ten days move to next year on their own.");
  expect(await compareTexts(rollover, ten)).toBe("contradicts");
});
