import { seededRandom } from "../scripts/seeded-random.ts";
import { spokenRow } from "../server/cli/chat-rows.ts";
import { assignConversations } from "../server/pipeline/form-conversations.ts";
import { chatMessages, readRows, type StreamRow } from "./bench-rows.ts";
import { comparePartitions, scores } from "./measures.ts";
import { asWorkplaceChat } from "./workplace-streams.ts";

type Links = Map<number, number>;
type Grouping = (row: StreamRow) => Links;

const NEVER_CROSSES_MS = 30 * 60_000;

/** Conversations told apart: the engine beside a rule of mention, author and gap; also with time stretched to a workplace's tempo. */
export function evaluateGrouping(directory: string) {
  const rows = readRows<StreamRow>(directory, "disentangle.dev.jsonl.gz");
  const sets: [string, StreamRow[]][] = [
    ["ubuntu", rows.filter((row) => row.channel === "#ubuntu")],
    ["ubuntu, 40 times slower", rows.filter((row) => row.channel === "#ubuntu").map((row) => stretched(row, 40))],
    [
      "ubuntu as a workplace's chat",
      rows
        .filter((row) => row.channel === "#ubuntu")
        .map((row, index) => asWorkplaceChat(row, seededRandom(index + 1))),
    ],
    ["channel-two", rows.filter((row) => row.channel !== "#ubuntu")],
  ];
  const table = sets.flatMap(([set, some]) =>
    (
      [
        ["rule: mention, author, gap", byRule],
        ["engine", byEngine],
      ] as [string, Grouping][]
    ).map(([method, grouping]) => ({ set, method, ...measure(some, grouping) })),
  );
  return { "telling conversations apart (0 to 100)": table };
}

function measure(rows: StreamRow[], grouping: Grouping) {
  let weight = 0;
  let variation = 0;
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
    variation += compared.variation * scored.length;
    oneToOne += compared.oneToOne * scored.length;
    for (const key of ["hits", "chosen", "wanted"] as const) exact[key] += compared.exact[key];
    for (const message of scored) {
      const parents = message.replyTo?.length ? message.replyTo : [message.i];
      link.chosen++;
      link.wanted += parents.length;
      if (parents.includes(links.get(message.i) ?? message.i)) link.hits++;
    }
  }
  return {
    VI: round(variation / weight),
    "1-1": round(oneToOne / weight),
    "exact F1": round(100 * scores(exact.hits, exact.chosen, exact.wanted).f1),
    "link F1": round(100 * scores(link.hits, link.chosen, link.wanted).f1),
  };
}

function byEngine(row: StreamRow): Links {
  const messages = chatMessages(row.messages);
  const spoken = row.messages.flatMap((message, index) => {
    const said = spokenRow(message);
    const at = messages[index];
    const name = said?.author || "someone";
    return said && at ? [{ ...at, text: said.text ?? "", author: { externalId: name, name } }] : [];
  });
  const links: Links = new Map();
  for (const { message, answers } of assignConversations(spoken))
    links.set(Number(message.externalId), Number(answers ?? message.externalId));
  return links;
}

/** What anybody would try first: the last message of whom is mentioned, else one's own last, else the one before, unless it was long ago. */
function byRule(row: StreamRow): Links {
  const messages = chatMessages(row.messages);
  const links: Links = new Map();
  const lastOf = new Map<string, number>();
  let previous = -1;
  const at = (position: number) => messages[position]?.sentAt.getTime() ?? 0;
  for (const [position, raw] of row.messages.entries()) {
    const message = spokenRow(raw);
    if (!message) continue;
    const first = (message.text ?? "").split(/\s+/)[0]?.replace(/^@|[,:]$/g, "") ?? "";
    const mentioned = first !== message.author ? lastOf.get(first) : undefined;
    const own = lastOf.get(message.author ?? "");
    const chosen = [
      mentioned,
      own,
      at(position) - at(previous) < 120_000 && !message.text?.includes("?") && !row.messages[previous]?.system
        ? previous
        : undefined,
    ].find(
      (candidate) => candidate !== undefined && candidate >= 0 && at(position) - at(candidate) <= NEVER_CROSSES_MS,
    );
    const parent = chosen === undefined ? message.i : (row.messages[chosen]?.i ?? message.i);
    links.set(message.i, parent);
    lastOf.set(message.author ?? "", position);
    previous = position;
  }
  return links;
}

function stretched(row: StreamRow, factor: number): StreamRow {
  const messages = chatMessages(row.messages);
  const start = messages[0]?.sentAt.getTime() ?? 0;
  return {
    ...row,
    messages: row.messages.map((message, index) => ({
      ...message,
      ts: Math.round((((messages[index]?.sentAt.getTime() ?? start) - start) / 1_000) * factor),
    })),
  };
}

const round = (value: number) => Math.round(value * 10) / 10;
