import {
  type Comparison,
  compareKnowledge,
  type KnowledgeText,
  MAX_DISTANCE_TO_THRESHOLD,
} from "../../engine/compare/same-knowledge.ts";
import { compareQuestions, parseSubject, type QuestionSubject } from "../../engine/compare/same-question.ts";
import { createSentenceEncoder } from "../../engine/encoder/sentence-encoder.ts";
import { extractContentWords, isEnglish } from "../../engine/text/words.ts";
import type { CanonicalPair } from "./canonical-pair.ts";
import { belongsToArticle, haveDifferentQuestions, readCanonicalPairs, readTextsOfHalf } from "./canonical-pairs.ts";
import { isConflict, isFromMatterSet, isFromTradeSet } from "./matters.ts";

export interface JudgedPair {
  pair: CanonicalPair;
  merged: boolean;
  conflict: boolean;
  /** True if the texts were merged without a notification. */
  silent: boolean;
}

const CLASSES: CanonicalPair["class"][] = [
  "paraphrase",
  "better-answer",
  "update",
  "change",
  "contradiction",
  "near-miss",
  "random",
];
/**
 * The share of common title words from which the simple rule merges two texts. It has the best F1 on the tuning half.
 */
const TITLES_ALIKE = 0.2;

/**
 * Measures merging and conflicts on the pairs in this folder by half, origin and class, beside a simple rule on titles.
 * Also compares each text with all texts about other topics, like most comparisons in a workspace.
 */
export async function evaluateCanonical(): Promise<{ merging: object[]; classes: object[]; others: object[] }> {
  const pairs = readCanonicalPairs();
  const encoder = createSentenceEncoder();
  const byMeaning = await judgePairs(pairs, (known, fresh) => compareKnowledge(known, fresh, encoder));
  const byWords = await judgePairs(pairs, (known, fresh) => compareKnowledge(known, fresh));
  const byRule = pairs.map(
    (pair): JudgedPair => ({ pair, merged: titlesAlike(pair) >= TITLES_ALIKE, conflict: false, silent: false }),
  );
  const isBusiness = ({ pair }: JudgedPair) => pair.cluster.startsWith("business");
  // These pairs were added later: questions about a single fact, each with an equal and with a different answer.
  const asksForDetail = ({ pair }: JudgedPair) => /^business-[a-z]/.test(pair.cluster);
  const isOwn = ({ pair }: JudgedPair) => pair.source === "written for Lorekeep";
  const isMatter = ({ pair }: JudgedPair) => isFromMatterSet(pair);
  const isTrade = ({ pair }: JudgedPair) => isFromTradeSet(pair);
  const isNew = (one: JudgedPair) => isMatter(one) || isTrade(one);
  const parts: [string, (one: JudgedPair) => boolean][] = [
    ["check, matters", (one) => one.pair.half === "check" && isMatter(one)],
    ["check, matters in English", (one) => one.pair.half === "check" && isMatter(one) && !isForeign(one.pair)],
    ["check, trades", (one) => one.pair.half === "check" && isTrade(one)],
    ["check, older pairs", (one) => one.pair.half === "check" && !isNew(one)],
    ["tune, matters", (one) => one.pair.half === "tune" && isMatter(one)],
    ["tune, trades", (one) => one.pair.half === "tune" && isTrade(one)],
    ["tune, older pairs", (one) => one.pair.half === "tune" && !isNew(one)],
    ["check, details of business matters", (one) => one.pair.half === "check" && asksForDetail(one)],
    ["check, older, without these", (one) => one.pair.half === "check" && !isNew(one) && !asksForDetail(one)],
    ["check, from chat", (one) => one.pair.half === "check" && !isNew(one) && !isOwn(one)],
    [
      "check, own text on software",
      (one) => one.pair.half === "check" && isOwn(one) && !isNew(one) && !isBusiness(one),
    ],
    ["check, business conversations", (one) => one.pair.half === "check" && isBusiness(one) && !asksForDetail(one)],
    ["tune, business conversations", (one) => one.pair.half === "tune" && isBusiness(one)],
    ["all", () => true],
  ];
  return {
    others: [await againstOtherMatters("check"), await againstOtherMatters("tune")],
    merging: parts.flatMap(([part, belongs]) => [
      { part, by: "engine", ...measureJudgedPairs(byMeaning.filter(belongs)) },
      { part, by: "engine, by words alone", ...measureJudgedPairs(byWords.filter(belongs)) },
      { part, by: "title words in common", ...measureJudgedPairs(byRule.filter(belongs)) },
    ]),
    classes: CLASSES.flatMap((name) =>
      (["check", "tune"] as const).map((half) => {
        const some = byMeaning.filter(({ pair }) => pair.class === name && pair.half === half);
        return {
          class: name,
          half,
          pairs: some.length,
          merged: percent(share(some, ({ merged }) => merged)),
          "called a conflict": percent(share(some, ({ conflict }) => conflict)),
          "merged in silence": percent(share(some, ({ silent }) => silent)),
        };
      }),
    ),
  };
}

/** Judges each pair with the engine's comparison or with another one. `atOnce` comparisons run in parallel. */
export async function judgePairs(
  pairs: CanonicalPair[],
  compare: (known: KnowledgeText, fresh: KnowledgeText) => Promise<Comparison>,
  atOnce = 1,
): Promise<JudgedPair[]> {
  const judged: JudgedPair[] = [];
  const waiting = [...pairs];
  const judgeNext = async () => {
    for (let pair = waiting.shift(); pair; pair = waiting.shift()) {
      const { relation } = await compare(pair.known, pair.fresh);
      judged.push({
        pair,
        merged: relation !== "different",
        conflict: relation === "contradicts",
        silent: relation === "same",
      });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, judgeNext));
  return judged;
}

async function againstOtherMatters(half: CanonicalPair["half"]): Promise<object> {
  const encoder = createSentenceEncoder();
  const texts: { of: ReturnType<typeof readTextsOfHalf>[number]; subject: QuestionSubject }[] = [];
  for (const of of readTextsOfHalf(half)) texts.push({ of, subject: await parseSubject(of.text, encoder) });
  let comparisons = 0;
  let merged = 0;
  for (const known of texts)
    for (const fresh of texts)
      if (haveDifferentQuestions(known.of, fresh.of)) {
        comparisons++;
        // Questions that clearly differ are not compared further, so they cannot be merged.
        if (compareQuestions(known.subject, fresh.subject).missing > MAX_DISTANCE_TO_THRESHOLD) continue;
        const { relation } = await compareKnowledge(known.of.text, fresh.of.text, encoder);
        if (relation !== "different") merged++;
      }
  return { half, texts: texts.length, comparisons, merged };
}

/** Whether new or different information was merged without a notification. */
const isSilentLoss = ({ pair, silent }: JudgedPair) => silent && (isConflict(pair) || pair.class === "update");

const isForeign = ({ known }: CanonicalPair) => known.statements.some(({ text }) => !isEnglish(text));

export function measureJudgedPairs(judged: JudgedPair[]) {
  const merged = judged.filter((one) => one.merged);
  const same = judged.filter(({ pair }) => belongsToArticle(pair));
  const conflicts = judged.filter(({ pair }) => isConflict(pair));
  const called = judged.filter((one) => one.conflict);
  return {
    pairs: judged.length,
    "merge P": percent(share(merged, ({ pair }) => belongsToArticle(pair))),
    "merge R": percent(share(same, (one) => one.merged)),
    "wrong merges": merged.filter(({ pair }) => !belongsToArticle(pair)).length,
    "conflicts found": percent(share(conflicts, ({ conflict }) => conflict)),
    "of those merged": percent(
      share(
        conflicts.filter((one) => one.merged),
        ({ conflict }) => conflict,
      ),
    ),
    "conflict P": percent(share(called, ({ pair }) => isConflict(pair))),
    "conflict F1": percent(
      (2 * conflicts.filter(({ conflict }) => conflict).length) / Math.max(1, conflicts.length + called.length),
    ),
    "silent losses": judged.filter(isSilentLoss).length,
  };
}

function share(judged: JudgedPair[], is: (one: JudgedPair) => boolean): number {
  return judged.length ? judged.filter(is).length / judged.length : Number.NaN;
}

function titlesAlike({ known, fresh }: CanonicalPair): number {
  const [a, b] = [new Set(extractContentWords(known.title)), new Set(extractContentWords(fresh.title))];
  return a.intersection(b).size / Math.max(1, a.union(b).size);
}

function percent(value: number): number {
  return Math.round(1000 * value) / 10;
}
