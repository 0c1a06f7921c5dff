import { describe, expect, it } from "vitest";
import type { EditBlock, EditValue } from "./edit-value.ts";
import { createBaseline, mergeEdits, settleCollisions } from "./merge-edits.ts";

const sentence = (id: string, text: string): EditBlock => ({
  form: "sentence",
  id,
  key: id,
  from: [],
  text,
  inline: [],
});
const own = (id: string, text: string): EditBlock => ({ form: "sentence", id, key: null, from: [], text, inline: [] });
const LABELS = { title: "T", category: "C", contentType: "faq", difficulty: "beginner", priority: "low" } as const;
const value = (...blocks: EditBlock[]): EditValue => ({ labels: { ...LABELS }, tags: ["a", "b"], blocks });
const texts = ({ blocks }: EditValue) => blocks.map(({ text }) => text);

const BASE = value(sentence("1", "one"), sentence("2", "two"), sentence("3", "three"));
const BEGAN = createBaseline(1, BASE);

describe("two people who edit the same article", () => {
  it("keep what both did where it does not collide", () => {
    const mine = value(sentence("1", "ONE"), own("m", "mine"), sentence("2", "two"), sentence("3", "three"));
    const theirs = value(sentence("1", "one"), sentence("2", "two"), sentence("3", "THREE"), own("t", "theirs"));
    const merged = mergeEdits(BEGAN, mine, theirs);
    expect(merged.collisions).toEqual([]);
    expect(texts(merged.value)).toEqual(["ONE", "mine", "two", "THREE", "theirs"]);
  });

  it("choose for the sentence that both changed, and keep both on request", () => {
    const mine = value(sentence("1", "my one"), sentence("2", "two"), sentence("3", "three"));
    const theirs = value(sentence("1", "their one"), sentence("2", "two"), sentence("3", "three"));
    const merged = mergeEdits(BEGAN, mine, theirs);
    expect(merged.collisions).toMatchObject([{ id: "1", mine: { text: "my one" }, theirs: { text: "their one" } }]);
    expect(texts(settleCollisions(merged, ["mine"]))).toEqual(["my one", "two", "three"]);
    expect(texts(settleCollisions(merged, ["theirs"]))).toEqual(["their one", "two", "three"]);
    const both = settleCollisions(merged, ["both"]);
    expect(texts(both)).toEqual(["their one", "my one", "two", "three"]);
    expect(both.blocks[1]).toMatchObject({ key: null, from: ["1"] });
  });

  it("are asked about a sentence that one removed and the other changed, and not about one left alone", () => {
    const mine = value(sentence("1", "my one"), sentence("3", "three"));
    const theirs = value(sentence("2", "their two"), sentence("3", "three"));
    const merged = mergeEdits(BEGAN, mine, theirs);
    expect(merged.collisions).toMatchObject([
      { id: "1", theirs: null },
      { id: "2", mine: null },
    ]);
    expect(texts(settleCollisions(merged, ["mine", "theirs"]))).toEqual(["my one", "their two", "three"]);
    expect(texts(settleCollisions(merged, ["theirs", "mine"]))).toEqual(["three"]);
    expect(settleCollisions(merged, ["mine", "mine"]).blocks[0]).toMatchObject({ key: null, from: [] });
    expect(texts(mergeEdits(BEGAN, BASE, theirs).value)).toEqual(["their two", "three"]);
  });

  it("keep an order that one of them made, and the labels and tags of both", () => {
    const mine = {
      ...value(sentence("3", "three"), sentence("1", "one"), sentence("2", "two")),
      tags: ["a", "b", "m"],
    };
    const theirs = value(sentence("1", "one"), own("t", "theirs"), sentence("2", "two"), sentence("3", "three"));
    theirs.tags = ["b", "t"];
    theirs.labels = { ...LABELS, title: "Their title" };
    const { value: merged } = mergeEdits(BEGAN, mine, theirs);
    expect(texts(merged)).toEqual(["three", "one", "theirs", "two"]);
    expect(merged.tags).toEqual(["b", "t", "m"]);
    expect(merged.labels.title).toBe("Their title");
    const title = (text: string) => ({ ...BASE, labels: { ...LABELS, title: text } });
    expect(mergeEdits(BEGAN, title("Mine"), title("Theirs")).collisions).toEqual([
      { of: "label", name: "title", mine: "Mine", theirs: "Theirs" },
    ]);
  });
});
