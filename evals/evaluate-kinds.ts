import { contentTypeOf, kindOfConversation } from "../engine/local/content-type.ts";
import { shapeOf } from "../engine/local/conversation-shape.ts";
import { parseConversation } from "../engine/local/parse-conversation.ts";
import { CONTENT_TYPES } from "../shared/domain/facets.ts";
import { benchConversation, type KindRow, readRows } from "./bench-rows.ts";
import { macroF1, scores } from "./measures.ts";

interface Told {
  gold: string;
  chosen: string;
}

/** Kinds of developer chat: the articles' and the plans that become none. */
const CHAT_KINDS: readonly string[] = [...CONTENT_TYPES, "project-management"];

/**
 * Per source, with a simple rule beside: which article a conversation that becomes one makes, and what a conversation is where plans are
 * labelled as well.
 */
export function evaluateKinds(data: string) {
  const rows = readRows<KindRow>(data, "kinds.dev.jsonl.gz");
  return [...new Set(rows.map((row) => row.source))].flatMap((source) => {
    const own = rows.filter((row) => row.source === source);
    const articles = own.filter((row) => CONTENT_TYPES.some((kind) => kind === row.kind));
    const chat = own.filter((row) => CHAT_KINDS.includes(row.kind));
    return [
      ...(articles.length ? measured(source, "articles", articles, articleOf) : []),
      ...(chat.length > articles.length ? measured(source, "articles and plans", chat, kindOf) : []),
    ];
  });
}

function measured(source: string, among: string, rows: KindRow[], engine: (row: KindRow) => string) {
  const methods: [string, (row: KindRow) => string][] = [
    ["rule: error words, how, else explanation", byRule],
    ["engine", engine],
  ];
  return methods.map(([method, kind]) => {
    const told = rows.map((row): Told => ({ gold: row.kind, chosen: kind(row) }));
    const kinds = [...new Set(told.map(({ gold }) => gold))].sort();
    return {
      source,
      among,
      method,
      rows: told.length,
      "macro-F1": percent(macroF1(told)),
      ...Object.fromEntries(kinds.map((one) => [one, percent(f1Of(one, told))])),
    };
  });
}

function articleOf(row: KindRow): string {
  const conversation = parseConversation(benchConversation(row.id, row.messages));
  return contentTypeOf(conversation, shapeOf(conversation, 0));
}

function kindOf(row: KindRow): string {
  const conversation = parseConversation(benchConversation(row.id, row.messages));
  return kindOfConversation(conversation, shapeOf(conversation, 0));
}

function byRule(row: KindRow): string {
  const text = row.messages[0]?.text ?? "";
  if (/\b(?:error|exception|fail|problem|issue|doesn't work)/i.test(text)) return "troubleshooting";
  return /\bhow\b/i.test(text) ? "howto" : "explanation";
}

function f1Of(kind: string, told: Told[]): number {
  return scores(
    told.filter(({ gold, chosen }) => gold === kind && chosen === kind).length,
    told.filter(({ chosen }) => chosen === kind).length,
    told.filter(({ gold }) => gold === kind).length,
  ).f1;
}

function percent(share: number): number {
  return Math.round(share * 1_000) / 10;
}
