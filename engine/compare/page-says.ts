import { findMissingFacts, MEASUREMENT_KINDS } from "./compare-statements.ts";
import type { ExactFact } from "./facts.ts";
import { sumWordWeights } from "./knowledge-terms.ts";
import { toPlainText } from "./pair-sentences.ts";
import { type ParsedStatement, parseStatement } from "./parsed-statement.ts";

const keyOf = ({ kind, value }: ExactFact) => `${kind} ${value}`;

/**
 * Whether two texts give the same replacement for a passage: the same new values, or the same words if the texts
 * contain no new value.
 */
export function saysTheSame(passage: string, one: string, other: string): boolean {
  const known = parseStatement(passage);
  const values = [one, other].map((text) => otherValues(parseStatement(text), known));
  const [a = new Set(), b = new Set()] = values;
  if (a.size === 0 && b.size === 0) return toPlainText("sentence", one) === toPlainText("sentence", other);
  return a.symmetricDifference(b).size === 0;
}

/**
 * Returns the text's valid values that the passage does not contain, if the passage contains a value of the same kind.
 */
function otherValues({ holding }: ParsedStatement, { facts }: ParsedStatement): Set<string> {
  const known = new Set(facts.map(keyOf));
  const kinds = new Set(facts.map(({ kind }) => kind));
  const isValue = ({ kind, soft }: ExactFact) => !soft && (kind === "code" || MEASUREMENT_KINDS.includes(kind));
  return new Set(holding.filter((fact) => isValue(fact) && kinds.has(fact.kind) && !known.has(keyOf(fact))).map(keyOf));
}

/**
 * The least share of a sentence's words, by weight, that a passage and its headings contain if the passage says the
 * sentence.
 */
const MOSTLY = 0.7;

interface Passage {
  headings: string[];
  text: string;
  /** True if the passage was added after the page was found to lack the sentences. */
  isNew: boolean;
}

/**
 * Returns the position of the passage that says the first sentence, if the page says all sentences; null otherwise. A
 * passage says a sentence if it contains the sentence word for word. A new passage also says it if it contains the
 * values, most of the words and the same negations (`isNew`).
 */
export function findMatchingPassage(passages: readonly Passage[], said: readonly string[]): number | null {
  const found = said.map((text) =>
    passages.findIndex((passage) => hasWords(passage, text) || (passage.isNew && tells(passage, text))),
  );
  const [first] = found;
  return first === undefined || found.includes(-1) ? null : first;
}

const hasWords = (passage: Passage, text: string) =>
  plain(text) !== "" && ` ${plain(passage.text)} `.includes(` ${plain(text)} `);

/** The words and numbers of a text without punctuation. */
const plain = (text: string) =>
  text
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.join(" ") ?? "";

function tells({ headings, text }: Passage, said: string): boolean {
  const claim = parseStatement(said);
  const known = parseStatement(text);
  if (claim.denies !== known.denies || findMissingFacts(claim.facts, known).length > 0) return false;
  const words = claim.terms.words.union(claim.terms.names);
  const above = parseStatement(headings.join(". ")).terms;
  const there = [known.terms, above].reduce(
    (sum, { words, names }) => sum.union(words).union(names),
    new Set<string>(),
  );
  return words.size > 0 && sumWordWeights(words.intersection(there)) >= MOSTLY * sumWordWeights(words);
}
