import { readFileSync } from "node:fs";
import type { KnowledgeText } from "../server/pipeline/local-engine/same-knowledge.ts";

/** Two texts and what a person said of them; see docs/engine.md, "One canonical article". */
export interface CanonicalPair {
  id: string;
  class: "paraphrase" | "better-answer" | "update" | "contradiction" | "near-miss" | "random";
  /** Pairs of one question or one topic: all of them are in one half. */
  cluster: string;
  source: string;
  license: string;
  /** `tune`: what is fitted and looked at. `check`: kept back. */
  half: "tune" | "check";
  known: KnowledgeText;
  fresh: KnowledgeText;
}

export function readCanonicalPairs(): CanonicalPair[] {
  const lines = readFileSync(new URL("canonical-pairs.jsonl", import.meta.url), "utf8")
    .trim()
    .split("\n");
  return lines.map((line) => JSON.parse(line) as CanonicalPair);
}

export function pairsOfHalf(half: CanonicalPair["half"]): CanonicalPair[] {
  return readCanonicalPairs().filter((pair) => pair.half === half);
}

/** Whether the fresh text belongs to the known article, as evidence for it or against it. */
export function isSame(pair: CanonicalPair): boolean {
  return pair.class !== "near-miss" && pair.class !== "random";
}
