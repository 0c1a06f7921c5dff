import { expect, it } from "vitest";
import type { PageBlock } from "../../connectors/knowledge-target.ts";
import { mergePage } from "./merge-page.ts";

const blocks = (...keys: string[]): PageBlock[] => keys.map((key) => ({ key, native: key }));
const merge = (base: string[] | null, ours: string[], theirs: string[]) => {
  const merged = mergePage({
    base: { title: "T", keys: base },
    ours: { title: "T", blocks: blocks(...ours) },
    theirs: { title: "T", blocks: blocks(...theirs) },
    retracts: true,
  });
  return { outcome: merged.outcome, keys: merged.blocks.map(({ key }) => key) };
};

it("a merged page loses retracted words and keeps a person's words beside them", () => {
  expect(merge(["a", "secret", "b"], ["a", "b"], ["a", "secret", "theirs", "b"])).toEqual({
    outcome: "merged",
    keys: ["a", "theirs", "b"],
  });
});

it("a block that a person rewrote stays and is named; unchanged text of ours in the block goes", () => {
  expect(merge(["a", "secret", "more", "b"], ["a", "b"], ["a", "secret, says Bo", "more", "b"])).toEqual({
    outcome: "retracted",
    keys: ["a", "secret, says Bo", "b"],
  });
});

it("a page that nobody edited is replaced by our text", () => {
  expect(merge(["a", "secret"], ["withdrawn"], ["a", "secret"])).toEqual({ outcome: "clean", keys: ["withdrawn"] });
});

it("a person is asked about words that only the page has, when nobody knows any longer what we published", () => {
  const found = merge(null, ["a", "b"], ["a", "secret", "b"]);
  expect(found).toEqual({ outcome: "retracted", keys: ["a", "secret", "b"] });
});
