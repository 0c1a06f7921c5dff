import type { Statement } from "../../shared/domain/article.ts";
import { countOpeningWords, dropLeadingFiller, findEndingPhrase, hasMeaning } from "../language/meanings.ts";
import type { ReadConversation, ReadPiece } from "../text/read-conversation.ts";
import { type ConversationShape, findAuthor } from "../text/shape.ts";
import { isRefuted } from "./corrections.ts";
import { isAsking, isInformative } from "./select.ts";

/** A selected piece and the statement that it becomes. */
export interface ExcerptLine {
  piece: ReadPiece;
  statement: Statement;
  /** Asks with a mark, or by its words where they are the whole message. */
  asks: boolean;
  /** True when it asks or may ask: it cannot answer. "Muss man oft wiederholen" after other sentences is one of these. */
  mayAsk: boolean;
}

/** Finds the direct answer, and the sentences of the answer that become the summary. */
export function chooseSummary(
  answered: ExcerptLine[],
  conversation: ReadConversation,
  shape: ConversationShape,
  names: ReadonlySet<string>,
) {
  const direct = directAnswerOf(answered, conversation, shape);
  const summary =
    direct[0] && isLastAnswer(direct[0], conversation, shape) ? liftable(direct, answered, names, shape) : [];
  return { direct, summary };
}

/**
 * Whether no other person answers after this piece; a second person often takes the first answer back in words that no
 * rule knows.
 */
const isLastAnswer = ({ piece }: ExcerptLine, conversation: ReadConversation, { answers }: ConversationShape) =>
  !answers.some(
    (other) => other.message > piece.message && findAuthor(conversation, other) !== findAuthor(conversation, piece),
  );

/** The most sentences of a summary; the body contains the others. */
const MOST_SUMMARY = 2;

/**
 * Takes the first direct answer up to a list, code or a doubt. Empty where somebody else replies first: then it may be a side
 * remark.
 */
function directAnswerOf(
  answered: ExcerptLine[],
  conversation: ReadConversation,
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
  // "Then it is the cable" cannot be understood without the message before it.
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
  // Two lines without a mark between them would read as one sentence.
  const open = standing.findIndex(({ statement }) => !isClosed(statement));
  const whole = open === -1 ? standing : standing.slice(0, open + 1);
  // A sentence that introduces a list stays with the list.
  return whole.at(-1)?.piece.text.endsWith(":") ? whole.slice(0, -1) : whole;
}

/**
 * Returns the first sentences of an answer that can stand above the question: they are understood without the lines between
 * the two, and the line behind them is understood without them.
 */
function liftable(
  direct: ExcerptLine[],
  answered: ExcerptLine[],
  names: ReadonlySet<string>,
  { opening, questionAt }: ConversationShape,
): ExcerptLine[] {
  const begin = answered.indexOf(direct[0] as ExcerptLine);
  const isAsked = opening.some((piece) => isAsking(piece) || piece.means("seeks") || piece.means("trouble"));
  const isOther = begin > 0 || (questionAt !== -1 && !isAsked);
  const end = direct.findIndex(({ piece }) => !isBare(piece) && !standsAlone(piece, names, isOther));
  const lifted = end === -1 ? direct : direct.slice(0, end);
  const next = answered[begin + lifted.length];
  const leans = next !== undefined && LEANING.some((meaning) => countOpeningWords(next.piece.tokens, meaning) > 0);
  return leans || lifted.every(({ piece }) => isBare(piece)) ? [] : lifted;
}

/** "Yes." and "No." say enough only together with the sentence behind them. */
const isBare = ({ content, tokens }: ReadPiece) => content.length === 0 && tokens.length <= 1;

/**
 * "31 October, unless we get frost before" stands alone; "6 weeks, Sam" and "Not 8192" do not. "Fonts render differently there"
 * refers to the line before it, which is the question unless others stand between or nobody asks.
 */
function standsAlone(piece: ReadPiece, names: ReadonlySet<string>, isOther: boolean): boolean {
  const words = piece.content.filter((word) => !names.has(word));
  const numbers = piece.tokens.filter(({ word }) => /\d/.test(word) && !words.includes(word));
  const refers = isOther && piece.means("refers");
  return words.length + numbers.length >= LEAST_CONTENT && !refers && !/^(?:not|nicht)\b/i.test(piece.text);
}

/** Openings that refer to the line before: "That passes", "Then it is the cable", "Takes ten minutes". */
const LEANING = ["refers", "follows", "elides"] as const;
/** A single word says nothing by itself. */
const LEAST_CONTENT = 2;

/** Whether the statement is plain: no question, no guess, and neither taken back nor possibly corrected. */
const stands = ({ piece, statement, mayAsk: isOpen }: ExcerptLine) =>
  piece.form === "sentence" &&
  !piece.listed &&
  !(isOpen || piece.means("doubts") || statement.text.startsWith("~~") || statement.doubt) &&
  // "Five days, isn't it": for assent.
  findEndingPhrase(piece.tokens, "seeksAssent") === piece.tokens.length;

/** Whether the conversation is an announcement: nobody asks, and the opening announces or is longer than all replies. */
function isAnnounced({ questionAt, opening, answers }: ConversationShape): boolean {
  const lengthOf = (pieces: ReadPiece[]) => pieces.reduce((sum, { text }) => sum + text.length, 0);
  const announces = opening.some((piece) => piece.listed || piece.means("announces"));
  return questionAt === -1 && (announces || lengthOf(opening) > lengthOf(answers));
}

/** Whether the message is a direct answer: begins with a plain statement, informs, and is serious. */
function isDirect(
  message: number,
  answered: ExcerptLine[],
  conversation: ReadConversation,
  shape: ConversationShape,
): boolean {
  const own = answered.filter(({ piece }) => piece.message === message);
  const begins = own[0] !== undefined && stands(own[0]);
  const tellsSomething = own.some(
    (item) => stands(item) && (isInformative(item.piece) || item.piece.content.length >= TELLING_CONTENT),
  );
  return begins && tellsSomething && isSerious(message, conversation, shape);
}

/** Whether the message is no joke and not refuted later. */
function isSerious(at: number, conversation: ReadConversation, shape: ConversationShape): boolean {
  const message = conversation.messages[at];
  const isJoke = message?.pieces.length === 1 && LAUGHS.test(message.text);
  return !isJoke && !isRefuted(at, conversation, shape);
}

/** With this many content words a sentence counts as informative without any cue. */
const TELLING_CONTENT = 4;
const LAUGHS = /[😂🤣😄😆😜😉]|\b(?:lol|haha+)\b/u;

export const isClosed = ({ form, text }: Statement) => form === "code" || CLOSED.test(text);
const CLOSED = /(?:[.!?:…。！？؟]["'”’)*_~]*|https?:\/\/\S+)$/u;
