import { compareKnowledge, SAME_QUESTION } from "../server/pipeline/local-engine/same-knowledge.ts";
import { contentWordsOf } from "../server/pipeline/local-engine/words.ts";
import { type CanonicalPair, isSame, readCanonicalPairs } from "./canonical-pairs.ts";

interface Judged {
  pair: CanonicalPair;
  merged: boolean;
  conflict: boolean;
}

const CLASSES: CanonicalPair["class"][] = ["paraphrase", "better-answer", "contradiction", "near-miss", "random"];
/** Share of title words in common from which the simple rule merges: the best F1 on the half for tuning. */
const TITLES_ALIKE = 0.2;

/** Merging and conflicts on the pairs of this folder, per half, per origin and per class, beside a rule of titles. */
export function evaluateCanonical(): { merging: object[]; classes: object[] } {
  const pairs = readCanonicalPairs();
  const judged = pairs.map((pair): Judged => {
    const { relation } = compareKnowledge(pair.known, pair.fresh);
    return { pair, merged: relation !== "different", conflict: relation === "contradicts" };
  });
  const byRule = pairs.map((pair): Judged => ({ pair, merged: titlesAlike(pair) >= TITLES_ALIKE, conflict: false }));
  const isOwn = ({ pair }: Judged) => pair.source === "written for Lorekeep";
  const parts: [string, (one: Judged) => boolean][] = [
    ["check", ({ pair }) => pair.half === "check"],
    ["check, from chat", (one) => one.pair.half === "check" && !isOwn(one)],
    ["check, own text", (one) => one.pair.half === "check" && isOwn(one)],
    ["tune", ({ pair }) => pair.half === "tune"],
    ["all", () => true],
  ];
  return {
    merging: parts.flatMap(([part, belongs]) => [
      { part, by: `engine, from ${SAME_QUESTION}`, ...measuresOf(judged.filter(belongs)) },
      { part, by: "title words in common", ...measuresOf(byRule.filter(belongs)) },
    ]),
    classes: CLASSES.flatMap((name) =>
      (["check", "tune"] as const).map((half) => {
        const some = judged.filter(({ pair }) => pair.class === name && pair.half === half);
        return {
          class: name,
          half,
          pairs: some.length,
          merged: percent(share(some, ({ merged }) => merged)),
          "called a conflict": percent(share(some, ({ conflict }) => conflict)),
        };
      }),
    ),
  };
}

function measuresOf(judged: Judged[]) {
  const merged = judged.filter((one) => one.merged);
  const same = judged.filter(({ pair }) => isSame(pair));
  const conflicts = judged.filter(({ pair }) => pair.class === "contradiction");
  const called = judged.filter((one) => one.conflict);
  return {
    pairs: judged.length,
    "merge P": percent(share(merged, ({ pair }) => isSame(pair))),
    "merge R": percent(share(same, (one) => one.merged)),
    "wrong merges": merged.filter(({ pair }) => !isSame(pair)).length,
    "conflicts found": percent(share(conflicts, ({ conflict }) => conflict)),
    "of those merged": percent(
      share(
        conflicts.filter((one) => one.merged),
        ({ conflict }) => conflict,
      ),
    ),
    "conflict P": percent(share(called, ({ pair }) => pair.class === "contradiction")),
  };
}

function share(judged: Judged[], is: (one: Judged) => boolean): number {
  return judged.length ? judged.filter(is).length / judged.length : Number.NaN;
}

function titlesAlike({ known, fresh }: CanonicalPair): number {
  const [a, b] = [new Set(contentWordsOf(known.title)), new Set(contentWordsOf(fresh.title))];
  return a.intersection(b).size / Math.max(1, a.union(b).size);
}

function percent(value: number): number {
  return Math.round(1000 * value) / 10;
}
