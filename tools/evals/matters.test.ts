import { expect, test } from "vitest";
import { isConflict, readMatterPairs } from "./matters.ts";

const texts = (half: "tune" | "check") =>
  [...readMatterPairs(half), ...readMatterPairs(half, "trade")].flatMap(({ known, fresh }) =>
    [known, fresh].map((text) => JSON.stringify(text)),
  );

test("sixty topics of business chat are described in all five ways, and three fifths of them are kept back", () => {
  const [tune, check] = [readMatterPairs("tune"), readMatterPairs("check")];
  const matters = (pairs: typeof tune) => new Set(pairs.map(({ cluster }) => cluster)).size;
  expect(matters(tune) + matters(check)).toBeGreaterThanOrEqual(60);
  expect(matters(check) / (matters(tune) + matters(check))).toBeGreaterThanOrEqual(0.6);
  for (const pairs of [tune, check])
    for (const cluster of new Set(pairs.map((pair) => pair.cluster))) {
      const kinds = pairs.filter((pair) => pair.cluster === cluster).map((pair) => pair.class);
      expect(new Set(kinds).size, cluster).toBe(5);
    }
  for (const { known, fresh } of [...tune, ...check])
    for (const { title, statements } of [known, fresh]) expect(title && statements.length, title).toBeTruthy();
});

test("no description is in both halves", () => {
  expect(new Set(texts("tune")).isDisjointFrom(new Set(texts("check")))).toBe(true);
});

test("trades are described in all five ways, at least 1,000 pairs, a tenth of them kept back", () => {
  const [tune, check] = [readMatterPairs("tune", "trade"), readMatterPairs("check", "trade")];
  expect(tune.length + check.length).toBeGreaterThanOrEqual(1000);
  expect(check.length / (tune.length + check.length)).toBeGreaterThanOrEqual(0.1);
  for (const pairs of [tune, check])
    for (const cluster of new Set(pairs.map((pair) => pair.cluster)))
      expect(new Set(pairs.filter((pair) => pair.cluster === cluster).map((pair) => pair.class)).size, cluster).toBe(5);
});

test("no topic of a trade has the same name in the tuning half and in the half that is kept back", () => {
  const names = (pairs: ReturnType<typeof readMatterPairs>) =>
    new Set(pairs.map(({ cluster }) => cluster.replace(/^[a-z]+-/, "")));
  const keptBack = names([...readMatterPairs("check"), ...readMatterPairs("check", "trade")]);
  expect(names(readMatterPairs("tune", "trade")).intersection(keptBack)).toEqual(new Set());
});

test("a person decides about a change and a contradiction, and about nothing else", () => {
  const kinds = new Set(
    readMatterPairs("tune")
      .filter(isConflict)
      .map((pair) => pair.class),
  );
  expect(kinds).toEqual(new Set(["change", "contradiction"]));
});
