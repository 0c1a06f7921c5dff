import { cosineSimilarity, type Vector } from "../encoder/meaning.ts";
import { areSameStatement, computeLikeness, findMissingFacts, type ParsedText } from "./compare-statements.ts";
import type { ExactFact } from "./facts.ts";
import { computeWordCoverage, haveOppositeWords, sumWordWeights, type WordMeanings } from "./knowledge-terms.ts";
import { type ParsedStatement } from "./parsed-statement.ts";
import { compareMeanings, compareSubjects, type QuestionSubject } from "./same-question.ts";
import { AMOUNT_KINDS, isDifferentValue, TIME_KINDS } from "./statement-news.ts";

/**
 * A text parsed for two estimates: whether another text has the same topic, and whether the two texts contradict each
 * other.
 */
export interface ConflictSide {
  title: string;
  texts: string[];
  subject: QuestionSubject;
  answer: ParsedText;
  /** Content words of the title and of the statements, not stemmed. */
  words: { title: WordMeanings; body: WordMeanings };
}

/** The positions of two compared statements in their texts. */
export interface PairPosition {
  known: number;
  fresh: number;
}

/** Phrases that report a change. */
const CHANGED =
  /\b(?:now|as of|starting|beginning (?:with|in)|from (?!(?:the|a|an|us|you|them|here)\b)\w+(?: \w+)? on|raised|lowered|stopped|decided|agreed|since|any ?more|no longer|instead|switched|moved|changed|dropped|closed|new(?:ly)?|replaced|deleted|abolished|used to|from now on|these days|recently|today)\b/i;
const ALSO =
  /\b(?:also|as well|too|in addition|additionally|besides|even|except(?:ion)?|extra|exempt|another)\b|^(?:for|in|on|at|during|if|when|above|below|without|with|after|before|outside|inside)\b(?! (?:addition|fact)\b)/i;
/** A statement about a special case: 'In Switzerland it is 14 days'. */
const CASE =
  /^(?:for|in|on|at|during|if|when|above|below|without|outside|inside|until|after)\b [^,.]{2,40}(?:,| (?:it|you|they|we|the|there|is|are|a)\b)/i;
/** Questions that have a single fact as their answer. */
const ONE_THING =
  /^(?:who|whom|whose|where|when|which|what|how (?:many|much|long|often|high|early|late|fast|large|big|old|far|cold|hot)|until (?:when|what)|by when|from (?:when|which|what)|on which|at (?:which|what)|to whom|after how|for how|up to which|in which)\b/i;
const WIDE = /\b(?:every(?:body|one|thing)?|any(?:body|one)?|all|always|whole|unlimited|both|two)\b/i;
const NARROW = /\b(?:only|nobody|no one|none|never|nothing|just|one|single|alone|exclusively)\b/i;

/**
 * Features for and against a contradiction between two texts, each about 0 to 1. `ruled` are the conflicts that the
 * rules of `compare-statements.ts` found. Every feature compares both texts, because the wording of one text alone
 * predicts nothing.
 */
export function computeConflictFeatures(
  known: ConflictSide,
  fresh: ConflictSide,
  ruled: readonly PairPosition[],
): Record<string, number> {
  const near = findNearestStatements(known.answer.claims, fresh.answer.claims);
  return {
    ...compareSubjects(known.subject, fresh.subject),
    ...compareMeanings(known.subject, fresh.subject),
    ...betweenAnswers(known, fresh, ruled, near),
    ...betweenFacts(known.answer, fresh.answer),
    ...betweenSides(known, fresh, near),
    ...betweenMeanings(known, fresh),
    ...betweenWords(known, fresh),
  };
}

/** Returns the two most similar statements. */
export function findNearestStatements(
  known: readonly ParsedStatement[],
  fresh: readonly ParsedStatement[],
): PairPosition {
  let nearest: PairPosition = { known: 0, fresh: 0 };
  let most = -1;
  for (const [at, one] of known.entries())
    for (const [place, other] of fresh.entries()) {
      const alike = computeLikeness(one, other);
      if (alike > most) nearest = { known: at, fresh: place };
      most = Math.max(most, alike);
    }
  return nearest;
}

function betweenAnswers(known: ConflictSide, fresh: ConflictSide, ruled: readonly PairPosition[], near: PairPosition) {
  const [before, after] = [known.answer.claims, fresh.answer.claims];
  const alike = (place: PairPosition) => {
    const [one, other] = [before[place.known], after[place.fresh]];
    return one && other ? computeLikeness(one, other) : 0;
  };
  const asked = fresh.subject.title.words;
  const share = (count: number) => count / Math.max(1, after.length);
  const nearest = fresh.texts[near.fresh] ?? "";
  const first = alike({ known: 0, fresh: 0 });
  return {
    "rules find a conflict": ruled.length > 0 ? 1 : 0,
    "likeness of the nearest statements": alike(near),
    "likeness of what the rules find": Math.max(0, ...ruled.map(alike)),
    "words of the question said by the known text":
      sumWordWeights(asked.intersection(known.subject.all.words)) / Math.max(1, sumWordWeights(asked)),
    "share of fresh statements known": share(
      after.filter((claim) => before.some((other) => areSameStatement(other, claim))).length,
    ),
    "share of fresh statements that add or have a case of their own": share(
      fresh.texts.filter((text) => ALSO.test(text)).length,
    ),
    "the nearest fresh statement adds or has a case of its own": ALSO.test(nearest) || CASE.test(nearest) ? 1 : 0,
    "fresh tells of a change": fresh.texts.some((text) => CHANGED.test(text)) ? 1 : 0,
    "asks for one thing, and the first answers are unlike": ONE_THING.test(fresh.title) && after.length ? 1 - first : 0,
    "first answers alike": first,
  };
}

function betweenFacts(known: ParsedText, fresh: ParsedText) {
  const [before, after] = [known, fresh].map(({ claims }) => claims.flatMap(({ facts }) => facts)) as [
    ExactFact[],
    ExactFact[],
  ];
  const exact = after.filter(({ soft }) => !soft);
  const unknown = findMissingFacts(exact, known);
  const [timesApart, timesShared] = sharedKinds(before, after, TIME_KINDS);
  const [amountsApart, amountsShared] = sharedKinds(before, after, AMOUNT_KINDS);
  return {
    "times differ": timesApart,
    "times in common": timesShared,
    "amounts differ": amountsApart,
    "amounts in common": amountsShared,
    "unknown names": Math.min(3, unknown.filter(({ kind }) => kind === "name").length) / 3,
    "share of fresh facts known": exact.length ? 1 - unknown.length / exact.length : 0.5,
    "vague values differ": Number(after.some((fact) => isDifferentValue(fact, before))),
  };
}

/**
 * Counts the kinds of facts that both texts contain: `[kinds without a common value, kinds with a common value]`. Each
 * count is capped at 2 and halved.
 */
function sharedKinds(
  known: readonly ExactFact[],
  fresh: readonly ExactFact[],
  kinds: readonly ExactFact["kind"][],
): [number, number] {
  const both = kinds
    .map((kind) => [known, fresh].map((facts) => new Set(facts.flatMap((f) => (f.kind === kind ? [f.value] : [])))))
    .filter((sets): sets is [Set<string>, Set<string>] => sets.every(({ size }) => size > 0));
  const apart = both.filter(([one, other]) => one.isDisjointFrom(other)).length;
  return [Math.min(2, apart) / 2, Math.min(2, both.length - apart) / 2];
}

function betweenSides(known: ConflictSide, fresh: ConflictSide, near: PairPosition) {
  const [before, after] = [known.answer.claims, fresh.answer.claims];
  const refuses = (claims: ParsedStatement[]) => claims.some(({ isNo, isImpossible }) => isNo || isImpossible);
  const denies = (claims: ParsedStatement[]) => refuses(claims) || claims.some((claim) => claim.denies);
  const agrees = (claims: ParsedStatement[]) => claims.some(({ isYes }) => isYes);
  const says = (pattern: RegExp, { texts }: ConflictSide) => pattern.test(texts.join(" "));
  const opens = (one: ConflictSide, other: ConflictSide) =>
    says(WIDE, one) && says(NARROW, other) && !says(NARROW, one);
  const [one, other] = [before[near.known], after[near.fresh]];
  const isReverse =
    (agrees(before) && after.some(({ isNo }) => isNo)) || (agrees(after) && before.some(({ isNo }) => isNo));
  return {
    "fresh denies, known does not": Number(denies(after) && !denies(before)),
    "known denies, fresh does not": Number(denies(before) && !denies(after)),
    "a yes against a no": Number(isReverse),
    "fresh refuses": Number(refuses(after)),
    "known does not refuse": Number(!refuses(before)),
    "contrary words": Number(haveOppositeWords(known.answer.said, fresh.answer.said)),
    "contrary words in the nearest statements": Number(one && other ? haveOppositeWords(one.said, other.said) : false),
    "wide against narrow": Number(opens(known, fresh) || opens(fresh, known)),
  };
}

const WHO = /\b(?:who|whom|whose)\b/i;

function betweenMeanings({ subject: known, answer }: ConflictSide, { subject: fresh, answer: answered }: ConflictSide) {
  const [before, after] = [answer, answered].map(({ claims }) => claims.map(({ vector }) => vector)) as [
    OptionalVector[],
    OptionalVector[],
  ];
  const across = [
    alike(known.meaning?.question, fresh.meaning?.whole),
    alike(fresh.meaning?.question, known.meaning?.whole),
  ];
  const ofFresh = after.map((one) => nearestTo(one, before));
  const ofKnown = before.map((one) => nearestTo(one, after));
  return {
    "question and other text alike, the nearer": Math.max(...across),
    "question and other text alike, the farther": Math.min(...across),
    "the nearest statements alike in meaning": Math.max(0, ...ofFresh),
    "fresh statements alike in meaning with known ones": mean(ofFresh),
    "known statements alike in meaning with fresh ones": mean(ofKnown),
    "fresh question and a known statement alike": nearestTo(fresh.meaning?.question, before),
    "known question and a fresh statement alike": nearestTo(known.meaning?.question, after),
  };
}

type OptionalVector = Vector | undefined;
const alike = (one: OptionalVector, other: OptionalVector) => (one && other ? cosineSimilarity(one, other) : 0);
const nearestTo = (one: OptionalVector, others: OptionalVector[]) =>
  Math.max(0, ...others.map((other) => alike(one, other)));
const mean = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);

/**
 * The share of each text's words that the other text contains, with synonyms. An answer's 'own' words are the words
 * that are in neither question.
 */
function betweenWords({ words: known, ...before }: ConflictSide, { words: fresh, ...after }: ConflictSide) {
  const wholeOf = ({ title, body }: ConflictSide["words"]): WordMeanings => new Map([...title, ...body]);
  const [allKnown, allFresh] = [wholeOf(known), wholeOf(fresh)];
  const own = ({ body }: ConflictSide["words"]) =>
    new Map([...body].filter(([word]) => !known.title.has(word) && !fresh.title.has(word)));
  const [ofFresh, ofKnown] = [computeWordCoverage(fresh.title, allKnown), computeWordCoverage(known.title, allFresh)];
  const titles = [computeWordCoverage(fresh.title, known.title), computeWordCoverage(known.title, fresh.title)];
  const bodies = [computeWordCoverage(fresh.body, allKnown), computeWordCoverage(known.body, allFresh)];
  const [ownOfFresh, ownOfKnown] = [
    computeWordCoverage(own(fresh), allKnown),
    computeWordCoverage(own(known), allFresh),
  ];
  const changed = ({ texts }: Pick<ConflictSide, "texts">) => texts.some((text) => CHANGED.test(text));
  const asksWho = WHO.test(after.title);
  return {
    "words of the fresh question covered by the known text": ofFresh,
    "words of the questions covered by the other text, the less": Math.min(ofFresh, ofKnown),
    "words of the questions covered by the other text, the more": Math.max(ofFresh, ofKnown),
    "words of the questions covered by each other, the less": Math.min(...titles),
    "words of the questions covered by each other, the more": Math.max(...titles),
    "words of the answers covered by the other text, the less": Math.min(...bodies),
    "words of the answers covered by the other text, the more": Math.max(...bodies),
    "own words of the fresh answer covered": ownOfFresh,
    "own words of the known answer covered": ownOfKnown,
    "one asks who": WHO.test(before.title) === asksWho ? 0 : 1,
    "who is asked for, and the own words of the fresh answer are not covered": asksWho ? 1 - ownOfFresh : 0,
    "only fresh tells of a change": changed(after) && !changed(before) ? 1 : 0,
  };
}
