import { statesNothing } from "../../shared/domain/article.ts";
import type { Comparison, KnowledgeText } from "../contract.ts";
import { cosine, type Encoder } from "../encoder/meaning.ts";
import {
  type Answer,
  type Claim,
  claimOf,
  conflictsOf,
  likeness,
  SAME_STATEMENT,
  saysTheSame,
} from "./compare-statements.ts";
import { conflictFeatures, nearestStatements, type Side } from "./conflict-features.ts";
import { mass, readWords, wordsSaid } from "./knowledge-terms.ts";
import { CERTAINLY_OTHER, type Subject, sameQuestion, subjectOf } from "./same-question.ts";
import weights from "./same-question-weights.json" with { type: "json" };
import { isNews, replacesValue } from "./statement-news.ts";

export type { Comparison, KnowledgeText };

/** So little may be missing to the same question where one statement takes another one back, by words alone. */
const NEARLY = 0.15;
/** By so much less alike than needed, two questions are not looked at further where meaning is read. */
export const FAR = 0.4;
/** A text of so many words holds by chance what many short ones say: then the questions alone have to be the same. */
const LONG = 20;
/** From this chance on both are about the same. */
const SAME = 0.8;
/** From this chance on one contradicts the other, if both are at least this likely about the same. */
const CONTRADICTS = 0.4;
const NEARLY_SAME = 0.65;
/** From this chance on it is not taken for the same in silence: half of the lowest of a conflict that is for tuning. */
const IN_DOUBT = 0.03;
/** Longer texts are long because they are copied; their beginnings tell what they are about. */
const MOST_STATEMENTS = 40;

/** How fresh knowledge relates to what is known. */
export async function compareKnowledge(
  known: KnowledgeText,
  fresh: KnowledgeText,
  encoder?: Encoder,
): Promise<Comparison> {
  const [knownSubject, freshSubject] = [await subjectOf(known, encoder), await subjectOf(fresh, encoder)];
  const question = sameQuestion(knownSubject, freshSubject);
  const different = (confidence: number): Comparison => ({
    relation: "different",
    confidence,
    pairs: [],
    addedStatements: [],
  });
  const isRead = knownSubject.meaning !== undefined && freshSubject.meaning !== undefined;
  const isLong = [knownSubject, freshSubject].some(({ body }) => body.words.size > LONG);
  const isFar = question.missing > (isRead ? (isLong ? 0 : FAR) : NEARLY);
  const isOther = isBesideGuide(known, fresh) && !areTitlesAlike(knownSubject, freshSubject);
  if (isOther || isAboutAnotherThing(known, fresh)) return different(question.confidence);
  if (isFar) {
    const pairs = replacedValues(known, fresh);
    if (pairs.length === 0) return different(question.confidence);
    return { relation: "contradicts", confidence: NEARLY_SAME, pairs, addedStatements: [] };
  }
  const [one, other] = [await sideOf(known, knownSubject, encoder), await sideOf(fresh, freshSubject, encoder)];
  const found = conflictsOf(one.answer, other.answer);
  const chances = isRead ? chancesOf(conflictFeatures(one, other, found), question.isOther) : null;
  const conflicts = chances ? byChance(one, other, found, chances) : byWords(one, other, question.missing, found);
  const isSame = chances ? chances.same >= SAME : question.missing <= 0;
  const confidence = chances?.same ?? question.confidence;
  if (!isSame && conflicts.length === 0) return different(confidence);
  const pairs: Comparison["pairs"] = [...conflicts];
  const addedStatements: number[] = [];
  for (const [position, claim] of other.answer.claims.entries()) {
    if (pairs.some((pair) => pair.fresh === position)) continue;
    const same = one.answer.claims.findIndex((before) => saysTheSame(before, claim));
    if (same !== -1) pairs.push({ known: same, fresh: position, relation: "same" });
    // What only the rules take for a contradiction is told as well.
    const isDoubtful = found.some((pair) => pair.fresh === position);
    if (!statesNothing(other.texts[position] ?? "") && (isDoubtful || isNews(claim, one.answer)))
      addedStatements.push(position);
  }
  const isSilent = pairs.every(({ relation }) => relation === "same") && addedStatements.length === 0;
  if (isSilent && (chances?.conflict ?? 0) >= IN_DOUBT && other.texts.length > 0)
    addedStatements.push(nearestStatements(one.answer.claims, other.answer.claims).fresh);
  return { relation: relationOf(pairs, addedStatements), confidence, pairs, addedStatements };
}

type Conflicts = ReturnType<typeof conflictsOf>;

/** However the questions are put: 'from Monday the cut-off is 13:00, no longer 15:00' is about what says 15:00 of the cut-off. */
function replacedValues(known: KnowledgeText, fresh: KnowledgeText): Conflicts {
  const claims = ({ statements }: KnowledgeText) =>
    statements.slice(0, MOST_STATEMENTS).map(({ text }) => claimOf(text));
  const [before, after] = [claims(known), claims(fresh)];
  return after.flatMap((claim, position) => {
    const at = before.findIndex((one) => replacesValue(one, claim));
    return at === -1 ? [] : [{ known: at, fresh: position, relation: "contradicts" as const }];
  });
}

/** What the rules find; where the questions are apart, only what takes back a statement that is as much the more alike. */
function byWords({ answer: known }: Side, { answer: fresh }: Side, missing: number, found: Conflicts): Conflicts {
  const isNear = (pair: Conflicts[number]) => {
    const [one, other] = [known.claims[pair.known], fresh.claims[pair.fresh]];
    return one && other && likeness(one, other) >= SAME_STATEMENT + missing;
  };
  return missing > 0 && !found.some(isNear) ? [] : found;
}

/** What the rules find, or the statements nearest to each other, where all that both texts say tells of a contradiction. */
function byChance(known: Side, fresh: Side, found: Conflicts, { same, conflict }: Chances): Conflicts {
  if (same < NEARLY_SAME) return [];
  const replaced = found.filter((pair) => {
    const [one, other] = [known.answer.claims[pair.known], fresh.answer.claims[pair.fresh]];
    return one && other && replacesValue(one, other);
  });
  if (replaced.length > 0) return replaced;
  if (conflict < CONTRADICTS) return [];
  if (found.length > 0 || known.texts.length === 0 || fresh.texts.length === 0) return found;
  return [{ ...nearestStatements(known.answer.claims, fresh.answer.claims), relation: "contradicts" }];
}

/** 0 to 1 that both are about the same, and that they are and one contradicts the other. */
interface Chances {
  same: number;
  conflict: number;
}

function chancesOf(features: Record<string, number>, isOther: boolean): Chances {
  const values = Object.values(features);
  const chance = (fitted: number[]) =>
    1 / (1 + Math.exp(-values.reduce((sum, value, place) => sum + value * (fitted[place] ?? 0), 0)));
  const same = chance(weights.same) / (isOther ? CERTAINLY_OTHER : 1);
  return { same, conflict: same * chance(weights.conflict) };
}

/** A text as both comparisons read it. */
export async function sideOf(text: KnowledgeText, subject: Subject, encoder?: Encoder): Promise<Side> {
  const claims = await claimsOf(text, encoder);
  const texts = text.statements.map((statement) => statement.text);
  const words = {
    title: await readWords(text.title, encoder),
    body: await readWords(texts.join("\n"), encoder),
  };
  return { title: text.title, texts, subject, answer: answerOf(text, subject, claims), words };
}

/** A text of so many statements, and so many times those of the other, speaks of many things. */
const GUIDE = 20;
const TIMES_LONGER = 4;
const TITLES_ALIKE = 0.5;

/**
 * A guide to all of a matter holds the words of many short answers, whatever they answer: 'How long is the warranty?' and 'How to deal
 * with a complaint'. Only its title says whether it is about the same.
 */
function isBesideGuide(known: KnowledgeText, fresh: KnowledgeText): boolean {
  const [fewer, more] = [known, fresh].map(({ statements }) => statements.length).sort((a, b) => a - b) as [
    number,
    number,
  ];
  return more >= GUIDE && more >= TIMES_LONGER * fewer;
}

function areTitlesAlike(known: Subject, fresh: Subject): boolean {
  const [one, other] = [known.title.words, fresh.title.words];
  const common = mass(one.intersection(other)) / Math.max(1, mass(one.union(other)));
  const meaning = known.meaning && fresh.meaning ? cosine(known.meaning.question, fresh.meaning.question) : 0;
  return Math.max(common, meaning) >= TITLES_ALIKE;
}

/** Words of one thing: 'the archive', 'the staging database'. */
const MOST_SWAPPED = 2;
const FEWEST_WORDS = 6;
/** Of the words of two statements beside those that were swapped. */
const WORD_FOR_WORD = 0.85;

/**
 * The same sentences about another thing: the questions differ in one name for it, and so do the answers, word for word ('reset the
 * archive' and 'reset the mirror'). Who says the same in other words does not repeat the rest to the letter.
 */
function isAboutAnotherThing(known: KnowledgeText, fresh: KnowledgeText): boolean {
  const [one, other] = [wordsIn(known.title), wordsIn(fresh.title)];
  const [gone, come] = [one.difference(other), other.difference(one)];
  const isSwap = [gone, come].every(({ size }) => size > 0 && size <= MOST_SWAPPED);
  if (!isSwap) return false;
  // A question among the statements repeats its title, swapped word included, and says nothing of the answer.
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

function answerOf({ title, statements }: KnowledgeText, subject: Subject, claims: Claim[]): Answer {
  const asked = claimOf(title);
  return {
    title: subject.title,
    terms: subject.all,
    said: wordsSaid([title, ...statements.map(({ text }) => text)].join("\n")),
    claims,
    meaning: subject.meaning?.answer,
    facts: [...asked.facts, ...claims.flatMap(({ facts }) => facts)],
    holding: [...asked.holding, ...claims.flatMap(({ holding }) => holding)],
  };
}

async function claimsOf({ statements }: KnowledgeText, encoder: Encoder | undefined): Promise<Claim[]> {
  const texts = statements.map(({ text }) => (statesNothing(text) ? "" : text));
  const vectors = (await encoder?.encode(texts.slice(0, MOST_STATEMENTS))) ?? [];
  return texts.map((text, place) => claimOf(text, vectors[place]));
}

function relationOf(pairs: Comparison["pairs"], added: number[]): Comparison["relation"] {
  if (pairs.some(({ relation }) => relation === "contradicts")) return "contradicts";
  return added.length > 0 ? "adds" : "same";
}
