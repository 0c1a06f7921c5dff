import type { Meaning } from "../language/cue.ts";
import type { ReadConversation, ReadPiece } from "../text/read-conversation.ts";
import { authorOf, type Shape, saysSomething } from "../text/shape.ts";
import { trimmed } from "./trims.ts";

/** Sentences of a conversation that an article holds at most; a write-up is meant as a whole. */
const MOST = { asked: 40, told: 160 };
/** How many messages after a question its answer comes at the latest. */
const REPLY_REACH = 3;
/** Words from which the asker tells something beside "it works now". */
const TELLING_WORDS = 6;

/** The pieces worth keeping, in the order in which they were said. */
export function keptOf(conversation: ReadConversation, shape: Shape, names: ReadonlySet<string>): ReadPiece[] {
  const foreign = foreignMessages(conversation, shape);
  const first = shape.answers[0]?.message ?? conversation.messages.length;
  const opening = new Set(shape.opening);
  const begin = shape.opening[0]?.message ?? 0;
  const kept = conversation.pieces.filter((piece) => {
    if (piece.message < begin || foreign.has(piece.message)) return false;
    if (piece.form === "code") return true;
    if (answersYesOrNo(piece, conversation)) return true;
    if (!saysSomething(piece) || !trimmed(piece.text, names)) return false;
    if (opening.has(piece)) return true;
    if (isChatter(piece, conversation, names)) return false;
    if (authorOf(conversation, piece) !== shape.asker || piece.message < first) return true;
    return piece.isQuestion ? isReplied(piece, conversation) : isTold(piece, conversation);
  });
  return kept.slice(0, shape.questionAt === -1 ? MOST.told : MOST.asked);
}

const TELLING: Meaning[] = ["affirms", "advice", "step", "rule", "cause", "explains", "disagrees", "refuses"];

/** More than a reaction to the question. */
export const tells = (piece: ReadPiece) =>
  /\d|`|→|>|https?:/.test(piece.text) || TELLING.some((meaning) => piece.means(meaning));

/** A name, or a few words in which nobody answers a question, tells something or speaks of what others speak of. */
function isChatter(piece: ReadPiece, { messages, pieces }: ReadConversation, names: ReadonlySet<string>): boolean {
  if (piece.tokens.every(({ word }) => names.has(word) || word.length <= 2)) return !/\d/.test(piece.text);
  if (piece.tokens.length > CHATTER_WORDS || piece.listed || piece.isQuestion || tells(piece)) return false;
  const before = messages[piece.message - 1];
  if (before?.author !== messages[piece.message]?.author && before?.pieces.some((other) => other.isQuestion))
    return false;
  if (piece.text.endsWith(":") || /\p{Lu}{2}/u.test(piece.text)) return false;
  const own = new Set(piece.content);
  const isShared = (word: string) => [...own].some((mine) => word.startsWith(mine) || mine.startsWith(word));
  return !pieces.some((other) => other !== piece && other.content.some(isShared));
}

/** Words of a remark at most. */
const CHATTER_WORDS = 4;

/** "No." says all where the message before asked. */
function answersYesOrNo(piece: ReadPiece, { messages }: ReadConversation): boolean {
  const own = messages[piece.message];
  const before = messages[piece.message - 1];
  if (!own || !before || own.pieces[0] !== piece || own.author === before.author) return false;
  return piece.means("affirms") && before.pieces.some((other) => other.isQuestion);
}

/** Somebody else says something soon after. */
const isReplied = (piece: ReadPiece, conversation: ReadConversation) =>
  conversation.pieces.some(
    (other) =>
      other.message > piece.message &&
      other.message <= piece.message + REPLY_REACH &&
      authorOf(conversation, other) !== authorOf(conversation, piece) &&
      (saysSomething(other) || other.tokens.length > 0),
  );

/** What the asker adds: an answer to a question back, or how it was solved. "Works now, thanks" is neither. */
function isTold(piece: ReadPiece, conversation: ReadConversation): boolean {
  const before = conversation.messages[piece.message - 1];
  const answersBack =
    before?.author !== authorOf(conversation, piece) && before?.pieces.some((other) => other.isQuestion);
  if (answersBack) return true;
  if (piece.means("thanks") || piece.means("confirms")) return false;
  const next = conversation.messages[piece.message + 1];
  if (next && next.author !== authorOf(conversation, piece) && next.pieces.some(saysSomething))
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

/** A third person asks something else in between: what speaks of that and of nothing else goes with it. */
function foreignMessages(conversation: ReadConversation, { asker, answers }: Shape): Set<number> {
  const foreign = new Set<number>();
  const helper = answers[0] && authorOf(conversation, answers[0]);
  for (const [at, { author, pieces }] of conversation.messages.entries()) {
    if (conversation.isThread || author === asker || author === helper || !pieces.some((piece) => piece.isQuestion))
      continue;
    const others = wordsOf(conversation, (message) => message < at);
    const own = wordsOf(conversation, (message) => message === at);
    if (conversation.messages[at + 1]?.author === asker || [...own].some((word) => others.has(word))) continue;
    foreign.add(at);
    for (let later = at + 1; later <= at + REPLY_REACH; later++) {
      const words = wordsOf(conversation, (message) => message === later);
      const speaksOfIt = [...words].some((word) => own.has(word)) && ![...words].some((word) => others.has(word));
      if (speaksOfIt || (conversation.messages[later]?.author === author && words.size <= 1)) foreign.add(later);
    }
  }
  return foreign;
}

const wordsOf = ({ pieces }: ReadConversation, belongs: (message: number) => boolean) =>
  new Set(pieces.filter(({ message }) => belongs(message)).flatMap(({ content }) => content));
