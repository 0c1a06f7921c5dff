import { isBareCode } from "./bare-code.ts";
import type { ConversationShape } from "./conversation-shape.ts";
import { asking, asksAlong, followUp, shortReply } from "./further-questions.ts";
import { type FurtherReport, furtherReport, isReply, REPORT_REACH } from "./further-reports.ts";
import {
  DID_NOT_HELP,
  dropOutdated,
  type Failure,
  FOUND_OUT,
  failedBefore,
  JUST_SAID,
  OUTDATED,
  WITHDRAWS,
} from "./give-way.ts";
import type { Joined, JoinedSentence } from "./join-sentences.ts";
import type { ParsedConversation } from "./parse-conversation.ts";
import { actsInChannel, salienceOf, teaches } from "./part-of-sentence.ts";
import { isConfirmed, keepCode, keptCode, partOf, partOfCode, partOfFinding } from "./place-of-statement.ts";
import { polish, withoutCorrectionMark } from "./polish.ts";
import { withoutAddress } from "./said-to.ts";
import { applyCorrection, applyMeantWord, noteContradiction } from "./settle-corrections.ts";
import {
  type AlsoAsked,
  ANSWERS,
  type Contradiction,
  type Kept,
  type Part,
  sentence,
  sharedWith,
  subjectOf,
} from "./statements.ts";
import { contentWordsOf, stem } from "./words.ts";
import { asksYesOrNo, isBareYesOrNo, withYesOrNo, yesOrNo } from "./yes-or-no.ts";

/** What a program says at a command was not said to this question. */
export const IS_BOT = /bot(?:tu|u|\d+)?$/i;
/** How many messages after a further question its answer is looked for; what comes later answers the first again. */
const FOLLOW_UP_REACH = 3;
/** "No, not in the new version" disagrees with what was said just before. */
const NO_NOT = /^no,? not (?:in|on|with|for|any|the|that|there|here|if|when)\b/i;

/** One sentence in its turn. */
interface Turn {
  piece: JoinedSentence;
  index: number;
  author: string;
  isAsker: boolean;
  /** What was said just before it was kept. */
  wasKept: boolean;
}

/** A yes or no before what explains it. */
interface Word {
  said: string;
  message: number;
  author: string;
}

/** Goes through a conversation sentence by sentence and remembers what was asked, answered, corrected and withdrawn so far. */
export class Picker {
  readonly #conversation: ParsedConversation;
  readonly #shape: ConversationShape;
  readonly #pieces: Joined[];
  readonly #teaching: Set<number>;
  readonly #kept: Kept[] = [];
  readonly #contradictions: Contradiction[] = [];
  readonly #failures: Failure[] = [];
  readonly #subject: ReadonlySet<string>;
  readonly #said: Set<string>;
  readonly #helpers = new Set<string>();
  readonly #othersSpokeAt: number;
  readonly #saidTo = new Set<AlsoAsked>();
  #answered = false;
  #closed = false;
  #previousKept = true;
  #correcting = -1;
  #alsoAsked: AlsoAsked | null = null;
  #reported: FurtherReport | null = null;
  /** The message in which the asker tells what it was. */
  #foundAt = -1;
  #awaitsWord: boolean;
  #word: Word | null = null;

  constructor(conversation: ParsedConversation, shape: ConversationShape, pieces: Joined[], teaching: Set<number>) {
    this.#conversation = conversation;
    this.#shape = shape;
    this.#pieces = pieces;
    this.#teaching = teaching;
    const ofQuestion = pieces.flatMap((piece) =>
      piece.form === "sentence" && piece.message === shape.questionAt ? piece.contentWords.map(stem) : [],
    );
    this.#subject = new Set(ofQuestion);
    this.#said = new Set(ofQuestion);
    this.#awaitsWord = shape.questionAt !== -1 && asksYesOrNo(conversation, shape);
    this.#othersSpokeAt = conversation.messages.findIndex((message) => message.author !== shape.asker);
  }

  pick(): { kept: Kept[]; contradictions: Contradiction[]; failures: Failure[] } {
    for (const [index, given] of this.#pieces.entries()) this.#take(index, asking(given));
    return { kept: this.#kept, contradictions: this.#contradictions, failures: this.#failures };
  }

  #take(index: number, piece: Joined): void {
    const { questionAt, asker } = this.#shape;
    const { author = "", authorName = "" } = this.#conversation.messages[piece.message] ?? {};
    const isAsker = author === asker;
    const wasKept = this.#previousKept;
    this.#previousKept = false;
    if (questionAt !== -1 && piece.message < questionAt && !isAsker) return;
    if (!isAsker && IS_BOT.test(authorName)) return;
    if (piece.form === "code") return this.#takeCode(piece, index, author);
    const turn: Turn = { piece, index, author, isAsker, wasKept };
    if (this.#alsoAsked && piece.message - this.#alsoAsked.message > FOLLOW_UP_REACH) this.#alsoAsked = null;
    if (isAsker && this.#answered) this.#hearAsker(turn);
    if (!isAsker && this.#isAnothersQuestion(turn)) return;
    if (!isAsker && questionAt !== -1 && this.#isOffSubject(turn)) return;
    if (!isAsker && piece.message > questionAt && !piece.acts.question && !piece.acts.smallTalk)
      this.#answered ||= questionAt !== -1 && (piece.contentWords.length >= 2 || piece.text.split(/\s+/).length >= 10);
    const onSubject = teaches(piece) && sharedWith(subjectOf(piece.text), this.#said) >= 1;
    for (const word of piece.contentWords) this.#said.add(stem(word));
    if (!isAsker && WITHDRAWS.test(piece.text)) return this.#withdraw(turn);
    if (this.#setsRight(turn)) return;
    if (piece.acts.correction && !isAsker) this.#correcting = piece.message;
    const corrects = this.#correcting === piece.message && !piece.acts.correction && !piece.acts.question;
    if (!isAsker && this.#isWordAlone(turn)) return;
    this.#keep(turn, { corrects, onSubject });
  }

  #takeCode(piece: Extract<Joined, { form: "code" }>, index: number, author: string): void {
    const isAsker = author === this.#shape.asker;
    const confirmed = isConfirmed(this.#pieces, index, this.#conversation, this.#shape.asker);
    const part = partOfCode(piece, isAsker, this.#answered, confirmed);
    if (part) this.#kept.push(keptCode(piece, part, author, this.#shape, this.#alsoAsked));
    this.#previousKept = part !== null;
    this.#answered ||= !isAsker;
  }

  /** After an answer: content, not helped, or with another question. */
  #hearAsker({ piece, author, index }: Turn): void {
    const { acts, text } = piece;
    if (acts.confirmation || acts.thanks) this.#reported = null;
    else if (
      !this.#closed &&
      !DID_NOT_HELP.test(text) &&
      !isReply(piece, this.#pieces.slice(0, index), this.#conversation)
    )
      this.#reported = furtherReport(piece, this.#conversation.names) ?? this.#reported;
    if (acts.confirmation || acts.thanks) {
      this.#closed = true;
      const last = this.#kept.findLast((item) => item.author !== author);
      if (last) last.confirmed = true;
    }
    if (!this.#closed && !acts.confirmation && DID_NOT_HELP.test(text))
      this.#failures.push(...failedBefore(piece, this.#kept, this.#shape));
    if (acts.question) {
      this.#closed = false;
      this.#alsoAsked = followUp(piece, author, this.#conversation.names) ?? this.#alsoAsked;
    }
  }

  /** Somebody new who asks along, or speaks of what such a one asked. */
  #isAnothersQuestion({ piece, author }: Turn): boolean {
    if (this.#helpers.has(author)) return false;
    if (this.#alsoAsked && this.#alsoAsked.author !== this.#shape.asker) return true;
    if (!asksAlong(piece, this.#kept, this.#said, this.#shape.isThread)) return false;
    const also = followUp(piece, author, this.#conversation.names);
    if (also) this.#alsoAsked = also;
    return also !== null;
  }

  /**
   * A newcomer who shares no word with what was said speaks of something else; so does everybody once the asker is
   * content, unless it teaches about the same subject.
   */
  #isOffSubject({ piece, author }: Turn): boolean {
    if (!this.#answered || piece.acts.correction || piece.acts.disagreement) return false;
    const shared = Math.max(sharedWith(subjectOf(piece.text), this.#said), Number(this.#isToAsker(piece)));
    const isHelper = this.#helpers.has(author);
    if (this.#closed) return shared === 0 || (!isHelper && !teaches(piece));
    const isAside = !this.#teaching.has(piece.message) || piece.acts.announcement;
    return !isHelper && this.#helpers.size > 0 && shared === 0 && isAside;
  }

  /** Calls the asker by name. */
  #isToAsker({ message }: JoinedSentence): boolean {
    const { messages } = this.#conversation;
    const names = messages.flatMap(({ author, authorName }) => (author === this.#shape.asker ? [authorName] : []));
    const text = messages[message]?.text ?? "";
    return withoutAddress(text, names.slice(0, 1)) !== text;
  }

  #withdraw({ piece, author }: Turn): void {
    const kept = this.#kept;
    const own = kept.findLast((item) => item.author === author && ANSWERS.has(item.part));
    const at = own?.messages.at(-1) ?? -1;
    if (piece.message - at <= JUST_SAID)
      kept.splice(0, kept.length, ...kept.filter((item) => item.author !== author || !item.messages.includes(at)));
  }

  /** Whether it is told by what was said before: corrected there, or contradicted. */
  #setsRight({ piece, author, index, isAsker }: Turn): boolean {
    const { correction, disagreement } = piece.acts;
    const kept = this.#kept;
    if (applyMeantWord(piece, author, kept)) return true;
    if (correction && applyCorrection(piece, author, this.#pieces[index + 1], kept)) return true;
    if (isAsker || correction) return false;
    if (OUTDATED.test(piece.text)) {
      dropOutdated(kept, piece.message);
      return false;
    }
    if (!disagreement && !(NO_NOT.test(piece.text) && kept.some((item) => item.part === "fix"))) return false;
    return noteContradiction(
      piece,
      author,
      this.#conversation,
      this.#pieces.slice(index + 1),
      kept,
      this.#contradictions,
    );
  }

  /** A yes, a no or another short reply with nothing beside it; it is said with what explains it. */
  #isWordAlone({ piece, author }: Turn): boolean {
    const also = this.#alsoAsked;
    const { message } = piece;
    if (also && message > also.message && !this.#saidTo.has(also)) {
      const { said, isAll } = shortReply(piece, also, this.#conversation.names);
      this.#saidTo.add(also);
      if (said) this.#word = { said, message, author };
      // What follows the word explains it.
      if (said) this.#teaching.add(message);
      if (isAll) return true;
    }
    if (!this.#awaitsWord || message <= this.#shape.questionAt) return false;
    const said = yesOrNo(piece);
    if (said) this.#word = { said, message, author };
    const isAlone = Boolean(said) && isBareYesOrNo(piece);
    if (isAlone) this.#answered = true;
    return isAlone;
  }

  /** Before the first word that is said to what the asker met on the way. */
  #sayCase({ message }: JoinedSentence, part: Part, author: string): void {
    const reported = this.#reported;
    this.#reported = null;
    if (!reported || message <= reported.message || message - reported.message > REPORT_REACH) return;
    const messages = [...reported.sources, message];
    this.#kept.push(sentence({ part, text: reported.lead, messages, author, isCase: true, salience: 3 }));
  }

  #keep({ piece, index, author, isAsker, wasKept }: Turn, how: { corrects: boolean; onSubject: boolean }): void {
    const { message } = piece;
    const next = this.#pieces[index + 1];
    const word = this.#word;
    const afterOthers = this.#othersSpokeAt !== -1 && message > this.#othersSpokeAt;
    const place = { ...how, isAsker, answered: this.#answered, wasKept, afterOthers, next, teaching: this.#teaching };
    if (isAsker && message > this.#shape.questionAt && FOUND_OUT.test(piece.text)) this.#foundAt = message;
    const part =
      isAsker && this.#foundAt === message ? partOfFinding(piece) : partOf(piece, { ...place, shape: this.#shape });
    const wording = piece.acts.correction ? withoutCorrectionMark(piece.text) : piece.text;
    const isCode = isBareCode(piece.text);
    const polished = part && (isCode ? piece.text : polish(wording, this.#conversation.names));
    const goesOn = polished && word?.author === author && message - word.message <= 2;
    const text = goesOn && word ? withYesOrNo(word.said, polished) : polished;
    if (!part || !text) return;
    const fewestWords = Number(part !== "explanation" && next?.form !== "code");
    if (!isCode && !/\d/.test(text) && contentWordsOf(text).length < fewestWords) return;
    if (!isAsker && message > this.#shape.questionAt) {
      this.#helpers.add(author);
      this.#awaitsWord = false;
    }
    this.#previousKept = true;
    const alsoAsked = isAsker ? null : this.#alsoAsked;
    if (!isAsker && !alsoAsked) this.#sayCase(piece, part, author);
    if (isCode)
      return keepCode(
        this.#kept,
        keptCode({ ...piece, form: "code", language: null }, part, author, this.#shape, alsoAsked),
      );
    this.#kept.push(
      sentence({
        part,
        text,
        messages: goesOn && word ? [...new Set([word.message, ...piece.sources])] : piece.sources,
        author,
        isStep: piece.acts.step || actsInChannel(piece.text),
        listed: piece.listed,
        salience: salienceOf(piece, part, sharedWith(subjectOf(piece.text), this.#subject)),
        stems: subjectOf(text),
        alsoAsked,
      }),
    );
    if (goesOn) this.#word = null;
  }
}
