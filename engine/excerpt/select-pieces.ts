import type { ParsedConversation, ParsedPiece } from "../text/read-conversation.ts";
import { type ConversationShape, findAuthor, hasContent } from "../text/shape.ts";
import { asksQuestion, findMessagesOnTopic, isInformative, mayCorrectOrAdd } from "./relevant-messages.ts";
import { trimSentence } from "./trim-sentence.ts";
import { containsNegation } from "./values.ts";

/**
 * The most sentences that an article takes from a conversation. The limit of an explanation without a question (`told`)
 * is high, because its author wants all of it to be read.
 */
const MOST = { asked: 40, told: 160 };
/** An answer follows its question within this many messages. */
const REPLY_REACH = 3;
/** A shorter message from the asker says nothing more than "it works now". */
const TELLING_WORDS = 6;

/** Selects the pieces (sentences, list items and code blocks) for the article, in their order. */
export function selectPieces(
  conversation: ParsedConversation,
  shape: ConversationShape,
  names: ReadonlySet<string>,
): ParsedPiece[] {
  const first = shape.answers[0]?.message ?? conversation.messages.length;
  const opening = new Set(shape.opening);
  const begin = shape.opening[0]?.message ?? 0;
  const matter = findMessagesOnTopic(conversation, shape, names);
  const kept = conversation.pieces.filter((piece) => {
    if (piece.message < begin || !matter.has(piece.message)) return false;
    if (piece.form === "code") return true;
    if (opensReply(piece, conversation)) return true;
    if (!hasContent(piece) || !trimSentence(piece.text, names)) return false;
    if (opening.has(piece)) return true;
    if (isChatter(piece, conversation, names)) return false;
    if (findAuthor(conversation, piece) !== shape.asker || piece.message < first) return true;
    return asksQuestion(piece) ? isReplied(piece, conversation) : isTold(piece, conversation);
  });
  const told = withoutParting(kept, conversation, shape);
  return told.slice(0, shape.questionAt === -1 ? MOST.told : MOST.asked);
}

/**
 * Removes parting remarks such as "Told you." and "Writing this on my hand". A parting remark comes last, after an
 * informative piece. It gives no information, asks and answers nothing, and corrects nothing.
 */
function withoutParting(
  kept: ParsedPiece[],
  conversation: ParsedConversation,
  { asker }: ConversationShape,
): ParsedPiece[] {
  const isParting = (piece: ParsedPiece) =>
    !(
      piece.form === "code" ||
      piece.listed ||
      asksQuestion(piece) ||
      isInformative(piece) ||
      mayCorrectOrAdd(piece) ||
      containsNegation(piece)
    ) &&
    piece.tokens.length <= PARTING_WORDS &&
    !(isAskedBefore(piece, conversation) || takesUp(piece, conversation, asker));
  const isWhole = (message: number) =>
    findAuthor(conversation, kept.find((piece) => piece.message === message) as ParsedPiece) === asker ||
    kept.every((piece) => piece.message !== message || isParting(piece));
  const last = kept.findLastIndex((piece) => !(isParting(piece) && isWhole(piece.message)));
  const informs = kept.some((piece, at) => at <= last && isInformative(piece) && !piece.isQuestion);
  return informs ? kept.slice(0, last + 1) : kept;
}

const PARTING_WORDS = 14;

/**
 * Whether the piece replies to the asker's comment on the answer and repeats a word of it: "Exactly on the line is
 * allowed."
 */
function takesUp(piece: ParsedPiece, { messages }: ParsedConversation, asker: string | undefined): boolean {
  const before = messages[piece.message - 1];
  if (before === undefined || before.author !== asker || messages[piece.message]?.author === asker) return false;
  const words = new Set(before.pieces.flatMap(({ content }) => content));
  return before.pieces.some(isInformative) && piece.content.some((word) => words.has(word));
}

/**
 * Whether the piece may be a question without a question mark: it begins like a question, and another person writes
 * next.
 */
export function mayBeQuestion(piece: ParsedPiece, conversation: ParsedConversation): boolean {
  const { messages } = conversation;
  const next = messages[piece.message + 1];
  const isReplied = next !== undefined && next.author !== messages[piece.message]?.author;
  const isShort = piece.tokens.length <= LONGEST_OPEN && !/[.!?…:]$/.test(piece.text);
  const begins = piece.means("mayAsk") && !piece.means("condition");
  const isAddition = piece.means("adds") && isAskedBefore(piece, conversation);
  return isWholeMessage(piece, conversation) && isReplied && isShort && begins && !isAddition && !asksQuestion(piece);
}

/** Whether the piece is the whole message. */
export const isWholeMessage = (piece: ParsedPiece, { messages }: ParsedConversation) =>
  messages[piece.message]?.pieces.length === 1;

/** The most words of a question without a question mark or question word. Longer sentences of this form are rules. */
const LONGEST_OPEN = 10;

/**
 * Whether the piece is only a name, or part of a short message that answers nothing, informs about nothing and shares
 * no word with other messages.
 */
function isChatter(piece: ParsedPiece, conversation: ParsedConversation, names: ReadonlySet<string>): boolean {
  if (piece.tokens.every(({ word }) => names.has(word) || word.length <= 2)) return !/\d/.test(piece.text);
  const { messages, pieces } = conversation;
  const own = messages[piece.message]?.pieces ?? [];
  const isRemark = (one: ParsedPiece) =>
    !(
      one.tokens.length > CHATTER_WORDS ||
      one.listed ||
      one.isQuestion ||
      isInformative(one) ||
      /:$|\p{Lu}{2}/u.test(one.text)
    );
  if (!own.every(isRemark) || isAskedBefore(piece, conversation)) return false;
  const words = new Set(own.flatMap(({ content }) => content));
  const isShared = (word: string) => [...words].some((mine) => word.startsWith(mine) || mine.startsWith(word));
  return !pieces.some((other) => other.message !== piece.message && other.content.some(isShared));
}

/** The most words of a short remark. */
const CHATTER_WORDS = 4;

/** Whether another person wrote the previous message and it asks or may ask. */
function isAskedBefore(piece: ParsedPiece, conversation: ParsedConversation): boolean {
  const before = conversation.messages[piece.message - 1];
  if (!before || before.author === findAuthor(conversation, piece)) return false;
  return before.pieces.some((other) => asksQuestion(other) || other.means("mayAsk"));
}

/** Whether the piece begins a reply to a question. Even "No." and "I will." are complete answers. */
const opensReply = (piece: ParsedPiece, conversation: ParsedConversation) =>
  conversation.messages[piece.message]?.pieces[0] === piece &&
  !piece.means("thanks") &&
  isAskedBefore(piece, conversation);

/** Whether another person writes a message soon after. */
const isReplied = (piece: ParsedPiece, conversation: ParsedConversation) =>
  conversation.pieces.some(
    (other) =>
      other.message > piece.message &&
      other.message <= piece.message + REPLY_REACH &&
      findAuthor(conversation, other) !== findAuthor(conversation, piece) &&
      (hasContent(other) || other.tokens.length > 0),
  );

/**
 * Whether the asker adds knowledge, such as the solution or the answer to a counter-question. "Works now, thanks" adds
 * none.
 */
function isTold(piece: ParsedPiece, conversation: ParsedConversation): boolean {
  if (isAskedBefore(piece, conversation)) return true;
  if (piece.means("thanks") || piece.means("confirms")) return false;
  const next = conversation.messages[piece.message + 1];
  if (next && next.author !== findAuthor(conversation, piece) && next.pieces.some(hasContent))
    return piece.tokens.length >= 2;
  if (piece.tokens.length < TELLING_WORDS) return false;
  return (
    /\d/.test(piece.text) ||
    piece.means("rule") ||
    piece.means("cause") ||
    piece.means("step") ||
    piece.means("corrects")
  );
}
