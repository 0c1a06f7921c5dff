import { cosine, type Vector } from "../encoder/meaning.ts";
import { type Fact, factsOf } from "./facts.ts";
import { isContrary, mass, type Terms, termsOf, wordsSaid } from "./knowledge-terms.ts";

/** A statement taken apart once: as a whole, and clause by clause with whether the clause denies. */
export interface Claim {
  terms: Terms;
  said: Set<string>;
  clauses: Clause[];
  facts: Fact[];
  /** Of them, those that it says hold. */
  holding: Fact[];
  denies: boolean;
  /** Says by itself that it says more. */
  isMore: boolean;
  isYes: boolean;
  isNo: boolean;
  /** Denies what was asked for as such. */
  isImpossible: boolean;
  isExclusive: boolean;
  isInclusive: boolean;
  /** Its meaning; absent where nothing reads meaning. */
  vector: Vector | undefined;
}

interface Clause {
  terms: Terms;
  said: Set<string>;
  /** Of `PLAIN_ACTS`. */
  acts: Set<string>;
  denies: boolean;
  isOver: boolean;
  isUseless: boolean;
  options: Set<string>;
}

const DENIAL =
  /\b(?:not|never|no|none|nobody|nothing|neither|cannot|can't|don't|doesn't|didn't|isn't|aren't|won't|wouldn't|shouldn't|mustn't|no longer|any ?more|dead|nope|avoid|obsolete|deprecated|stopped|wrong|forbidden|excluded|nicht|kein(?:e[mnrs]?)?|nie(?:mals|mand)?|nichts|weder)\b/i;
const MORE = /\b(?:also|as well|too|in addition|besides|moreover|even|except(?:ion)?)\b/i;
const YES = /^(?:yes|yep|yeah|sure|correct|of course)\b/i;
/** As an answer by itself; 'no need to' and 'no longer' are none. */
const NO = /^(?:no|nope|nah)\b(?=\s*(?:[,.;:!–—-]|$)|\s+(?:you|it|we|they|that|this|there|i)\b)/i;
/** Done, and of no use. */
const USELESS =
  /\b(?:does not|doesn't|do not|don't|did not|didn't|won't|will not|no longer) (?:help|work|solve|fix|change anything)\b/i;
/** For whom alone something is, and that it is for everybody. */
const EXCLUSIVE = /\bonly\b|\bnobody (?:but|except)\b|\bno one (?:but|except)\b|\bexclusively\b/i;
const INCLUSIVE =
  /\b(?:every(?:body|one)?|any(?:body|one)|all|each)\b[^.;]*\b(?:may|can|is allowed|are allowed)\b|\b(?:may|can) (?:be )?\w+(?: \w+)? by (?:everybody|everyone|anybody|anyone|all)\b/i;
/** What is denied only in part, or not at all: 'not only', 'no need to worry', 'if it does not', and what follows for somebody: 'so it still has no …'. */
const NO_DENIAL =
  /\bnot only\b|^so (?:it|they) still (?:has|have) no\b|\b(?:nobody|nothing|none) (?:but|except)\b|\b(?:no|not|never|don't|nobody)\b[^,.;]*\b(?:until|unless|without)\b|\bno \w+ before\b|\bno (?:problem|worries|need|matter|idea|(?:extra )?(?:charge|cost))\b|\bcosts? nothing\b|\b(?:if|when|unless|where|until|otherwise|else) [^,]*\b(?:not|no|never|n't|nobody)\b|\bwithout\b/i;

/** What is said of something that held once: it takes back what the other statement says of it. */
const OVER =
  /\b(?:no longer|any ?more|instead of|rather than|used to|formerly|nicht (?:mehr|länger)|(?:an)?statt|bisher|früher|(?:was|were|has been|have been|got) (?:removed|taken (?:down|away|out)|dismantled|withdrawn|shut down|sold)|(?:was|were|is|are|has been|have been|got) (?:cancelled|canceled|closed|replaced|dropped|abolished|retired|discontinued|switched off|turned off|outdated|obsolete))\b|, not\b|\bnot (?:from|by|to|in|at|the|as)\b/i;
/** Of what held once, too: a value there is no value of today. */
const FORMER = /\bold(?:er)?\b|\balte[mnrs]?\b|\bbisherige[mnrs]?\b|\bformer\b|\bpreviously\b|\bearlier\b/i;

/** Denials of what was asked for as such: 'you cannot do it yourself', 'we do not'. */
const IMPOSSIBLE =
  /^(?:you|we|one|that|this|it)\s+(?:can ?not|can't|do not|don't|does not|doesn't|is not|isn't)(?:\s+(?:do|use|change|be done|possible|any ?more|it|that|this|yourself|allowed|supported))*\s*(?:[,.:;]|$)/i;

const CLAUSES = /(?<=[,;:.!])\s+|\s+(?:but|and then|because|so that)\s+/;

/** What people are told to do or not to do in words too plain to be terms. */
const PLAIN_ACTS =
  /\b(?:follow|open|close|change|check|start|stop|add|remove|call|use|keep|send|show|take|give|put|read|write|pass|wait|leave|move|set|try|find|hold|press|switch)(?=s?\b|ing\b|ed\b)/g;
const PLAIN_WORTH = 3;

export function claimOf(text: string, vector?: Vector): Claim {
  const parts = text.split(CLAUSES).filter((part) => part.trim());
  const clauses = parts.map(clauseOf);
  const isDenied = (part: string) => DENIAL.test(part) && !NO_DENIAL.test(part);
  const holds = parts.filter((part) => !OVER.test(part) && !FORMER.test(part) && !isDenied(part));
  return {
    terms: termsOf(text),
    said: wordsSaid(text),
    clauses,
    facts: factsOf(text),
    holding: holds.flatMap(factsOf),
    denies: clauses.some(({ denies }) => denies),
    isMore: MORE.test(text),
    isYes: YES.test(text),
    isNo: NO.test(text),
    isImpossible: IMPOSSIBLE.test(text),
    isExclusive: EXCLUSIVE.test(text),
    isInclusive: INCLUSIVE.test(text) && !EXCLUSIVE.test(text),
    vector,
  };
}

function clauseOf(text: string): Clause {
  return {
    terms: termsOf(text),
    said: wordsSaid(text),
    acts: new Set(text.toLowerCase().match(PLAIN_ACTS)),
    denies: DENIAL.test(text) && !NO_DENIAL.test(text),
    isOver: OVER.test(text),
    isUseless: USELESS.test(text),
    options: new Set([...text.matchAll(/(?<=\s)--?[a-z][\w-]*/g)].map(([option]) => option)),
  };
}

/** What two statements share, by what the words tell: of the smaller one, 0 to 1. */
function shared(a: Terms, b: Terms): number {
  const common = mass(a.words.intersection(b.words));
  return common / Math.max(1, Math.min(mass(a.words), mass(b.words)));
}

/** So alike are two statements, by words or meaning, that both speak of the same. */
export const SAME_STATEMENT = 0.6;
/** So alike are the meanings of statements that say the same. */
export const SAME_MEANING = 0.72;
/** So alike are the meanings of statements about the same detail, whatever they say of it. */
const SAME_DETAIL = 0.4;
/** The share of what a clause denies that must be in the other statement. */
const DENIED = 0.6;
const DENIED_OF_ALIKE = 0.4;
/** Below this, words in common are a coincidence. */
export const LEAST_MASS = 4;

const alike = (a: Claim, b: Claim) => (a.vector && b.vector ? cosine(a.vector, b.vector) : 0);

/** By words or by meaning, 0 to 1. */
export const likeness = (a: Claim, b: Claim) => Math.max(alike(a, b), shared(a.terms, b.terms));

/** Both say the same and nothing exact or denied sets them apart. */
export function saysTheSame(a: Claim, b: Claim): boolean {
  const common = mass(a.terms.words.intersection(b.terms.words));
  const isAlike = (common >= LEAST_MASS && shared(a.terms, b.terms) >= SAME_STATEMENT) || alike(a, b) >= SAME_MEANING;
  return isAlike && a.denies === b.denies && missingFacts(b.facts, a).length === 0 && !isContrary(a.said, b.said);
}

/** Exact things as one text says them: all of it, or one statement. */
interface StatedFacts {
  facts: Fact[];
  /** All words, so that a name is found wherever it stands. */
  said: ReadonlySet<string>;
}

/** Facts that another text does not have. A vague one is none, and confirms an exact one. */
export function missingFacts(facts: Fact[], known: StatedFacts): Fact[] {
  return facts.filter((fact) => !fact.soft && !holds(known, fact));
}

function holds({ facts, said }: StatedFacts, { kind, value }: Fact): boolean {
  if (kind === "name") return (value.match(/[\p{L}\p{N}]{2,}/gu) ?? []).every((word) => said.has(word));
  return facts.some(
    (other) => isComparable(other.kind, kind) && (other.value === value || isPartOf(value, other.value)),
  );
}

/** Saturday and Sunday are the weekend, 31 March is in March. */
const isPartOf = (value: string, of: string) =>
  (of === "weekend" && /^(?:sat|su)/.test(value)) ||
  (value === "weekend" && /^(?:sat|su)/.test(of)) ||
  value === of.split(" ")[0];

const NUMERIC: readonly Fact["kind"][] = ["number", "clock", "date", "money", "code"];
function isComparable(a: Fact["kind"], b: Fact["kind"]): boolean {
  return a === b || (a === "number" && NUMERIC.includes(b)) || (b === "number" && NUMERIC.includes(a));
}

/** A whole text: what its title and all of its statements say exactly. */
export interface Answer extends StatedFacts {
  title: Terms;
  /** The words of title and statements. */
  terms: Terms;
  claims: Claim[];
  /** Of all statements together; absent where nothing reads meaning. */
  meaning: Vector | undefined;
  /** Of `facts` those that it says hold. */
  holding: Fact[];
}

/** Positions of statements that take each other back, each fresh one once. */
export function conflictsOf(known: Answer, fresh: Answer): { known: number; fresh: number; relation: "contradicts" }[] {
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

function takesBack(a: Claim, b: Claim): boolean {
  // A yes and a no to questions asked the other way round are followed by the same.
  if ((a.isYes && b.isNo) || (a.isNo && b.isYes))
    return !(alike(a, b) >= SAME_MEANING && !missingFacts(b.facts, a).length);
  const denied = alike(a, b) >= SAME_MEANING ? DENIED_OF_ALIKE : DENIED;
  return (
    b.clauses.some((clause) => clause.isOver && endsWhatIsSaid(clause, a)) ||
    onlyIn(a, b).some((one) => onlyIn(b, a).some((other) => contradict(one, other, denied)))
  );
}

/** What both say word for word is not between them: 'stop the service … and start it again' does not contradict itself. */
const onlyIn = (a: Claim, b: Claim): Clause[] =>
  a.clauses.filter((one) => !b.clauses.some((other) => one.said.symmetricDifference(other.said).size === 0));

/** 'Vimeo was cancelled': what is over is what the other statement speaks of. */
function endsWhatIsSaid(over: Clause, { terms, clauses }: Claim): boolean {
  const isOver = clauses.some((clause) => clause.isOver);
  return !isOver && mass(over.terms.words.intersection(terms.words)) >= LEAST_MASS;
}

function contradict(a: Clause, b: Clause, denied: number): boolean {
  const common =
    mass(a.terms.words.intersection(b.terms.words)) +
    7 * a.terms.names.intersection(b.terms.names).size +
    PLAIN_WORTH * a.acts.intersection(b.acts).size;
  // 'The old list is closed' and 'the list is no longer used' say the same.
  if (a.denies !== b.denies && !(a.isOver && b.isOver)) {
    const { terms, acts, isUseless } = a.denies ? a : b;
    if (isUseless && a.acts.intersection(b.acts).size > 0) return true;
    const size = mass(terms.words) + 7 * terms.names.size + PLAIN_WORTH * acts.size;
    if (common >= LEAST_MASS && common / size >= denied) return true;
  }
  if (common < LEAST_MASS || shared(a.terms, b.terms) < SAME_STATEMENT || a.denies !== b.denies) return false;
  if (a.options.size && b.options.size && a.options.isDisjointFrom(b.options)) return true;
  return isContrary(a.said, b.said);
}

interface Place extends Answer {
  claim: Claim;
}

/**
 * Another number, time, amount, version or name for the same detail: 'five days' and 'ten days'. Only where neither text has
 * what the other says anywhere.
 */
function saysOtherwise(known: Place, fresh: Place): boolean {
  const likely = Math.max(likeness(known.claim, fresh.claim), shared(nameless(known.claim), nameless(fresh.claim)));
  const mine = missingFacts(fresh.claim.holding.map(hardened), known);
  const theirs = missingFacts(known.claim.facts.map(hardened), { ...fresh, facts: fresh.holding });
  return mine.some((fact) =>
    theirs.some((other) => isOther(fact, other, isOnly(fact, fresh) && isOnly(other, known) ? 1 : likely)),
  );
}

/** What a statement speaks of, whoever and whatever it names: 'ask Martina' and 'ask Stefan'. */
function nameless({ terms, facts }: Claim): Terms {
  const names = facts.flatMap(({ kind, value }) => (kind === "name" ? [...termsOf(value).words] : []));
  return { ...terms, words: terms.words.difference(new Set(names)) };
}

/** The only measure of its kind in a text is about the same detail as the only one of another text. */
export const MEASURES: readonly Fact["kind"][] = [
  "duration",
  "money",
  "percent",
  "clock",
  "date",
  "weekday",
  "frequency",
];
function isOnly({ kind }: Fact, { facts }: Answer): boolean {
  const values = new Set(facts.flatMap((fact) => (fact.kind === kind && !fact.soft ? [fact.value] : [])));
  return MEASURES.includes(kind) && values.size === 1;
}

/** 'One signature' is vague by itself and exact beside 'two signatures', as 'the same day' is beside 'three days'. */
const hardened = (fact: Fact): Fact =>
  (fact.kind === "number" || fact.kind === "duration") && fact.about.size ? { ...fact, soft: false } : fact;

function isOther(a: Fact, b: Fact, likeness: number): boolean {
  if (a.kind !== b.kind) return false;
  if (a.kind === "name") return likeness >= SAME_STATEMENT && !/\s/.test(a.value) && !/\s/.test(b.value);
  const isSameCount = a.about.size && b.about.size ? !a.about.isDisjointFrom(b.about) : likeness >= SAME_STATEMENT;
  return a.kind === "number" ? isSameCount : likeness >= SAME_DETAIL;
}

/** 'Must it be in writing?' 'No, …' against a statement that says it must. */
function refusesQuestion(claim: Claim, question: Terms, known: Claim, title: Terms): boolean {
  if (question.words.difference(title.words).isDisjointFrom(known.terms.words)) return false;
  const common = mass(question.words.intersection(known.terms.words.union(title.words)));
  return claim.isNo && !known.denies && !known.isNo && common >= LEAST_MASS && common / mass(question.words) >= DENIED;
}

/** Whether a statement says that what is asked for is not to be had. */
function deniesQuestion(claim: Claim, question: Terms): boolean {
  if (claim.isImpossible) return true;
  return claim.clauses.some(({ denies, terms }) => {
    const common = mass(terms.words.intersection(question.words));
    return denies && common >= LEAST_MASS && common / mass(terms.words) >= DENIED;
  });
}
