import type { Meaning } from "../language/cue.ts";
import { MEANINGS } from "../language/meanings.ts";
import type { ReadConversation, ReadPiece } from "../text/read-conversation.ts";
import type { Shape } from "../text/shape.ts";

/** Not counted of a sentence: parts of the wording, and what only the excerpt asks for. */
const WORDING: ReadonlySet<Meaning> = new Set(["filler", "closing", "leadIn", "affirms", "seeksAssent", "refuses"]);
const COUNTED = MEANINGS.filter((meaning) => !WORDING.has(meaning));
const OF_ANSWERS: Meaning[] = [
  "advice",
  "step",
  "rule",
  "cause",
  "explains",
  "trouble",
  "doubts",
  "planning",
  "today",
  "social",
];
const OF_OPENING: Meaning[] = [
  "trouble",
  "seeks",
  "announces",
  "rule",
  "advice",
  "planning",
  "social",
  "today",
  "meta",
];

const OF_SHAPE = [
  "log messages",
  "log longest message",
  "log mean message",
  "log authors",
  "is asked",
  "log answers",
  "log words of answers",
  "log words of longest answer",
  "log content of opening",
  "question meets answers",
  "thanked after an answer",
  "confirmed after an answer",
  "ends in a question",
  "share of questions",
  "share of short messages",
  "code",
  "code in answers",
  "links",
  "entries of lists",
  "numbers in answers",
  "numbers in opening",
  "pointers like A > B",
  "how or why is asked",
  "author is a program",
] as const;

export const FEATURE_NAMES: readonly string[] = [
  ...COUNTED.map((meaning) => `sentences: ${meaning}`),
  ...OF_ANSWERS.map((meaning) => `answers: ${meaning}`),
  ...OF_OPENING.map((meaning) => `opening: ${meaning}`),
  ...OF_SHAPE,
];

/** A single sentence says less of a conversation than ten. */
const LEAST_SENTENCES = 3;

/** The detector's inputs in the order of `FEATURE_NAMES`. `minMessageLength`: shorter messages are no evidence. */
export function featuresOf(conversation: ReadConversation, shape: Shape, minMessageLength: number): number[] {
  const isLong = ({ message }: ReadPiece) => (conversation.messages[message]?.text.length ?? 0) >= minMessageLength;
  const answers = shape.answers.filter(isLong);
  return [
    ...sharesOf(COUNTED, conversation.pieces),
    ...sharesOf(OF_ANSWERS, answers),
    ...sharesOf(OF_OPENING, shape.opening),
    ...ofShape(conversation, shape, answers),
  ];
}

function sharesOf(meanings: Meaning[], pieces: ReadPiece[]): number[] {
  const sentences = pieces.filter(({ form }) => form === "sentence");
  const all = Math.max(LEAST_SENTENCES, sentences.length);
  return meanings.map((meaning) => sentences.filter((piece) => piece.means(meaning)).length / all);
}

function ofShape(conversation: ReadConversation, shape: Shape, answers: ReadPiece[]): number[] {
  const { messages, pieces } = conversation;
  const lengths = messages.map(({ text }) => text.length);
  const count = (some: ReadPiece[], is: (piece: ReadPiece) => boolean) => some.filter(is).length;
  const words = (some: ReadPiece[]) => some.reduce((sum, { content }) => sum + content.length, 0);
  const asked = new Set(shape.opening.flatMap(({ content }) => content));
  const byMessage = Map.groupBy(answers, ({ message }) => message);
  const longest = Math.max(0, ...[...byMessage.values()].map(words));
  const all = Math.max(1, messages.length);
  return [
    Math.log1p(messages.length),
    Math.log1p(Math.max(0, ...lengths)),
    Math.log1p(lengths.reduce((sum, length) => sum + length, 0) / all),
    Math.log1p(new Set(messages.map(({ author }) => author)).size),
    Number(shape.questionAt !== -1),
    Math.log1p(answers.length),
    Math.log1p(words(answers)),
    Math.log1p(longest),
    Math.log1p(words(shape.opening)),
    Math.log1p(new Set(answers.flatMap(({ content }) => content.filter((word) => asked.has(word)))).size),
    Number(answers.length > 0 && shape.isThanked),
    Number(answers.length > 0 && shape.isConfirmed),
    Number(pieces.at(-1)?.isQuestion ?? false),
    count(pieces, (piece) => piece.isQuestion) / Math.max(LEAST_SENTENCES, pieces.length),
    lengths.filter((length) => length < SHORT).length / all,
    Number(pieces.some(({ form }) => form === "code")),
    Number(answers.some(({ form, text }) => form === "code" || text.includes("`"))),
    count(pieces, ({ text }) => /https?:\/\//.test(text)) / all,
    Math.log1p(count(pieces, ({ listed }) => listed !== null)),
    count(answers, ({ text }) => /\d/.test(text)) / Math.max(LEAST_SENTENCES, answers.length),
    count(shape.opening, ({ text }) => /\d/.test(text)) / Math.max(LEAST_SENTENCES, shape.opening.length),
    Math.log1p(count(pieces, ({ text }) => /\S ?[>→›»] ?\p{Lu}/u.test(text))),
    Number(shape.opening.some((piece) => piece.isQuestion && /\b(?:how|why|wie|warum|wieso)\b/i.test(piece.text))),
    Number(messages.some(({ authorName }) => PROGRAM.test(authorName))),
  ];
}

/** Characters of a message that hardly tells anything. */
const SHORT = 25;
const PROGRAM = /(?:\bbot\b|bot$|jenkins|travis|github|gitlab|circleci|alert|pagerduty|webhook|notif|deploy|ci$)/i;
