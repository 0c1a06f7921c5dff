import { describe, expect, it } from "vitest";
import type { Encoder } from "../meaning.ts";
import { askCollection, readCollection } from "./ask-collection.ts";
import { closestTerms } from "./word-statistics.ts";

/** Reads nothing: answers by words alone. */
const NO_MEANING: Encoder = { encode: async (texts) => texts.map(() => undefined) };

const ARTICLES = [
  {
    id: "vpn",
    title: "VPN says connected but nothing opens",
    sentences: ["Hotel networks drop our large packets.", "Set MTU = 1380 in the profile.", "Save and connect again."],
  },
  { id: "label", title: "Label printer", sentences: ["Hold pause and cancel for two seconds.", "Green means done."] },
  {
    id: "leave",
    title: "Holidays left over",
    sentences: ["Up to five days move to next year.", "Take them by March."],
  },
  {
    id: "grinder",
    title: "How long is the warranty on grinders?",
    sentences: ["12 months for everything.", "Burrs are wear parts."],
  },
  {
    id: "urlaub",
    title: "Wie beantrage ich Urlaub?",
    sentences: ["Im Portal unter Abwesenheit.", "Die Teamleitung gibt ihn frei."],
  },
];

const ask = async (question: string) => askCollection(question, await readCollection(ARTICLES, NO_MEANING), NO_MEANING);

describe("by words alone", () => {
  it.each([
    ["as it is written", "which MTU in the VPN profile", "vpn"],
    ["another form of a word", "calibrating the label printers", "label"],
    ["a typing error", "waranty of the grindr", "grinder"],
    ["a word that stands for it", "guarantee on a mill", "grinder"],
    ["another language", "Urlaub beantragen", "urlaub"],
  ])("finds the article with %s", async (_what, question, id) => {
    expect((await ask(question)).articles[0]?.id).toBe(id);
  });

  it("names the sentences that answer, in the order of reading", async () => {
    const { sentences } = await ask("What MTU does the profile need?");
    expect(sentences.map(({ articleId, position }) => [articleId, position])).toContainEqual(["vpn", 1]);
    const positions = sentences.map(({ position }) => position);
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  });

  it("never answers with the line that says who asked and who answered", async () => {
    const [vpn] = ARTICLES;
    const asked = {
      id: "vpn",
      title: vpn?.title ?? "",
      sentences: ["Asked by Ana, answered by Ben.", ...(vpn?.sentences ?? [])],
    };
    const collection = await readCollection([asked], NO_MEANING);
    const { sentences } = await askCollection("VPN connected but nothing opens", collection, NO_MEANING);
    expect(sentences.length).toBeGreaterThan(0);
    expect(sentences.map(({ position }) => position)).not.toContain(0);
  });

  it("a question about nothing that is known is not answered", async () => {
    const found = await ask("When does the cleaning crew come?");
    expect(found.isAnswered).toBe(false);
    expect(found.score).toBeLessThan(0.5);
  });

  it.each(["", "?", "the and of", "'; drop table articles; --", "\u202E", "x".repeat(5000), "👩‍👩‍👧"])(
    "'%s' is answered without an error",
    async (question) => {
      expect((await ask(question)).isAnswered).toBe(false);
    },
  );

  it("no articles, no answer", async () => {
    const found = await askCollection("Anything?", await readCollection([], NO_MEANING), NO_MEANING);
    expect(found).toEqual({ articles: [], sentences: [], score: 0, isAnswered: false });
  });
});

it("only words that differ by a typing error are close", () => {
  const known = ["printer", "pointer", "painter", "restart", "port"];
  expect(closestTerms("prnter", known)).toEqual(["printer"]);
  expect(closestTerms("pritner", known)).toEqual(["printer"]);
  expect(closestTerms("pot", known)).toEqual([]);
});
