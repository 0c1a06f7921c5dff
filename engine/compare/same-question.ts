import { cosine, type Encoder, type Vector } from "../encoder/meaning.ts";
import { factsOf } from "./facts.ts";
import { isContrary, mass, type Terms, termsOf, wordsSaid, worth } from "./knowledge-terms.ts";
import { ACTIONS, FRAMES, type Frame, OPEN, PLACES, PUTS_IN, SMALL, TAKES_OUT } from "./question-words.ts";
import weights from "./same-question-weights.json" with { type: "json" };

/** A text parsed once for the comparison with many candidates. */
export interface Subject {
  title: Terms;
  /** The words of the title in their order, in lower case and not stemmed. */
  spoken: string[];
  /** `spoken` without the words of `SMALL`. */
  said: Set<string>;
  body: Terms;
  all: Terms;
  /** Indices of the title's groups in `ACTIONS`. */
  actions: Set<number>;
  frame: Frame;
  places: Set<string>;
  /** The exact values in the answer. */
  facts: Set<string>;
  /** All words of the title, in lower case and not stemmed. */
  asked: Set<string>;
  /** The meanings of the question, the answer and both together; absent without an encoder. */
  meaning: { question: Vector; answer: Vector; whole: Vector } | undefined;
}

export interface Question {
  title: string;
  statements: { text: string }[];
}

export async function subjectOf({ title, statements }: Question, encoder?: Encoder): Promise<Subject> {
  const asked = questionIn(title);
  const terms = termsOf(asked);
  const spoken = asked.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const said = statements.map(({ text }) => text).join("\n");
  const body = termsOf(said);
  return {
    title: terms,
    spoken,
    said: new Set(spoken.filter((word) => !SMALL.has(word))),
    body,
    all: {
      words: terms.words.union(body.words),
      names: terms.names.union(body.names),
      numbers: terms.numbers.union(body.numbers),
    },
    actions: new Set([...terms.words].flatMap((word) => ACTIONS.get(word) ?? [])),
    frame: FRAMES.find(([, pattern]) => pattern.test(asked))?.[0] ?? null,
    places: new Set(PLACES.filter(([, pattern]) => pattern.test(title)).map(([name]) => name)),
    facts: new Set(factsOf(said).flatMap(({ kind, value, soft }) => (soft || kind === "name" ? [] : [value]))),
    asked: wordsSaid(title),
    meaning: await meaningOf(title, said, encoder),
  };
}

async function meaningOf(title: string, said: string, encoder: Encoder | undefined): Promise<Subject["meaning"]> {
  const [question, answer, whole] = (await encoder?.encode([title, said, `${title}\n${said}`])) ?? [];
  return question && answer && whole ? { question, answer, whole } : undefined;
}

/** Returns the sentence of a title that asks the question, else the whole title. */
function questionIn(title: string): string {
  const sentences = title.split(/(?<=[.?!]) +(?=\p{L})/u);
  const asking = sentences.filter((sentence) => sentence.endsWith("?") && sentence.split(" ").length > 3);
  return asking[0] ?? title;
}

/** Features of what two texts have in common, each about 0 to 1. The order has to match the fitted weights. */
export function compareSubjects(a: Subject, b: Subject) {
  const titles = a.title.words.intersection(b.title.words);
  const [massA, massB, massBoth] = [mass(a.title.words), mass(b.title.words), mass(titles)];
  const inA = massA ? mass(a.title.words.intersection(b.all.words)) / massA : 0;
  const inB = massB ? mass(b.title.words.intersection(a.all.words)) / massB : 0;
  const texts = mass(a.all.words.intersection(b.all.words));
  const [textA, textB] = [mass(a.all.words), mass(b.all.words)];
  const left = (one: Subject, other: Subject) =>
    mass([...one.title.words.difference(other.all.words)].filter((word) => !ACTIONS.has(word)));
  const [leftA, leftB] = [left(a, b), left(b, a)];
  const only = (one: Subject, other: Subject) => one.title.words.difference(other.title.words).size;
  const answers = a.body.words.intersection(b.body.words).difference(a.title.words).difference(b.title.words);
  return {
    bias: 1,
    titles: massBoth / Math.max(1, massA + massB - massBoth),
    "smaller title in the other": massBoth / Math.max(1, Math.min(massA, massB)),
    "titles in the other text": (inA + inB) / 2,
    texts: texts / Math.max(1, textA + textB - texts),
    "smaller text in the other": texts / Math.max(1, Math.min(textA, textB)),
    "answers in common": Math.min(1, mass(answers) / 30),
    names: Math.min(3, a.all.names.intersection(b.all.names).size) / 3,
    "names of titles differ": apart(a.title.names, b.title.names),
    "actions differ": apart(a.actions, b.actions),
    "same action": a.actions.isDisjointFrom(b.actions) ? 0 : 1,
    "frames ask for different things":
      a.frame !== b.frame && !OPEN.includes(a.frame) && !OPEN.includes(b.frame) ? 1 : 0,
    "one frame asks for one thing": OPEN.includes(a.frame) !== OPEN.includes(b.frame) ? 1 : 0,
    "places differ": apart(a.places, b.places),
    "numbers of titles differ": apart(a.title.numbers, b.title.numbers),
    "numbers shared": Math.min(3, a.all.numbers.intersection(b.all.numbers).size) / 3,
    "left on both sides": Math.min(leftA, leftB, 14) / 14,
    "left on the larger side": Math.min(Math.max(leftA, leftB), 28) / 28,
    "one word put in place of another":
      only(a, b) && only(b, a) ? inOrder(a.spoken, b.spoken) / Math.max(a.spoken.length, b.spoken.length) : 0,
    "rarest word shared": Math.max(0, ...[...titles].map(worth)) / 7,
    "answers of titles that agree": (Math.min(1, mass(answers) / 30) * (inA + inB)) / 2,
    "what the smaller title tells": Math.min(massA, massB, 20) / 20,
    "words as they were said": a.said.intersection(b.said).size / Math.max(1, a.said.union(b.said).size),
    "said on both sides only": Math.min(a.said.difference(b.said).size, b.said.difference(a.said).size, 4) / 4,
  };
}

/** Further features, which need the meanings of both texts; null without an encoder. */
export function compareMeanings(a: Subject, b: Subject) {
  if (!a.meaning || !b.meaning) return null;
  const questions = cosine(a.meaning.question, b.meaning.question);
  const answers = cosine(a.meaning.answer, b.meaning.answer);
  const both = cosine(a.meaning.whole, b.meaning.whole);
  return {
    "questions alike": questions,
    "answers alike": answers,
    "answers very alike": Math.max(0, answers - 0.6),
    "both alike": both,
    "one asks of another thing": asksOfAnotherThing(a, b) ? 1 : 0,
    "questions asked in like words, answers apart": Math.max(0, questions - answers),
    "names of answers differ": apart(a.body.names, b.body.names),
    // Scaled by `both`, because texts on different topics have common values by chance, such as two days.
    "facts in common":
      (Math.max(0, both) * a.facts.intersection(b.facts).size) / Math.max(1, Math.min(a.facts.size, b.facts.size)),
    "facts differ": apart(a.facts, b.facts),
    "asked in the same words": a.said.size > 1 && a.said.symmetricDifference(b.said).size === 0 ? 1 : 0,
  };
}

/** 1 if both sets have items and none in common, else 0. */
function apart<Item>(a: Set<Item>, b: Set<Item>): number {
  return a.size && b.size && a.isDisjointFrom(b) ? 1 : 0;
}

/** The length of the longest common subsequence of words. */
function inOrder(a: string[], b: string[]): number {
  let before = Array.from({ length: b.length + 1 }, () => 0);
  for (const word of a) {
    const now = [0];
    for (const [place, other] of b.entries()) {
      now.push(word === other ? (before[place] ?? 0) + 1 : Math.max(before[place + 1] ?? 0, now[place] ?? 0));
    }
    before = now;
  }
  return before[b.length] ?? 0;
}

/** Divides the chance of questions that are certainly different: port 6379 and 5432, production and staging. */
export const CERTAINLY_OTHER = 4;

/** Whether the questions differ in a number, a place or a contrary word, or ask for opposite actions. */
function isOtherQuestion(a: Subject, b: Subject): boolean {
  const takesOut = (one: Subject, other: Subject) => one.actions.has(PUTS_IN) && other.actions.has(TAKES_OUT);
  const isReverse = apart(a.actions, b.actions) && (takesOut(a, b) || takesOut(b, a));
  const differs = apart(a.title.numbers, b.title.numbers) || apart(a.places, b.places) || isContrary(a.asked, b.asked);
  return Boolean(differs || isReverse);
}

/** Whether the questions differ in the thing ('How do I reset the mirror?' and '… the proxy?') and neither text has the other's. */
function asksOfAnotherThing(a: Subject, b: Subject): boolean {
  if (a.title.words.isDisjointFrom(b.title.words)) return false;
  const own = (one: Subject, other: Subject) =>
    [...one.title.words].filter((word) => !ACTIONS.has(word) && !other.all.words.has(word)).length;
  const [ofA, ofB] = [own(a, b), own(b, a)];
  return ofA > 0 && ofB > 0 && Math.max(ofA, ofB) <= 2;
}

/**
 * From these confidences on, two questions count as the same, without and with an encoder. They are chosen so that wrong merges
 * are rare (docs/engine.md).
 */
const SAME_BY_WORDS = 0.66;
const SAME_BY_MEANING = 0.7;
/**
 * `confidence` is the chance, 0 to 1, that both ask the same; `missing` is its distance to the threshold, 0 or less where it is
 * reached. `isOther`: the questions differ in a number or a place, or are opposites.
 */
export function sameQuestion(a: Subject, b: Subject): { confidence: number; missing: number; isOther: boolean } {
  const meanings = compareMeanings(a, b);
  const features = Object.values({ ...compareSubjects(a, b), ...meanings });
  const fitted = meanings ? weights.meaning : weights.question;
  const sum = features.reduce((total, value, place) => total + value * (fitted[place] ?? 0), 0);
  const isOther = isOtherQuestion(a, b);
  const isApart = isOther || (!meanings && asksOfAnotherThing(a, b));
  const confidence = 1 / (1 + Math.exp(-sum)) / (isApart ? CERTAINLY_OTHER : 1);
  return { confidence, missing: (meanings ? SAME_BY_MEANING : SAME_BY_WORDS) - confidence, isOther };
}
