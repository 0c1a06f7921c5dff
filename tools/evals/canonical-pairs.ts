import { readFileSync } from "node:fs";
import type { KnowledgeText } from "../../engine/compare/same-knowledge.ts";
import type { CanonicalPair } from "./canonical-pair.ts";
import { isFromMatterSet, isFromTradeSet, readMatterPairs } from "./matters.ts";

/** Reads the pairs in this folder, with those in `matters`. */
export function readCanonicalPairs(): CanonicalPair[] {
  const lines = readFileSync(new URL("canonical-pairs.jsonl", import.meta.url), "utf8")
    .trim()
    .split("\n");
  const pairs = lines.map((line) => JSON.parse(line) as CanonicalPair);
  const matters = (["matter", "trade"] as const).flatMap((set) => [
    ...readMatterPairs("tune", set),
    ...readMatterPairs("check", set),
  ]);
  return [...pairs, ...matters];
}

export function readPairsOfHalf(half: CanonicalPair["half"]): CanonicalPair[] {
  return readCanonicalPairs().filter((pair) => pair.half === half);
}

/** Whether the new text belongs to the known article, because it confirms or contradicts the article. */
export function belongsToArticle(pair: CanonicalPair): boolean {
  return pair.class !== "near-miss" && pair.class !== "random";
}

/**
 * Returns the texts of a half, each with the topic ('matter') that it is about. Texts have the same topic if a pair
 * calls them equal or if they have the same question. Two texts with different topics and clusters answer different
 * questions, like most texts that are compared in a workspace.
 */
export function readTextsOfHalf(
  half: CanonicalPair["half"],
): { text: KnowledgeText; cluster: string; matter: string }[] {
  const pairs = readPairsOfHalf(half);
  const above = new Map<string, string>();
  const matterOf = (title: string): string => {
    const next = above.get(title);
    return next === undefined || next === title ? title : matterOf(next);
  };
  for (const { known, fresh } of pairs.filter(belongsToArticle))
    above.set(matterOf(known.title), matterOf(fresh.title));
  for (const [one, other] of SAME_MATTER) above.set(matterOf(one), matterOf(other));
  const texts = pairs.flatMap(({ known, fresh, cluster }) => [known, fresh].map((text) => ({ text, cluster })));
  const once = new Map(texts.map((one) => [JSON.stringify(one.text), one]));
  return [...once.values()].map((one) => ({ ...one, matter: matterOf(one.text.title) }));
}

/**
 * Equal questions in two clusters that were written independently. They were found by reading the most similar texts.
 */
const SAME_MATTER: [string, string][] = [
  ["Payday", "When is payday?"],
  ["Carrying over vacation into the next year", "How many vacation days can be carried over?"],
  ["How many vacation days do I have in my first year?", "How many vacation days can be carried over?"],
  ["Ordering a new laptop", "Which laptop do designers get?"],
  ["Renewing the gateway certificate", "How do I renew the TLS certificate of the gateway?"],
];

export type MatterText = ReturnType<typeof readTextsOfHalf>[number];

/**
 * Whether two texts are known to answer different questions. For random pairs this is unknown, because nobody compared
 * them.
 */
export function haveDifferentQuestions(one: MatterText, other: MatterText): boolean {
  const isRandom = one.cluster.startsWith("random") && other.cluster.startsWith("random");
  // Sets that were written independently may contain the same question. Within a set, the topics differ.
  const isOfBoth = isFromMatterSet(one) !== isFromMatterSet(other) || isFromTradeSet(one) !== isFromTradeSet(other);
  return one.cluster !== other.cluster && one.matter !== other.matter && !isRandom && !isOfBoth;
}
