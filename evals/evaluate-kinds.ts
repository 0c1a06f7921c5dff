import { contentTypeOf } from "../server/pipeline/local-engine/content-type.ts";
import { readTalk } from "../server/pipeline/local-engine/read-talk.ts";
import { shapeOf } from "../server/pipeline/local-engine/talk-shape.ts";
import { CONTENT_TYPES } from "../shared/domain/facets.ts";
import { benchConversation, type KindRow, readRows } from "./bench-rows.ts";
import { macroF1, scores } from "./measures.ts";

type Method = (row: KindRow) => string;

const METHODS: [string, Method][] = [
  ["rule: error words, how, else explanation", byRule],
  [
    "engine",
    (row) => {
      const talk = readTalk(benchConversation(row.id, row.messages));
      return contentTypeOf(talk, shapeOf(talk, 0));
    },
  ],
];

/** Kinds of articles on rows whose gold is one of them; other kinds never become articles. */
export function evaluateKinds(directory: string) {
  const rows = readRows<KindRow>(directory, "kinds.dev.jsonl.gz").filter((row) =>
    CONTENT_TYPES.some((kind) => kind === row.kind),
  );
  return [...new Set(rows.map((row) => row.source))].flatMap((source) =>
    METHODS.map(([method, kindOf]) => {
      const pairs = rows.filter((row) => row.source === source).map((row) => ({ gold: row.kind, chosen: kindOf(row) }));
      const ofKind = (kind: string) =>
        scores(
          pairs.filter((pair) => pair.gold === kind && pair.chosen === kind).length,
          pairs.filter((pair) => pair.chosen === kind).length,
          pairs.filter((pair) => pair.gold === kind).length,
        ).f1;
      const kinds = [...new Set(pairs.map((pair) => pair.gold))].sort();
      return {
        source,
        method,
        rows: pairs.length,
        "macro-F1": percent(macroF1(pairs)),
        ...Object.fromEntries(kinds.map((kind) => [kind, percent(ofKind(kind))])),
      };
    }),
  );
}

function byRule(row: KindRow): string {
  const text = row.messages[0]?.text ?? "";
  if (/\b(?:error|exception|fail|problem|issue|doesn't work)/i.test(text)) return "troubleshooting";
  return /\bhow\b/i.test(text) ? "howto" : "explanation";
}

function percent(share: number): number {
  return Math.round(share * 1_000) / 10;
}
