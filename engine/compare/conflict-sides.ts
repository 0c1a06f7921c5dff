import { isEmptyStatement } from "../../shared/domain/article.ts";
import type { KnowledgeText } from "../contract.ts";
import { cosineSimilarity } from "../encoder/meaning.ts";
import { findDeniedQuotes } from "../text/denied-quotes.ts";
import { isShortRemark } from "../text/short-remark.ts";
import { computeLikeness, SAME_MEANING_COSINE, SAME_STATEMENT_LIKENESS } from "./compare-statements.ts";
import { sumWordWeights } from "./knowledge-terms.ts";
import { type ParsedStatement, parseStatement } from "./parsed-statement.ts";
import { replacesValue } from "./statement-news.ts";

/** Whether a text asserts something. Questions, greetings and calls for help assert nothing. */
export function isAssertion(text: string): boolean {
  const said = text.trim();
  return !(said === "" || isEmptyStatement(said) || QUESTION.test(said) || GREETING.test(said) || PLEA.test(said));
}

const QUESTION =
  /\?["”)*_]*$|^(?:what(?:'s|’s)?|when(?:'s|’s)?|where(?:'s|’s)?|who(?:'s|’s)?|why|how|which|wie|wann|wo|wer|warum|welche[rsnm]?) (?:is|are|was|do|does|did|can|could|should|would|will|has|have|much|many|long|often|the|ist|sind|kann|können|lange|viele?)\b[^.!,:;]*$/i;
const GREETING =
  /^(?:hi|hello|hey|hallo|moin|morning|good (?:morning|evening|afternoon)|guten (?:morgen|tag)|thanks?|thank you|ta|danke|cheers)(?:\s+\S+){0,3}[\s!.,]*$/i;
const PLEA =
  /^(?:i )?(?:need|want|could use|brauche)\b.{0,30}\b(?:help|hilfe)\b|^(?:please )?help(?: me)?\b[^.]{0,20}$/i;

/** Whether a statement is worth adding to an article: it informs, and is neither a question nor a short remark. */
export const isInformative = (text: string): boolean =>
  isAssertion(text) && (parseStatement(text).denies || !isShortRemark(text));

/** Two statements with at least this cosine have one subject even if they have few common words. */
const ONE_SUBJECT = 0.5;
/** More than the weight of one rare word. */
const SHARED_SUBJECT = 8;

/**
 * Whether two statements have one subject: they have several common words, values of one kind or a similar meaning, or
 * both answer with yes or no.
 */
export function haveSameSubject(known: ParsedStatement, fresh: ParsedStatement): boolean {
  if ((known.isYes || known.isNo || known.isImpossible) && (fresh.isYes || fresh.isNo || fresh.isImpossible))
    return true;
  const common = known.terms.words.intersection(fresh.terms.words);
  if (common.size > 1 && sumWordWeights(common) >= SHARED_SUBJECT) return true;
  if (!known.terms.names.isDisjointFrom(fresh.terms.names)) return true;
  if (fresh.facts.some(({ kind }) => known.facts.some((fact) => fact.kind === kind))) return true;
  const isNear = known.vector && fresh.vector && cosineSimilarity(known.vector, fresh.vector) >= ONE_SUBJECT;
  return Boolean(isNear) || computeLikeness(known, fresh) >= SAME_STATEMENT_LIKENESS || replacesValue(known, fresh);
}

/**
 * Whether two statements have more in common than one word. The article may then cite one statement's message as a
 * source of the other.
 */
export const isCertainlyAlike = (known: ParsedStatement, fresh: ParsedStatement) =>
  known.terms.words.intersection(fresh.terms.words).size > 1 ||
  Boolean(known.vector && fresh.vector && cosineSimilarity(known.vector, fresh.vector) >= SAME_MEANING_COSINE);

const OPENS_AS_CORRECTION = /^[*_\s]*(?:correction|korrektur|berichtigung)[*_]*\s*[:,–—-]/i;
const DENIED_WORDS = /\b(?:not|no longer|nicht(?: mehr)?)\s+([^.,;!?"“”„]{2,60})(?=[.,;!?]|$)/giu;

/** Whether the fresh text says that a value in the known text is wrong: 'is called "B" now, not "A"'. */
export function correctsWording(known: string, fresh: string): boolean {
  if (!isAssertion(known) || !isAssertion(fresh)) return false;
  const isMarked = OPENS_AS_CORRECTION.test(fresh);
  const words = isMarked ? [...fresh.matchAll(DENIED_WORDS)].map(([, value = ""]) => value) : [];
  const deniesToo = (value: string) => findDeniedQuotes(known).some((other) => wordsOf(other) === wordsOf(value));
  return [...findDeniedQuotes(fresh), ...words].some((value) => hasPhrase(known, value) && !deniesToo(value));
}

const wordsOf = (text: string) => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
const hasPhrase = (text: string, phrase: string) => {
  const words = wordsOf(phrase);
  return words !== "" && ` ${wordsOf(text)} `.includes(` ${words} `);
};

const bare = (text: string) => text.trim().replace(/\s+/g, " ").replace(/\.$/, "");
/**
 * Whether two texts are equal apart from white space and the final full stop. Other punctuation and capitals may change
 * a value, so they are compared.
 */
export const hasSameWording = (one: string, other: string) => bare(one) === bare(other);

/** The most words in the name that differs between two otherwise equal texts: 'archive', 'staging database'. */
const MOST_SWAPPED = 2;
/** Shorter statements often have the same words by chance. */
const FEWEST_WORDS = 6;
/** The least share of common words of two statements, not counting the names that differ. */
const WORD_FOR_WORD = 0.85;

/**
 * Whether the texts have the same sentences about two different things: only the thing's name differs ('reset the
 * archive' and 'reset the mirror'). A paraphrase about one thing would not repeat all other words.
 */
export function isSameTextAboutOtherSubject(known: KnowledgeText, fresh: KnowledgeText): boolean {
  const [one, other] = [wordsIn(known.title), wordsIn(fresh.title)];
  const [gone, come] = [one.difference(other), other.difference(one)];
  const isSwap = [gone, come].every(({ size }) => size > 0 && size <= MOST_SWAPPED);
  if (!isSwap) return false;
  // Questions are excluded, because they only repeat the title with the other name and prove nothing about the answer.
  const answers = ({ statements }: KnowledgeText) => statements.filter(({ text }) => !text.trimEnd().endsWith("?"));
  return answers(known).some(({ text }) => {
    const before = wordsIn(text);
    if (before.size < FEWEST_WORDS || !gone.isSubsetOf(before) || !before.isDisjointFrom(come)) return false;
    return answers(fresh).some((statement) => {
      const after = wordsIn(statement.text);
      if (!come.isSubsetOf(after) || !after.isDisjointFrom(gone)) return false;
      const [left, right] = [before.difference(gone), after.difference(come)];
      return left.intersection(right).size >= WORD_FOR_WORD * left.union(right).size;
    });
  });
}

const wordsIn = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
