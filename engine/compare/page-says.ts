import { findMissingFacts, MEASUREMENT_KINDS } from "./compare-statements.ts";
import type { ExactFact } from "./facts.ts";
import { sumWordWeights } from "./knowledge-terms.ts";
import { toPlainText } from "./pair-sentences.ts";
import { type ParsedStatement, parseStatement } from "./parsed-statement.ts";

const keyOf = ({ kind, value }: ExactFact) => `${kind} ${value}`;

/** Whether two texts say the same against a passage: the same values in place of the passage's ones, or else the same words. */
export function saysTheSame(passage: string, one: string, other: string): boolean {
  const known = parseStatement(passage);
  const values = [one, other].map((text) => otherValues(parseStatement(text), known));
  const [a = new Set(), b = new Set()] = values;
  if (a.size === 0 && b.size === 0) return toPlainText("sentence", one) === toPlainText("sentence", other);
  return a.symmetricDifference(b).size === 0;
}

/** The values that hold and that the passage has otherwise: of a kind that the passage names, too. */
function otherValues({ holding }: ParsedStatement, { facts }: ParsedStatement): Set<string> {
  const known = new Set(facts.map(keyOf));
  const kinds = new Set(facts.map(({ kind }) => kind));
  const isValue = ({ kind, soft }: ExactFact) => !soft && (kind === "code" || MEASUREMENT_KINDS.includes(kind));
  return new Set(holding.filter((fact) => isValue(fact) && kinds.has(fact.kind) && !known.has(keyOf(fact))).map(keyOf));
}

/** The least share, by weight, of a sentence's words that a passage with its headings must contain to say the same. */
const MOSTLY = 0.7;

interface Passage {
  headings: string[];
  text: string;
  /** It was not on the page when it was found that the page lacks the sentences. */
  isNew: boolean;
}

/**
 * Finds the passage that says the first of these sentences, if the page says all of them: word for word anywhere, or in a new passage
 * with their values, most of their words and no denial more or less. Returns its position, else null.
 */
export function findOnPage(passages: readonly Passage[], said: readonly string[]): number | null {
  const found = said.map((text) =>
    passages.findIndex((passage) => hasWords(passage, text) || (passage.isNew && tells(passage, text))),
  );
  const [first] = found;
  return first === undefined || found.includes(-1) ? null : first;
}

const hasWords = (passage: Passage, text: string) =>
  plain(text) !== "" && ` ${plain(passage.text)} `.includes(` ${plain(text)} `);

/** The words and numbers of a text alone, so that marks and the sentence's end make no difference. */
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
