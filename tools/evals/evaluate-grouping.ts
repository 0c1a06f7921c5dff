import { assignConversations } from "../../engine/find/form-conversations.ts";
import { toPersonRow } from "../../server/cli/chat-rows.ts";
import { createChatMessages, type StreamRow } from "./bench-rows.ts";
import { GROUPING_RULES, type ReplyLinks } from "./grouping-rules.ts";
import { readGroupingSets } from "./grouping-sets.ts";
import { comparePartitions, computeScores } from "./measures.ts";

type Grouping = (row: StreamRow) => ReplyLinks;

/** Measures how well conversations are separated: the engine beside simple rules, on every source at every tempo. */
export function evaluateGrouping(data: string) {
  const methods: [string, Grouping][] = [...GROUPING_RULES, ["engine", byEngine]];
  const table = readGroupingSets(data).flatMap(([set, rows]) =>
    methods.map(([method, grouping]) => ({ set, method, ...measure(rows, grouping) })),
  );
  return { "telling conversations apart (0 to 100)": table };
}

function measure(rows: StreamRow[], grouping: Grouping) {
  let weight = 0;
  let information = 0;
  let oneToOne = 0;
  const exact = { hits: 0, chosen: 0, wanted: 0 };
  const link = { hits: 0, chosen: 0, wanted: 0 };
  for (const row of rows) {
    const links = grouping(row);
    const roots = new Map<number, number>();
    for (const message of row.messages) {
      const parent = links.get(message.i) ?? message.i;
      roots.set(message.i, parent === message.i ? message.i : (roots.get(parent) ?? parent));
    }
    const scored = row.messages.filter((message) => message.i >= row.scoredFrom && message.conv !== null);
    const compared = comparePartitions(
      scored.map((message) => message.conv ?? -1),
      scored.map((message) => roots.get(message.i) ?? message.i),
    );
    weight += scored.length;
    information += compared.information * scored.length;
    oneToOne += compared.oneToOne * scored.length;
    for (const key of ["hits", "chosen", "wanted"] as const) exact[key] += compared.exact[key];
    for (const message of scored) {
      if (!message.replyTo) continue;
      const parents = message.replyTo?.length ? message.replyTo : [message.i];
      link.chosen++;
      link.wanted += parents.length;
      if (parents.includes(links.get(message.i) ?? message.i)) link.hits++;
    }
  }
  return {
    VI: round(100 * (1 - information / weight / Math.log2(Math.max(2, weight)))),
    "1-1": round(oneToOne / weight),
    "exact F1": round(100 * computeScores(exact.hits, exact.chosen, exact.wanted).f1),
    // If only the conversations are labelled, single links cannot be judged.
    "link F1": link.wanted ? round(100 * computeScores(link.hits, link.chosen, link.wanted).f1) : null,
  };
}

function byEngine(row: StreamRow): ReplyLinks {
  const messages = createChatMessages(row.messages);
  const spoken = row.messages.flatMap((message, index) => {
    const said = toPersonRow(message);
    const at = messages[index];
    const name = said?.author || "someone";
    return said && at ? [{ ...at, text: said.text ?? "", author: { externalId: name, name } }] : [];
  });
  const links: ReplyLinks = new Map();
  for (const { message, answers } of assignConversations(spoken))
    links.set(Number(message.externalId), Number(answers ?? message.externalId));
  return links;
}

const round = (value: number) => Math.round(value * 10) / 10;
