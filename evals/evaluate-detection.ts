import type { DetectionSettings } from "../server/pipeline/engine.ts";
import { judge } from "../server/pipeline/local-engine/detector.ts";
import { readTalk, type Talk } from "../server/pipeline/local-engine/read-talk.ts";
import { shapeOf } from "../server/pipeline/local-engine/talk-shape.ts";
import { benchConversation, type DetectionRow, readRows } from "./bench-rows.ts";
import { areaUnderCurve, calibrationError, scores } from "./measures.ts";
import { ownTalk } from "./own-talk.ts";

/** The balanced operating point: its figures are what "the engine" scores without further words. */
const BALANCED: DetectionSettings = { sensitivity: 6, minMessageLength: 20, detectionKeywords: [] };
const KEYWORDS = /how to|step by step|tutorial|guide/i;
/** How much of a workplace's talk is knowledge, for the precision people will see. */
const PREVALENCE = 0.15;

interface Judged {
  row: DetectionRow;
  positive: boolean;
  score: number;
  chosen: boolean;
}
type Method = (talk: Talk) => { score: number; chosen: boolean };

const METHODS: [string, Method][] = [
  ["rule: keywords", (talk) => asScore(talk.messages.some((message) => KEYWORDS.test(message.text)))],
  [
    "rule: question, someone else answered",
    (talk) => asScore(shapeOf(talk, 0).isAnswered && talk.messages.some((message) => message.text.includes("?"))),
  ],
  [
    "engine",
    (talk) => {
      const { score, isKnowledge } = judge(talk, BALANCED);
      return { score, chosen: isKnowledge };
    },
  ],
];

export function evaluateDetection(directory: string) {
  const rows = readRows<DetectionRow>(directory, "detection.dev.jsonl.gz");
  const strict = rows.filter((row) => row.strict);
  const own = ownTalk().keptBack;
  const sets: [string, DetectionRow[]][] = [
    ["strict rows", strict],
    ["fcc-gitter", strict.filter((row) => row.subset === "fcc_thanked")],
    ["f2chat (not in training)", strict.filter((row) => row.subset === "f2chat")],
    ["f2chat + chit-chat (not in training)", strict.filter((row) => row.source !== "fcc-gitter")],
    ["own talk, kept back", own],
  ];
  const summary = METHODS.flatMap(([method, judgeBy]) =>
    sets.map(([set, some]) => ({ set, method, ...measure(judged(some, judgeBy)) })),
  );
  const all = [...rows, ...own];
  const negatives = [
    ...new Set(
      all.flatMap((row) =>
        row.label === "not" ? [`${row.source}: ${row.negType ?? "?"}${row.strict ? "" : " (no evidence)"}`] : [],
      ),
    ),
  ];
  const passed = negatives.map((kind) => {
    const some = all.filter(
      (row) =>
        row.label === "not" && `${row.source}: ${row.negType ?? "?"}${row.strict ? "" : " (no evidence)"}` === kind,
    );
    return {
      "negatives let through, %": kind,
      rows: some.length,
      ...Object.fromEntries(
        METHODS.map(([method, judgeBy]) => [
          method,
          percent(judged(some, judgeBy).filter((item) => item.chosen).length / some.length),
        ]),
      ),
    };
  });
  const sensitivities = Array.from({ length: 10 }, (_, index) => {
    const found = strict.map((row) => ({
      positive: row.label === "knowledge",
      chosen: judge(readTalk(benchConversation(row.id, row.messages)), { ...BALANCED, sensitivity: index + 1 })
        .isKnowledge,
    }));
    const caught =
      found.filter((item) => item.positive && item.chosen).length / found.filter((item) => item.positive).length;
    const wrong =
      found.filter((item) => !item.positive && item.chosen).length / found.filter((item) => !item.positive).length;
    return {
      sensitivity: index + 1,
      "knowledge caught, %": percent(caught),
      "negatives let through, %": percent(wrong),
      "articles wrong where 15 % is knowledge, %": percent(
        ((1 - PREVALENCE) * wrong) / (PREVALENCE * caught + (1 - PREVALENCE) * wrong),
      ),
    };
  });
  return { summary, passed, sensitivities };
}

function judged(rows: DetectionRow[], method: Method): Judged[] {
  return rows.map((row) => ({
    row,
    positive: row.label === "knowledge",
    ...method(readTalk(benchConversation(row.id, row.messages))),
  }));
}

function measure(items: Judged[]) {
  const positives = items.filter((item) => item.positive).length;
  const negatives = items.length - positives;
  const hits = items.filter((item) => item.positive && item.chosen).length;
  const wrong = items.filter((item) => !item.positive && item.chosen).length;
  const { precision, recall, f1 } = scores(hits, hits + wrong, positives);
  const caught = hits / positives;
  const falseRate = wrong / negatives;
  return {
    rows: items.length,
    P: percent(precision),
    R: percent(recall),
    F1: percent(f1),
    AUC: percent(areaUnderCurve(items)),
    "P at 15 %": percent((PREVALENCE * caught) / (PREVALENCE * caught + (1 - PREVALENCE) * falseRate)),
    ECE: percent(calibrationError(items)),
  };
}

function asScore(chosen: boolean) {
  return { score: Number(chosen), chosen };
}

function percent(share: number): number {
  return Math.round(share * 1_000) / 10;
}
