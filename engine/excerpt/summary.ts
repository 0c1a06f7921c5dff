import type { Statement } from "../../shared/domain/article.ts";
import { countOpeningWords, dropLeadingFiller, findEndingPhrase, hasMeaning } from "../language/meanings.ts";
import type { ParsedConversation, ParsedPiece } from "../text/read-conversation.ts";
import { type ConversationShape, findAuthor } from "../text/shape.ts";
import { isRefuted } from "./corrections.ts";
import { asksQuestion, isInformative } from "./relevant-messages.ts";

/** A selected sentence, list item or code block (`piece`) and the statement that it becomes. */
export interface ExcerptLine {
  piece: ParsedPiece;
  statement: Statement;
  /** True for a question mark, and for a question by wording if the sentence is the whole message. */
  asks: boolean;
  /**
   * True if the piece is or may be a question and so cannot be an answer. A question without a mark may follow other
   * sentences: "Muss man oft wiederholen".
   */
  mayAsk: boolean;
}

/** Finds the direct answer and chooses its sentences for the summary. */
export function chooseSummary(
  answered: ExcerptLine[],
  conversation: ParsedConversation,
  shape: ConversationShape,
  names: ReadonlySet<string>,
) {
  const direct = directAnswerOf(answered, conversation, shape);
  const summary =
    direct[0] && isLastAnswer(direct[0], conversation, shape) ? liftable(direct, answered, names, shape) : [];
  return { direct, summary };
}

/**
 * Whether nobody else answers after this piece. If a second person answers, the answer often contradicts the first in
 * words that no rule recognizes.
 */
const isLastAnswer = ({ piece }: ExcerptLine, conversation: ParsedConversation, { answers }: ConversationShape) =>
  !answers.some(
    (other) => other.message > piece.message && findAuthor(conversation, other) !== findAuthor(conversation, piece),
  );

/** The most sentences of a summary. The other sentences go into the body. */
const MOST_SUMMARY = 2;

/**
 * Returns the first direct answer up to a list, code or an expression of doubt. Empty if another person replies first,
 * because the answer may then be a side remark.
 */
function directAnswerOf(
  answered: ExcerptLine[],
  conversation: ParsedConversation,
  shape: ConversationShape,
): ExcerptLine[] {
  const isAskers = ({ piece }: ExcerptLine) => findAuthor(conversation, piece) === shape.asker;
  const isAnnouncement = isAnnounced(shape);
  const begin = answered.findIndex(
    (item) =>
      stands(item) &&
      (isAnnouncement || !isAskers(item)) &&
      isDirect(item.piece.message, answered, conversation, shape),
  );
  const first = answered[begin];
  if (!first) return [];
  // "Then it is the cable" is incomprehensible without the message before it.
  const opening = dropLeadingFiller(first.piece.tokens);
  if (hasMeaning(opening, "follows") || hasMeaning(opening, "adds")) return [];
  const repliesElse = answered.slice(0, begin).some((item, at) => {
    const isFirst = answered[at - 1]?.piece.message !== item.piece.message;
    const isOthers = ![shape.asker, findAuthor(conversation, first.piece)].includes(
      findAuthor(conversation, item.piece),
    );
    return isFirst && isOthers && stands(item) && isSerious(item.piece.message, conversation, shape);
  });
  const said = answered.findIndex((item) => !item.mayAsk && !isAskers(item));
  const isFurther = ({ asks: isAskedOn, piece }: ExcerptLine) =>
    isAskedOn && findAuthor(conversation, piece) !== findAuthor(conversation, first.piece);
  if (repliesElse || answered.slice(Math.max(0, said), begin).some(isFurther)) return [];
  const turn = answered.slice(begin);
  const end = turn.findIndex((item) => item.piece.message !== turn[0]?.piece.message || !stands(item));
  const standing = turn.slice(0, Math.min(MOST_SUMMARY, end === -1 ? turn.length : end));
  // If the first line does not end with a punctuation mark, two lines would look like one sentence.
  const open = standing.findIndex(({ statement }) => !endsWithPunctuation(statement));
  const whole = open === -1 ? standing : standing.slice(0, open + 1);
  // A sentence that introduces a list stays with the list.
  return whole.at(-1)?.piece.text.endsWith(":") ? whole.slice(0, -1) : whole;
}

/**
 * Returns the answer's first sentences that can stand above the question. Readers must understand these sentences
 * without the lines between, and the next line without these sentences.
 */
function liftable(
  direct: ExcerptLine[],
  answered: ExcerptLine[],
  names: ReadonlySet<string>,
  { opening, questionAt }: ConversationShape,
): ExcerptLine[] {
  const begin = answered.indexOf(direct[0] as ExcerptLine);
  const isAsked = opening.some((piece) => asksQuestion(piece) || piece.means("seeks") || piece.means("trouble"));
  const isOther = begin > 0 || (questionAt !== -1 && !isAsked);
  const end = direct.findIndex(({ piece }) => !isBare(piece) && !standsAlone(piece, names, isOther));
  const lifted = end === -1 ? direct : direct.slice(0, end);
  const next = answered[begin + lifted.length];
  const leans = next !== undefined && LEANING.some((meaning) => countOpeningWords(next.piece.tokens, meaning) > 0);
  return leans || lifted[0]?.piece.means("leans") ? [] : lifted;
}

/** Whether the piece is a single word such as "Yes." or "No.", which needs the next sentence. */
const isBare = ({ content, tokens }: ParsedPiece) => content.length === 0 && tokens.length <= 1;

/**
 * Whether a sentence is understood alone: "31 October, unless we get frost before" is, "6 weeks, Sam" and "Not 8192"
 * are not. "Fonts render differently there" refers to the line before it, so it is understood only if that line stays
 * before it.
 */
function standsAlone(piece: ParsedPiece, names: ReadonlySet<string>, isOther: boolean): boolean {
  const words = piece.content.filter((word) => !names.has(word));
  const numbers = piece.tokens.filter(({ word }) => /\d/.test(word) && !words.includes(word));
  const refers = isOther && piece.means("refers");
  return words.length + numbers.length >= LEAST_CONTENT && !refers && !/^(?:not|nicht)\b/i.test(piece.text);
}

/** Meanings of openings that refer to the line before: "That passes", "Then it is the cable", "Takes ten minutes". */
const LEANING = ["refers", "follows", "elides"] as const;
/** The least content words of an informative sentence. A single word does not inform. */
const LEAST_CONTENT = 2;

/**
 * Whether the statement is certain: it is no question and no guess, and nobody took it back or may have corrected it.
 */
const stands = ({ piece, statement, mayAsk: isOpen }: ExcerptLine) =>
  piece.form === "sentence" &&
  !piece.listed &&
  !(isOpen || piece.means("doubts") || statement.text.startsWith("~~") || statement.doubt) &&
  // "Five days, isn't it" asks for agreement, so it is not certain.
  findEndingPhrase(piece.tokens, "seeksAssent") === piece.tokens.length;

/**
 * Whether the conversation is an announcement: it has no question, and its opening announces something or is longer
 * than all replies.
 */
function isAnnounced({ questionAt, opening, answers }: ConversationShape): boolean {
  const lengthOf = (pieces: ParsedPiece[]) => pieces.reduce((sum, { text }) => sum + text.length, 0);
  const announces = opening.some((piece) => piece.listed || piece.means("announces"));
  return questionAt === -1 && (announces || lengthOf(opening) > lengthOf(answers));
}

/** Whether the message is a direct answer: it begins with a certain statement, informs, and is serious. */
function isDirect(
  message: number,
  answered: ExcerptLine[],
  conversation: ParsedConversation,
  shape: ConversationShape,
): boolean {
  const own = answered.filter(({ piece }) => piece.message === message);
  const begins = own[0] !== undefined && stands(own[0]);
  const tellsSomething = own.some(
    (item) => stands(item) && (isInformative(item.piece) || item.piece.content.length >= TELLING_CONTENT),
  );
  return begins && tellsSomething && isSerious(message, conversation, shape);
}

/** Whether the message is neither a joke nor rejected later. */
function isSerious(at: number, conversation: ParsedConversation, shape: ConversationShape): boolean {
  const message = conversation.messages[at];
  const isJoke = message?.pieces.length === 1 && LAUGHS.test(message.text);
  return !isJoke && !isRefuted(at, conversation, shape);
}

/** The least content words of a sentence that counts as informative without any other sign. */
const TELLING_CONTENT = 4;
const LAUGHS = /[😂🤣😄😆😜😉]|\b(?:lol|haha+)\b/u;

export const endsWithPunctuation = ({ form, text }: Statement) => form === "code" || CLOSED.test(text);
const CLOSED = /(?:[.!?:…。！？؟]["'”’)*_~]*|https?:\/\/\S+)$/u;
