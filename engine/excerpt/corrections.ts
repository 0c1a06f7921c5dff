import type { ReadConversation, ReadPiece } from "../text/read-conversation.ts";
import { authorOf } from "../text/shape.ts";

/** How many sentences back a correction reaches. */
const REACH = 6;
/** Messages within which others say no to what was said. */
const REFUTED_WITHIN = 3;

/** The pieces that somebody took back, by the piece that corrects them: an own earlier message that speaks of the same, never a step of a list. */
export function correctionsIn(conversation: ReadConversation, kept: ReadPiece[]): Map<ReadPiece, ReadPiece> {
  const corrected = new Map<ReadPiece, ReadPiece>();
  for (const [at, piece] of kept.entries()) {
    if (piece.form === "code" || piece.listed || piece.isQuestion || !piece.means("corrects")) continue;
    const own = kept
      .slice(Math.max(0, at - REACH), at)
      .filter(
        (other) =>
          other.message < piece.message &&
          authorOf(conversation, other) === authorOf(conversation, piece) &&
          !(other.listed || other.isQuestion || other.means("affirms")) &&
          sharedBy(other, piece) > 0,
      );
    const target = own.toReversed().toSorted((a, b) => sharedBy(b, piece) - sharedBy(a, piece))[0];
    if (target && !corrected.has(target)) corrected.set(target, piece);
  }
  return corrected;
}

/** Somebody else soon says no to a message, or its author takes back what was said last or speaks of the same. */
export function isRefuted(at: number, { messages, pieces }: ReadConversation): boolean {
  const own = pieces.filter(({ message }) => message === at);
  const author = messages[at]?.author;
  return pieces.some((piece) => {
    const by = messages[piece.message]?.author;
    if (piece.message <= at || piece.isQuestion || piece.listed) return false;
    if (by !== author) {
      const isFirst = messages[piece.message]?.pieces[0] === piece;
      const isAbout = isFirst || own.some((other) => sharedBy(other, piece) > 0);
      return isAbout && piece.message <= at + REFUTED_WITHIN && saysNo(piece, messages);
    }
    const between = messages.slice(at + 1, piece.message);
    const isLast = !between.some((message) => message.author === author);
    return piece.means("corrects") && (isLast || own.some((other) => sharedBy(other, piece) > 0));
  });
}

/** A no that answers no question. */
function saysNo(piece: ReadPiece, messages: ReadConversation["messages"]): boolean {
  const before = messages[piece.message - 1];
  const isAsked =
    before?.author !== messages[piece.message]?.author && before?.pieces.some((other) => other.isQuestion);
  return !isAsked && (piece.means("disagrees") || piece.means("refuses"));
}

/** Words that both speak of. */
function sharedBy(one: ReadPiece, other: ReadPiece): number {
  const words = new Set(one.content);
  return other.content.filter((word) => words.has(word)).length;
}
