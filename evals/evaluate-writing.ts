import { readMessages } from "../engine/local/answer-cues.ts";
import { answersIn } from "../engine/local/answers-in.ts";
import { bestSentences } from "../engine/local/best-sentences.ts";
import { parseConversation } from "../engine/local/parse-conversation.ts";
import { writeArticle } from "../engine/local/write-article.ts";
import { crossFit } from "../scripts/learning/answer-ranker.ts";
import { groupsOf } from "./answer-dialogs.ts";
import { benchConversation, type PairRow, readRows, type SummaryRow, type TitleRow } from "./bench-rows.ts";
import { scores } from "./measures.ts";

/** The sentences of an answer that a person marked as its summary, beside the first three. */
export function evaluateSummaries(directory: string) {
  const rows = readRows<SummaryRow>(directory, "keysents.dev.jsonl.gz");
  const methods: [string, (row: SummaryRow) => number[]][] = [
    ["rule: first three", (row) => row.sentences.map((_, index) => index).slice(0, 3)],
    ["engine", (row) => bestSentences(row.question, row.sentences)],
  ];
  return methods.map(([method, choose]) => ({
    task: "summary sentences, F1",
    method,
    value: percent(
      mean(
        rows.map((row) => {
          const chosen = choose(row);
          return scores(chosen.filter((index) => row.summary.includes(index)).length, chosen.length, row.summary.length)
            .f1;
        }),
      ),
    ),
  }));
}

/** Words of the title shared with a person's title, beside the first sentence. */
export function evaluateTitles(directory: string) {
  const rows = readRows<TitleRow>(directory, "titles.dev.jsonl.gz");
  const methods: [string, (row: TitleRow) => string][] = [
    ["rule: first sentence", (row) => (row.messages[0]?.text ?? "").split(/(?<=[.!?])\s/)[0] ?? ""],
    [
      "engine",
      (row) => writeArticle(benchConversation(row.id, row.messages), "howto", { channelName: "", knownTags: [] }).title,
    ],
  ];
  return methods.map(([method, titleOf]) => ({
    task: "titles, ROUGE-1 F1",
    method,
    value: percent(mean(rows.map((row) => rougeOne(titleOf(row), row.title)))),
  }));
}

/**
 * Which message answers which question, beside the next message of someone else. The shipped weights have seen the
 * dialogs of Molweni, so weights that have not are measured as well: each fold with what the other nine teach.
 */
export function evaluatePairs(directory: string) {
  const rows = readRows<PairRow>(directory, "pairs.dev.jsonl.gz");
  const methods: [string, (row: PairRow) => [number, number][]][] = [
    ["rule: next message of someone else", byRule],
    ["engine as it ships", (row) => answersIn(parseConversation(benchConversation(row.id, row.messages)))],
  ];
  const measured = methods.map(([method, answersOf]) => {
    let hits = 0;
    let chosen = 0;
    let wanted = 0;
    for (const row of rows) {
      const gold = new Set(row.answers.map(([question, answer]) => `${question}-${answer}`));
      const found = answersOf(row);
      hits += found.filter(([question, answer]) => gold.has(`${question}-${answer}`)).length;
      chosen += found.length;
      wanted += gold.size;
    }
    return pairFigures(method, hits, chosen, wanted);
  });
  const groups = groupsOf(rows.map(({ messages }) => messages.map(({ text }) => text ?? "")));
  if (new Set(groups).size < FEWEST_GROUPS) return measured;
  const { hits, chosen, wanted } = crossFit(
    rows.map((row, index) => ({
      messages: readMessages(parseConversation(benchConversation(row.id, row.messages))),
      answers: new Set(row.answers.map(([question, answer]) => `${question}-${answer}`)),
      group: String(groups[index]),
    })),
  );
  return [...measured, pairFigures("engine, fitted on other dialogs", hits, chosen, wanted)];
}

/** Too few to learn from the rest. */
const FEWEST_GROUPS = 50;

function pairFigures(method: string, hits: number, chosen: number, wanted: number) {
  const { f1, precision, recall } = scores(hits, chosen, wanted);
  return {
    task: "question-answer pairs, F1",
    method,
    value: percent(f1),
    precision: percent(precision),
    recall: percent(recall),
  };
}

function byRule(row: PairRow): [number, number][] {
  return row.messages.flatMap((message, index): [number, number][] => {
    if (!message.text?.includes("?")) return [];
    const answer = row.messages.findIndex((other, at) => at > index && other.author !== message.author);
    return answer === -1 ? [] : [[index, answer]];
  });
}

function rougeOne(candidate: string, reference: string): number {
  const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const left = new Map<string, number>();
  for (const word of wordsOf(reference)) left.set(word, (left.get(word) ?? 0) + 1);
  let hits = 0;
  for (const word of wordsOf(candidate)) {
    const count = left.get(word) ?? 0;
    if (count > 0) hits++;
    left.set(word, count - 1);
  }
  return scores(hits, wordsOf(candidate).length, wordsOf(reference).length).f1;
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function percent(share: number): number {
  return Math.round(share * 1_000) / 10;
}
