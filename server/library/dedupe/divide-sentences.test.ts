import fc from "fast-check";
import { expect, it } from "vitest";
import { listStatements, type Section, type Statement } from "../../../shared/domain/article.ts";
import { computeStatementKeys } from "../edit/statement-keys.ts";
import { divideSentences, type SplitDestination } from "./divide-sentences.ts";

/** Some texts occur twice, like a summary that repeats the body. */
const statements = fc.array(fc.tuple(fc.integer({ min: 0, max: 6 }), fc.boolean()), { maxLength: 6 }).map((drawn) =>
  drawn.map(([word, isByHand], index): Statement => {
    const made: Statement = { form: "sentence", text: `word ${word}`, language: null, sources: [`m${word}`] };
    const hand = { what: "edited" as const, by: "ada", at: "2026-11-03T00:00:00Z", words: [] };
    return isByHand ? { ...made, id: `id-${word}-${index}`, hand } : made;
  }),
);
const article = fc.record({
  summary: statements,
  body: fc.array(
    statements.map((list): Section => ({ role: "steps", heading: "Steps", layout: "steps", statements: list })),
    { maxLength: 4 },
  ),
});
const drawnPlaces = fc.array(fc.constantFrom<SplitDestination | null>("own", "both", null), {
  minLength: 30,
  maxLength: 30,
});

it("An article that is split has each sentence in exactly the places chosen: none is lost, none doubled, all in order", () => {
  fc.assert(
    fc.property(article, drawnPlaces, (whole, drawn) => {
      const keys = [...computeStatementKeys(whole)];
      const placed = keys.map(([statement, key], index) => ({ statement, key, place: drawn[index] ?? null }));
      const places = new Map(placed.flatMap(({ key, place }) => (place ? [[key, place] as const] : [])));
      const { stays, own } = divideSentences(whole, places);
      expect(listStatements(stays)).toEqual(
        placed.flatMap(({ statement, place }) => (place === "own" ? [] : [statement])),
      );
      expect(listStatements(own)).toEqual(placed.flatMap(({ statement, place }) => (place ? [statement] : [])));
      for (const { statements: left } of [...stays.body, ...own.body]) expect(left).not.toEqual([]);
    }),
    { numRuns: 2000 },
  );
});

it("An article is not split by a sentence that it does not have", () => {
  const said: Statement = { form: "sentence", text: "a", language: null, sources: [] };
  expect(() => divideSentences({ summary: [said], body: [] }, new Map([["gone", "own"]]))).toThrow(
    "A sentence that was chosen is not in the article.",
  );
});
