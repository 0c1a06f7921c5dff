import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PageBlock } from "../../connectors/knowledge-target.ts";
import { mergePage } from "./merge-page.ts";

const ours = (...keys: string[]): PageBlock[] => keys.map((key) => ({ key, native: `our ${key}` }));
const theirs = (...keys: string[]): PageBlock[] =>
  keys.map((key, index) => ({ key, native: `their ${key}`, id: `id-${index}` }));
const page = (keys: string, title = "Title") => ({ title, keys: keys.split("") });

function merge(base: string, our: string, their: string) {
  const merged = mergePage({
    base: page(base),
    ours: { title: "Title", blocks: ours(...our.split("")) },
    theirs: { title: "Title", blocks: theirs(...their.split("")) },
  });
  return { ...merged, keys: merged.blocks.map(({ key }) => key).join("") };
}

describe("merging a page a person edited", () => {
  it.each([
    ["our change and a person's added paragraph", "abcd", "aBcd", "abcXd", "aBcXd"],
    ["a paragraph a person removed", "abcd", "abcD", "acd", "acD"],
    ["a paragraph a person rewrote", "abcd", "Abcd", "abXd", "AbXd"],
    ["a paragraph added right beside what we changed", "abc", "aBc", "aXbc", "aXBc"],
    ["a paragraph added right after what we changed", "abc", "aBc", "abXc", "aBXc"],
    ["our new section beside a paragraph a person rewrote", "abc", "abNc", "aXc", "aXNc"],
    ["two additions at one place", "ab", "aNb", "aXb", "aNXb"],
    ["the same change on both sides", "abc", "aBc", "aBc", "aBc"],
    ["the same addition on both sides, and one more of a person", "ab", "aNb", "aNXb", "aNXb"],
    ["a line a person rewrote right beside one that we changed", "abcd", "aBcd", "abXd", "aBXd"],
    ["a line a person removed right beside one that we changed, and one they added", "abcd", "aBcd", "abdX", "aBdX"],
    ["what both added at one place, beside lines that each changed", "abcd", "aBcNd", "abcNXD", "aBcNXD"],
    ["a page a person emptied and we did not change", "abc", "abc", "", ""],
  ])("keeps %s", (_what, base, our, their, expected) => {
    expect(merge(base, our, their)).toMatchObject({ outcome: "merged", keys: expected, conflicts: [] });
  });

  it.each([
    ["both rewrote the same paragraph", "abc", "aBc", "aXc", { base: ["b"], ours: ["B"], theirs: ["X"] }],
    ["we rewrote what a person removed", "abc", "aBc", "ac", { base: ["b"], ours: ["B"], theirs: [] }],
    ["a person rewrote what we removed", "abc", "ac", "aXc", { base: ["b"], ours: [], theirs: ["X"] }],
  ])("leaves the page alone when %s", (_what, base, our, their, conflict) => {
    expect(merge(base, our, their)).toMatchObject({ outcome: "conflict", keys: their, conflicts: [conflict] });
  });

  it("keeps the platform's own blocks, on which comments hang", () => {
    const { blocks } = merge("abc", "aBc", "abcX");
    expect(blocks.map(({ id, native }) => id ?? native)).toEqual(["id-0", "our B", "id-2", "id-3"]);
  });

  it("keeps the title a person gave, and takes ours when nobody did", () => {
    const blocks = { ours: ours("a"), theirs: theirs("a") };
    const merged = (theirTitle: string) =>
      mergePage({
        base: page("a", "Old"),
        ours: { title: "New", blocks: blocks.ours },
        theirs: { title: theirTitle, blocks: blocks.theirs },
      });
    expect(merged("A person's")).toMatchObject({ outcome: "merged", title: "A person's" });
    expect(merged("Old")).toMatchObject({ outcome: "clean", title: "New" });
  });

  const keys = fc.array(fc.constantFrom(..."abcdefgh".split("")), { maxLength: 12 });
  const added = fc.array(fc.tuple(fc.nat(12), fc.constantFrom(..."STUVWXYZ".split(""))), { maxLength: 4 });
  const merging = (base: string[], our: string[], their: string[]) =>
    mergePage({
      base: { title: "T", keys: base },
      ours: { title: "T", blocks: ours(...our) },
      theirs: { title: "T", blocks: theirs(...their) },
    });
  const keysOf = (blocks: PageBlock[]) => blocks.map(({ key }) => key);

  it("never loses what a person added", () => {
    fc.assert(
      fc.property(keys, keys, added, (base, our, additions) => {
        const their = [...base];
        for (const [at, text] of additions) their.splice(at, 0, text);
        const result = keysOf(merging(base, our, their).blocks).filter((key) => "STUVWXYZ".includes(key));
        expect(result.toSorted()).toEqual(additions.map(([, text]) => text).toSorted());
      }),
      { numRuns: 2_000 },
    );
  });

  it("gives ours when no person edited", () => {
    fc.assert(
      fc.property(keys, keys, (base, our) => {
        expect(merging(base, our, base)).toMatchObject({ outcome: "clean", conflicts: [] });
        expect(keysOf(merging(base, our, base).blocks)).toEqual(our);
      }),
      { numRuns: 1_000 },
    );
  });

  it("keeps the person's page when we changed nothing", () => {
    fc.assert(
      fc.property(keys, keys, (base, their) => {
        expect(merging(base, base, their).blocks).toEqual(theirs(...their));
      }),
      { numRuns: 1_000 },
    );
  });

  it("invents no block and keeps a conflicting page as it is", () => {
    fc.assert(
      fc.property(keys, keys, keys, (base, our, their) => {
        const { outcome, blocks } = merging(base, our, their);
        const known = new Set([...our, ...their]);
        expect(keysOf(blocks).filter((key) => !known.has(key))).toEqual([]);
        if (outcome === "conflict") expect(blocks).toEqual(theirs(...their));
      }),
      { numRuns: 2_000 },
    );
  });
});
