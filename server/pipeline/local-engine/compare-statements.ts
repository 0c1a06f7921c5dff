import { mass, type Terms, termsOf } from "./knowledge-terms.ts";

/** A statement taken apart once: as a whole, and clause by clause with whether the clause denies. */
export interface Claim {
  terms: Terms;
  clauses: Clause[];
  quantities: Map<string, Set<string>>;
  isYes: boolean;
  isNo: boolean;
  /** Denies what was asked for as such. */
  isImpossible: boolean;
}

interface Clause {
  terms: Terms;
  denies: boolean;
  options: Set<string>;
}

const DENIAL =
  /\b(?:not|never|no|none|nobody|nothing|neither|without|cannot|can't|don't|doesn't|didn't|isn't|aren't|won't|wouldn't|shouldn't|mustn't|no longer|any ?more|dead|nope|avoid|obsolete|deprecated|stopped|wrong)\b/i;
const YES = /^(?:yes|yep|yeah|sure|correct|of course)\b/i;
const NO = /^(?:no|nope|nah)\b/i;
/** What is denied only in part, or not at all: 'not only', 'no need to worry', 'if it does not'. */
const NO_DENIAL =
  /\bnot only\b|\bno (?:problem|worries|need|matter)\b|\b(?:if|when|unless|where|until) [^,]*\b(?:not|no|never|n't|nobody)\b|\bwithout\b/i;

/** Denials of what was asked for as such: 'you cannot do it yourself', 'we do not'. */
const IMPOSSIBLE =
  /^(?:you|we|one|that|this|it)\s+(?:can ?not|can't|do not|don't|does not|doesn't|is not|isn't)(?:\s+(?:do|use|change|be done|possible|any ?more|it|that|this|yourself|allowed|supported))*\s*(?:[,.:;]|$)/i;

/** Pairs of which one takes the other back. As `termsOf` writes them. */
const OPPOSITES = [
  "enable disable",
  "on off",
  "before after",
  "soft hard",
  "allow forbid",
  "safe dangerous",
  "always never",
  "same different",
  "daily monthly",
  "increase decrease",
  "lock unlock",
  "public private",
  "first last",
].map((pair) => pair.split(" ").map((word) => [...termsOf(word).words][0] ?? word));

/** A number with what stands before and behind it: 'Node 20', 'five days'. */
const QUANTITY =
  /(?:(?<before>[a-z]{3,})\s+)?(?<number>\d+(?:\.\d+)*|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b)(?:st|nd|rd|th)?(?:\s?(?<unit>%|[a-z]+)\b)?/gi;
const UNITS =
  /^(?:day|hour|minute|second|week|month|year|quarter|time|euro|dollar|percent|%|gb|gi|mb|mi|kb|tb|replica|user|person|people|room|key|character|gigs?)$/;
const NAMED = /^(?:version|node|python|java|port|level|floor|ruby|php|react|angular|postgres|ubuntu|windows|release)$/;

export function claimOf(text: string): Claim {
  return {
    terms: termsOf(text),
    clauses: text
      .split(/(?<=[,;:])\s+|\s+(?:but|and then|because|so that)\s+/)
      .filter((part) => part.trim())
      .map(clauseOf),
    quantities: quantitiesIn(text),
    isYes: YES.test(text),
    isNo: NO.test(text),
    isImpossible: IMPOSSIBLE.test(text),
  };
}

function clauseOf(text: string): Clause {
  return {
    terms: termsOf(text),
    denies: DENIAL.test(text) && !NO_DENIAL.test(text),
    options: new Set([...text.matchAll(/(?<=\s)--?[a-z][\w-]*/g)].map(([option]) => option)),
  };
}

/** What is measured and how much, by unit ('day') or by name ('node'). Code is no prose: its numbers are not counted. */
function quantitiesIn(text: string): Map<string, Set<string>> {
  const quantities = new Map<string, Set<string>>();
  const add = (what: string, number: string) => quantities.set(what, (quantities.get(what) ?? new Set()).add(number));
  for (const { groups } of text.replace(/`[^`]*`/g, " ").matchAll(QUANTITY)) {
    const [number] = termsOf(groups?.number ?? "").numbers;
    const unit = groups?.unit?.toLowerCase().replace(/s$/, "");
    const before = groups?.before?.toLowerCase();
    if (!number) continue;
    if (unit && UNITS.test(unit)) add(unit, number);
    else if (before && NAMED.test(before)) add(before, number);
  }
  return quantities;
}

/** What two statements share, by what the words tell: of the smaller one, 0 to 1. */
function shared(a: Terms, b: Terms): number {
  const common = mass(a.words.intersection(b.words));
  return common / Math.max(1, Math.min(mass(a.words), mass(b.words)));
}

const SAME_STATEMENT = 0.6;
/** So much of what a clause denies must stand in the other statement. */
const DENIED = 0.6;
/** Below this, words in common are a coincidence. */
const LEAST_MASS = 4;

export function saysTheSame(a: Claim, b: Claim): boolean {
  const common = mass(a.terms.words.intersection(b.terms.words));
  return common >= LEAST_MASS && shared(a.terms, b.terms) >= SAME_STATEMENT;
}

interface Answer {
  title: Terms;
  claims: Claim[];
}

/** Positions of statements that take each other back, each fresh one once. */
export function conflictsOf(known: Answer, fresh: Answer): { known: number; fresh: number; relation: "contradicts" }[] {
  const against = new Map(otherNumbers(known.claims, fresh.claims).map((pair) => [pair.fresh, pair.known]));
  const knownDenies = known.claims.some((claim) => deniesQuestion(claim, known.title));
  for (const [position, claim] of fresh.claims.entries()) {
    const other = known.claims.findIndex((one) => takesBack(one, claim));
    if (other !== -1) against.set(position, other);
    else if (!knownDenies && known.claims.length && deniesQuestion(claim, fresh.title)) against.set(position, 0);
  }
  const freshDenies = fresh.claims.some((claim) => deniesQuestion(claim, fresh.title));
  const denial = known.claims.findIndex((claim) => deniesQuestion(claim, known.title));
  if (denial !== -1 && !freshDenies && fresh.claims.length && !against.size) against.set(0, denial);
  return [...against].map(([position, other]) => ({ known: other, fresh: position, relation: "contradicts" }));
}

function takesBack(a: Claim, b: Claim): boolean {
  if ((a.isYes && b.isNo) || (a.isNo && b.isYes)) return true;
  return a.clauses.some((one) => b.clauses.some((other) => contradict(one, other)));
}

function contradict(a: Clause, b: Clause): boolean {
  const common = mass(a.terms.words.intersection(b.terms.words)) + 7 * a.terms.names.intersection(b.terms.names).size;
  if (a.denies !== b.denies) {
    const denied = a.denies ? a : b;
    const size = mass(denied.terms.words) + 7 * denied.terms.names.size;
    if (common >= LEAST_MASS && common / size >= DENIED) return true;
  }
  const alike = shared(a.terms, b.terms);
  if (common < LEAST_MASS || alike < SAME_STATEMENT || a.denies !== b.denies) return false;
  if (a.options.size && b.options.size && a.options.isDisjointFrom(b.options)) return true;
  return OPPOSITES.some(
    ([left = "", right = ""]) =>
      (a.terms.words.has(left) && b.terms.words.has(right) && !a.terms.words.has(right) && !b.terms.words.has(left)) ||
      (a.terms.words.has(right) && b.terms.words.has(left) && !a.terms.words.has(left) && !b.terms.words.has(right)),
  );
}

/**
 * Positions of two statements that give another number for the same: 'five days' and 'ten days' as answers to one question.
 * Only where neither text has the number of the other anywhere.
 */
function otherNumbers(known: Claim[], fresh: Claim[]): { known: number; fresh: number }[] {
  const found: { known: number; fresh: number }[] = [];
  for (const [what, numbers] of measured(fresh)) {
    const others = measured(known).get(what);
    if (numbers.size !== 1 || others?.size !== 1 || [...numbers.keys()].some((number) => others.has(number))) continue;
    const [first] = numbers.values();
    const [other] = others.values();
    if (first !== undefined && other !== undefined) found.push({ known: other, fresh: first });
  }
  return found;
}

/** For each thing that is measured the numbers, with the position of the statement that has them first. */
function measured(claims: Claim[]): Map<string, Map<string, number>> {
  const all = new Map<string, Map<string, number>>();
  for (const [position, { quantities }] of claims.entries())
    for (const [what, numbers] of quantities) {
      const known = all.get(what) ?? new Map<string, number>();
      for (const number of numbers) if (!known.has(number)) known.set(number, position);
      all.set(what, known);
    }
  return all;
}

/** Whether a statement says that what is asked for is not to be had. */
function deniesQuestion(claim: Claim, question: Terms): boolean {
  if (claim.isImpossible) return true;
  return claim.clauses.some(({ denies, terms }) => {
    const common = mass(terms.words.intersection(question.words));
    return denies && common >= LEAST_MASS && common / mass(terms.words) >= DENIED;
  });
}

/** How much of a statement another text does not have, 0 to 1. */
export function novelty(fresh: Claim, known: Terms): number {
  const all = mass(fresh.terms.words) + 7 * fresh.terms.names.size;
  const news = mass(fresh.terms.words.difference(known.words)) + 7 * fresh.terms.names.difference(known.names).size;
  return all ? news / all : 0;
}
