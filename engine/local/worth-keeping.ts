import { readFileSync } from "node:fs";
import type { ConversationShape } from "./conversation-shape.ts";
import type { Joined } from "./join-sentences.ts";
import { keepFeatures } from "./keep-features.ts";
import type { ParsedConversation } from "./parse-conversation.ts";
import { logitOfTrees, type ShippedTrees } from "./shipped-trees.ts";

/** From this chance on a sentence is told whatever the rules say of it; under the other it is left out. */
export const SURELY_KEPT = 0.7;
/** The asker's own words are mostly the story of one day. */
export const SURELY_OF_ASKER = 0.9;
export const SURELY_LEFT_OUT = 0.2;

/** "X = treated." "So gloves please": from this chance on what a sentence follows from is kept with it. */
const PREMISE = 0.3;

/** Of each sentence the chance that an article of the conversation needs it; see scripts/train-keeping.ts. */
export function keepChances(pieces: Joined[], conversation: ParsedConversation, shape: ConversationShape): number[] {
  const trees = shippedTrees();
  const chances = keepFeatures(pieces, conversation, shape).map(
    (features) => 1 / (1 + Math.exp(-logitOfTrees(trees, features))),
  );
  return chances.map((chance, at) => {
    const next = pieces[at + 1];
    const follows = next?.form === "sentence" && next.message === pieces[at]?.message && /^so\b/i.test(next.text);
    return follows && chance >= PREMISE ? Math.max(chance, chances[at + 1] ?? 0) : chance;
  });
}

let shipped: ShippedTrees | null = null;

function shippedTrees(): ShippedTrees {
  shipped ??= JSON.parse(readFileSync(new URL("./keep-weights.json", import.meta.url), "utf8")) as ShippedTrees;
  return shipped;
}
