import { diffIndices } from "node-diff3";
import type { PageBlock } from "../knowledge-target.ts";
import { type RemoteTree, remade, type WireBlock } from "./blocks.ts";

/** One call that brings a page nearer to what it should be. */
export type Change =
  | { kind: "rewrite"; id: string; block: WireBlock }
  /** `after`: the id of a block on the page; null: at the end of an empty page. */
  | { kind: "insert"; after: string | null; blocks: WireBlock[] }
  | { kind: "delete"; id: string };

type Current = { id: string; key: string; tree: RemoteTree };
type Region = { buffer1: [from: number, length: number]; buffer2: [from: number, length: number] };

/**
 * The fewest changes from the blocks that stand on the page to those that should: equal blocks stay as they are, so the
 * comments on them stay too; a block whose text changed is rewritten in place. Deletions come last, so that a page that
 * breaks off in between has too much rather than too little.
 */
export function changesBetween(current: Current[], desired: PageBlock[]): Change[] {
  const keyOf = new Map(current.map(({ id, key }) => [id, key]));
  const regions = diffIndices(
    current.map(({ key }) => key),
    // A block of the page is itself, whatever key the caller knows it by.
    desired.map(({ id, key }) => (id === undefined ? key : (keyOf.get(id) ?? key))),
  ) as unknown as Region[];
  const keptForeign = new Set(desired.flatMap(({ id }) => id ?? []));
  const changes: Change[] = [];
  const deletions: Change[] = [];
  const first = current[0];
  let atStart: Extract<Change, { kind: "insert" }> | null = null;

  for (const { buffer1, buffer2 } of regions) {
    const gone = current.slice(buffer1[0], buffer1[0] + buffer1[1]);
    const wanted = desired.slice(buffer2[0], buffer2[0] + buffer2[1]);
    let after = current[buffer1[0] - 1]?.id ?? null;
    while (gone[0] && wanted[0] && canBecome(gone[0], wanted[0])) {
      const [from] = gone.splice(0, 1);
      const [to] = wanted.splice(0, 1);
      if (!from || !to) break;
      changes.push({ kind: "rewrite", id: from.id, block: to.native as WireBlock });
      after = from.id;
    }
    const blocks = wanted.flatMap((block) => asWire(block) ?? []);
    deletions.push(
      ...gone
        .filter(({ id, tree }) => remade(tree) !== null || !keptForeign.has(id))
        .map(({ id }) => ({ kind: "delete" as const, id })),
    );
    if (blocks.length === 0) continue;
    if (atStart && after === first?.id) {
      atStart.blocks.push(...blocks);
      continue;
    }
    if (after !== null || !first) {
      changes.push({ kind: "insert", after, blocks });
      continue;
    }
    // Notion inserts only after a block: what belongs before the first one goes behind it, and the first is made again.
    const firstAgain = gone.includes(first) ? null : remade(first.tree);
    atStart = { kind: "insert", after: first.id, blocks: firstAgain ? [...blocks, firstAgain] : blocks };
    changes.push(atStart);
    if (firstAgain) deletions.push({ kind: "delete", id: first.id });
  }
  return [...changes, ...deletions];
}

function canBecome({ tree }: Current, wanted: PageBlock): boolean {
  const native = wanted.native as WireBlock;
  const content = native[native.type] as { children?: unknown[] } | undefined;
  return (
    wanted.id === undefined &&
    tree.type === native.type &&
    tree.children.length === 0 &&
    !tree.has_children &&
    !content?.children
  );
}

/** A person's block that is no longer on the page is made again; one that is opaque to us cannot be. */
function asWire(block: PageBlock): WireBlock | null {
  return block.id === undefined ? (block.native as WireBlock) : remade(block.native as RemoteTree);
}
