import type { ConversationShape } from "./conversation-shape.ts";
import type { Joined, JoinedSentence } from "./join-sentences.ts";
import type { ParsedConversation } from "./parse-conversation.ts";

/** What the asker adds once there is an answer: asked without a mark, or something that the next answer depends on. */

/** "Ok.", "noted,": before what is asked. */
const OPENING =
  /^(?:(?:ok(?:ay)?|ah+|oh|right|great|cool|noted|hm+|yes|yep|no|nope|sweet|grand|perfect|nice|super|sure|fine|good|thanks|thx|ha|haha|lol|boo|works|one more|last one)\b[\s,.!…;:-]*)+(?=\S)/i;
/** "And if she doesn't turn up", "and people who have neither", "same for the annexe", "but the August ones…". */
const ASKS_ON =
  /^(?:(?:and|but|or|so)\s+(?:if|when|for|with|without|until|till|what|how|who|where|which|why|people|those|them|anyone|everyone|someone|the|this|these|my|our|his|her|their|tomorrow|today|next)\b|(?:another |quick )?question (?:from|for)\b|(?:what|how) (?:if|about)\b|same (?:question )?(?:for|with|when|if)\b|which ones?\b|(?:un)?till? when\b|since when\b|how (?:much|many|long|often|far)\b)/i;
const WHAT_IF = /^(?:and |but |so )?(?:what|how) (?:if|about)\b/i;
/** "And the other two are done", "and when I pressed it, it went red". */
const TELLS =
  /\b(?:done|works?|worked|working|fixed|sorted|gone|sent|booked|got|had|went|came|did|told|said|says|found|tried|took|put|thanks|thank you)\b/i;
/** "Active meaning logged in once or". */
const ENDS_OPEN = /\s(?:or|or not|yes or no)$/i;
const MOST_WORDS = 18;
/** How many messages after a question its answer begins at most. */
const ANSWER_REACH = 2;

/** Says little without what it was said to. */
const HANGS =
  /^(?:(?:ah|oh|ok(?:ay)?|haha?|lol|hm+|well|careful)\b[\s,.!…]*)*(?:(?:yes|yep|yeah|jep|no+|nope|nah|not|never|then|same|normally|depends|different|doesn['’]?t|does not|isn['’]?t|comes?|goes|stays?|counts?|are|is|can|because|only (?:if|when|for|the))\b|(?:that|it|they|he|she)\b|the \p{L}+ one\b|[^,.;:]{1,40}\b(?:then|too|either|as well)[.!]?$)/iu;

/** Asks about what was just spoken of. */
export const pointsAt = (text: string): boolean =>
  /\b(?:that|thats|this|these|those|too|also|as well|same|either)\b|^(?:what|how) (?:if|about)\b/i.test(text);

/** "And if …", "same for …", whether or not it is marked as a question. */
export const goesOnAsking = (text: string): boolean => ASKS_ON.test(withoutOpening(text));

export const withoutOpening = (text: string): string => text.replace(OPENING, "");

/** The first sentence of an answer that cannot be read without what it answers. */
export const hangs = ({ text }: JoinedSentence): boolean => HANGS.test(text);

/** Where the first answer is; beyond the last message where there is none. */
export function firstAnswer(conversation: ParsedConversation, shape: ConversationShape): number {
  if (shape.questionAt === -1) return 0;
  return shape.answers[0]?.message ?? conversation.messages.length;
}

/** The place of the next sentence that somebody else says and that asks nothing, within reach; -1 where nobody does. */
export function replyAt(pieces: Joined[], at: number, { messages }: ParsedConversation): number {
  const asked = pieces[at]?.message ?? 0;
  let last = asked + ANSWER_REACH;
  for (let place = at + 1; place < pieces.length; place++) {
    const piece = pieces[place] as Joined;
    if (piece.message > last) return -1;
    if (messages[piece.message]?.author === messages[asked]?.author) continue;
    if (piece.form === "code") return -1;
    if (!isAsked(piece)) return place;
    // Asked back, and answered before the answer comes.
    last = Math.max(last, piece.message + ANSWER_REACH);
  }
  return -1;
}

const isAsked = (piece: JoinedSentence) => piece.acts.question && !isNegative(piece);
/** "Doesn't come across", "has to be 18 degrees": told, though it begins like a question. */
const isNegative = ({ text }: JoinedSentence) =>
  !text.includes("?") &&
  /^(?:doesn|don|isn|aren|can|won|didn|wasn|shouldn)['’]?t\b|^ha(?:s|ve) to\b|^(?:are|is) \S+ then$/i.test(text);

/** The pieces, with what asks on without a mark taken for a question. */
export function withAsking(pieces: Joined[], conversation: ParsedConversation, shape: ConversationShape): Joined[] {
  const first = firstAnswer(conversation, shape);
  return pieces.map((piece, at) => {
    if (piece.form === "code" || piece.message < first) return piece;
    const isTold = isNegative(piece) && conversation.messages[piece.message]?.author !== shape.asker;
    if (piece.acts.question && isTold) return { ...piece, acts: { ...piece.acts, question: false } };
    if (piece.acts.question || piece.message === first || !asksOn(piece)) return piece;
    return replyAt(pieces, at, conversation) !== -1 ? { ...piece, acts: { ...piece.acts, question: true } } : piece;
  });
}

const PICTURES_AT_END = /[\p{Extended_Pictographic}\u{fe0f}\s]+$/u;

export function asksOn({ text, acts }: JoinedSentence): boolean {
  const said = withoutOpening(text).replace(PICTURES_AT_END, "");
  const words = said.split(/\s+/).length;
  if (ENDS_OPEN.test(said)) return words >= 3;
  if (WHAT_IF.test(said)) return true;
  if (acts.thanks || acts.confirmation || words > MOST_WORDS || /[^.][.!]$/.test(said)) return false;
  return ASKS_ON.test(said) && !TELLS.test(said.split(",")[0] ?? "");
}
