import { readFileSync } from "node:fs";
import type { ConversationShape } from "./conversation-shape.ts";
import type { Joined, JoinedSentence } from "./join-sentences.ts";
import type { ParsedConversation } from "./parse-conversation.ts";
import { isNoise, pointsBack, teaches } from "./part-of-sentence.ts";
import type { SentenceAct } from "./sentence-acts.ts";
import { logitOfTrees, type ShippedTrees } from "./shipped-trees.ts";
import { sharedWith, subjectOf } from "./statements.ts";

/** Acts that are told to the fit one by one. */
const ACTS: SentenceAct[] = [
  "question",
  "greeting",
  "thanks",
  "confirmation",
  "smallTalk",
  "symptom",
  "cause",
  "advice",
  "step",
  "explanation",
  "correction",
  "disagreement",
  "agreement",
  "hedge",
  "scheduling",
  "announcement",
  "planning",
  "status",
  "social",
  "meta",
  "policy",
  "technical",
];

/** What the wording of a sentence shows, each by a pattern. */
const WORDING: Record<string, RegExp> = {
  digits: /\d/,
  amount: /[$€£¥%]|\b\d+\s?(?:eur|usd|gbp|days?|hours?|weeks?|months?|minutes?|min|h|km|kg|cents?)\b/i,
  clock: /\b\d{1,2}(?::\d\d|\s?[ap]m)\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b/i,
  code: /`[^`]+`/,
  link: /https?:\/\/|\S+@\S+/,
  menu: / > |→/,
  quoted: /["“][^"”]{2,}["”]/,
  must: /\b(?:must|need(?:s|ed)? to|ha(?:s|ve) to|should|only|never|always|at least|at most|up to|max(?:imum)?|no more than|required?)\b/i,
  may: /\b(?:can|may|could|allowed)\b/i,
  condition: /\b(?:if|when|unless|until|once|otherwise|except|in case|as long as|without|before|after)\b/i,
  negation: /\b(?:not|no|never|nothing|nobody|none)\b|n['’]?t\b/i,
  reason: /\b(?:because|since|so that|therefore|otherwise|that['’]?s why|cause)\b/i,
  you: /\byou(?:r|['’]\w+)?\b/i,
  me: /(?<![\w'’])(?:i|me|my|i['’]\w+|im|ive)(?![\w'’])/i,
  us: /\b(?:we|us|our)\b/i,
  another: /\b(?:he|she|him|her|his|they|them|their)\b/i,
  past: /\b(?:was|were|had|did|got|went|sent|called|asked|told|came|took|made|found|tried|forgot|lost|put)\b/i,
  future: /\b(?:will|gonna|going to)\b|['’]ll\b/i,
  today: /\b(?:today|now|yesterday|tomorrow|tonight|this (?:morning|afternoon|week)|just)\b/i,
  laughs: /\b(?:ha(?:ha)+|lol|hehe|lmao)\b|\p{Extended_Pictographic}|:[a-z_]+:/iu,
  cries: /!/,
  asks: /\?/,
  brackets: /\(/,
  colon: /:\s*$/,
  lists: /(?:,[^,]+){2,}/,
  also: /\b(?:also|and (?:then|please)|ps|p\.s\.|one (?:more )?thing|careful|note|watch out|don['’]?t forget|remember|btw|catch)\b/i,
  exact: /\b(?:exactly|both|either|each|every|all|any|first|last)\b/i,
};

/** The names of the numbers that `keepFeatures` gives, in order. */
export const KEEP_FEATURES: string[] = [
  "isCode",
  "listed",
  "byAsker",
  "byHelper",
  "byFirst",
  "isAsked",
  "beforeQuestion",
  "afterQuestion",
  "inFirstAnswer",
  "messageLength",
  "place",
  "isLastOfMessage",
  "position",
  "words",
  "contentWords",
  "pointsBack",
  "isNoise",
  "teaches",
  "teachingMessage",
  "meetsQuestion",
  "meetsRest",
  "news",
  "names",
  "replyTo",
  "askerNext",
  "isThanked",
  "isConfirmed",
  "isAskedOn",
  "correctedLater",
  "afterConfirmation",
  "sameAuthorNext",
  "previousActs",
  "people",
  "pieces",
  ...ACTS,
  ...Object.keys(WORDING),
];

interface Course {
  pieces: Joined[];
  conversation: ParsedConversation;
  shape: ConversationShape;
  /** Of each piece its words. */
  stems: Set<string>[];
  /** Words of the question. */
  asked: Set<string>;
  /** In how many pieces behind the question a word is. */
  counts: Map<string, number>;
  byMessage: Map<number, Joined[]>;
  /** Messages with a sentence that says something by itself. */
  teaching: Set<number>;
  /** Who answers first. */
  helper: string;
  /** First names of everybody in it. */
  names: RegExp | null;
  /** What was said before the piece. */
  said: Set<string>;
  wasConfirmed: boolean;
}

/** Of each sentence of a conversation what tells whether an article of it needs it: numbers of 0 to about 6, in the order of `KEEP_FEATURES`. */
export function keepFeatures(
  pieces: Joined[],
  conversation: ParsedConversation,
  shape: ConversationShape,
): Float64Array[] {
  const course = courseOf(pieces, conversation, shape);
  return pieces.map((piece, at) => {
    const features = Float64Array.from([...placeOf(piece, at, course), ...wordingOf(piece)]);
    for (const word of course.stems[at] ?? []) course.said.add(word);
    if (piece.form === "sentence" && piece.acts.confirmation && authorOf(course, piece.message) === shape.asker)
      course.wasConfirmed = true;
    return features;
  });
}

function courseOf(pieces: Joined[], conversation: ParsedConversation, shape: ConversationShape): Course {
  const stems = pieces.map(({ text }) => subjectOf(text.slice(0, LONGEST_READ)));
  const counts = new Map<string, number>();
  const asked = new Set<string>();
  for (const [at, { message }] of pieces.entries())
    for (const word of stems[at] ?? [])
      if (message === shape.questionAt) asked.add(word);
      else counts.set(word, (counts.get(word) ?? 0) + 1);
  const first = conversation.names.flatMap((name) => /^[\p{L}]{3,}/u.exec(name) ?? []);
  const answering = shape.answers.map(({ message }) => conversation.messages[message]?.author ?? "");
  return {
    pieces,
    conversation,
    shape,
    stems,
    asked,
    counts,
    byMessage: Map.groupBy(pieces, ({ message }) => message),
    teaching: new Set(
      pieces
        .filter((piece) => piece.form === "code" || (!isNoise(piece) && teaches(piece)))
        .map(({ message }) => message),
    ),
    helper: answering.find((author) => author !== shape.asker) ?? "",
    names: first.length ? new RegExp(`(?<!\\p{L})(?:${first.slice(0, MOST_NAMES).join("|")})(?!\\p{L})`, "u") : null,
    said: new Set(),
    wasConfirmed: false,
  };
}

const authorOf = ({ conversation }: Course, message: number) => conversation.messages[message]?.author ?? "";

/** Of a longer piece, a log or a table, its beginning is read. */
const LONGEST_READ = 2_000;
const MOST_NAMES = 40;

function wordingOf(piece: Joined): number[] {
  const text = piece.text.slice(0, LONGEST_READ);
  return [
    ...ACTS.map((act) => Number(piece.form === "sentence" && piece.acts[act])),
    ...Object.values(WORDING).map((pattern) => Number(piece.form === "sentence" && pattern.test(text))),
  ];
}

function placeOf(piece: Joined, at: number, course: Course): number[] {
  const { pieces, shape, asked, counts, byMessage, teaching, helper, names, said } = course;
  const { message } = piece;
  const author = authorOf(course, message);
  const own = course.stems[at] ?? new Set<string>();
  const isAsked = message === shape.questionAt;
  const ofMessage = byMessage.get(message) ?? [];
  const previous = pieces[at - 1];
  const next = pieces[at + 1];
  const isSentence = piece.form === "sentence";
  return [
    Number(!isSentence),
    Number(isSentence && piece.listed),
    Number(author === shape.asker),
    Number(author === helper && author !== shape.asker),
    Number(author === authorOf(course, 0)),
    Number(isAsked),
    Number(shape.questionAt !== -1 && message < shape.questionAt),
    Math.log1p(Math.max(0, message - Math.max(0, shape.questionAt))),
    Number(message === (shape.answers[0]?.message ?? -1)),
    Math.log1p(ofMessage.length),
    Math.log1p(ofMessage.indexOf(piece)),
    Number(ofMessage.at(-1) === piece),
    at / Math.max(1, pieces.length - 1),
    Math.log1p(piece.text.slice(0, LONGEST_READ).split(/\s+/).length),
    Math.log1p(isSentence ? piece.contentWords.length : 3),
    Number(isSentence && pointsBack(piece.text)),
    Number(isSentence && isNoise(piece)),
    Number(!isSentence || teaches(piece)),
    Number(teaching.has(message)),
    Math.min(4, sharedWith(own, asked)),
    Math.min(
      6,
      count(own, (word) => (counts.get(word) ?? 0) > Number(!isAsked)),
    ),
    Math.min(
      6,
      count(own, (word) => !said.has(word)),
    ),
    Number(names?.test(piece.text.slice(0, LONGEST_READ)) ?? false),
    ...afterwards(piece, author, course),
    Number(course.wasConfirmed),
    Number(next !== undefined && authorOf(course, next.message) === author),
    Number(
      previous?.form === "sentence" && previous.message === message && (previous.acts.step || previous.acts.policy),
    ),
    Math.min(6, shape.authors),
    Math.log1p(pieces.length),
  ];
}

function count(words: Set<string>, test: (word: string) => boolean): number {
  let found = 0;
  for (const word of words) if (test(word)) found++;
  return found;
}

/** What was said right before by others, and in the two messages after. */
function afterwards({ message }: Joined, author: string, course: Course): number[] {
  const { shape, byMessage } = course;
  const sentencesOf = (at: number) =>
    (byMessage.get(at) ?? []).filter((piece): piece is JoinedSentence => piece.form === "sentence");
  let before = message - 1;
  while (before >= 0 && (authorOf(course, before) === author || sentencesOf(before).length === 0)) before--;
  const answering = [1, 2].flatMap((step) => sentencesOf(message + step));
  const byAsker = answering.filter((piece) => authorOf(course, piece.message) === shape.asker);
  return [
    Number(sentencesOf(before).at(-1)?.acts.question ?? false),
    Number(answering[0] !== undefined && authorOf(course, answering[0].message) === shape.asker),
    Number(byAsker.some(({ acts }) => acts.thanks)),
    Number(byAsker.some(({ acts }) => acts.confirmation)),
    Number(answering.some((piece) => piece.acts.question && authorOf(course, piece.message) !== author)),
    Number(answering.some(({ acts }) => acts.correction || acts.disagreement)),
  ];
}

/** From this chance on a sentence is told whatever the rules say of it; under the other it is left out. */
export const SURELY_KEPT = 0.7;
/** The asker's own words are mostly the story of one day. */
export const SURELY_OF_ASKER = 0.9;
export const SURELY_LEFT_OUT = 0.2;

/** Of each sentence the chance that an article of the conversation needs it; see scripts/train-keeping.ts. */
export function keepChances(pieces: Joined[], conversation: ParsedConversation, shape: ConversationShape): number[] {
  const trees = shippedTrees();
  return keepFeatures(pieces, conversation, shape).map(
    (features) => 1 / (1 + Math.exp(-logitOfTrees(trees, features))),
  );
}

let shipped: ShippedTrees | null = null;

function shippedTrees(): ShippedTrees {
  shipped ??= JSON.parse(readFileSync(new URL("./keep-weights.json", import.meta.url), "utf8")) as ShippedTrees;
  return shipped;
}
