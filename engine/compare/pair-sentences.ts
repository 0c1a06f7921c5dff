import type { Statement } from "../../shared/domain/article.ts";
import type { Difference } from "../../shared/domain/merging.ts";
import { isContentWord } from "../text/words.ts";
import { findMissingFacts, MIN_SHARED_WEIGHT } from "./compare-statements.ts";
import type { ExactFact } from "./facts.ts";
import { haveOppositeWords, sumWordWeights } from "./knowledge-terms.ts";
import { type ParsedStatement, parseStatement } from "./parsed-statement.ts";

type SentenceText = Pick<Statement, "form" | "text">;

export interface SentencePair {
  relation: "new" | "said" | "contradicts";
  /** Position of the matching known sentence; null if the fresh sentence is new. */
  known: number | null;
  differs: Difference[];
}

const NEW: SentencePair = { relation: "new", known: null, differs: [] };

/** A sentence counts as known if a known sentence contains at least this share of its words. */
const COVERED = 0.8;
/** The least likeness, without exact values, of two sentences about the same fact. */
const NEARLY = 0.75;

/**
 * Compares each fresh sentence with all known sentences, even if the texts have different topics. Two sentences that
 * differ only in an exact value contradict each other.
 */
export function pairSentences(known: readonly SentenceText[], fresh: readonly SentenceText[]): SentencePair[] {
  const before = known.map(readingOf);
  return fresh.map((sentence) => pairOf(readingOf(sentence), before));
}

function pairOf(fresh: ParsedSentence, known: ParsedSentence[]): SentencePair {
  const same = known.findIndex(({ plain }) => plain === fresh.plain);
  if (same !== -1) return { relation: "said", known: same, differs: [] };
  let best = NEW;
  let most = 0;
  for (const [position, other] of known.entries()) {
    if (other.form !== fresh.form) continue;
    const differs = differencesOf(other, fresh);
    const likeness = differs.length > 0 ? nearness(other, fresh) : coverage(other, fresh);
    if (likeness < (differs.length > 0 ? NEARLY : COVERED)) continue;
    if (likeness < most || (likeness === most && best.relation === "said")) continue;
    best = { relation: differs.length > 0 ? "contradicts" : "said", known: position, differs };
    most = likeness;
  }
  return best;
}

interface ParsedSentence {
  form: SentenceText["form"];
  /** The text in lower case, without extra white space and final full stop. */
  plain: string;
  claim: ParsedStatement;
  /** The words without numbers, times, negations and names. */
  frame: Set<string>;
  /** Numbers with a technical unit: '5 gb'. */
  amounts: Set<string>;
}

function readingOf({ form, text }: SentenceText): ParsedSentence {
  const claim = parseStatement(text);
  return { form, plain: toPlainText(form, text), claim, frame: frameOf(text, claim.facts), amounts: amountsIn(text) };
}

export const toPlainText = (form: SentenceText["form"], text: string) =>
  form === "code"
    ? `code ${text.trim()}`
    : text
        .trim()
        .replace(/\s+/g, " ")
        .replace(/[.!]+$/, "")
        .toLowerCase();

/**
 * The share of the fresh sentence's words, by weight, that the known sentence contains; 0 if the known sentence lacks a
 * fact.
 */
function coverage({ claim: known }: ParsedSentence, { claim: fresh }: ParsedSentence): number {
  const size = sumWordWeights(fresh.terms.words);
  if (
    size < MIN_SHARED_WEIGHT ||
    findMissingFacts(fresh.facts, known).length > 0 ||
    findMissingFacts(soft(fresh), known).length > 0
  )
    return 0;
  return sumWordWeights(fresh.terms.words.intersection(known.terms.words)) / size;
}

/**
 * Treats vague facts as exact. A sentence that counts as known is dropped, and a different vague value would be lost
 * with it.
 */
const soft = ({ facts }: ParsedStatement) => facts.map((fact): ExactFact => ({ ...fact, soft: false }));

/** The likeness, 0 to 1, of two sentences without their exact values. */
function nearness({ frame: one }: ParsedSentence, { frame: other }: ParsedSentence): number {
  const common = one.intersection(other);
  if (![...common].some(isContentWord)) return 0;
  return (2 * common.size) / (one.size + other.size);
}

function differencesOf(one: ParsedSentence, other: ParsedSentence): Difference[] {
  const found = new Set<Difference>();
  const mine = findMissingFacts(soft(one.claim), other.claim);
  const theirs = findMissingFacts(soft(other.claim), one.claim);
  for (const fact of mine) {
    if (theirs.some((against) => kindOf(against) === kindOf(fact) || bothCount(against, fact))) found.add(kindOf(fact));
  }
  const [amounts, others] = [one.amounts.difference(other.amounts), other.amounts.difference(one.amounts)];
  if (amounts.size > 0 && others.size > 0) {
    const numbers = new Set([...others].map(numberOf));
    found.add([...amounts].some((amount) => numbers.has(numberOf(amount))) ? "unit" : "number");
  }
  if (one.claim.denies !== other.claim.denies) found.add("negation");
  if (haveOppositeWords(one.claim.said, other.claim.said)) found.add("opposite");
  return [...found];
}

const COUNTED: readonly Difference[] = ["number", "version"];
const bothCount = (one: ExactFact, other: ExactFact) =>
  COUNTED.includes(kindOf(one)) && COUNTED.includes(kindOf(other));

function kindOf({ kind, value }: ExactFact): Difference {
  if (kind === "name") return "name";
  if (kind === "code") return AMOUNT.test(value) ? "number" : VERSION.test(value) ? "version" : "name";
  return kind === "number" || kind === "money" || kind === "percent" ? "number" : "time";
}

const VERSION = /^\d+(?:\.\d+)+/;
const UNITS = "[kmgtp]i?b|bytes?|bits?|[kmg]?bit/s|[kmg]?hz|ms|[mck]?m|[mk]?g|[kmc]?w|px|[°]?[cf]|%";
const AMOUNT = new RegExp(`^\\d+(?:[.,]\\d+)?(?:${UNITS})$`);
const amountsIn = (text: string) =>
  new Set(
    [...text.toLowerCase().matchAll(new RegExp(`(?<![\\w.])(\\d+(?:[.,]\\d+)?)\\s?(${UNITS})(?!\\w)`, "g"))].map(
      ([, number, unit]) => `${number} ${unit}`,
    ),
  );
const numberOf = (amount: string) => amount.split(" ")[0];

/** Words for numbers, units, times, negations and opposites. `frame` omits them. */
const EXACT = new RegExp(
  `^(?:.*\\d.*|${UNITS}|zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|ninety|hundred|seconds?|minutes?|hours?|days?|weeks?|months?|years?|noon|midnight|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august|september|october|november|december|daily|weekly|monthly|quarterly|yearly|not|never|no|longer|cannot|can|can't|do|don't|does|doesn't|did|didn't|is|isn't|are|aren't|won't|will|should|shouldn't|must|mustn't|always|on|off|enable|disable|before|after|am|pm)$`,
);

function frameOf(text: string, facts: readonly ExactFact[]): Set<string> {
  const names = new Set(
    facts.flatMap(({ kind, value }) => (kind === "name" ? (value.match(/[\p{L}\p{N}'’]+/gu) ?? []) : [])),
  );
  const words = text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'’]*/gu) ?? [];
  return new Set(words.filter((word) => !EXACT.test(word) && !names.has(word)));
}
