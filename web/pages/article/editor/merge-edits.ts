import { createRandomId } from "../../../lib/random-id.ts";
import { type ArticleLabels, type EditBlock, type EditValue, hashText, serializeBlock } from "./edit-value.ts";

/** Hashes of the article at the start of an edit. They show what each side changed, without storing text. */
export interface EditBaseline {
  version: number;
  labels: Record<keyof ArticleLabels, string>;
  tags: string[];
  /** The hash of each block, in reading order. */
  blocks: [id: string, content: string][];
}

export const createBaseline = (version: number, { labels, tags, blocks }: EditValue): EditBaseline => ({
  version,
  labels: Object.fromEntries(
    Object.entries(labels).map(([name, text]) => [name, hashText(text)]),
  ) as EditBaseline["labels"],
  tags: tags.map(hashText),
  blocks: blocks.map((block) => [block.id, hashText(serializeBlock(block))]),
});

/** A part that both sides changed. `null`: that side removed the part. */
export type EditCollision =
  | { of: "label"; name: keyof ArticleLabels; mine: string; theirs: string }
  | { of: "block"; id: string; mine: EditBlock | null; theirs: EditBlock | null };

export interface MergedEdit {
  /**
   * The merged article. If both sides changed a part, it contains my version, or their version if I removed the part.
   */
  value: EditValue;
  collisions: EditCollision[];
}

/**
 * Merges my edit and the saved version three-way, sentence by sentence. A part that both changed becomes a collision,
 * so that no change is lost silently.
 */
export function mergeEdits(began: EditBaseline, mine: EditValue, theirs: EditValue): MergedEdit {
  const collisions: EditCollision[] = [];
  const labels = { ...mine.labels };
  for (const name of Object.keys(labels) as (keyof ArticleLabels)[]) {
    const [my, their] = [mine.labels[name], theirs.labels[name]];
    if (my === their) continue;
    if (hashText(my) === began.labels[name]) Object.assign(labels, { [name]: their });
    else if (hashText(their) !== began.labels[name]) collisions.push({ of: "label", name, mine: my, theirs: their });
  }
  return {
    value: { labels, tags: mergeTags(began, mine, theirs), blocks: mergeBlocks(began, mine, theirs, collisions) },
    collisions,
  };
}

function mergeTags(began: EditBaseline, mine: EditValue, theirs: EditValue): string[] {
  const stood = new Set(began.tags);
  const kept = theirs.tags.filter((tag) => mine.tags.includes(tag) || !stood.has(hashText(tag)));
  const added = mine.tags.filter((tag) => !theirs.tags.includes(tag) && !stood.has(hashText(tag)));
  return [...kept, ...added];
}

function mergeBlocks(
  began: EditBaseline,
  mine: EditValue,
  theirs: EditValue,
  collisions: EditCollision[],
): EditBlock[] {
  const stood = new Map(began.blocks);
  const [mineById, theirsById] = [byId(mine), byId(theirs)];
  const isSame = (block: EditBlock) => stood.get(block.id) === hashText(serializeBlock(block));
  const choose = (id: string): EditBlock | null => {
    const [my, their] = [mineById.get(id) ?? null, theirsById.get(id) ?? null];
    if (my && their) {
      if (isSame(my) || serializeBlock(my) === serializeBlock(their)) return their;
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

export type CollisionChoice = "mine" | "theirs" | "both";

/**
 * Applies the person's choice for each collision. If a person keeps a sentence that the other side removed, it becomes
 * a new sentence by that person.
 */
export function settleCollisions({ value, collisions }: MergedEdit, choices: readonly CollisionChoice[]): EditValue {
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

function chosen({ mine, theirs }: EditCollision & { of: "block" }, choice: CollisionChoice): EditBlock[] {
  if (choice === "theirs") return theirs ? [theirs] : [];
  if (choice === "mine") return mine ? [theirs ? mine : asOwn(mine)] : [];
  if (mine && theirs && mine.form === "head") return [mine];
  const also = mine && (theirs ? beside(mine) : asOwn(mine));
  return [...(theirs ? [theirs] : []), ...(also ? [also] : [])];
}

/** Keeps both sentences: this sentence gets a new id and cites the same messages. */
const beside = (block: EditBlock): EditBlock =>
  block.form === "head"
    ? block
    : { ...block, id: createRandomId(), key: null, from: [...block.from, ...(block.key ? [block.key] : [])] };
const asOwn = (block: EditBlock): EditBlock =>
  block.form === "head" ? block : { ...block, id: createRandomId(), key: null, from: [] };
