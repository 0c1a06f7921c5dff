import { cosineSimilarity, type Encoder, isEncodableText, type Vector } from "../encoder/meaning.ts";
import { extractFacts } from "./facts.ts";
import {
  extractTextTerms,
  haveOppositeWords,
  splitIntoWords,
  sumWordWeights,
  type TextTerms,
  weighWord,
} from "./knowledge-terms.ts";
import {
  ACTION_GROUPS,
  ADD_ACTIONS,
  ENVIRONMENT_PATTERNS,
  OPEN_QUESTION_FORMS,
  QUESTION_FORM_PATTERNS,
  QUESTION_FUNCTION_WORDS,
  type QuestionForm,
  REMOVE_ACTIONS,
} from "./question-words.ts";
import weights from "./same-question-weights.json" with { type: "json" };

/** The topic of a text, parsed once for the comparison with many candidates. */
export interface QuestionSubject {
  title: TextTerms;
  /** The title's words in order, in lower case and not stemmed. */
  spoken: string[];
  /** `spoken` without the words of `QUESTION_FUNCTION_WORDS`. */
  said: Set<string>;
  body: TextTerms;
  all: TextTerms;
  /** Indices of the title's groups in `ACTION_GROUPS`. */
  actions: Set<number>;
  frame: QuestionForm;
  places: Set<string>;
  /** The exact values in the answer. */
  facts: Set<string>;
  /** All words of the title, in lower case and not stemmed. */
  asked: Set<string>;
  /** The meanings of the question, the answer and both together; absent without an encoder. */
  meaning: { question: Vector; answer: Vector; whole: Vector } | undefined;
}

export interface QuestionText {
  title: string;
  statements: { text: string }[];
}

export async function parseSubject(text: QuestionText, encoder?: Encoder): Promise<QuestionSubject> {
  return { ...parseSubjectWords(text), meaning: await computeMeaning(text, encoder) };
}

/** Parses a subject without embeddings, which take a hundred times as long. */
export function parseSubjectWords({ title, statements }: QuestionText): QuestionSubject {
  const asked = questionIn(title);
  const terms = extractTextTerms(asked);
  const spoken = asked.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const said = joinStatements(statements);
  const body = extractTextTerms(said);
  return {
    title: terms,
    spoken,
    said: new Set(spoken.filter((word) => !QUESTION_FUNCTION_WORDS.has(word))),
    body,
    all: {
      words: terms.words.union(body.words),
      names: terms.names.union(body.names),
      numbers: terms.numbers.union(body.numbers),
    },
    actions: new Set([...terms.words].flatMap((word) => ACTION_GROUPS.get(word) ?? [])),
    frame: QUESTION_FORM_PATTERNS.find(([, pattern]) => pattern.test(asked))?.[0] ?? null,
    places: new Set(ENVIRONMENT_PATTERNS.filter(([, pattern]) => pattern.test(title)).map(([name]) => name)),
    facts: new Set(extractFacts(said).flatMap(({ kind, value, soft }) => (soft || kind === "name" ? [] : [value]))),
    asked: splitIntoWords(title),
    meaning: undefined,
  };
}

const joinStatements = (statements: QuestionText["statements"]) => statements.map(({ text }) => text).join("\n");

/** The three texts that are encoded: the question, the answer, and both together. */
function textsToEncode({ title, statements }: QuestionText): [string, string, string] {
  const said = joinStatements(statements);
  return [title, said, `${title}\n${said}`];
}

export async function computeMeaning(
  text: QuestionText,
  encoder: Encoder | undefined,
): Promise<QuestionSubject["meaning"]> {
  const [question, answer, whole] = (await encoder?.encode(textsToEncode(text))) ?? [];
  return question && answer && whole ? { question, answer, whole } : undefined;
}

/** Whether the encoder supports the language of all these texts. Only the titles are tested, because they are short. */
export async function areEncodable(texts: QuestionText[], encoder: Encoder | undefined): Promise<boolean> {
  if (!encoder || !texts.flatMap(textsToEncode).every(isEncodableText)) return false;
  const titles = await encoder.encode(texts.map(({ title }) => title));
  return titles.every((meaning) => meaning !== undefined);
}

/** Returns the sentence of a title that is a question; the whole title if no sentence is. */
function questionIn(title: string): string {
  const sentences = title.split(/(?<=[.?!]) +(?=\p{L})/u);
  const asking = sentences.filter((sentence) => sentence.endsWith("?") && sentence.split(" ").length > 3);
  return asking[0] ?? title;
}

/** Features of the similarity of two texts, each about 0 to 1. Their order must match the fitted weights. */
export function compareSubjects(a: QuestionSubject, b: QuestionSubject) {
  const titles = a.title.words.intersection(b.title.words);
  const [massA, massB, massBoth] = [
    sumWordWeights(a.title.words),
    sumWordWeights(b.title.words),
    sumWordWeights(titles),
  ];
  const inA = massA ? sumWordWeights(a.title.words.intersection(b.all.words)) / massA : 0;
  const inB = massB ? sumWordWeights(b.title.words.intersection(a.all.words)) / massB : 0;
  const texts = sumWordWeights(a.all.words.intersection(b.all.words));
  const [textA, textB] = [sumWordWeights(a.all.words), sumWordWeights(b.all.words)];
  const left = (one: QuestionSubject, other: QuestionSubject) =>
    sumWordWeights([...one.title.words.difference(other.all.words)].filter((word) => !ACTION_GROUPS.has(word)));
  const [leftA, leftB] = [left(a, b), left(b, a)];
  const only = (one: QuestionSubject, other: QuestionSubject) => one.title.words.difference(other.title.words).size;
  const answers = a.body.words.intersection(b.body.words).difference(a.title.words).difference(b.title.words);
  return {
    bias: 1,
    titles: massBoth / Math.max(1, massA + massB - massBoth),
    "smaller title in the other": massBoth / Math.max(1, Math.min(massA, massB)),
    "titles in the other text": (inA + inB) / 2,
    texts: texts / Math.max(1, textA + textB - texts),
    "smaller text in the other": texts / Math.max(1, Math.min(textA, textB)),
    "answers in common": Math.min(1, sumWordWeights(answers) / 30),
    names: Math.min(3, a.all.names.intersection(b.all.names).size) / 3,
    "names of titles differ": apart(a.title.names, b.title.names),
    "actions differ": apart(a.actions, b.actions),
    "same action": a.actions.isDisjointFrom(b.actions) ? 0 : 1,
    "frames ask for different things":
      a.frame !== b.frame && !OPEN_QUESTION_FORMS.includes(a.frame) && !OPEN_QUESTION_FORMS.includes(b.frame) ? 1 : 0,
    "one frame asks for one thing":
      OPEN_QUESTION_FORMS.includes(a.frame) !== OPEN_QUESTION_FORMS.includes(b.frame) ? 1 : 0,
    "places differ": apart(a.places, b.places),
    "numbers of titles differ": apart(a.title.numbers, b.title.numbers),
    "numbers shared": Math.min(3, a.all.numbers.intersection(b.all.numbers).size) / 3,
    "left on both sides": Math.min(leftA, leftB, 14) / 14,
    "left on the larger side": Math.min(Math.max(leftA, leftB), 28) / 28,
    "one word put in place of another":
      only(a, b) && only(b, a) ? inOrder(a.spoken, b.spoken) / Math.max(a.spoken.length, b.spoken.length) : 0,
    "rarest word shared": Math.max(0, ...[...titles].map(weighWord)) / 7,
    "answers of titles that agree": (Math.min(1, sumWordWeights(answers) / 30) * (inA + inB)) / 2,
    "what the smaller title tells": Math.min(massA, massB, 20) / 20,
    "words as they were said": a.said.intersection(b.said).size / Math.max(1, a.said.union(b.said).size),
    "said on both sides only": Math.min(a.said.difference(b.said).size, b.said.difference(a.said).size, 4) / 4,
  };
}

/** Cosines between two texts: of the questions, of the answers, and of both together. */
interface MeaningSimilarity {
  questions: number;
  answers: number;
  both: number;
}

const IDENTICAL: MeaningSimilarity = { questions: 1, answers: 1, both: 1 };

function computeSimilarity({ meaning: a }: QuestionSubject, { meaning: b }: QuestionSubject): MeaningSimilarity | null {
  if (!a || !b) return null;
  return {
    questions: cosineSimilarity(a.question, b.question),
    answers: cosineSimilarity(a.answer, b.answer),
    both: cosineSimilarity(a.whole, b.whole),
  };
}

/** Further features, which require the embeddings of both texts. Returns null without an encoder. */
export function compareMeanings(a: QuestionSubject, b: QuestionSubject, similarity = computeSimilarity(a, b)) {
  if (!similarity) return null;
  const { questions, answers, both } = similarity;
  return {
    "questions alike": questions,
    "answers alike": answers,
    "answers very alike": Math.max(0, answers - 0.6),
    "both alike": both,
    "one asks of another thing": asksOfAnotherThing(a, b) ? 1 : 0,
    "questions asked in like words, answers apart": Math.max(0, questions - answers),
    "names of answers differ": apart(a.body.names, b.body.names),
    // Scaled by `both`, because texts with different topics can have common values by chance, such as two days.
    "facts in common":
      (Math.max(0, both) * a.facts.intersection(b.facts).size) / Math.max(1, Math.min(a.facts.size, b.facts.size)),
    "facts differ": apart(a.facts, b.facts),
    "asked in the same words": a.said.size > 1 && a.said.symmetricDifference(b.said).size === 0 ? 1 : 0,
  };
}

/** Returns 1 if both sets have items and no common item; 0 otherwise. */
function apart<Item>(a: ReadonlySet<Item>, b: ReadonlySet<Item>): number {
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

/**
 * If two questions certainly differ (port 6379 and 5432, production and staging), the probability that they are the
 * same is divided by this.
 */
export const CERTAINLY_DIFFERENT_DIVISOR = 4;

/** Whether the questions differ in a number, an environment or an opposite word, or ask for opposite actions. */
function isOtherQuestion(a: QuestionSubject, b: QuestionSubject): boolean {
  const takesOut = (one: QuestionSubject, other: QuestionSubject) =>
    one.actions.has(ADD_ACTIONS) && other.actions.has(REMOVE_ACTIONS);
  const isReverse = apart(a.actions, b.actions) && (takesOut(a, b) || takesOut(b, a));
  const differs =
    apart(a.title.numbers, b.title.numbers) || apart(a.places, b.places) || haveOppositeWords(a.asked, b.asked);
  return Boolean(differs || isReverse);
}

/**
 * Whether the questions name different things ('How do I reset the mirror?' and '… the proxy?') and neither text
 * mentions the other's thing.
 */
function asksOfAnotherThing(a: QuestionSubject, b: QuestionSubject): boolean {
  if (a.title.words.isDisjointFrom(b.title.words)) return false;
  const own = (one: QuestionSubject, other: QuestionSubject) =>
    [...one.title.words].filter((word) => !ACTION_GROUPS.has(word) && !other.all.words.has(word)).length;
  const [ofA, ofB] = [own(a, b), own(b, a)];
  return ofA > 0 && ofB > 0 && Math.max(ofA, ofB) <= 2;
}

/**
 * The least confidence that two questions are the same, without and with an encoder. The values are high so that wrong
 * merges are rare (docs/engine.md).
 */
const SAME_BY_WORDS = 0.66;
const SAME_BY_MEANING = 0.7;

export interface QuestionComparison {
  /** The probability, 0 to 1, that both questions ask the same. */
  confidence: number;
  /** The amount by which `confidence` is below the threshold; 0 or less if it reaches the threshold. */
  missing: number;
  /** True if the questions differ in a number or an environment, or are opposites. */
  isOther: boolean;
}

export function compareQuestions(
  a: QuestionSubject,
  b: QuestionSubject,
  similarity = computeSimilarity(a, b),
): QuestionComparison {
  const meanings = compareMeanings(a, b, similarity);
  const features = Object.values({ ...compareSubjects(a, b), ...meanings });
  const fitted = meanings ? weights.meaning : weights.question;
  const sum = features.reduce((total, value, place) => total + value * (fitted[place] ?? 0), 0);
  const isOther = isOtherQuestion(a, b);
  const isApart = isOther || (!meanings && asksOfAnotherThing(a, b));
  const confidence = 1 / (1 + Math.exp(-sum)) / (isApart ? CERTAINLY_DIFFERENT_DIVISOR : 1);
  return { confidence, missing: (meanings ? SAME_BY_MEANING : SAME_BY_WORDS) - confidence, isOther };
}

/**
 * Returns the confidence that two texts with equal embeddings would have. Real embeddings can only lower it, because
 * weights of similarities are positive and weights of differences are negative.
 */
export const computeHighestConfidence = (a: QuestionSubject, b: QuestionSubject): QuestionComparison =>
  compareQuestions(a, b, IDENTICAL);

/**
 * Whether the embeddings of titles and answers already put the questions more than `far` below the threshold. This
 * saves the third embedding (question and answer together), which takes as long as the answer's.
 */
export async function differByTitleAndAnswer(
  [one, other]: [QuestionText, QuestionText],
  [a, b]: [QuestionSubject, QuestionSubject],
  { encoder, far }: { encoder: Encoder; far: number },
): Promise<boolean> {
  const said = [one, other].map(({ statements }) => joinStatements(statements));
  const [titleA, titleB, answerA, answerB] = await encoder.encode([one.title, other.title, ...said]);
  if (!titleA || !titleB || !answerA || !answerB) return false;
  const [questions, answers] = [cosineSimilarity(titleA, titleB), cosineSimilarity(answerA, answerB)];
  return compareQuestions(a, b, { ...IDENTICAL, questions, answers }).missing > far;
}
