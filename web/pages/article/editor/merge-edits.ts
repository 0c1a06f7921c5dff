import { randomId } from "../../../lib/random-id.ts";
import { type Block, contentOf, type EditValue, hashOf, type Labels } from "./edit-value.ts";

/** The state at the start of an edit, as hashes. They show what either side changed without storing the text. */
export interface Beginning {
  version: number;
  labels: Record<keyof Labels, string>;
  tags: string[];
  /** The hash of each block, in the order of the article. */
  blocks: [id: string, content: string][];
}

export const beginningOf = (version: number, { labels, tags, blocks }: EditValue): Beginning => ({
  version,
  labels: Object.fromEntries(Object.entries(labels).map(([name, text]) => [name, hashOf(text)])) as Beginning["labels"],
  tags: tags.map(hashOf),
  blocks: blocks.map((block) => [block.id, hashOf(contentOf(block))]),
});

/** A part that both sides changed. `null`: that side removed it. */
export type Collision =
  | { of: "label"; name: keyof Labels; mine: string; theirs: string }
  | { of: "block"; id: string; mine: Block | null; theirs: Block | null };

export interface Merged {
  /** The merged article. Where both sides collide it holds mine, or theirs if I removed the part. */
  value: EditValue;
  collisions: Collision[];
}

/**
 * Three-way merge of my edit and the saved version, sentence by sentence. A change that both made becomes a collision, so that
 * neither is lost silently.
 */
export function mergeEdits(began: Beginning, mine: EditValue, theirs: EditValue): Merged {
  const collisions: Collision[] = [];
  const labels = { ...mine.labels };
  for (const name of Object.keys(labels) as (keyof Labels)[]) {
    const [my, their] = [mine.labels[name], theirs.labels[name]];
    if (my === their) continue;
    if (hashOf(my) === began.labels[name]) Object.assign(labels, { [name]: their });
    else if (hashOf(their) !== began.labels[name]) collisions.push({ of: "label", name, mine: my, theirs: their });
  }
  return {
    value: { labels, tags: mergeTags(began, mine, theirs), blocks: mergeBlocks(began, mine, theirs, collisions) },
    collisions,
  };
}

function mergeTags(began: Beginning, mine: EditValue, theirs: EditValue): string[] {
  const stood = new Set(began.tags);
  const kept = theirs.tags.filter((tag) => mine.tags.includes(tag) || !stood.has(hashOf(tag)));
  const added = mine.tags.filter((tag) => !theirs.tags.includes(tag) && !stood.has(hashOf(tag)));
  return [...kept, ...added];
}

function mergeBlocks(began: Beginning, mine: EditValue, theirs: EditValue, collisions: Collision[]): Block[] {
  const stood = new Map(began.blocks);
  const [mineById, theirsById] = [byId(mine), byId(theirs)];
  const isSame = (block: Block) => stood.get(block.id) === hashOf(contentOf(block));
  const choose = (id: string): Block | null => {
    const [my, their] = [mineById.get(id) ?? null, theirsById.get(id) ?? null];
    if (my && their) {
      if (isSame(my) || contentOf(my) === contentOf(their)) return their;
      if (isSame(their)) return my;
      collisions.push({ of: "block", id, mine: my, theirs: their });
      return my;
    }
    const only = my ?? their;
    if (!only || !stood.has(id)) return only;
    if (isSame(only)) return null;
    collisions.push({ of: "block", id, mine: my, theirs: their });
    return only;
  };
  const hasMoved = orderOf(mine, stood).join() !== [...stood.keys()].filter((id) => mineById.has(id)).join();
  const [skeleton, other] = hasMoved ? [mine, theirs] : [theirs, mine];
  const order = skeleton.blocks.map(({ id }) => id);
  const placed = new Set(order);
  let before: string | null = null;
  for (const { id } of other.blocks) {
    if (!placed.has(id)) {
      order.splice(before === null ? 0 : order.indexOf(before) + 1, 0, id);
      placed.add(id);
    }
    before = id;
  }
  return order.flatMap((id) => choose(id) ?? []);
}

const byId = ({ blocks }: EditValue) => new Map(blocks.map((block) => [block.id, block]));
const orderOf = ({ blocks }: EditValue, known: ReadonlyMap<string, unknown>) =>
  blocks.map(({ id }) => id).filter((id) => known.has(id));

export type Choice = "mine" | "theirs" | "both";

/**
 * Applies the person's choice for each collision. A sentence that they keep although it was removed becomes a new one of their
 * own.
 */
export function settle({ value, collisions }: Merged, choices: readonly Choice[]): EditValue {
  let labels = value.labels;
  let blocks = value.blocks;
  for (const [index, collision] of collisions.entries()) {
    const choice = choices[index] ?? "both";
    if (collision.of === "label") {
      if (choice === "theirs") labels = { ...labels, [collision.name]: collision.theirs };
      continue;
    }
    blocks = blocks.flatMap((block) => (block.id === collision.id ? chosen(collision, choice) : [block]));
  }
  return { ...value, labels, blocks };
}

function chosen({ mine, theirs }: Collision & { of: "block" }, choice: Choice): Block[] {
  if (choice === "theirs") return theirs ? [theirs] : [];
  if (choice === "mine") return mine ? [theirs ? mine : asOwn(mine)] : [];
  if (mine && theirs && mine.form === "head") return [mine];
  const also = mine && (theirs ? beside(mine) : asOwn(mine));
  return [...(theirs ? [theirs] : []), ...(also ? [also] : [])];
}

/** Keeps both sentences: this one gets a new id and cites the same messages. */
const beside = (block: Block): Block =>
  block.form === "head"
    ? block
    : { ...block, id: randomId(), key: null, from: [...block.from, ...(block.key ? [block.key] : [])] };
const asOwn = (block: Block): Block =>
  block.form === "head" ? block : { ...block, id: randomId(), key: null, from: [] };
