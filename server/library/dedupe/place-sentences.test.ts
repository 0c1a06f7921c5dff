import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { listStatements, type Section, type Statement } from "../../../shared/domain/article.ts";
import { MERGE_CHOICES } from "../../../shared/domain/merging.ts";
import { computeStatementKeys } from "../edit/statement-keys.ts";
import { placeMergedSentences, type SentenceChoice } from "./place-sentences.ts";

interface Draft {
  summary: Statement[];
  body: Section[];
}

const ROLES = ["answer", "steps", "note", "cause"] as const;

/** Generates an article with distinct sentences from a small vocabulary, so that two articles have some in common. */
const article = (from: string) =>
  fc
    .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 14 }), fc.boolean(), fc.integer({ min: 0, max: 4 })), {
      minLength: 1,
      maxLength: 12,
      selector: ([word]) => word,
    })
    .map((drawn): Draft => {
      const statements = drawn.map(([word, isByHand]): Statement => {
        const made: Statement = {
          form: "sentence",
          text: `word ${word}`,
          language: null,
          sources: [`${from}${word}`],
        };
        const hand = { what: "written" as const, by: "ada", at: "2026-11-03T00:00:00Z", words: [] };
        return isByHand ? { ...made, id: `${from}-id-${word}`, hand } : made;
      });
      const inPart = (part: number) => statements.filter((_, index) => drawn[index]?.[2] === part);
      const body = ROLES.map((role, part) => ({
        role,
        heading: null,
        layout: "prose" as const,
        statements: inPart(part),
      }));
      return { summary: inPart(4), body: body.filter((section) => section.statements.length > 0) };
    });

const drawnChoices = fc.array(fc.tuple(fc.constantFrom(...MERGE_CHOICES), fc.nat()), { minLength: 12, maxLength: 12 });

/** Generates choices that a person can make: each names an existing sentence. */
function choicesFor(
  stays: Draft,
  gone: Draft,
  drawn: [SentenceChoice["choice"], number][],
): Map<string, SentenceChoice> {
  const known = [...computeStatementKeys(stays).values()];
  const own = [...computeStatementKeys(gone).values()];
  return new Map(
    own.map((key, index) => {
      const [choice, at] = drawn[index] ?? ["take", 0];
      const others = choice === "repeats" ? own.filter((one) => one !== key) : known;
      const needsOther = choice !== "take" && choice !== "leave";
      const other = needsOther ? (others[at % Math.max(1, others.length)] ?? null) : null;
      return [key, { choice: needsOther && other === null ? "take" : choice, other }];
    }),
  );
}

const textsOf = (said: Draft) => listStatements(said).map(({ text }) => text);

describe("Sentences of two articles that are merged", () => {
  it("are in exactly the places that were chosen: none is lost, none doubled, in any order of choices", () => {
    let merged = 0;
    const property = fc.property(article("a"), article("b"), drawnChoices, (stays, gone, drawn) => {
      const choices = choicesFor(stays, gone, drawn);
      let placed: ReturnType<typeof placeMergedSentences>;
      try {
        placed = placeMergedSentences(stays, gone, choices);
      } catch (error) {
        expect(String(error)).toMatch(/would be lost|cannot take the place/);
        return;
      }
      merged += 1;
      const after = listStatements(placed);
      const stand = new Map(after.map((statement) => [statement.text, statement]));
      // No sentence occurs twice.
      expect(stand.size).toBe(after.length);
      const known = new Map([...computeStatementKeys(stays)].map(([statement, key]) => [key, statement]));
      const own = new Map([...computeStatementKeys(gone)].map(([statement, key]) => [key, statement]));
      const chosen = [...choices].map(([key, way]) => ({ ...way, statement: own.get(key) as Statement }));
      const replaced = new Set(
        chosen.flatMap(({ choice, other }) => (choice === "replace" ? [known.get(other ?? "")?.text] : [])),
      );
      const brought = new Set(
        chosen.flatMap(({ choice, statement }) =>
          ["take", "replace", "both"].includes(choice) ? [statement.text] : [],
        ),
      );
      // The result has exactly the sentences of the remaining article that were not replaced, and the sentences that
      // were taken over.
      const wanted = new Set([...textsOf(stays).filter((text) => !replaced.has(text)), ...brought]);
      expect(new Set(stand.keys())).toEqual(wanted);
      for (const { choice, other, statement } of chosen) {
        const from = choice === "said" ? known.get(other ?? "")?.text : statement.text;
        if (["take", "said", "replace", "both"].includes(choice))
          expect(stand.get(from ?? "")?.sources).toEqual(expect.arrayContaining(statement.sources));
        // A sentence keeps its mark and its identity if no other sentence had the same text.
        if (brought.has(statement.text) && choice !== "said" && !textsOf(stays).includes(statement.text))
          expect(stand.get(statement.text)).toMatchObject({ ...statement, sources: expect.anything() });
      }
      for (const statement of listStatements(stays))
        if (!replaced.has(statement.text))
          expect(stand.get(statement.text)).toMatchObject({ ...statement, sources: expect.anything() });
      const { taken, said, left, replaced: took, marked } = placed.counts;
      expect(taken + said + left + took + marked).toBe(own.size);
      expect(placed.contradictions).toHaveLength(marked);
      for (const { known: one, fresh } of placed.contradictions)
        expect([stand.get(one.text), stand.get(fresh.text)]).toEqual([one, fresh]);
    });
    fc.assert(property, { numRuns: 3000 });
    // Most random choices are valid.
    expect(merged).toBeGreaterThan(600);
  });

  it("keep their order, and what is added comes at the end of its part", () => {
    const said = (...texts: string[]): Draft => ({
      summary: [],
      body: [
        {
          role: "steps",
          heading: null,
          layout: "steps",
          statements: texts.map((text) => ({ form: "sentence", text, language: null, sources: [text] })),
        },
      ],
    });
    const gone = said("c", "one is 6", "d");
    const stays = said("a", "one is 5", "b");
    const keyOf = (of: Draft, text: string) =>
      [...computeStatementKeys(of)].find(([statement]) => statement.text === text)?.[1] ?? "";
    const choose = (choice: SentenceChoice["choice"]) =>
      new Map([
        [keyOf(gone, "c"), { choice: "take", other: null } as const],
        [keyOf(gone, "one is 6"), { choice, other: keyOf(stays, "one is 5") }],
        [keyOf(gone, "d"), { choice: "take", other: null } as const],
      ]);
    expect(textsOf(placeMergedSentences(stays, gone, choose("both")))).toEqual([
      "a",
      "one is 5",
      "one is 6",
      "b",
      "c",
      "d",
    ]);
    expect(textsOf(placeMergedSentences(stays, gone, choose("replace")))).toEqual(["a", "one is 6", "b", "c", "d"]);
    expect(textsOf(placeMergedSentences(stays, gone, choose("leave")))).toEqual(["a", "one is 5", "b", "c", "d"]);
  });

  it("are not merged while nothing was chosen for one of them", () => {
    const { body } = { body: [] as Section[] };
    const one: Statement = { form: "sentence", text: "a", language: null, sources: [] };
    expect(() => placeMergedSentences({ summary: [], body }, { summary: [one], body }, new Map())).toThrow(
      "Choose what happens to each sentence.",
    );
  });
});
