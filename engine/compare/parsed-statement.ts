import type { Vector } from "../encoder/meaning.ts";
import { type ExactFact, extractFacts } from "./facts.ts";
import { cacheLatest, extractTextTerms, splitIntoWords, type TextTerms } from "./knowledge-terms.ts";

/** A statement parsed once for all comparisons, as a whole and by clause. */
export interface ParsedStatement {
  terms: TextTerms;
  said: ReadonlySet<string>;
  clauses: Clause[];
  facts: readonly ExactFact[];
  /** The facts that the statement says are true today, neither denied nor former; a subset of `facts`. */
  holding: readonly ExactFact[];
  denies: boolean;
  /** True if a word such as 'also' announces an addition. */
  isMore: boolean;
  isYes: boolean;
  isNo: boolean;
  /** True if the statement says that the requested thing is impossible. */
  isImpossible: boolean;
  isExclusive: boolean;
  isInclusive: boolean;
  /** The meaning of the statement; absent without an encoder. */
  vector: Vector | undefined;
}

export interface Clause {
  terms: TextTerms;
  said: ReadonlySet<string>;
  /** Matches of `PLAIN_ACTS`, common verbs of instructions. */
  acts: ReadonlySet<string>;
  denies: boolean;
  isOver: boolean;
  isUseless: boolean;
  options: ReadonlySet<string>;
}

const DENIAL =
  /\b(?:not|never|no|none|nobody|nothing|neither|cannot|can't|don't|doesn't|didn't|isn't|aren't|won't|wouldn't|shouldn't|mustn't|no longer|any ?more|dead|nope|avoid|obsolete|deprecated|stopped|wrong|forbidden|excluded|nicht|kein(?:e[mnrs]?)?|nie(?:mals|mand)?|nichts|weder)\b/i;
const MORE = /\b(?:also|as well|too|in addition|besides|moreover|even|except(?:ion)?)\b/i;
const YES = /^(?:yes|yep|yeah|sure|correct|of course)\b/i;
/** Matches 'no' as an answer, but not 'no need to' or 'no longer'. */
const NO = /^(?:no|nope|nah)\b(?=\s*(?:[,.;:!–—-]|$)|\s+(?:you|it|we|they|that|this|there|i)\b)/i;
/** Matches reports that an attempt did not help. */
const USELESS =
  /\b(?:does not|doesn't|do not|don't|did not|didn't|won't|will not|no longer) (?:help|work|solve|fix|change anything)\b/i;
/** Words that limit something to a few people (`EXCLUSIVE`), and words that allow it to everybody (`INCLUSIVE`). */
const EXCLUSIVE = /\bonly\b|\bnobody (?:but|except)\b|\bno one (?:but|except)\b|\bexclusively\b/i;
const INCLUSIVE =
  /\b(?:every(?:body|one)?|any(?:body|one)|all|each)\b[^.;]*\b(?:may|can|is allowed|are allowed)\b|\b(?:may|can) (?:be )?\w+(?: \w+)? by (?:everybody|everyone|anybody|anyone|all)\b/i;
/**
 * Matches negations that do not deny the whole statement: 'not only', 'no need to worry', 'if it does not', 'so it
 * still has no …'.
 */
const NO_DENIAL =
  /\bnot only\b|^so (?:it|they) still (?:has|have) no\b|\b(?:nobody|nothing|none) (?:but|except)\b|\b(?:no|not|never|don't|nobody)\b[^,.;]*\b(?:until|unless|without)\b|\bno \w+ before\b|\bno (?:problem|worries|need|matter|idea|(?:extra )?(?:charge|cost))\b|\bcosts? nothing\b|\b(?:if|when|unless|where|until|otherwise|else) [^,]*\b(?:not|no|never|n't|nobody)\b|\bwithout\b/i;

/**
 * Matches phrases for something that has ended. A clause with one of these phrases contradicts a statement about the
 * same thing.
 */
const OVER =
  /\b(?:no longer|any ?more|instead of|rather than|used to|formerly|nicht (?:mehr|länger)|(?:an)?statt|bisher|früher|(?:was|were|has been|have been|got) (?:removed|taken (?:down|away|out)|dismantled|withdrawn|shut down|sold)|(?:was|were|is|are|has been|have been|got) (?:cancelled|canceled|closed|replaced|dropped|abolished|retired|discontinued|switched off|turned off|outdated|obsolete))\b|, not\b|\bnot (?:from|by|to|in|at|the|as)\b/i;
/** Matches words for the past. A value in a clause with one of these words is no longer valid. */
const FORMER = /\bold(?:er)?\b|\balte[mnrs]?\b|\bbisherige[mnrs]?\b|\bformer\b|\bpreviously\b|\bearlier\b/i;

/** Matches phrases that deny the whole request: 'you cannot do it yourself', 'we do not'. */
const IMPOSSIBLE =
  /^(?:you|we|one|that|this|it)\s+(?:can ?not|can't|do not|don't|does not|doesn't|is not|isn't)(?:\s+(?:do|use|change|be done|possible|any ?more|it|that|this|yourself|allowed|supported))*\s*(?:[,.:;]|$)/i;

const CLAUSES = /(?<=[,;:.!])\s+|\s+(?:but|and then|because|so that)\s+/;

/** Verbs of instructions. The list of terms omits these verbs because they are too common. */
const PLAIN_ACTS =
  /\b(?:follow|open|close|change|check|start|stop|add|remove|call|use|keep|send|show|take|give|put|read|write|pass|wait|leave|move|set|try|find|hold|press|switch)(?=s?\b|ing\b|ed\b)/g;

export const parseStatement = (text: string, vector?: Vector): ParsedStatement => ({ ...parseText(text), vector });

const parseText = cacheLatest(100_000, (text): Omit<ParsedStatement, "vector"> => {
  const parts = text.split(CLAUSES).filter((part) => part.trim());
  const clauses = parts.map(clauseOf);
  const isDenied = (part: string) => DENIAL.test(part) && !NO_DENIAL.test(part);
  const holds = parts.filter((part) => !OVER.test(part) && !FORMER.test(part) && !isDenied(part));
  return {
    terms: extractTextTerms(text),
    said: splitIntoWords(text),
    clauses,
    facts: extractFacts(text),
    holding: holds.flatMap(extractFacts),
    denies: clauses.some(({ denies }) => denies),
    isMore: MORE.test(text),
    isYes: YES.test(text),
    isNo: NO.test(text),
    isImpossible: IMPOSSIBLE.test(text),
    isExclusive: EXCLUSIVE.test(text),
    isInclusive: INCLUSIVE.test(text) && !EXCLUSIVE.test(text),
  };
});

function clauseOf(text: string): Clause {
  return {
    terms: extractTextTerms(text),
    said: splitIntoWords(text),
    acts: new Set(text.toLowerCase().match(PLAIN_ACTS)),
    denies: DENIAL.test(text) && !NO_DENIAL.test(text),
    isOver: OVER.test(text),
    isUseless: USELESS.test(text),
    options: new Set([...text.matchAll(/(?<=\s)--?[a-z][\w-]*/g)].map(([option]) => option)),
  };
}
