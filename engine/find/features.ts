import type { Meaning } from "../language/cue.ts";
import { MEANINGS } from "../language/meanings.ts";
import type { ParsedConversation, ParsedPiece } from "../text/read-conversation.ts";
import type { ConversationShape } from "../text/shape.ts";

/** Meanings that the detector does not use as features. */
const WORDING = new Set(
  "filler closing leadIn affirms seeksAssent refuses concedes stillSays yields asksAside mayAsk condition adds follows elides leans oneCase".split(
    " ",
  ),
);
const COUNTED = MEANINGS.filter((meaning) => !WORDING.has(meaning));
const OF_ANSWERS = "advice step rule cause explains trouble doubts planning today social".split(" ") as Meaning[];
const OF_OPENING = "trouble seeks announces rule advice planning social today meta".split(" ") as Meaning[];

/** The minimum divisor for shares of sentences, because the share of a single sentence means little. */
const LEAST_SENTENCES = 3;

/** Computes the detector's inputs by name. Messages shorter than `minMessageLength` are no evidence. */
export function computeDetectorFeatures(
  conversation: ParsedConversation,
  shape: ConversationShape,
  minMessageLength: number,
): Record<string, number> {
  const isLong = ({ message }: ParsedPiece) => (conversation.messages[message]?.text.length ?? 0) >= minMessageLength;
  const answers = shape.answers.filter(isLong);
  return {
    ...sharesOf("sentences", COUNTED, conversation.pieces),
    ...sharesOf("answers", OF_ANSWERS, answers),
    ...sharesOf("opening", OF_OPENING, shape.opening),
    ...ofShape(conversation, shape, answers),
  };
}

function sharesOf(part: string, meanings: Meaning[], pieces: ParsedPiece[]): Record<string, number> {
  const sentences = pieces.filter(({ form }) => form === "sentence");
  const all = Math.max(LEAST_SENTENCES, sentences.length);
  const shareOf = (meaning: Meaning) => sentences.filter((piece) => piece.means(meaning)).length / all;
  return Object.fromEntries(meanings.map((meaning) => [`${part}: ${meaning}`, shareOf(meaning)]));
}

function ofShape(
  conversation: ParsedConversation,
  shape: ConversationShape,
  answers: ParsedPiece[],
): Record<string, number> {
  const { messages, pieces } = conversation;
  const lengths = messages.map(({ text }) => text.length);
  const count = (some: ParsedPiece[], is: (piece: ParsedPiece) => boolean) => some.filter(is).length;
  const words = (some: ParsedPiece[]) => some.reduce((sum, { content }) => sum + content.length, 0);
  const asked = new Set(shape.opening.flatMap(({ content }) => content));
  const byMessage = Map.groupBy(answers, ({ message }) => message);
  const longest = Math.max(0, ...[...byMessage.values()].map(words));
  const all = Math.max(1, messages.length);
  return {
    "log messages": Math.log1p(messages.length),
    "log longest message": Math.log1p(Math.max(0, ...lengths)),
    "log mean message": Math.log1p(lengths.reduce((sum, length) => sum + length, 0) / all),
    "log authors": Math.log1p(new Set(messages.map(({ author }) => author)).size),
    "is asked": Number(shape.questionAt !== -1),
    "log answers": Math.log1p(answers.length),
    "log words of answers": Math.log1p(words(answers)),
    "log words of longest answer": Math.log1p(longest),
    "log content of opening": Math.log1p(words(shape.opening)),
    "question meets answers": Math.log1p(
      new Set(answers.flatMap(({ content }) => content.filter((word) => asked.has(word)))).size,
    ),
    "thanked after an answer": Number(answers.length > 0 && shape.isThanked),
    "confirmed after an answer": Number(answers.length > 0 && shape.isConfirmed),
    "ends in a question": Number(pieces.at(-1)?.isQuestion ?? false),
    "share of questions": count(pieces, (piece) => piece.isQuestion) / Math.max(LEAST_SENTENCES, pieces.length),
    "share of short messages": lengths.filter((length) => length < SHORT).length / all,
    code: Number(pieces.some(({ form }) => form === "code")),
    "code in answers": Number(answers.some(({ form, text }) => form === "code" || text.includes("`"))),
    links: count(pieces, ({ text }) => /https?:\/\//.test(text)) / all,
    "entries of lists": Math.log1p(count(pieces, ({ listed }) => listed !== null)),
    "numbers in answers": count(answers, ({ text }) => /\d/.test(text)) / Math.max(LEAST_SENTENCES, answers.length),
    "numbers in opening":
      count(shape.opening, ({ text }) => /\d/.test(text)) / Math.max(LEAST_SENTENCES, shape.opening.length),
    "pointers like A > B": Math.log1p(count(pieces, ({ text }) => /\S ?[>→›»] ?\p{Lu}/u.test(text))),
    "how or why is asked": Number(
      shape.opening.some((piece) => piece.isQuestion && /\b(?:how|why|wie|warum|wieso)\b/i.test(piece.text)),
    ),
    "author is a program": Number(messages.some(({ authorName }) => PROGRAM.test(authorName))),
  };
}

/** Messages with fewer characters than this count as short. */
const SHORT = 25;
const PROGRAM = /(?:\bbot\b|bot$|jenkins|travis|github|gitlab|circleci|alert|pagerduty|webhook|notif|deploy|ci$)/i;
