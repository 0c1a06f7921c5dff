import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type RemoteTree, toPageBlock, toRemotePageBlock, type WireBlock } from "./blocks.ts";
import { listChanges } from "./changes.ts";

type PresentBlock = { id: string; block: WireBlock };

const ours = (letter: string) =>
  toPageBlock({
    type: letter < "d" ? "heading_2" : "paragraph",
    content: { rich_text: [{ type: "text", text: { content: letter } }] },
  });

function present(letters: string[]) {
  return letters.map((letter, index) => {
    const tree = {
      ...(ours(letter).native as WireBlock),
      id: `id-${index}`,
      has_children: false,
      created_time: "",
      last_edited_time: "",
      children: [],
    };
    return { tree: tree as RemoteTree, ...toRemotePageBlock(tree as RemoteTree), id: tree.id };
  });
}

/** Applies the changes as Notion would. */
function carriedOut(letters: string[], desired: ReturnType<typeof ours>[]): PresentBlock[] {
  const page: PresentBlock[] = present(letters).map(({ id, tree }) => ({ id, block: tree }));
  let made = 0;
  for (const change of listChanges(present(letters), desired)) {
    const at = (id: string) => page.findIndex((one) => one.id === id);
    if (change.kind === "delete") page.splice(at(change.id), 1);
    if (change.kind === "rewrite") page.splice(at(change.id), 1, { id: change.id, block: change.block });
    if (change.kind === "insert")
      page.splice(
        change.after === null ? 0 : at(change.after) + 1,
        0,
        ...change.blocks.map((block) => ({ id: `new-${made++}`, block })),
      );
  }
  return page;
}

const textOf = ({ block }: PresentBlock) =>
  (block[block.type] as { rich_text: { text: { content: string } }[] }).rich_text[0]?.text.content;
const letters = fc.array(fc.constantFrom("a", "b", "c", "d", "e", "f"), { maxLength: 8 });

describe("the changes from one page to another", () => {
  it("lead to the desired page from any page", () => {
    fc.assert(
      fc.property(letters, letters, (before, after) => {
        expect(carriedOut(before, after.map(ours)).map(textOf)).toEqual(after);
      }),
      { numRuns: 3_000 },
    );
  });

  it("are none from a page to itself", () => {
    fc.assert(fc.property(letters, (same) => listChanges(present(same), same.map(ours)).length === 0));
  });

  it("do not touch a block of the page, even if the caller passes another key for it", () => {
    const [first, second] = present(["d", "e"]);
    if (!first || !second) throw new Error("no blocks");
    const known = { ...toRemotePageBlock(second.tree), key: "the key of what was sent" };
    expect(listChanges([first, second], [ours("d"), known])).toEqual([]);
  });

  it("never touch a person's block that cannot be parsed", () => {
    const table: RemoteTree = {
      id: "table",
      type: "table",
      has_children: true,
      created_time: "",
      last_edited_time: "x",
      children: [],
      table: {},
    };
    const theirs = { ...toRemotePageBlock(table), id: "table", tree: table };
    const changes = listChanges(
      [...present(["d"]), theirs, ...present(["e"])],
      [ours("f"), theirs, ours("a"), ours("e")],
    );
    expect(JSON.stringify(changes.filter(({ kind }) => kind !== "insert"))).not.toContain("table");
    expect(changes).toContainEqual({ kind: "insert", after: "table", blocks: [ours("a").native] });
  });
});
