import { cosineSimilarity, type Vector } from "../encoder/meaning.ts";
import type { ExactFact } from "./facts.ts";
import { extractTextTerms, haveOppositeWords, sumWordWeights, type TextTerms } from "./knowledge-terms.ts";
import type { Clause, ParsedStatement } from "./parsed-statement.ts";

/** The share, 0 to 1, of the smaller statement's words that both statements contain. Rare words weigh more. */
function shared(a: TextTerms, b: TextTerms): number {
  const common = sumWordWeights(a.words.intersection(b.words));
  return common / Math.max(1, Math.min(sumWordWeights(a.words), sumWordWeights(b.words)));
}

/** A value between the weight of a common word and half the weight of the rarest word (7). */
const PLAIN_WORTH = 3;
/** The least likeness, by words or by meaning, of two statements about the same thing. */
export const SAME_STATEMENT_LIKENESS = 0.6;
/** The least cosine of two statements that say the same. */
export const SAME_MEANING_COSINE = 0.72;
/** The least likeness of two statements about the same fact, even if the statements contradict each other. */
const SAME_DETAIL = 0.4;
/**
 * A denial contradicts a text that contains at least this share of the denial's words. `DENIED_OF_ALIKE` is the lower
 * limit for statements of similar meaning.
 */
const DENIED = 0.6;
const DENIED_OF_ALIKE = 0.4;
/** A smaller total weight of common words is a coincidence. */
export const MIN_SHARED_WEIGHT = 4;

const alike = (a: ParsedStatement, b: ParsedStatement) =>
  a.vector && b.vector ? cosineSimilarity(a.vector, b.vector) : 0;

/** The likeness by words or by meaning, whichever is higher, 0 to 1. */
export const computeLikeness = (a: ParsedStatement, b: ParsedStatement) =>
  Math.max(alike(a, b), shared(a.terms, b.terms));

/**
 * Whether two statements say the same: they are similar, `a` contains all facts of `b`, their negations are equal and
 * no words are opposites.
 */
export function areSameStatement(a: ParsedStatement, b: ParsedStatement): boolean {
  const common = sumWordWeights(a.terms.words.intersection(b.terms.words));
  const isAlike =
    (common >= MIN_SHARED_WEIGHT && shared(a.terms, b.terms) >= SAME_STATEMENT_LIKENESS) ||
    alike(a, b) >= SAME_MEANING_COSINE;
  return (
    isAlike && a.denies === b.denies && findMissingFacts(b.facts, a).length === 0 && !haveOppositeWords(a.said, b.said)
  );
}

/** The facts of a text or of one statement. */
interface StatedFacts {
  facts: readonly ExactFact[];
  /** All words of the text. Names are looked up here because people may write a name without its capital letter. */
  said: ReadonlySet<string>;
}

/**
 * Returns the exact facts that another text does not contain. A vague fact is never returned, but a vague fact can
 * confirm an exact one.
 */
export function findMissingFacts(facts: readonly ExactFact[], known: StatedFacts): ExactFact[] {
  return facts.filter((fact) => !fact.soft && !holds(known, fact));
}

function holds({ facts, said }: StatedFacts, { kind, value }: ExactFact): boolean {
  if (kind === "name") return (value.match(/[\p{L}\p{N}]{2,}/gu) ?? []).every((word) => said.has(word));
  return facts.some(
    (other) => isComparable(other.kind, kind) && (other.value === value || isPartOf(value, other.value)),
  );
}

/** Whether a day is part of a longer time: Saturday is part of the weekend, 31 March of March. */
const isPartOf = (value: string, of: string) =>
  (of === "weekend" && /^(?:sat|su)/.test(value)) ||
  (value === "weekend" && /^(?:sat|su)/.test(of)) ||
  value === of.split(" ")[0];

const NUMERIC: readonly ExactFact["kind"][] = ["number", "clock", "date", "money", "code"];
function isComparable(a: ExactFact["kind"], b: ExactFact["kind"]): boolean {
  return a === b || (a === "number" && NUMERIC.includes(b)) || (b === "number" && NUMERIC.includes(a));
}

/** A text parsed as a whole, with the facts of its title and all its statements. */
export interface ParsedText extends StatedFacts {
  title: TextTerms;
  /** The words of title and statements. */
  terms: TextTerms;
  claims: ParsedStatement[];
  /** The meaning of all statements together; absent without an encoder. */
  meaning: Vector | undefined;
  /** The facts that the text says are true today; a subset of `facts`. */
  holding: readonly ExactFact[];
}

/** Finds pairs of contradicting statements and returns their positions. Each fresh statement is in at most one pair. */
export function findConflicts(
  known: ParsedText,
  fresh: ParsedText,
): { known: number; fresh: number; relation: "contradicts" }[] {
  const against = new Map<number, number>();
  const knownDenies = known.claims.some((claim) => deniesQuestion(claim, known.title));
  for (const [position, claim] of fresh.claims.entries()) {
    const other = known.claims.findIndex((one) => takesBack(one, claim));
    const differs = known.claims.findIndex((one) => saysOtherwise({ ...known, claim: one }, { ...fresh, claim }));
    const refused = known.claims.findIndex((one) => refusesQuestion(claim, fresh.title, one, known.title));
    const opened = known.claims.findIndex(
      (one) => (one.isExclusive && claim.isInclusive) || (one.isInclusive && claim.isExclusive),
    );
    const [found] = [other, differs, refused, opened].filter((one) => one !== -1);
    if (found !== undefined) against.set(position, found);
    else if (!knownDenies && known.claims.length && deniesQuestion(claim, fresh.title)) against.set(position, 0);
  }
  const freshDenies = fresh.claims.some((claim) => claim.denies || deniesQuestion(claim, fresh.title));
  const denial = known.claims.findIndex((claim) => deniesQuestion(claim, known.title));
  if (denial !== -1 && !freshDenies && fresh.claims.length && !against.size) against.set(0, denial);
  return [...against].map(([position, other]) => ({ known: other, fresh: position, relation: "contradicts" }));
}

function takesBack(a: ParsedStatement, b: ParsedStatement): boolean {
  // Two questions can be opposites. A yes to one and a no to the other agree if the rest of both answers is the same.
  if ((a.isYes && b.isNo) || (a.isNo && b.isYes))
    return !(alike(a, b) >= SAME_MEANING_COSINE && !findMissingFacts(b.facts, a).length);
  const denied = alike(a, b) >= SAME_MEANING_COSINE ? DENIED_OF_ALIKE : DENIED;
  return (
    b.clauses.some((clause) => clause.isOver && endsWhatIsSaid(clause, a)) ||
    onlyIn(a, b).some((one) => onlyIn(b, a).some((other) => contradict(one, other, denied)))
  );
}

/**
 * Returns the clauses that only `a` contains, because identical clauses cannot contradict each other. 'Stop the service
 * … and start it again' would otherwise look like a contradiction.
 */
const onlyIn = (a: ParsedStatement, b: ParsedStatement): Clause[] =>
  a.clauses.filter((one) => !b.clauses.some((other) => one.said.symmetricDifference(other.said).size === 0));

/**
 * Whether the clause says that the statement's subject no longer exists: 'Vimeo was cancelled' after a statement on how
 * to use Vimeo.
 */
function endsWhatIsSaid(over: Clause, { terms, clauses }: ParsedStatement): boolean {
  const isOver = clauses.some((clause) => clause.isOver);
  return !isOver && sumWordWeights(over.terms.words.intersection(terms.words)) >= MIN_SHARED_WEIGHT;
}

function contradict(a: Clause, b: Clause, denied: number): boolean {
  const common =
    sumWordWeights(a.terms.words.intersection(b.terms.words)) +
    7 * a.terms.names.intersection(b.terms.names).size +
    PLAIN_WORTH * a.acts.intersection(b.acts).size;
  // 'The old list is closed' and 'the list is no longer used' agree, although only one of them has a negation.
  if (a.denies !== b.denies && !(a.isOver && b.isOver)) {
    const { terms, acts, isUseless } = a.denies ? a : b;
    if (isUseless && a.acts.intersection(b.acts).size > 0) return true;
    const size = sumWordWeights(terms.words) + 7 * terms.names.size + PLAIN_WORTH * acts.size;
    if (common >= MIN_SHARED_WEIGHT && common / size >= denied) return true;
  }
  if (common < MIN_SHARED_WEIGHT || shared(a.terms, b.terms) < SAME_STATEMENT_LIKENESS || a.denies !== b.denies)
    return false;
  if (a.options.size && b.options.size && a.options.isDisjointFrom(b.options)) return true;
  return haveOppositeWords(a.said, b.said);
}

interface AnsweredClaim extends ParsedText {
  claim: ParsedStatement;
}

/**
 * Whether two statements give different values for the same fact, such as 'five days' and 'ten days'. Values are
 * numbers, times, amounts, versions and names. A value that occurs anywhere in the other text is ignored.
 */
function saysOtherwise(known: AnsweredClaim, fresh: AnsweredClaim): boolean {
  const likely = nameOneThing(known.claim, fresh.claim)
    ? Math.max(computeLikeness(known.claim, fresh.claim), shared(nameless(known.claim), nameless(fresh.claim)))
    : 0;
  const mine = findMissingFacts(fresh.claim.holding.map(toExactFact), known);
  const theirs = findMissingFacts(known.claim.facts.map(toExactFact), { ...fresh, facts: fresh.holding });
  return mine.some((fact) =>
    theirs.some((other) => isOther(fact, other, isOnly(fact, fresh) && isOnly(other, known) ? 1 : likely)),
  );
}

/** Words of measurement. Two statements that share only these words are about different things. */
const MEASURING = extractTextTerms(
  "seconds minutes hours nights days weeks weekends fortnights months quarters years January February March April May June July August September October November December Monday Tuesday Wednesday Thursday Friday Saturday Sunday beginning end first last next",
).words;

/** The least share of the longer statement's words that both statements contain if they are about one thing. */
const ONE_THING = 0.4;

/**
 * Whether two statements are about the same thing: both contain the same name, or enough common words other than words
 * of measurement.
 */
function nameOneThing(a: ParsedStatement, b: ParsedStatement): boolean {
  if (!a.terms.names.isDisjointFrom(b.terms.names)) return true;
  const one = nameless(a).words.difference(MEASURING);
  const other = nameless(b).words.difference(MEASURING);
  if (one.size === 0 || other.size === 0) return true;
  const longer = Math.max(sumWordWeights(one), sumWordWeights(other));
  return sumWordWeights(one.intersection(other)) >= ONE_THING * longer;
}

/** Returns the terms without names, so that 'ask Martina' and 'ask Stefan' are similar. */
function nameless({ terms, facts }: ParsedStatement): TextTerms {
  const names = facts.flatMap(({ kind, value }) => (kind === "name" ? [...extractTextTerms(value).words] : []));
  return { ...terms, words: terms.words.difference(new Set(names)) };
}

/**
 * Kinds of facts that measure something. If two texts each contain exactly one fact of a kind listed here, both facts
 * measure the same thing.
 */
export const MEASUREMENT_KINDS: readonly ExactFact["kind"][] = [
  "duration",
  "money",
  "percent",
  "clock",
  "date",
  "weekday",
  "frequency",
];
function isOnly({ kind }: ExactFact, { facts }: ParsedText): boolean {
  const values = new Set(facts.flatMap((fact) => (fact.kind === kind && !fact.soft ? [fact.value] : [])));
  return MEASUREMENT_KINDS.includes(kind) && values.size === 1;
}

/**
 * Makes a vague fact exact, so that 'one signature' contradicts 'two signatures' and 'the same day' contradicts 'three
 * days'.
 */
const toExactFact = (fact: ExactFact): ExactFact =>
  (fact.kind === "number" || fact.kind === "duration") && fact.about.size ? { ...fact, soft: false } : fact;

function isOther(a: ExactFact, b: ExactFact, likeness: number): boolean {
  if (a.kind !== b.kind) return false;
  if (a.kind === "name") return likeness >= SAME_STATEMENT_LIKENESS && !/\s/.test(a.value) && !/\s/.test(b.value);
  const isSameCount =
    a.about.size && b.about.size ? !a.about.isDisjointFrom(b.about) : likeness >= SAME_STATEMENT_LIKENESS;
  return a.kind === "number" ? isSameCount : likeness >= SAME_DETAIL;
}

/**
 * Whether the fresh answer says no to something that the known statement affirms: 'No, …' as the answer to 'Must it be
 * in writing?'.
 */
function refusesQuestion(
  claim: ParsedStatement,
  question: TextTerms,
  known: ParsedStatement,
  title: TextTerms,
): boolean {
  if (question.words.difference(title.words).isDisjointFrom(known.terms.words)) return false;
  const common = sumWordWeights(question.words.intersection(known.terms.words.union(title.words)));
  return (
    claim.isNo &&
    !known.denies &&
    !known.isNo &&
    common >= MIN_SHARED_WEIGHT &&
    common / sumWordWeights(question.words) >= DENIED
  );
}

/** Whether the statement denies the thing that the question asks for. */
function deniesQuestion(claim: ParsedStatement, question: TextTerms): boolean {
  if (claim.isImpossible) return true;
  return claim.clauses.some(({ denies, terms }) => {
    const common = sumWordWeights(terms.words.intersection(question.words));
    return denies && common >= MIN_SHARED_WEIGHT && common / sumWordWeights(terms.words) >= DENIED;
  });
}
