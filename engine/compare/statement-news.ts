import { cosineSimilarity } from "../encoder/meaning.ts";
import {
  areSameStatement,
  computeLikeness,
  findMissingFacts,
  MEASUREMENT_KINDS,
  MIN_SHARED_WEIGHT,
  type ParsedText,
  SAME_MEANING_COSINE,
} from "./compare-statements.ts";
import type { ExactFact } from "./facts.ts";
import { haveOppositeWords, sumWordWeights, type TextTerms } from "./knowledge-terms.ts";
import { type ParsedStatement } from "./parsed-statement.ts";

/**
 * The least share of unknown words that makes a statement new. `NEW_BY_WORDS` applies to statements without embeddings.
 */
const NEW = 0.34;
const NEW_BY_WORDS = 0.5;
/** Each common number or name lowers, by this much, the least cosine of a known statement. */
const FOR_EACH_FACT = 0.05;

/** Whether the statement contains a fact, a denial or a meaning that the known text lacks. */
export function isNewInformation(claim: ParsedStatement, known: ParsedText): boolean {
  if (findMissingFacts(claim.facts, known).length > 0 || namesAnother(claim, known)) return true;
  if (claim.denies && !known.claims.some(({ denies }) => denies)) return true;
  if (claim.isExclusive && !known.claims.some(({ isExclusive }) => isExclusive)) return true;
  if (claim.facts.some((fact) => isDifferentValue(fact, known.facts))) return true;
  const [nearest] = known.claims.toSorted((a, b) => computeLikeness(b, claim) - computeLikeness(a, claim));
  if (nearest && haveOppositeWords(nearest.said, claim.said)) return true;
  const isSaid = known.claims.some((other) => other.denies === claim.denies && areSameStatement(other, claim));
  if (!isSaid && (claim.isMore || (nearest?.denies && !claim.denies))) return true;
  const exact = Math.min(3, claim.facts.filter(({ soft }) => !soft).length);
  const meanings = [known.meaning, ...known.claims.map(({ vector }) => vector)];
  const isKnownMeaning = meanings.some(
    (meaning) =>
      meaning && claim.vector && cosineSimilarity(meaning, claim.vector) >= SAME_MEANING_COSINE - exact * FOR_EACH_FACT,
  );
  return !isKnownMeaning && novelty(claim, known.terms) >= (claim.vector ? NEW : NEW_BY_WORDS);
}

/**
 * Whether the sentence begins with a new name in place of a known name: 'Stefan, by mail' where the known text says
 * Maria.
 */
function namesAnother(claim: ParsedStatement, known: ParsedText): boolean {
  const names = (facts: readonly ExactFact[], soft: boolean) =>
    facts.filter((fact) => fact.kind === "name" && fact.soft === soft);
  const isNew = names(claim.facts, true).some(({ value }) => !known.said.has(value));
  return isNew && names(known.facts, false).some(({ value }) => /^\p{Ll}+$/u.test(value) && !claim.said.has(value));
}

/** The share of the statement's words and names, 0 to 1, by weight, that the other text lacks. */
function novelty(fresh: ParsedStatement, known: TextTerms): number {
  const all = sumWordWeights(fresh.terms.words) + 7 * fresh.terms.names.size;
  const news =
    sumWordWeights(fresh.terms.words.difference(known.words)) + 7 * fresh.terms.names.difference(known.names).size;
  return all ? news / all : 0;
}

/** Kinds of facts that express a time, and kinds that express an amount. */
export const TIME_KINDS: readonly ExactFact["kind"][] = ["duration", "clock", "date", "weekday", "frequency"];
export const AMOUNT_KINDS: readonly ExactFact["kind"][] = ["money", "percent", "number", "code"];

/**
 * Whether a vague time or amount differs from the known values: 'the first day' from the third, 'a month' from two
 * weeks.
 */
export function isDifferentValue({ kind, value, soft, about }: ExactFact, known: readonly ExactFact[]): boolean {
  const kinds = [TIME_KINDS, AMOUNT_KINDS].find((some) => some.includes(kind));
  // Equal numbers of different things do not match: 'priority 1' and 'one customer'.
  const counts = (fact: ExactFact) => kind !== "number" || !about.size || !about.isDisjointFrom(fact.about);
  if (!soft || !kinds || known.some((fact) => fact.value === value && counts(fact))) return false;
  return known.some((fact) => kinds.includes(fact.kind));
}

/** Returns the values that the statement calls outdated: 15:00 in 'it is 13:00, no longer 15:00'. */
export const findPastValues = ({ facts, holding }: ParsedStatement): ExactFact[] =>
  facts.filter((fact) => MEASUREMENT_KINDS.includes(fact.kind) && !holding.some(({ value }) => value === fact.value));

/**
 * Whether the fresh statement calls the known value outdated and gives another value of its kind: 'is 13:00, no longer
 * 15:00'.
 */
export function replacesValue(known: ParsedStatement, fresh: ParsedStatement): boolean {
  if (sumWordWeights(known.terms.words.intersection(fresh.terms.words)) < MIN_SHARED_WEIGHT) return false;
  return findPastValues(fresh).some(
    ({ kind, value }) =>
      known.holding.some((fact) => fact.kind === kind && fact.value === value) &&
      fresh.holding.some((fact) => fact.kind === kind),
  );
}
