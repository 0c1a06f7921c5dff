import { describe, expect, it } from "vitest";
import type { LibraryDump } from "../dump.ts";
import { containsClaim, containsString } from "./claims.ts";
import type { Gold } from "./gold.ts";
import { measureLibrary } from "./measure.ts";

type Article = LibraryDump["articles"][number];

const GOLD: Gold = {
  language: "en",
  pieces: [
    {
      id: "old",
      channel: "crew",
      messages: ["1.000001", "1.000002"],
      question: "When do we stay in?",
      facts: [{ text: "Below 500 metres.", keys: ["500"] }],
      forbidden: [{ text: "On channel 16.", keys: ["16"], unless: "not" }],
    },
    {
      id: "new",
      channel: "crew",
      messages: ["1.000003"],
      question: "When do we stay in now?",
      facts: [{ text: "Below 800 metres.", keys: ["800"] }],
      forbidden: [],
      revises: "old",
    },
    {
      id: "oil",
      channel: "crew",
      messages: ["1.000004"],
      question: "Which oil?",
      facts: [
        { text: "15W-40.", keys: ["15w-40"] },
        { text: "It is what the maker says.", keys: [] },
      ],
      forbidden: [],
    },
  ],
  tempting: [{ id: "soup", messages: ["1.000005"], why: "lunch" }],
  never: ["Herring-77"],
};

const article = (id: string, ...sentences: [text: string, ...sources: string[]][]): Article => ({
  id,
  title: id,
  kind: "faq",
  confidence: 1,
  state: "published",
  form: "excerpt",
  channel: "crew",
  sentences: sentences.map(([text, ...sources]) => ({ text, sources })),
});
const dumpOf = (articles: Article[], inbox: LibraryDump["inbox"] = []): LibraryDump => ({
  articles,
  conversations: [
    { key: "1.000003", channel: "crew", messages: ["1.000003"], articleId: null, evidence: true, gist: null },
  ],
  inbox,
});
const OLD = article("old", ["Nobody leaves below 500 m.", "1.000002"]);
const NEW = article("new", ["Nobody leaves below 800 m.", "1.000003"]);
const changeIn = (dump: LibraryDump) =>
  measureLibrary(GOLD, dump).pieces.find(({ piece }) => piece.id === "new")?.change;

describe("A claim", () => {
  it.each([
    ["costs 1,280.50 pounds", ["1280.50"]],
    ["kostet 1.280,50 Euro", ["1280.50"]],
    ["at 07:40", ["7:40"]],
    ["um 16.30 Uhr", ["16:30"]],
    ["zinc anodes, **ZN‑2240**", ["zn-2240", "zinc"]],
    ["Proformarechnung dreifach", ["rechnung", "3|dreifach"]],
    ["takes 6,5 litres", ["6.5"]],
  ])("is recognised in '%s'", (text, keys) => {
    expect(containsClaim(text, { keys })).toBe(true);
  });

  it.each([
    ["at most 1500", ["500"]],
    ["takes 6.5 litres", ["5"]],
    ["see the report", ["po"]],
    ["15W-40", ["40 litres"]],
    ["use 14, not 16", ["15"]],
  ])("is not recognised in '%s'", (text, keys) => {
    expect(containsClaim(text, { keys })).toBe(false);
  });

  it("a claim does not count if the words that excuse it stand beside it", () => {
    expect(containsClaim("call on 14, not 16", { keys: ["16"], unless: "not|never" })).toBe(false);
    expect(containsClaim("call on 16", { keys: ["16"], unless: "not|never" })).toBe(true);
  });

  it("a forbidden string is found however it is written, but not inside another word", () => {
    expect(containsString("the password is  **herring-77**.", "Herring-77")).toBe(true);
    expect(containsString("order 12906", "2906")).toBe(false);
  });
});

describe("Comparing a library with a gold file", () => {
  it("measuring counts pieces, facts, foreign statements, tempting exchanges and forbidden strings", () => {
    const oil = article(
      "oil",
      ["The generator takes 15W-40.", "1.000004"],
      ["It is the usual one.", "1.000004"],
      ["Nobody leaves in fog.", "1.000001"],
      ["Soup is leek, Herring-77 opens it.", "1.000005"],
    );
    const measured = measureLibrary(GOLD, dumpOf([oil, article("stray", ["What a day.", "1.000009"])]));
    const found = measured.pieces.filter(({ isFound }) => isFound);
    expect(
      found.map(({ piece, told, unjudged, missing }) => [piece.id, told.length, unjudged.length, missing.length]),
    ).toEqual([["oil", 1, 1, 0]]);
    expect(measured.statements).toBe(4);
    expect(measured.foreign.map(({ text }) => text)).toEqual([
      "Nobody leaves in fog.",
      "Soup is leek, Herring-77 opens it.",
    ]);
    expect(measured.stray).toEqual(["stray"]);
    expect(measured.temptingTaken).toEqual(["soup"]);
    expect(measured.forbiddenStrings).toEqual([{ string: "Herring-77", where: "oil" }]);
  });

  it("measuring reports a forbidden fact that stands in one statement", () => {
    const wrong = article("old", ["Below 500 m call on channel 16.", "1.000001"]);
    const right = article("old", ["Below 500 m call on channel 14, not 16.", "1.000001"]);
    const toldIn = (one: Article) => measureLibrary(GOLD, dumpOf([one])).pieces[0]?.forbiddenTold.length;
    expect([toldIn(wrong), toldIn(right)]).toEqual([1, 0]);
  });

  it("measuring ignores articles that were merged into another article or dismissed", () => {
    expect(measureLibrary(GOLD, dumpOf([{ ...NEW, state: "merged" }])).articles).toEqual([]);
  });

  it("measuring reports, for a changed rule, whether people learn of the change", () => {
    const raised = { kind: "conflict", articleId: "old", conversationKey: "1.000003" };
    const both = article("old", ["Until October below 500 m.", "1.000001"], ["From then on below 800 m.", "1.000003"]);
    expect(changeIn(dumpOf([OLD], [raised]))).toBe("noted");
    expect(changeIn(dumpOf([both]))).toBe("noted");
    expect(changeIn(dumpOf([NEW]))).toBe("alone");
    expect(changeIn(dumpOf([OLD, NEW]))).toBe("beside");
    expect(changeIn(dumpOf([OLD]))).toBe("missed");
  });

  it("facts of an old rule do not count as missing if the new rule is in the library", () => {
    const [old] = measureLibrary(GOLD, dumpOf([NEW])).pieces;
    expect(old).toMatchObject({ isFound: false, isReplaced: true, missing: [] });
  });
});
