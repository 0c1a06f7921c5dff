import { expect, it } from "vitest";
import { describesSingleCase, suggestTitles } from "./title-suggestions.ts";

it("a title about a single case is distinguished from a title that names its subject", () => {
  for (const title of [
    "Customer ordered 13:40, wants it tomorrow",
    'Order 48-20917 sits in "awaiting stock" since thursday',
    "Two laptops slept through it: luca, omar",
    "Finance says three customers were credited twice yesterday",
    "I'm in a hotel in Lyon, VPN says connected (green) but NOTHING opens",
    "Die Bestellung hängt seit Donnerstag",
    "Third one this morning and they swear they clicked within a…",
  ])
    expect(describesSingleCase(title), title).toBe(true);
  for (const title of [
    "How do I refund half an order?",
    "Can we count one shelf without closing the whole hall?",
    "Move a standing order to another weekday",
    "The label printer prints every second label empty",
    "Wie lange ist die Kündigungsfrist?",
  ])
    expect(describesSingleCase(title), title).toBe(false);
});

it("suggested titles are the text's questions, quotations in the title, and the text's most frequent words", () => {
  expect(
    suggestTitles({
      title: 'Order 48-20917 sits in "awaiting stock" since thursday',
      text: "Stock page says 14 on hand. How do I release a reserved quote? What gives?",
      keywords: ["quote", "stock", "released"],
    }),
  ).toEqual(["How do I release a reserved quote?", "Awaiting stock", "Quote: released"]);
  expect(suggestTitles({ title: "They drop off", text: "Daily now", keywords: [] })).toEqual([]);
});
