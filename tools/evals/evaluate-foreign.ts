import { formConversations } from "../../engine/find/form-conversations.ts";
import { createLocalEngine } from "../../engine/local-engine.ts";
import { toPersonRow } from "../../server/cli/chat-rows.ts";
import { listStatements, type WrittenArticle } from "../../shared/domain/article.ts";
import type { ChatMessage } from "../../shared/domain/chat.ts";
import { DEFAULT_DETECTION_SETTINGS } from "../../shared/domain/detection.ts";
import { createChatMessages, type StreamRow } from "./bench-rows.ts";
import { readGroupingSets } from "./grouping-sets.ts";

/** Labelled streams: some with a team's usual tempo, some of busy rooms. */
const SETS = [
  "ubuntu",
  "channel-two",
  "ubuntu thinned to a workplace's chat",
  "gitter, real times",
  "gitter, simulated channels",
  "gitter, simulated channels, nobody named",
];
/** The confidence from which an article is published at half of the highest accepted risk. */
const SURE = 0.5;

/**
 * Measures the share of statements in the engine's articles that come from another conversation than most of the
 * article, on streams that people separated by hand. Messages without a known conversation are not counted.
 */
export async function evaluateForeignStatements(data: string): Promise<object[]> {
  const table: object[] = [];
  for (const [set, rows] of readGroupingSets(data).filter(([name]) => SETS.includes(name) || name === "all")) {
    const articles: ForeignStatementCount[] = [];
    for (const row of rows) articles.push(...(await articlesOf(row)));
    const sure = articles.filter(({ confidence }) => confidence >= SURE);
    table.push({ set, ...sharesOf("", articles), ...sharesOf("from .5: ", sure) });
  }
  return table;
}

interface ForeignStatementCount {
  confidence: number;
  /**
   * The number of statements from a known conversation (`known`), and of those from another conversation than most of
   * the article.
   */
  known: number;
  foreign: number;
}

async function articlesOf(row: StreamRow): Promise<ForeignStatementCount[]> {
  const engine = createLocalEngine();
  const conversationOf = new Map(row.messages.map(({ i, conv }) => [String(i), conv]));
  const counted: ForeignStatementCount[] = [];
  for (const conversation of formConversations(spokenIn(row))) {
    const finding = await engine.detect(conversation, DEFAULT_DETECTION_SETTINGS);
    if (!finding.isKnowledge) continue;
    const article = await engine.write(conversation, finding, { channelName: row.channel, knownTags: [] });
    counted.push({ confidence: article.confidence ?? finding.score, ...foreignIn(article, conversationOf) });
  }
  return counted;
}

function spokenIn(row: StreamRow): ChatMessage[] {
  const messages = createChatMessages(row.messages);
  return row.messages.flatMap((message, index) => {
    const [said, at] = [toPersonRow(message), messages[index]];
    const name = said?.author || "someone";
    return said && at ? [{ ...at, text: said.text ?? "", author: { externalId: name, name } }] : [];
  });
}

function foreignIn(article: WrittenArticle, conversationOf: ReadonlyMap<string, number | null>) {
  const conversations = listStatements(article).flatMap(({ sources }) => {
    const known = sources.flatMap((source) => conversationOf.get(source) ?? []);
    return known.length > 0 ? [new Set(known)] : [];
  });
  const counts = new Map<number, number>();
  for (const one of conversations) for (const id of one) counts.set(id, (counts.get(id) ?? 0) + 1);
  const [main] = [...counts].toSorted((a, b) => b[1] - a[1])[0] ?? [];
  const foreign = conversations.filter((one) => main === undefined || !one.has(main)).length;
  return { known: conversations.length, foreign };
}

function sharesOf(label: string, articles: ForeignStatementCount[]) {
  const sum = (of: (one: ForeignStatementCount) => number) => articles.reduce((total, one) => total + of(one), 0);
  const statements = sum(({ known }) => known);
  const foreign = sum((one) => one.foreign);
  return {
    [`${label}articles`]: articles.length,
    [`${label}statements`]: statements,
    [`${label}foreign, %`]: statements ? Math.round((1000 * foreign) / statements) / 10 : null,
    [`${label}with foreign ones`]: articles.filter((one) => one.foreign > 0).length,
  };
}
