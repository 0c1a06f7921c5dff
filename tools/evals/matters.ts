import { readFileSync } from "node:fs";
import type { KnowledgeText } from "../../engine/compare/same-knowledge.ts";
import type { CanonicalPair } from "./canonical-pair.ts";

/**
 * Topics of business chat ('matters'), written for Lorekeep. `matters/tune.txt` is for fitting and inspection, and
 * `matters/check.txt` is kept back for measuring. A topic is a line '# name (department)' followed by one line per
 * description, 'kind: question | statement | statement'. The first description is the known text. Each other
 * description forms a pair with it.
 */
const CLASSES: Record<string, CanonicalPair["class"]> = {
  paraphrase: "paraphrase",
  /** Agrees with the known text and adds something to it. */
  support: "better-answer",
  /** Contains a new value that is valid from a certain day. */
  change: "change",
  contradiction: "contradiction",
  "near-miss": "near-miss",
};

/**
 * The set of a topic. 'trade' was added later: topics of trades and not of departments, in `trades-tune.txt` and
 * `trades-check.txt`.
 */
type MatterSet = "matter" | "trade";

/** Reads the pairs of a half. Throws for a line that is neither a topic nor a description. */
export function readMatterPairs(half: CanonicalPair["half"], set: MatterSet = "matter"): CanonicalPair[] {
  const name = set === "trade" ? `trades-${half}` : half;
  const file = readFileSync(new URL(`matters/${name}.txt`, import.meta.url), "utf8");
  return file
    .trim()
    .split(/\n(?=#)/)
    .flatMap((matter) => pairsOfMatter(matter, half, set));
}

function pairsOfMatter(matter: string, half: CanonicalPair["half"], set: MatterSet): CanonicalPair[] {
  const [head = "", ...lines] = matter.trim().split("\n");
  const name = /^# ([a-z-]+) \(/.exec(head)?.[1];
  const [first, ...others] = lines.map((line) => ({ kind: line.slice(0, line.indexOf(":")), text: textOf(line) }));
  if (!name || first?.kind !== "first") throw new Error(`A matter has a name and a first description: ${head}`);
  return others.map(({ kind, text }, place) => {
    const kindOfPair = CLASSES[kind];
    if (!kindOfPair) throw new Error(`No kind of description: ${kind} of ${name}`);
    return {
      id: `${name}-${place + 1}`,
      class: kindOfPair,
      cluster: `${set}-${name}`,
      source: "written for Lorekeep",
      license: "MIT",
      half,
      known: first.text,
      fresh: text,
    };
  });
}

function textOf(line: string): KnowledgeText {
  const [title = "", ...statements] = line.slice(line.indexOf(":") + 1).split(" | ");
  return {
    title: title.trim(),
    contentType: "faq",
    statements: statements.map((text) => ({ form: "sentence", text: text.trim() })),
  };
}

export const isFromMatterSet = ({ cluster }: Pick<CanonicalPair, "cluster">): boolean => cluster.startsWith("matter-");
export const isFromTradeSet = ({ cluster }: Pick<CanonicalPair, "cluster">): boolean => cluster.startsWith("trade-");

/** Whether a person must decide between the two texts, because one withdraws or replaces a statement of the other. */
export const isConflict = (pair: CanonicalPair): boolean => pair.class === "contradiction" || pair.class === "change";
