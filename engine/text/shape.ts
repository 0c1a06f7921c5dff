import type { ReadConversation, ReadPiece } from "./read-conversation.ts";

/** Who asked what, and who answered. */
export interface Shape {
  /** What the one who asks, or who tells, says first. */
  opening: ReadPiece[];
  asker: string;
  /** The position of the message that asks; -1 where something is told unasked. */
  questionAt: number;
  /** What others say to it and what is more than a reaction. */
  answers: ReadPiece[];
  isThanked: boolean;
  isConfirmed: boolean;
}

/** Messages that may pass before somebody's first words are over. */
const LONGEST_OPENING = 8;
/** From here on an opening that hardly asks is a write-up. */
const WRITE_UP = { characters: 400, sentences: 4, asking: 0.15 };

export function shapeOf(conversation: ReadConversation): Shape {
  const beginning = startOf(conversation);
  const asker = conversation.messages[beginning]?.author ?? "";
  const next = conversation.messages.findIndex(({ author }, at) => at > beginning && author !== asker);
  const end = Math.min(next === -1 ? conversation.messages.length : next, beginning + LONGEST_OPENING);
  const opening = conversation.pieces.filter(({ message }) => message >= beginning && message < end);
  const questionAt = questionIn(opening, conversation, end);
  const answers = conversation.pieces.filter(
    (piece) =>
      piece.message >= end && authorOf(conversation, piece) !== asker && !piece.isQuestion && saysSomething(piece),
  );
  const firstAnswer = answers[0]?.message ?? conversation.messages.length;
  const later = conversation.pieces.filter(
    (piece) => piece.message > firstAnswer && authorOf(conversation, piece) === asker,
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

export const authorOf = ({ messages }: ReadConversation, { message }: ReadPiece) => messages[message]?.author ?? "";

/** More than a greeting, thanks or "ok". */
export const saysSomething = (piece: ReadPiece): boolean => {
  if (piece.form === "code" || /\d/.test(piece.text)) return true;
  if (piece.means("acknowledges")) return false;
  return piece.content.length > 0 || (piece.tokens.length >= 2 && !piece.means("thanks"));
};

/** The first message that asks or tells something: what greets and chats before it is no beginning. */
function startOf({ messages }: ReadConversation): number {
  const first = messages.findIndex(({ pieces }) =>
    pieces.some((piece) => saysSomething(piece) && (piece.tokens.length >= 3 || piece.form === "code")),
  );
  return Math.max(0, first);
}

function questionIn(opening: ReadPiece[], conversation: ReadConversation, end: number): number {
  const sentences = opening.filter(({ form }) => form === "sentence");
  const asking = sentences.filter((piece) => piece.isQuestion);
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
  const reply = conversation.messages[end]?.pieces.find((piece) => !piece.isQuestion && saysSomething(piece));
  // "The till doesn't print": plain words that somebody replies to at some length were a question.
  const isReplied = (reply?.tokens.length ?? 0) >= REPLY_WORDS;
  return !announces && isReplied ? (sentences[0]?.message ?? -1) : -1;
}

/** Words of a reply that answers. */
const REPLY_WORDS = 5;
