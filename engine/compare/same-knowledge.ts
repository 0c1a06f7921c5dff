import { isEmptyStatement } from "../../shared/domain/article.ts";
import type { Comparison, KnowledgeText } from "../contract.ts";
import type { Encoder } from "../encoder/meaning.ts";
import {
  areSameStatement,
  computeLikeness,
  findConflicts,
  type ParsedText,
  SAME_STATEMENT_LIKENESS,
} from "./compare-statements.ts";
import { type ConflictSide, computeConflictFeatures, findNearestStatements } from "./conflict-features.ts";
import {
  correctsWording,
  hasSameWording,
  haveSameSubject,
  isAssertion,
  isCertainlyAlike,
  isSameTextAboutOtherSubject,
} from "./conflict-sides.ts";
import { areTitlesAlike, isAboutAnotherSubject } from "./different-subject.ts";
import { parseWordMeanings, splitIntoWords } from "./knowledge-terms.ts";
import { type ParsedStatement, parseStatement } from "./parsed-statement.ts";
import {
  areEncodable,
  CERTAINLY_DIFFERENT_DIVISOR,
  compareQuestions,
  computeHighestConfidence,
  computeMeaning,
  differByTitleAndAnswer,
  parseSubjectWords,
  type QuestionSubject,
} from "./same-question.ts";
import weights from "./same-question-weights.json" with { type: "json" };
import { findPastValues, isNewInformation, replacesValue } from "./statement-news.ts";

export type { Comparison, KnowledgeText };

/** Without an encoder, the questions of two contradicting texts may be below the threshold by at most this much. */
const NEARLY = 0.15;
/** With an encoder, two questions below the threshold by more than this are not compared further. */
export const MAX_DISTANCE_TO_THRESHOLD = 0.4;
/** A text with more statements contains the words of short texts by chance, so its question must reach the full threshold. */
const LONG = 20;
/** The least probability that two texts answer the same question. */
const SAME = 0.8;
/**
 * Two texts contradict each other if the probability of a conflict is at least `CONTRADICTS` and the probability of one
 * topic at least `NEARLY_SAME`.
 */
const CONTRADICTS = 0.4;
const NEARLY_SAME = 0.65;
/**
 * From this probability of a conflict on, a text that otherwise only confirms the known text is reported as an
 * addition. The limit is half the lowest probability of a known conflict in the tuning data.
 */
const IN_DOUBT = 0.03;
/** Only the first statements are compared. Longer texts are usually pasted, and their beginning shows the topic. */
const MOST_STATEMENTS = 40;

/** Compares fresh knowledge with known knowledge. */
export async function compareKnowledge(
  known: KnowledgeText,
  fresh: KnowledgeText,
  encoder?: Encoder,
): Promise<Comparison> {
  const [knownWords, freshWords] = [parseSubjectWords(known), parseSubjectWords(fresh)];
  const isSurelyFar = await areSurelyFar([known, knownWords], [fresh, freshWords], encoder);
  if (isSurelyFar && replacedValues(known, fresh).length === 0)
    return different(compareQuestions(knownWords, freshWords).confidence);
  const knownSubject = { ...knownWords, meaning: await computeMeaning(known, encoder) };
  const freshSubject = { ...freshWords, meaning: await computeMeaning(fresh, encoder) };
  const question = compareQuestions(knownSubject, freshSubject);
  const isRead = knownSubject.meaning !== undefined && freshSubject.meaning !== undefined;
  const isFar = question.missing > (isRead ? farByMeaning([knownWords, freshWords]) : NEARLY);
  const isOther = isBesideGuide(known, fresh) && !areTitlesAlike(knownSubject, freshSubject);
  if (isOther || isSameTextAboutOtherSubject(known, fresh)) return different(question.confidence);
  if (isFar) {
    const pairs = replacedValues(known, fresh);
    if (pairs.length === 0) return different(question.confidence);
    return { relation: "contradicts", confidence: NEARLY_SAME, pairs, addedStatements: [] };
  }
  const [one, other] = [
    await parseConflictSide(known, knownSubject, encoder),
    await parseConflictSide(fresh, freshSubject, encoder),
  ];
  const found = findConflicts(one.answer, other.answer);
  const chances = isRead ? chancesOf(computeConflictFeatures(one, other, found), question.isOther) : null;
  const judged = chances ? byChance(one, other, found, chances) : conflictsByWords(one, other, question.missing, found);
  const conflicts = withCorrections(one, other, judged);
  const isSame = chances ? chances.same >= SAME : question.missing <= 0;
  const confidence = chances?.same ?? question.confidence;
  if (!isSame && conflicts.length === 0) return different(confidence);
  const pairs: Comparison["pairs"] = [...conflicts];
  const addedStatements: number[] = [];
  for (const [position, claim] of other.answer.claims.entries()) {
    if (pairs.some((pair) => pair.fresh === position)) continue;
    const text = other.texts[position] ?? "";
    const equal = one.texts.findIndex((before) => hasSameWording(before, text));
    // A contradiction that only the rules find is reported as an addition.
    const isDoubtful = equal === -1 && found.some((pair) => pair.fresh === position);
    const same = equal === -1 && !isDoubtful ? sameStatement(one, text, claim) : equal;
    if (same !== -1) pairs.push({ known: same, fresh: position, relation: "same" });
    if (!isEmptyStatement(text) && equal === -1 && (isDoubtful || isNewInformation(claim, one.answer)))
      addedStatements.push(position);
  }
  if (isAboutAnotherSubject(one, other, { pairs, addedStatements })) return different(confidence);
  const isSilent = pairs.every(({ relation }) => relation === "same") && addedStatements.length === 0;
  if (isSilent && (chances?.conflict ?? 0) >= IN_DOUBT && other.texts.length > 0)
    addedStatements.push(findNearestStatements(one.answer.claims, other.answer.claims).fresh);
  return { relation: relationOf(pairs, addedStatements), confidence, pairs, addedStatements };
}

const different = (confidence: number): Comparison => ({
  relation: "different",
  confidence,
  pairs: [],
  addedStatements: [],
});

/** Returns the distance below the threshold up to which questions with embeddings are compared; 0 if one text is long. */
const farByMeaning = (subjects: QuestionSubject[]) =>
  subjects.some(({ body }) => body.words.size > LONG) ? 0 : MAX_DISTANCE_TO_THRESHOLD;

type TextWithWords = [text: KnowledgeText, words: QuestionSubject];

/**
 * Whether the words, or the embeddings known so far, already show that two questions differ. This check saves time,
 * because most candidates of an import have few common words and computing an embedding is slow.
 */
async function areSurelyFar(
  [known, knownWords]: TextWithWords,
  [fresh, freshWords]: TextWithWords,
  encoder: Encoder | undefined,
): Promise<boolean> {
  const far = farByMeaning([knownWords, freshWords]);
  const isFarAtBest = computeHighestConfidence(knownWords, freshWords).missing > far;
  if (isFarAtBest && compareQuestions(knownWords, freshWords).missing > NEARLY) return true;
  if (!encoder || !(await areEncodable([known, fresh], encoder))) return false;
  return isFarAtBest || differByTitleAndAnswer([known, fresh], [knownWords, freshWords], { encoder, far });
}

type Conflicts = ReturnType<typeof findConflicts>;

/** Returns the position of the most similar known statement that says the same. A question cannot confirm a statement. */
function sameStatement({ answer, texts }: ConflictSide, text: string, claim: ParsedStatement): number {
  const isFact = isAssertion(text);
  const alike = answer.claims
    .map((before, place) => ({ before, place }))
    .filter(({ before, place }) => isAssertion(texts[place] ?? "") === isFact && areSameStatement(before, claim))
    .filter(({ before }) => isCertainlyAlike(before, claim));
  return alike.toSorted((a, b) => computeLikeness(b.before, claim) - computeLikeness(a.before, claim))[0]?.place ?? -1;
}

/**
 * Adds explicit corrections ('it is called "B" now, not "A"'). Removes pairs of statements with different subjects, and
 * pairs with a statement that asserts nothing. Answers to one question have one subject, even if the answers are short.
 */
function withCorrections(known: ConflictSide, fresh: ConflictSide, judged: Conflicts): Conflicts {
  const corrections = fresh.texts.flatMap((text, position) => {
    const at = known.texts.findIndex((before) => correctsWording(before, text));
    const isKnown = known.texts.some((before) => hasSameWording(before, text));
    return at === -1 || isKnown ? [] : [{ known: at, fresh: position, relation: "contradicts" as const }];
  });
  const isOneQuestion = areTitlesAlike(known.subject, fresh.subject);
  const rest = judged.filter((pair) => {
    if (corrections.some(({ fresh: position }) => position === pair.fresh)) return false;
    const [one, other] = [known.answer.claims[pair.known], fresh.answer.claims[pair.fresh]];
    const texts = [known.texts[pair.known] ?? "", fresh.texts[pair.fresh] ?? ""] as const;
    return (
      one &&
      other &&
      texts.every(isAssertion) &&
      !hasSameWording(...texts) &&
      (isOneQuestion || haveSameSubject(one, other))
    );
  });
  return [...corrections, ...rest];
}

/** Finds replaced values even if the questions differ: 'the cut-off is 13:00, no longer 15:00' updates a statement with 15:00. */
function replacedValues(known: KnowledgeText, fresh: KnowledgeText): Conflicts {
  const claims = ({ statements }: KnowledgeText) =>
    statements.slice(0, MOST_STATEMENTS).map(({ text }) => parseStatement(text));
  const after = claims(fresh);
  if (!after.some((claim) => findPastValues(claim).length > 0)) return [];
  const before = claims(known);
  return after.flatMap((claim, position) => {
    const at = before.findIndex((one) => replacesValue(one, claim));
    return at === -1 ? [] : [{ known: at, fresh: position, relation: "contradicts" as const }];
  });
}

/**
 * Returns the conflicts that the rules find. If the likeness of the questions is below the threshold, at least one pair
 * must exceed `SAME_STATEMENT_LIKENESS` by the missing amount.
 */
function conflictsByWords(
  { answer: known }: ConflictSide,
  { answer: fresh }: ConflictSide,
  missing: number,
  found: Conflicts,
): Conflicts {
  const isNear = (pair: Conflicts[number]) => {
    const [one, other] = [known.claims[pair.known], fresh.claims[pair.fresh]];
    return one && other && computeLikeness(one, other) >= SAME_STATEMENT_LIKENESS + missing;
  };
  return missing > 0 && !found.some(isNear) ? [] : found;
}

/**
 * Returns the conflicts that replace a value; else the rules' conflicts if the trained model finds a conflict likely.
 * If the rules found no conflict, returns the two most similar statements.
 */
function byChance(
  known: ConflictSide,
  fresh: ConflictSide,
  found: Conflicts,
  { same, conflict }: TopicProbabilities,
): Conflicts {
  if (same < NEARLY_SAME) return [];
  const replaced = found.filter((pair) => {
    const [one, other] = [known.answer.claims[pair.known], fresh.answer.claims[pair.fresh]];
    return one && other && replacesValue(one, other);
  });
  if (replaced.length > 0) return replaced;
  if (conflict < CONTRADICTS) return [];
  if (found.length > 0 || known.texts.length === 0 || fresh.texts.length === 0) return found;
  return [{ ...findNearestStatements(known.answer.claims, fresh.answer.claims), relation: "contradicts" }];
}

/** Probabilities that both texts have one topic (`same`), and that the texts also contradict each other (`conflict`). */
interface TopicProbabilities {
  same: number;
  conflict: number;
}

function chancesOf(features: Record<string, number>, isOther: boolean): TopicProbabilities {
  const values = Object.values(features);
  const chance = (fitted: number[]) =>
    1 / (1 + Math.exp(-values.reduce((sum, value, place) => sum + value * (fitted[place] ?? 0), 0)));
  const same = chance(weights.same) / (isOther ? CERTAINLY_DIFFERENT_DIVISOR : 1);
  return { same, conflict: same * chance(weights.conflict) };
}

/** Parses a text for the comparison of its statements and for `computeConflictFeatures`. */
export async function parseConflictSide(
  text: KnowledgeText,
  subject: QuestionSubject,
  encoder?: Encoder,
): Promise<ConflictSide> {
  const claims = await claimsOf(text, encoder);
  const texts = text.statements.map((statement) => statement.text);
  const words = {
    title: await parseWordMeanings(text.title, encoder),
    body: await parseWordMeanings(texts.join("\n"), encoder),
  };
  return { title: text.title, texts, subject, answer: answerOf(text, subject, claims), words };
}

/**
 * A text is a guide to several topics if it has at least `GUIDE` statements and `TIMES_LONGER` times as many statements
 * as the other text.
 */
const GUIDE = 20;
const TIMES_LONGER = 4;
/**
 * Whether one text is a guide and the titles show that the other text has a different topic. A guide contains the words
 * of many short answers ('How long is the warranty?' in 'How to deal with a complaint'), so the titles decide.
 */
function isBesideGuide(known: KnowledgeText, fresh: KnowledgeText): boolean {
  const [fewer, more] = [known, fresh].map(({ statements }) => statements.length).sort((a, b) => a - b) as [
    number,
    number,
  ];
  return more >= GUIDE && more >= TIMES_LONGER * fewer;
}

function answerOf(
  { title, statements }: KnowledgeText,
  subject: QuestionSubject,
  claims: ParsedStatement[],
): ParsedText {
  const asked = parseStatement(title);
  return {
    title: subject.title,
    terms: subject.all,
    said: splitIntoWords([title, ...statements.map(({ text }) => text)].join("\n")),
    claims,
    meaning: subject.meaning?.answer,
    facts: [...asked.facts, ...claims.flatMap(({ facts }) => facts)],
    holding: [...asked.holding, ...claims.flatMap(({ holding }) => holding)],
  };
}

async function claimsOf({ statements }: KnowledgeText, encoder: Encoder | undefined): Promise<ParsedStatement[]> {
  const texts = statements.map(({ text }) => (isEmptyStatement(text) ? "" : text));
  const vectors = (await encoder?.encode(texts.slice(0, MOST_STATEMENTS))) ?? [];
  return texts.map((text, place) => parseStatement(text, vectors[place]));
}

function relationOf(pairs: Comparison["pairs"], added: number[]): Comparison["relation"] {
  if (pairs.some(({ relation }) => relation === "contradicts")) return "contradicts";
  return added.length > 0 ? "adds" : "same";
}
