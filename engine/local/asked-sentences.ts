import type { ConversationShape } from "./conversation-shape.ts";
import type { ParsedConversation, SentencePiece } from "./parse-conversation.ts";
import type { Kept } from "./statements.ts";

export interface AskedSentence {
  text: string;
  asks: boolean;
  reports: boolean;
  /** The sentence the asker said before it. */
  before: string;
}

/** How far the asker's words are looked through after the question was put. */
const REACH = 4;

/** What the asker says up to the first answer, whole sentences as they were put together. */
export function askedSentences(
  conversation: ParsedConversation,
  shape: ConversationShape,
  kept: Kept[],
): AskedSentence[] {
  const joined = kept
    .filter((item) => item.form === "sentence" && !item.alsoAsked)
    .filter((item) => item.part === "question" || item.part === "symptom" || item.part === "context")
    .map((item) => ({
      text: item.text,
      asks: item.part === "question",
      reports: item.part === "symptom",
      at: item.messages[0] ?? 0,
    }));
  const raw = saidByAsker(conversation, shape).map((piece) => ({
    text: piece.text,
    asks: piece.acts.question,
    reports: piece.acts.symptom,
    at: piece.message,
  }));
  const sentences = joined.length ? joined : raw;
  return sentences.map((item) => {
    const here = raw.findIndex(
      (other) => other.text.slice(0, 20).toLowerCase() === item.text.slice(0, 20).toLowerCase(),
    );
    return { ...item, before: raw[here - 1]?.text ?? "" };
  });
}

/** What the asker said up to the first answer, as it was typed. */
export function saidByAsker(conversation: ParsedConversation, shape: ConversationShape): SentencePiece[] {
  const firstAnswer = shape.answers[0]?.message ?? conversation.messages.length;
  const last = Math.max(shape.questionAt, Math.min(firstAnswer, shape.questionAt + REACH));
  return conversation.pieces.filter(
    (piece): piece is SentencePiece =>
      piece.form === "sentence" &&
      conversation.messages[piece.message]?.author === shape.asker &&
      piece.message <= last &&
      !piece.acts.smallTalk &&
      !piece.acts.thanks,
  );
}
