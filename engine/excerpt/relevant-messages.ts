import type { Meaning } from "../language/cue.ts";
import { endsWithQuestion } from "../language/meanings.ts";
import type { ParsedConversation, ParsedPiece } from "../text/read-conversation.ts";
import { type ConversationShape, detectShape } from "../text/shape.ts";
import { extractValues, type NumericValue } from "./values.ts";

const INFORMING: Meaning[] = ["affirms", "advice", "step", "rule", "cause", "explains", "disagrees", "refuses"];

/** Whether the piece (a sentence, list item or code block) gives information and is more than a reaction. */
export const isInformative = (piece: ParsedPiece) =>
  /\d|`|→|>|https?:/.test(piece.text) || INFORMING.some((meaning) => piece.means(meaning));

/** Whether the piece asks a question, by its question mark or its wording. The question may follow a comma. */
export const asksQuestion = (piece: ParsedPiece) => piece.isQuestion || endsWithQuestion(piece.text, piece.tokens);

/**
 * Returns the positions of the messages that belong to the conversation's topic. A channel mixes topics with small
 * talk. A message belongs to the topic if it contains a word of the topic, follows a question about it, or continues
 * the previous message. Any other message belongs to the topic only if it is useful by itself (`isOfUse`).
 */
export function findMessagesOnTopic(
  conversation: ParsedConversation,
  shape: ConversationShape,
  names: ReadonlySet<string>,
): ReadonlySet<number> {
  const { messages, isThread } = conversation;
  const end = Math.max(-1, ...shape.opening.map(({ message }) => message));
  const matter = new Set<number>();
  const speakers = new Set<string>();
  const words: string[] = [];
  const told: ParsedPiece[] = [];
  for (const [at, { author, pieces }] of messages.entries()) {
    const own = pieces.flatMap(contentOf).filter((word) => !names.has(word));
    const isBefore = at <= end || author === shape.asker || [...speakers].every((one) => one === shape.asker);
    const before = matter.has(at - 1) ? messages[at - 1] : undefined;
    const goesOn = before !== undefined && (before.author === author || before.pieces.some(asksQuestion));
    const isTied = own.some((word) => words.some((other) => isAlike(word, other)));
    const isToAsker = before?.author === shape.asker && !before.pieces.some(isThanks);
    const isReply = isToAsker || speakers.has(author) || isThread;
    const isKept = isBefore || goesOn || isTied || mayCorrect(pieces, told);
    if (!isKept && !isOfUse(pieces, { isReply, isToAsker })) continue;
    matter.add(at);
    speakers.add(author);
    words.push(...own);
    told.push(...pieces);
  }
  return matter;
}

/**
 * Whether the question was answered: a later message shares its words, gives or shows instructions, or is a brief value
 * or name. A joke is no answer. In a thread, every reply to a question is an answer.
 */
export function isAnswered(conversation: ParsedConversation): boolean {
  const { messages, pieces: said, isThread } = conversation;
  const { opening, asker, questionAt, isThanked, isConfirmed } = detectShape(conversation);
  if (questionAt === -1 || isThanked || isConfirmed || said.some(shows)) return true;
  // "I'm off until Wednesday" asks for nothing. A reply that contains its words may be a joke.
  const seeks = opening.some((piece) => asksQuestion(piece) || ASKING.some((meaning) => piece.means(meaning)));
  if (isThread && seeks) return true;
  const asked = opening.flatMap(contentOf);
  const later = messages.slice((opening.at(-1)?.message ?? 0) + 1);
  const replies = later.flatMap(({ pieces }) => pieces);
  if (later.some(({ author, pieces }) => author !== asker && isBrief(pieces) && pieces.some(givesDetail))) return true;
  const isTied = ({ content }: ParsedPiece) => content.some((word) => asked.some((other) => isAlike(word, other)));
  const meansOne = (piece: ParsedPiece, meanings: Meaning[]) => meanings.some((meaning) => piece.means(meaning));
  const tells = (piece: ParsedPiece) =>
    seeks ? meansOne(piece, TELLING) : meansOne(piece, TELLING_UNASKED) && !piece.means("disagrees");
  return replies.some((piece) => tells(piece) || (isTied(piece) && (seeks || piece.content.length >= TELLING_CONTENT)));
}

/** A number or a name answers without any word of the question: "Three months.", "Petra, room 12." */
const givesDetail = (piece: ParsedPiece) => extractValues(piece).length > 0 || NAME.test(piece.text);
const NAME = /(?<=\S\s)@?\p{Lu}\p{L}+/u;
const FULL_NAME = /@\p{L}|(?<=\S\s)\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+/u;
const isBrief = (pieces: ParsedPiece[]) => pieces.reduce((sum, { tokens }) => sum + tokens.length, 0) <= BRIEF_WORDS;
const BRIEF_WORDS = 6;

/**
 * Whether the message contradicts an earlier one: it gives another value with the same unit, or is brief and gives
 * another number or name.
 */
function mayCorrect(pieces: ParsedPiece[], told: ParsedPiece[]): boolean {
  if (pieces.some((piece) => ASIDE.some((meaning) => piece.means(meaning)))) return false;
  const values = pieces.flatMap(extractValues);
  const known = values.length > 0 ? told.flatMap(extractValues) : [];
  const isBriefly = isBrief(pieces);
  const isOther = (one: NumericValue, other: NumericValue) =>
    one.value !== other.value && (one.unit ? one.unit === other.unit : isBriefly);
  if (values.some((one) => known.some((other) => isOther(one, other)))) return true;
  const namesSomebody = ({ text }: ParsedPiece) => FULL_NAME.test(text);
  return isBriefly && pieces.some(namesSomebody) && told.some(namesSomebody);
}

const ASKING: Meaning[] = ["seeks", "mayAsk", "trouble", "rule", "announces"];
const TELLING: Meaning[] = ["affirms", "advice", "step", "rule", "refuses", "disagrees"];
const TELLING_UNASKED: Meaning[] = ["advice", "step", "rule", "cause", "explains"];
const TELLING_CONTENT = 4;

const contentOf = ({ content }: ParsedPiece) => content;

/** Whether one word begins with the other: "Deploy" and "deploys", "Rechnung" and "Rechnungen". */
const isAlike = (one: string, other: string) =>
  one === other || (Math.min(one.length, other.length) > SHORT && (one.startsWith(other) || other.startsWith(one)));
const SHORT = 3;

/**
 * Whether a message without a common word is still useful: it may correct something, ask a further question, show code,
 * or inform in other words.
 */
function isOfUse(pieces: ParsedPiece[], { isReply, isToAsker }: { isReply: boolean; isToAsker: boolean }): boolean {
  if (pieces.some(mayCorrectOrAdd)) return true;
  if (pieces.some(shows)) return true;
  if (!isToAsker && pieces.some((piece) => ASIDE.some((meaning) => piece.means(meaning)))) return false;
  return pieces.some(asksQuestion) || (isReply && pieces.some(isInformative));
}

/** Whether the piece may correct, restrict or add something. */
export const mayCorrectOrAdd = (piece: ParsedPiece) =>
  SAID_AGAINST.some((meaning) => piece.means(meaning)) || extractValues(piece).some(({ isDenied }) => isDenied);

/** Meanings of corrections, conditions and additions. A message with one of these meanings is always kept. */
const SAID_AGAINST: Meaning[] = ["corrects", "concedes", "disagrees", "refuses", "condition", "follows", "trouble"];
const ASIDE: Meaning[] = ["social", "today"];
const shows = ({ form, text }: ParsedPiece) => form === "code" || SHOWS.test(text);
const SHOWS = /`|→| > |https?:/;
const isThanks = (piece: ParsedPiece) => piece.means("thanks") || piece.means("confirms");
