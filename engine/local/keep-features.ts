import { RATED_ACTS } from "./conversation-features.ts";
import type { ConversationShape } from "./conversation-shape.ts";
import type { Joined, JoinedSentence } from "./join-sentences.ts";
import type { ParsedConversation } from "./parse-conversation.ts";
import { isNoise, pointsBack, teaches } from "./part-of-sentence.ts";
import { sharedWith, subjectOf } from "./statements.ts";

/** A program's own words are left out before. */
const ACTS = RATED_ACTS.filter((act) => act !== "botNoise");

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

/** Who says it, when, and what was said around it. */
const PLACES = [
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
] as const;

type Places = Record<(typeof PLACES)[number], number>;

/** The names of the numbers that `keepFeatures` gives, in order. */
export const KEEP_FEATURES: string[] = [...PLACES, ...ACTS, ...Object.keys(WORDING)];

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
    const features = Float64Array.from([...valuesOf(placeOf(piece, at, course)), ...wordingOf(piece)]);
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

const valuesOf = (places: Places) => PLACES.map((name) => places[name]);

function wordingOf(piece: Joined): number[] {
  const text = piece.text.slice(0, LONGEST_READ);
  return [
    ...ACTS.map((act) => Number(piece.form === "sentence" && piece.acts[act])),
    ...Object.values(WORDING).map((pattern) => Number(piece.form === "sentence" && pattern.test(text))),
  ];
}

function placeOf(piece: Joined, at: number, course: Course): Places {
  const { pieces, shape, asked, counts, byMessage, teaching, helper, names, said } = course;
  const { message } = piece;
  const author = authorOf(course, message);
  const own = course.stems[at] ?? new Set<string>();
  const isAsked = message === shape.questionAt;
  const ofMessage = byMessage.get(message) ?? [];
  const previous = pieces[at - 1];
  const next = pieces[at + 1];
  const isSentence = piece.form === "sentence";
  const text = piece.text.slice(0, LONGEST_READ);
  return {
    isCode: Number(!isSentence),
    listed: Number(isSentence && piece.listed),
    byAsker: Number(author === shape.asker),
    byHelper: Number(author === helper && author !== shape.asker),
    byFirst: Number(author === authorOf(course, 0)),
    isAsked: Number(isAsked),
    beforeQuestion: Number(shape.questionAt !== -1 && message < shape.questionAt),
    afterQuestion: Math.log1p(Math.max(0, message - Math.max(0, shape.questionAt))),
    inFirstAnswer: Number(message === (shape.answers[0]?.message ?? -1)),
    messageLength: Math.log1p(ofMessage.length),
    place: Math.log1p(ofMessage.indexOf(piece)),
    isLastOfMessage: Number(ofMessage.at(-1) === piece),
    position: at / Math.max(1, pieces.length - 1),
    words: Math.log1p(text.split(/\s+/).length),
    contentWords: Math.log1p(isSentence ? piece.contentWords.length : 3),
    pointsBack: Number(isSentence && pointsBack(piece.text)),
    isNoise: Number(isSentence && isNoise(piece)),
    teaches: Number(!isSentence || teaches(piece)),
    teachingMessage: Number(teaching.has(message)),
    meetsQuestion: Math.min(4, sharedWith(own, asked)),
    meetsRest: Math.min(
      6,
      countOf(own, (word) => (counts.get(word) ?? 0) > Number(!isAsked)),
    ),
    news: Math.min(
      6,
      countOf(own, (word) => !said.has(word)),
    ),
    names: Number(names?.test(text) ?? false),
    ...afterwards(piece, author, course),
    afterConfirmation: Number(course.wasConfirmed),
    sameAuthorNext: Number(next !== undefined && authorOf(course, next.message) === author),
    previousActs: Number(
      previous?.form === "sentence" && previous.message === message && (previous.acts.step || previous.acts.policy),
    ),
    people: Math.min(6, shape.authors),
    pieces: Math.log1p(pieces.length),
  };
}

function countOf(words: Set<string>, test: (word: string) => boolean): number {
  let found = 0;
  for (const word of words) if (test(word)) found++;
  return found;
}

type Around = "replyTo" | "askerNext" | "isThanked" | "isConfirmed" | "isAskedOn" | "correctedLater";

/** What was said right before by others, and in the two messages after. */
function afterwards({ message }: Joined, author: string, course: Course): Pick<Places, Around> {
  const { shape, byMessage } = course;
  const sentencesOf = (at: number) =>
    (byMessage.get(at) ?? []).filter((piece): piece is JoinedSentence => piece.form === "sentence");
  let before = message - 1;
  while (before >= 0 && (authorOf(course, before) === author || sentencesOf(before).length === 0)) before--;
  const answering = [1, 2].flatMap((step) => sentencesOf(message + step));
  const byAsker = answering.filter((piece) => authorOf(course, piece.message) === shape.asker);
  return {
    replyTo: Number(sentencesOf(before).at(-1)?.acts.question ?? false),
    askerNext: Number(answering[0] !== undefined && authorOf(course, answering[0].message) === shape.asker),
    isThanked: Number(byAsker.some(({ acts }) => acts.thanks)),
    isConfirmed: Number(byAsker.some(({ acts }) => acts.confirmation)),
    isAskedOn: Number(answering.some((piece) => piece.acts.question && authorOf(course, piece.message) !== author)),
    correctedLater: Number(answering.some(({ acts }) => acts.correction || acts.disagreement)),
  };
}
