import { type AskedOn, askedOn } from "./asked-on.ts";
import type { ConversationShape } from "./conversation-shape.ts";
import { addsOn, FOLLOW_UP_REACH, isApart } from "./further-questions.ts";
import type { Joined, JoinedSentence } from "./join-sentences.ts";
import type { ParsedConversation } from "./parse-conversation.ts";
import { isErrand, isRemark } from "./remarks.ts";
import { type AlsoAsked, sharedWith, subjectOf } from "./statements.ts";

const NOTHING_BUT_A_SOUND =
  /^(?:(?:ah+|oh+|hm+|no+|yes|yep|ok(?:ay)?|well|aiyo|jep|fair|right|lol|haha?|true|uff?|ugh|boo|good|great)\b\W*)+$/i;

/** What is said to something that nobody asked may be a joke. */
const LEAST_OF_CASE = 0.15;

/** An invitation or an announcement, which needs nothing of what was said before. */
export const mayOpenAnew = ({ acts }: JoinedSentence): boolean => acts.scheduling || acts.announcement || acts.social;

/** Which further question is being answered while a conversation is gone through; none while the first is. */
export class OpenQuestion {
  readonly #pieces: Joined[];
  readonly #conversation: ParsedConversation;
  readonly #shape: ConversationShape;
  readonly #on: AskedOn;
  #current: AlsoAsked | null = null;
  /** Who answered it, and in what words. */
  #answered: { author: string; words: ReadonlySet<string> } | null = null;

  constructor(pieces: Joined[], conversation: ParsedConversation, shape: ConversationShape) {
    this.#pieces = pieces;
    this.#conversation = conversation;
    this.#shape = shape;
    this.#on = askedOn(pieces, conversation, shape);
  }

  get current(): AlsoAsked | null {
    return this.#current;
  }

  /** What is said `FOLLOW_UP_REACH` messages after it answers the first question again. */
  reach(message: number): void {
    if (this.#current && message - this.#current.message > FOLLOW_UP_REACH) this.#current = null;
  }

  /** Opens what the piece at this place asks; false where it asks nothing that is told. */
  ask(index: number): boolean {
    const also = this.#on.asked.get(index);
    if (!also) return false;
    this.#current = also;
    this.#answered = null;
    return true;
  }

  asksAt(index: number): boolean {
    return this.#on.asked.has(index);
  }

  /** The piece begins the answer, so that it is told however short it is. */
  isReply(index: number, { text }: JoinedSentence, chance: number): boolean {
    if (this.#current?.isCase && chance < LEAST_OF_CASE) return false;
    return this.#current !== null && this.#on.replies.has(index) && !NOTHING_BUT_A_SOUND.test(text);
  }

  tell(author: string, text: string): void {
    if (this.#current) this.#answered = { author, words: (this.#answered?.words ?? NONE).union(subjectOf(text)) };
  }

  /** What is added to the whole, or says nothing of the further question, belongs to the first again. */
  goBack(piece: JoinedSentence, index: number, author: string): void {
    const also = this.#current;
    if (!also || author === also.author || this.#on.replies.has(index)) return;
    const opensMessage = this.#pieces[index - 1]?.message !== piece.message;
    const opensLine = this.#conversation.messages[piece.message]?.text.includes(`\n${piece.text}`) ?? false;
    const mayBeApart = opensMessage || (also.isCase && opensLine);
    const between = this.#pieces[index - 1]?.message ?? -1;
    const isBroken = this.#conversation.messages[between]?.author === also.author;
    const isElsewhere = mayBeApart && this.#answered !== null && isApart(piece, author, also, this.#answered, isBroken);
    if (isElsewhere || addsOn(piece, opensMessage)) this.#current = null;
  }

  /** A remark, an errand, or what is said to a question about something else; `said`: words that were used before. */
  isBeside({ text }: JoinedSentence, said: ReadonlySet<string>): boolean {
    if (this.#shape.questionAt !== -1 && (isRemark(text) || isErrand(text, this.#conversation.names))) return true;
    const { foreign } = this.#on;
    const words = subjectOf(text);
    return sharedWith(words, foreign) > 0 && sharedWith(words, said.difference(foreign)) === 0;
  }
}

const NONE: ReadonlySet<string> = new Set();
