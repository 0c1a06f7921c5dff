import { factsOf } from "../compare/facts.ts";
import type { Comparison, KnowledgeText } from "../contract.ts";
import { redact } from "../redact/redact.ts";
import { cleanText } from "../text/clean-text.ts";
import { askTwice, type Model } from "./model.ts";
import type { ComparisonAnswer } from "./prompts/answers.ts";
import { COMPARE } from "./prompts/prompts.ts";
import { estimateTokens, sharesOf } from "./tokens.ts";

/** Two texts that the local engine holds for less likely about the same are different, and no model is asked. */
const ASKED_FROM = 0.2;
const OUTPUT_TOKENS = 1_500;
/** The chance that both are about the same, by how certain the model is. */
const SAME_CHANCE: Record<ComparisonAnswer["certainty"], number> = { low: 0.5, medium: 0.75, high: 0.95 };

/** Whether the model could find something else than the local engine did. */
export function isWorthAsking(local: Comparison): boolean {
  return local.relation !== "different" || local.confidence >= ASKED_FROM;
}

/**
 * How fresh knowledge relates to what is known, as the model sees it; null where both are too long to be read at once. What it says of
 * two statements counts only as far as their numbers agree. Throws `ModelGaveUp`.
 */
export async function compareWithModel(
  model: Model,
  known: KnowledgeText,
  fresh: KnowledgeText,
): Promise<Comparison | null> {
  const { input, output } = sharesOf(model.contextTokens);
  const data = { known: asData(known), fresh: asData(fresh) };
  if (estimateTokens(JSON.stringify(data)) > input) return null;
  const [knownCount, freshCount] = [known.statements.length, fresh.statements.length];
  const answer = await askTwice(model, {
    ...COMPARE,
    data,
    maxOutputTokens: Math.min(OUTPUT_TOKENS, output),
    problemOf({ relation, same, contradicting, added }) {
      const pairs = [...same, ...contradicting];
      const isThere =
        pairs.every((pair) => isNumber(pair.known, knownCount) && isNumber(pair.fresh, freshCount)) &&
        added.every((number) => isNumber(number, freshCount));
      if (!isThere) return "It names a statement that does not exist.";
      return relation === "contradicts" && contradicting.length === 0
        ? "It names no statements that contradict each other."
        : null;
    },
  });
  return comparisonOf(answer, known, fresh);
}

const isNumber = (number: number, count: number) => number >= 1 && number <= count;

function asData({ title, statements }: KnowledgeText) {
  return {
    title: safe(title),
    statements: statements.map(({ text }, place) => ({ number: place + 1, text: safe(text) })),
  };
}

const safe = (text: string) => redact(cleanText(text)).text;

function comparisonOf(answer: ComparisonAnswer, known: KnowledgeText, fresh: KnowledgeText): Comparison {
  const chance = SAME_CHANCE[answer.certainty];
  if (answer.relation === "different")
    return { relation: "different", confidence: 1 - chance, pairs: [], addedStatements: [] };
  const places = (pairs: { known: number; fresh: number }[]) =>
    pairs.map((pair) => ({ known: pair.known - 1, fresh: pair.fresh - 1 }));
  const contradicting = places(answer.contradicting).map((pair) => ({ ...pair, relation: "contradicts" as const }));
  const isDisputed = new Set(contradicting.map((pair) => pair.fresh));
  const news = newsIn(known, fresh);
  const same = places(answer.same)
    .filter((pair) => !isDisputed.has(pair.fresh) && !news.has(pair.fresh))
    .map((pair) => ({ ...pair, relation: "same" as const }));
  const added = new Set([...answer.added.map((number) => number - 1), ...news]);
  const addedStatements = [...added].filter((place) => !isDisputed.has(place)).toSorted((a, b) => a - b);
  const pairs = [...contradicting, ...same];
  const relation = contradicting.length > 0 ? "contradicts" : addedStatements.length > 0 ? "adds" : "same";
  return { relation, confidence: chance, pairs, addedStatements };
}

/** Fresh statements with a number, time, amount, version or name that is nowhere in what is known: news, whatever the model says. */
function newsIn(known: KnowledgeText, fresh: KnowledgeText): Set<number> {
  const said = factsOf([known.title, ...known.statements.map(({ text }) => text)].join("\n"));
  const isKnown = new Set(said.map(({ kind, value }) => `${kind} ${value}`));
  const values = new Set(said.map(({ value }) => value));
  return new Set(
    fresh.statements.flatMap(({ text }, place) => {
      const hard = factsOf(text).filter(({ soft, kind }) => !soft && kind !== "name");
      return hard.every(({ kind, value }) => isKnown.has(`${kind} ${value}`) || values.has(value)) ? [] : [place];
    }),
  );
}
