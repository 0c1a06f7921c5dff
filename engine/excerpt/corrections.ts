import type { ReadConversation, ReadPiece } from "../text/read-conversation.ts";
import { authorOf } from "../text/shape.ts";

/** How many sentences back a correction reaches. */
const REACH = 6;

/** The pieces that somebody took back, by the piece that corrects them: only where both speak of the same word or give a value. */
export function correctionsIn(conversation: ReadConversation, kept: ReadPiece[]): Map<ReadPiece, ReadPiece> {
  const corrected = new Map<ReadPiece, ReadPiece>();
  for (const [at, piece] of kept.entries()) {
    if (piece.form === "code" || piece.isQuestion || !piece.means("corrects")) continue;
    const author = authorOf(conversation, piece);
    const own = kept
      .slice(Math.max(0, at - REACH), at)
      .filter(
        (other) =>
          authorOf(conversation, other) === author &&
          other.form === "sentence" &&
          !other.isQuestion &&
          !other.means("affirms"),
      );
    const target = own.toSorted(
      (a, b) => sharedBy(b, piece) - sharedBy(a, piece) || kept.indexOf(b) - kept.indexOf(a),
    )[0];
    if (target && sharedBy(target, piece) > 0 && !corrected.has(target)) corrected.set(target, piece);
  }
  return corrected;
}

/** A value for a value of the same kind weighs like a word. */
function sharedBy(one: ReadPiece, other: ReadPiece): number {
  const words = new Set(one.content);
  const shared = other.content.filter((word) => words.has(word)).length;
  return shared + Number(/\d/.test(one.text) && /\d/.test(other.text));
}
