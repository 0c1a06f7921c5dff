import { createSentenceEncoder } from "../engine/encoder/sentence-encoder.ts";
import { ANSWERS } from "../engine/local/statements.ts";
import { composeByMeaning } from "../engine/local/write-article.ts";
import { type LabelledReading, labelledReading, officeGold } from "./office-gold.ts";

interface Counts {
  conversations: number;
  needed: number;
  told: number;
  toldNeeded: number;
  toldWrongly: number;
  whole: number;
  clean: number;
}

/** By the first letter of a conversation's id. */
const SETS: Record<string, string> = { b: "office-check", p: "office-fresh" };

/**
 * Which sentences of office conversations the engine tells, against those a careful reader says an article needs. All of these
 * conversations were used for fitting; how the fitted chance does on others is printed by `npm run train -- --only keeping`.
 */
export async function evaluateSentences(): Promise<object[]> {
  const encoder = createSentenceEncoder();
  const parts: Record<string, Counts> = {};
  for (const gold of officeGold()) {
    const labelled = labelledReading(gold);
    const context = { channelName: gold.conversation.channel, knownTags: [] };
    const { told } = (await composeByMeaning(encoder, labelled.given, "faq", context)).told;
    const places = new Set(told.filter(({ part }) => ANSWERS.has(part)).map(({ at }) => at));
    const name = SETS[gold.conversation.id.charAt(0)] ?? "office-fit";
    parts[name] ??= { conversations: 0, needed: 0, told: 0, toldNeeded: 0, toldWrongly: 0, whole: 0, clean: 0 };
    count(parts[name], labelled, places);
  }
  const percent = (some: number, all: number) => Math.round((1000 * some) / Math.max(1, all)) / 10;
  return Object.entries(parts).map(([set, counts]) => ({
    set,
    conversations: counts.conversations,
    "needed sentences": counts.needed,
    "told of them, %": percent(counts.toldNeeded, counts.needed),
    "told that should not be, %": percent(counts.toldWrongly, counts.told),
    "nothing needed missing": counts.whole,
    "nothing told wrongly": counts.clean,
  }));
}

function count(counts: Counts, { sentences, leftOut }: LabelledReading, places: ReadonlySet<number>): void {
  const told = sentences.filter((_, at) => places.has(at));
  const needed = sentences.filter(({ letter }) => letter === "m").length + leftOut.filter((one) => one === "m").length;
  const toldNeeded = told.filter(({ letter }) => letter === "m").length;
  const toldWrongly = told.filter(({ letter }) => letter === "n" || letter === "q").length;
  counts.conversations += 1;
  counts.needed += needed;
  counts.told += told.length;
  counts.toldNeeded += toldNeeded;
  counts.toldWrongly += toldWrongly;
  counts.whole += Number(toldNeeded === needed);
  counts.clean += Number(toldWrongly === 0);
}
