import { detectKnowledge, interpolateThreshold } from "../../engine/find/detect.ts";
import { type ParsedConversation, parseConversationText } from "../../engine/text/read-conversation.ts";
import { detectShape } from "../../engine/text/shape.ts";
import { BALANCED_SENSITIVITY, SENSITIVITY } from "../../shared/domain/detection.ts";
import { benchConversation, type DetectionRow, readRows } from "./bench-rows.ts";
import { computeAreaUnderCurve, computeCalibrationError, computeScores } from "./measures.ts";
import { readOfficeConversations } from "./office-conversations.ts";
import { readOwnConversations } from "./own-conversations.ts";

const SETTINGS = { sensitivity: BALANCED_SENSITIVITY, minMessageLength: 20, detectionKeywords: [] };
const KEYWORDS = /how to|step by step|tutorial|guide/i;
/** The share of knowledge among a workplace's conversations. With it, the precision is the one that people will see. */
const PREVALENCE = 0.15;
/** Sources of which other rooms were partly used for fitting. */
const PARTLY_FITTED = new Set(["fcc-gitter"]);

/** The results of every method for a row, computed once. */
interface DetectionResult {
  row: DetectionRow;
  positive: boolean;
  said: Map<string, { score: number; chosen: boolean }>;
}

const ENGINE = "engine";
const METHODS: [string, (conversation: ParsedConversation) => { score: number; chosen: boolean }][] = [
  ["rule: keywords", (conversation) => asScore(conversation.messages.some((message) => KEYWORDS.test(message.text)))],
  [
    "rule: question, someone else answered",
    (conversation) =>
      asScore(
        detectShape(conversation).answers.length > 0 &&
          conversation.messages.some((message) => message.text.includes("?")),
      ),
  ],
  [
    ENGINE,
    (conversation) => {
      const { score, isKnowledge } = detectKnowledge(conversation, SETTINGS);
      return { score, chosen: isKnowledge };
    },
  ],
];

/**
 * Measures detection at the balanced sensitivity, and the engine's score at every sensitivity. Our own conversations
 * are of families that were not used for fitting.
 */
export function evaluateDetection(data: string) {
  const rows = readRows<DetectionRow>(data, "detection.dev.jsonl.gz").map(judged);
  const own = readOwnConversations().check.map(judged);
  const office = officeRows().map(judged);
  const strict = rows.filter(({ row }) => row.strict !== false);
  const sets: [string, DetectionResult[]][] = [["strict rows", strict]];
  const subsets = [...new Set(strict.map(({ row }) => row.subset))];
  if (subsets.length > 1)
    for (const subset of subsets) sets.push([subset, strict.filter(({ row }) => row.subset === subset)]);
  const unseen = strict.filter(({ row }) => !PARTLY_FITTED.has(row.source));
  if (unseen.length < strict.length) sets.push(["sources nothing was fitted on", unseen]);
  sets.push(["own conversations of other families", own], ["office chat of other companies", office]);
  const summary = sets.flatMap(([set, items]) =>
    METHODS.map(([method]) => ({ set, method, ...measure(items, method) })),
  );
  return { summary, passed: passedOf([...rows, ...own, ...office]), sensitivities: sensitivitiesOf(strict) };
}

function officeRows(): DetectionRow[] {
  return readOfficeConversations("unseen").map(({ id, knowledge, messages }) => ({
    id,
    source: "office",
    subset: "office",
    strict: true,
    label: knowledge ? "knowledge" : "not",
    negType: "nothing to keep",
    messages,
  }));
}

function judged(row: DetectionRow): DetectionResult {
  const conversation = parseConversationText(benchConversation(row.id, row.messages));
  const said = new Map(METHODS.map(([method, judgeBy]) => [method, judgeBy(conversation)]));
  return { row, positive: row.label === "knowledge", said };
}

function passedOf(items: DetectionResult[]) {
  const groups = new Map<string, DetectionResult[]>();
  for (const item of items) {
    if (item.positive) continue;
    const { source, negType, strict } = item.row;
    const group = `${source}: ${negType ?? "?"}${strict === false ? " (no evidence)" : ""}`;
    groups.set(group, [...(groups.get(group) ?? []), item]);
  }
  return [...groups].map(([group, some]) => ({
    "negatives let through, %": group,
    rows: some.length,
    ...Object.fromEntries(
      METHODS.map(([method]) => [
        method,
        percent(some.filter(({ said }) => said.get(method)?.chosen).length / some.length),
      ]),
    ),
  }));
}

function sensitivitiesOf(items: DetectionResult[]) {
  const scoreOf = ({ said }: DetectionResult) => said.get(ENGINE)?.score ?? 0;
  const positives = items.filter(({ positive }) => positive);
  const negatives = items.filter(({ positive }) => !positive);
  return Array.from({ length: SENSITIVITY.max }, (_, index) => {
    const threshold = interpolateThreshold(index + 1);
    const caught = positives.filter((item) => scoreOf(item) >= threshold).length / positives.length;
    const passed = negatives.filter((item) => scoreOf(item) >= threshold).length / negatives.length;
    return {
      sensitivity: index + 1,
      "score from": threshold,
      "knowledge caught, %": percent(caught),
      "negatives let through, %": percent(passed),
      "articles wrong where 15 % is knowledge, %": percent(1 - precisionAt(caught, passed)),
    };
  });
}

function measure(items: DetectionResult[], method: string) {
  const said = items.map((item) => ({ positive: item.positive, ...(item.said.get(method) ?? asScore(false)) }));
  const positives = said.filter((item) => item.positive).length;
  const hits = said.filter((item) => item.positive && item.chosen).length;
  const wrong = said.filter((item) => !item.positive && item.chosen).length;
  const { precision, recall, f1 } = computeScores(hits, hits + wrong, positives);
  return {
    rows: said.length,
    P: percent(precision),
    R: percent(recall),
    F1: percent(f1),
    AUC: percent(computeAreaUnderCurve(said)),
    "P at 15 %": percent(precisionAt(hits / positives, wrong / (said.length - positives))),
    ECE: percent(computeCalibrationError(said)),
  };
}

/** Returns the precision if only `PREVALENCE` of the conversations were knowledge. */
function precisionAt(caught: number, passed: number): number {
  return (PREVALENCE * caught) / (PREVALENCE * caught + (1 - PREVALENCE) * passed);
}

function asScore(chosen: boolean) {
  return { score: Number(chosen), chosen };
}

function percent(share: number): number {
  return Math.round(share * 1_000) / 10;
}
