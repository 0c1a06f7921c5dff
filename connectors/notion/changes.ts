import { diffIndices } from "node-diff3";
import type { PageBlock } from "../knowledge-target.ts";
import { copyBlock, normalizeBlock, type RemoteTree, type WireBlock } from "./blocks.ts";

/** One call that changes a page towards its desired content. */
export type PageChange =
  | { kind: "rewrite"; id: string; block: WireBlock }
  /** Inserts the blocks after the block with the id `after`; null inserts before the first block. */
  | { kind: "insert"; after: string | null; blocks: WireBlock[] }
  | { kind: "delete"; id: string };

type CurrentBlock = { id: string; key: string; tree: RemoteTree };
type DiffRegion = { buffer1: [from: number, length: number]; buffer2: [from: number, length: number] };

/**
 * The least share of common words of two versions of a block. With a smaller share, the block counts as new, and
 * comments on the old block are lost.
 */
const LEAST_IN_COMMON = 0.3;

/**
 * Returns the fewest changes from the current blocks to the desired ones. Equal blocks stay and keep their comments. A
 * block whose text changed is rewritten in place. Deletions come last, so that an interrupted update leaves too much
 * text and not too little.
 */
export function listChanges(current: CurrentBlock[], desired: PageBlock[]): PageChange[] {
  const keyOf = new Map(current.map(({ id, key }) => [id, key]));
  const regions = diffIndices(
    current.map(({ key }) => key),
    // An existing block is identified by its id, even if the caller passes another key.
    desired.map(({ id, key, native }) =>
      id === undefined ? normalizeBlock(native as WireBlock) : (keyOf.get(id) ?? key),
    ),
  ) as unknown as DiffRegion[];
  const keptForeign = new Set(desired.flatMap(({ id }) => id ?? []));
  const changes: PageChange[] = [];
  const deletions: PageChange[] = [];

  for (const { buffer1, buffer2 } of regions) {
    const gone = current.slice(buffer1[0], buffer1[0] + buffer1[1]);
    const wanted = desired.slice(buffer2[0], buffer2[0] + buffer2[1]);
    const becomes = pairs(gone, wanted);
    const rewritten = new Set(becomes.values());
    let after = current[buffer1[0] - 1]?.id ?? null;
    let added: WireBlock[] = [];
    const addHere = () => {
      if (added.length > 0) changes.push({ kind: "insert", after, blocks: added });
      added = [];
    };
    for (const block of wanted) {
      const from = becomes.get(block);
      if (from) {
        addHere();
        changes.push({ kind: "rewrite", id: from.id, block: ownContent(block.native as WireBlock, from.tree) });
        after = from.id;
      } else added.push(...(asWire(block) ?? []));
    }
    addHere();
    deletions.push(
      ...gone
        .filter((block) => !rewritten.has(block) && (copyBlock(block.tree) !== null || !keptForeign.has(block.id)))
        .map(({ id }) => ({ kind: "delete" as const, id })),
    );
  }
  return [...changes, ...deletions];
}

/** Puts changes that remove erased text first, because the attempt may be interrupted. */
export const orderErasuresFirst = (changes: PageChange[]): PageChange[] => {
  const order = ["delete", "rewrite", "insert"];
  return changes.toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
};

/**
 * Pairs removed blocks with new blocks for rewriting. The pairs keep the order of both lists and have the greatest
 * total similarity.
 */
function pairs(gone: CurrentBlock[], wanted: PageBlock[]): Map<PageBlock, CurrentBlock> {
  const [only, other] = [gone[0], wanted[0]];
  if (gone.length === 1 && wanted.length === 1 && only && other && canBecome(only, other))
    return new Map([[other, only]]);
  const alike = gone.map((from) => wanted.map((to) => (canBecome(from, to) ? likeness(from, to) : 0)));
  const best = Array.from({ length: gone.length + 1 }, () => Array.from({ length: wanted.length + 1 }, () => 0));
  const at = (row: number, column: number) => best[row]?.[column] ?? 0;
  for (let row = gone.length - 1; row >= 0; row -= 1)
    for (let column = wanted.length - 1; column >= 0; column -= 1) {
      const paired = (alike[row]?.[column] ?? 0) && (alike[row]?.[column] ?? 0) + at(row + 1, column + 1);
      (best[row] as number[])[column] = Math.max(paired, at(row + 1, column), at(row, column + 1));
    }
  const found = new Map<PageBlock, CurrentBlock>();
  for (let row = 0, column = 0; row < gone.length && column < wanted.length; ) {
    const [from, to] = [gone[row], wanted[column]];
    const own = alike[row]?.[column] ?? 0;
    if (from && to && own > 0 && at(row, column) === own + at(row + 1, column + 1)) {
      found.set(to, from);
      row += 1;
      column += 1;
    } else if (at(row, column) === at(row + 1, column)) row += 1;
    else column += 1;
  }
  return found;
}

/** Returns the similarity of two blocks, 0 to 1; 0 if the new block cannot be a version of the old one. */
function likeness({ tree }: CurrentBlock, { native }: PageBlock): number {
  const [words, others] = [wordsOf(normalizeBlock(tree)), wordsOf(normalizeBlock(native as WireBlock))];
  const common = [...words].filter((word) => others.has(word)).length;
  const share = common / Math.max(1, Math.min(words.size, others.size));
  return share >= LEAST_IN_COMMON ? share : 0;
}

/** Splits the text in a block's key into words. */
function wordsOf(key: string): Set<string> {
  const { text, children } = JSON.parse(key) as { text?: { text: string }[]; children?: string[] };
  const own = (text ?? []).flatMap((run) => run.text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  return new Set([...own, ...(children ?? []).flatMap((child) => [...wordsOf(child)])]);
}

/**
 * Whether a block can be rewritten to the desired one. A rewrite changes only the block's own text, so the children
 * must be equal.
 */
function canBecome({ tree }: CurrentBlock, wanted: PageBlock): boolean {
  const native = wanted.native as WireBlock;
  if (wanted.id !== undefined || tree.type !== native.type) return false;
  const [before, after] = [childrenOf(normalizeBlock(tree)), childrenOf(normalizeBlock(native))];
  const isReadWhole = !tree.has_children || tree.children.length > 0;
  return isReadWhole && before !== null && before === after;
}

function childrenOf(key: string): string | null {
  const { children } = JSON.parse(key) as { children?: string[] };
  return children ? JSON.stringify(children) : null;
}

function ownContent(block: WireBlock, { children }: RemoteTree): WireBlock {
  if (children.length === 0) return block;
  const { children: _inIt, ...own } = block[block.type] as { children?: unknown };
  return { type: block.type, [block.type]: own };
}

/** Returns the request that creates a person's deleted block again; none for a block that is not parsed. */
function asWire(block: PageBlock): WireBlock[] | null {
  const wire = block.id === undefined ? (block.native as WireBlock) : copyBlock(block.native as RemoteTree);
  return wire && [wire];
}
