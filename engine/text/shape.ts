import type { ContentType } from "../../shared/domain/facets.ts";
import type { ParsedConversation, ParsedPiece } from "./read-conversation.ts";

/** The roles in a conversation: its opening, the asker, and the answers. */
export interface ConversationShape {
  /** The first author's sentences and code blocks, until another person writes. */
  opening: ParsedPiece[];
  asker: string;
  /** The position of the message with the question; -1 without a question. */
  questionAt: number;
  /** The sentences and code blocks of other people that are more than a reaction. */
  answers: ParsedPiece[];
  isThanked: boolean;
  isConfirmed: boolean;
}

/** The most messages of an opening. */
const LONGEST_OPENING = 8;
/**
 * An opening above these limits, with a small share of questions (`asking`), counts as an explanation that nobody asked
 * for.
 */
const WRITE_UP = { characters: 400, sentences: 4, asking: 0.15 };

export function detectShape(conversation: ParsedConversation): ConversationShape {
  const beginning = startOf(conversation);
  const asker = conversation.messages[beginning]?.author ?? "";
  const next = conversation.messages.findIndex(({ author }, at) => at > beginning && author !== asker);
  const end = Math.min(next === -1 ? conversation.messages.length : next, beginning + LONGEST_OPENING);
  const opening = conversation.pieces.filter(({ message }) => message >= beginning && message < end);
  const questionAt = questionIn(opening, conversation, end);
  const answers = conversation.pieces.filter(
    (piece) =>
      piece.message >= end && findAuthor(conversation, piece) !== asker && !piece.isQuestion && hasContent(piece),
  );
  const firstAnswer = answers[0]?.message ?? conversation.messages.length;
  const later = conversation.pieces.filter(
    (piece) => piece.message > firstAnswer && findAuthor(conversation, piece) === asker,
  );
  return {
    opening,
    asker,
    questionAt,
    answers,
    isThanked: later.some((piece) => piece.means("thanks")),
    isConfirmed: later.some((piece) => piece.means("confirms")),
  };
}

export const findAuthor = ({ messages }: ParsedConversation, { message }: ParsedPiece) =>
  messages[message]?.author ?? "";

/** Whether the piece says more than a greeting, thanks or "ok". */
export const hasContent = (piece: ParsedPiece): boolean => {
  if (piece.form === "code" || /\d/.test(piece.text)) return true;
  if (piece.means("acknowledges")) return false;
  return piece.content.length > 0 || (piece.tokens.length >= 2 && !piece.means("thanks"));
};

/**
 * Finds the first message that asks or informs. Skips greetings and small talk. Skips the first question if nobody
 * answers it before another person asks.
 */
function startOf({ messages }: ParsedConversation): number {
  const first = messages.findIndex(({ pieces }) =>
    pieces.some((piece) => hasContent(piece) && (piece.tokens.length >= 3 || piece.form === "code")),
  );
  if (first === -1) return 0;
  const next = messages.findIndex(
    ({ author, pieces }, at) => at > first && author !== messages[first]?.author && asks(pieces),
  );
  const between = messages.slice(first + 1, Math.max(first + 1, next)).flatMap(({ pieces }) => pieces);
  const isAnswered = between.reduce((sum, { content }) => sum + content.length, 0) >= ANSWER_CONTENT;
  const isQuestion = messages[first]?.pieces.some((piece) => piece.isQuestion);
  return next !== -1 && isQuestion && !isAnswered && next < messages.length - 1 && isTurnToAnother(messages, next)
    ? next
    : first;
}

/** Whether the pieces ask a new question. A shorter question counts as a counter-question. */
const asks = (pieces: ParsedPiece[]) =>
  pieces.some((piece) => piece.isQuestion) &&
  pieces.reduce((sum, { content }) => sum + content.length, 0) >= OWN_CONTENT;

/** Whether the message after the later question is by another person than the conversation's first author. */
const isTurnToAnother = (messages: ParsedConversation["messages"], at: number) =>
  messages[at + 1]?.author !== messages[0]?.author;

/**
 * The least content words of a reply that counts as an answer (`ANSWER_CONTENT`), and of a question that begins a topic
 * (`OWN_CONTENT`).
 */
const ANSWER_CONTENT = 4;
const OWN_CONTENT = 5;

function questionIn(opening: ParsedPiece[], conversation: ParsedConversation, end: number): number {
  const sentences = opening.filter(({ form }) => form === "sentence");
  const listed = sentences.filter((piece) => piece.listed);
  // A question in a list of rules, such as "Better again? Also call", is addressed to nobody.
  const isToldList = listed.filter((piece) => piece.isQuestion).length * 2 < listed.length;
  const asking = sentences.filter((piece) => piece.isQuestion && !(piece.listed && isToldList));
  const length = opening.reduce((sum, { text }) => sum + text.length, 0);
  const isWriteUp =
    length >= WRITE_UP.characters &&
    sentences.length >= WRITE_UP.sentences &&
    asking.length <= sentences.length * WRITE_UP.asking &&
    !sentences.at(-1)?.isQuestion;
  if (isWriteUp) return -1;
  const seeking = sentences.filter((piece) => piece.means("seeks") || piece.means("trouble"));
  const best = asking[0] ?? (sentences.some((piece) => piece.means("announces")) ? undefined : seeking[0]);
  if (best) return best.message;
  const announces = sentences.some((piece) => piece.means("announces") || piece.means("rule") || piece.listed);
  const reply = conversation.messages[end]?.pieces.find((piece) => !piece.isQuestion && hasContent(piece));
  // A statement with a long reply was meant as a question: "The till doesn't print".
  const isReplied = (reply?.tokens.length ?? 0) >= REPLY_WORDS;
  return !announces && isReplied ? (sentences[0]?.message ?? -1) : -1;
}

/** The least words of a reply that shows that the message before it was a question. */
const REPLY_WORDS = 5;

/**
 * Derives the content type from the conversation's form: instructions, a problem and its solution, a question and its
 * answer, or plain information.
 */
export function detectContentType({ questionAt, opening, answers }: ConversationShape): ContentType {
  const told = questionAt === -1 ? opening : answers;
  const steps = told.filter((piece) => piece.listed === "number" || (piece.form === "sentence" && piece.means("step")));
  const isList = told.filter(({ listed }) => listed === "number").length >= LEAST_STEPS;
  if (isList || (questionAt === -1 && steps.length >= LEAST_STEPS && steps.length * 2 >= told.length)) return "howto";
  if (questionAt === -1) return "documentation";
  const asked = opening.filter(({ message }) => message <= questionAt + 1);
  if (asked.some((piece) => piece.means("trouble") && !piece.means("rule"))) return "troubleshooting";
  return "faq";
}

/** The least number of steps in a set of instructions. */
const LEAST_STEPS = 2;
