import { isBareCode } from "./bare-code.ts";
import type { ConversationShape } from "./conversation-shape.ts";
import { shortReply } from "./further-questions.ts";
import { type FurtherReport, furtherReport, isReply, REPORT_REACH } from "./further-reports.ts";
import {
  DID_NOT_HELP,
  dropOutdated,
  type Failure,
  FOUND_OUT,
  failedBefore,
  NO_NOT,
  OUTDATED,
  saysWhatIsSo,
  withdraw,
  withdraws,
} from "./give-way.ts";
import type { Joined, JoinedSentence } from "./join-sentences.ts";
import { mayOpenAnew, OpenQuestion } from "./open-question.ts";
import type { ParsedConversation } from "./parse-conversation.ts";
import { actsInChannel, isNoise, salienceOf, teaches } from "./part-of-sentence.ts";
import {
  isConfirmed,
  keepCode,
  keptCode,
  partByChance,
  partOf,
  partOfCode,
  partOfFinding,
} from "./place-of-statement.ts";
import { polish, withoutCorrectionMark } from "./polish.ts";
import { callsByName } from "./said-to.ts";
import { applyCorrection, applyMeantWord, noteContradiction } from "./settle-corrections.ts";
import { IS_BOT } from "./speakers.ts";
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
import type { How, Turn, Word } from "./turn.ts";
import { contentWordsOf, stem } from "./words.ts";
import { keepChances, SURELY_KEPT, SURELY_OF_ASKER } from "./worth-keeping.ts";
import { asksYesOrNo, isBareYesOrNo, withYesOrNo, yesOrNo } from "./yes-or-no.ts";

/** Goes through a conversation sentence by sentence and remembers what was asked, answered, corrected and withdrawn so far. */
export class Picker {
  readonly #conversation: ParsedConversation;
  readonly #shape: ConversationShape;
  readonly #pieces: Joined[];
  /** Of each piece the chance that an article needs it. */
  readonly #chances: number[];
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
  #correctedIn = -1;
  readonly #open: OpenQuestion;
  #reported: FurtherReport | null = null;
  /** The message in which the asker tells what it was. */
  #foundAt = -1;
  #awaitsWord: boolean;
  #word: Word | null = null;

  constructor(conversation: ParsedConversation, shape: ConversationShape, pieces: Joined[], teaching: Set<number>) {
    this.#conversation = conversation;
    this.#shape = shape;
    this.#pieces = pieces;
    this.#chances = keepChances(pieces, conversation, shape);
    this.#open = new OpenQuestion(pieces, conversation, shape);
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
    for (const [index, piece] of this.#pieces.entries()) this.#take(index, piece);
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
    this.#open.reach(piece.message);
    if (isAsker && this.#answered) this.#hearAsker(turn);
    if (!isAsker && (this.#isAnothersQuestion(turn) || this.#open.isBeside(piece, this.#said))) return;
    this.#open.goBack(piece, index, author);
    const isSure = (this.#chances[index] ?? 0) >= SURELY_KEPT;
    if (!isAsker && questionAt !== -1 && this.#isOffSubject(turn, isSure)) return;
    if (!isAsker && piece.message > questionAt && !piece.acts.question && !piece.acts.smallTalk)
      this.#answered ||= questionAt !== -1 && (piece.contentWords.length >= 2 || piece.text.split(/\s+/).length >= 10);
    const onSubject = teaches(piece) && sharedWith(subjectOf(piece.text), this.#said) >= 1;
    for (const word of piece.contentWords) this.#said.add(stem(word));
    if (!isAsker && withdraws(piece)) return withdraw(this.#kept, piece, author);
    const isAgain = this.#correctedIn === piece.message;
    if (piece.acts.correction) this.#correctedIn = piece.message;
    if (this.#setsRight(turn, isAgain)) return;
    if (piece.acts.correction && !isAsker) this.#correcting = piece.message;
    const corrects =
      this.#correcting === piece.message && saysWhatIsSo(piece, this.#conversation) && !piece.acts.question;
    if ((!isAsker || questionAt === -1) && this.#isWordAlone(turn)) return;
    this.#keep(turn, { corrects, onSubject });
  }

  #takeCode(piece: Extract<Joined, { form: "code" }>, index: number, author: string): void {
    const isAsker = author === this.#shape.asker;
    const confirmed = isConfirmed(this.#pieces, index, this.#conversation, this.#shape.asker);
    const part = partOfCode(piece, isAsker, this.#answered, confirmed);
    if (part) this.#kept.push({ ...keptCode(piece, part, author, this.#shape, this.#open.current), at: index });
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
    if (this.#open.ask(index) || acts.question) this.#closed = false;
  }

  /** Somebody else asks along, or goes on about what he asked. */
  #isAnothersQuestion({ index, author }: Turn): boolean {
    if (this.#open.asksAt(index) && this.#kept.length > 0) this.#open.ask(index);
    else if (this.#helpers.has(author)) return false;
    return this.#open.current?.author === author;
  }

  /**
   * A newcomer who shares no word with what was said speaks of something else; so does everybody once the asker is
   * content, unless it teaches about the same subject.
   */
  #isOffSubject({ piece, author }: Turn, isSure: boolean): boolean {
    if (!this.#answered || piece.acts.correction || piece.acts.disagreement) return false;
    const shared = Math.max(
      sharedWith(subjectOf(piece.text), this.#said),
      Number(callsByName(this.#conversation, piece.message, this.#shape.asker)),
    );
    const isHelper = this.#helpers.has(author);
    if (isSure) return this.#closed && shared === 0 && mayOpenAnew(piece) && !this.#open.current;
    if (this.#closed) return shared === 0 || (!isHelper && !teaches(piece));
    const isAside = !this.#teaching.has(piece.message) || piece.acts.announcement;
    return !isHelper && this.#helpers.size > 0 && shared === 0 && isAside;
  }

  /** Whether it is told by what was said before: corrected there, or contradicted. */
  #setsRight({ piece, author, index, isAsker }: Turn, isAgain: boolean): boolean {
    const { correction, disagreement } = piece.acts;
    const kept = this.#kept;
    if (applyMeantWord(piece, author, kept)) return true;
    if (correction && applyCorrection(piece, author, this.#pieces[index + 1], kept, isAgain)) return true;
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
    const also = this.#open.current;
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

  /** The part it plays, by the rules and by its chance. */
  #partFor(turn: Turn, how: How, alsoAsked: AlsoAsked | null, chance: number): Part | null {
    const { piece, index, isAsker, wasKept } = turn;
    const { message } = piece;
    const { questionAt } = this.#shape;
    const afterOthers = alsoAsked === null && this.#othersSpokeAt !== -1 && message > this.#othersSpokeAt;
    const next = this.#pieces[index + 1];
    const answered = this.#answered;
    const place = { ...how, isAsker, answered, wasKept, afterOthers, next, teaching: this.#teaching };
    // Who found it out goes on to tell until somebody else speaks.
    const goesOn = this.#foundAt !== -1 && this.#foundAt === message - 1;
    if (isAsker && message > questionAt && (goesOn || FOUND_OUT.test(piece.text))) this.#foundAt = message;
    const isFinding = isAsker && this.#foundAt === message;
    const ruled = isFinding ? partOfFinding(piece) : partOf(piece, { ...place, shape: this.#shape });
    if (message <= questionAt || (ruled && questionAt === -1 && alsoAsked === null)) return ruled;
    if (chance >= SURELY_KEPT && !piece.acts.question) this.#teaching.add(message);
    if (alsoAsked && this.#open.isReply(index, piece, chance) && !isNoise(piece))
      return partByChance(ruled, piece, Math.max(chance, SURELY_KEPT), true);
    // Who begins to sum up goes on in the same message.
    const sumsUp = isAsker && this.#kept.some((item) => ANSWERS.has(item.part) && item.messages.includes(message));
    const isOpen = this.#correcting !== message && chance >= (isAsker && !sumsUp ? SURELY_OF_ASKER : SURELY_KEPT);
    return partByChance(ruled, piece, chance, isOpen);
  }

  #keep(turn: Turn, how: How): void {
    const { piece, index: at, author, isAsker } = turn;
    const { message } = piece;
    const alsoAsked = isAsker && this.#shape.questionAt !== -1 ? null : this.#open.current;
    const chance = this.#chances[at] ?? 0;
    const part = this.#partFor(turn, how, alsoAsked, chance);
    const word = this.#word;
    const wording = piece.acts.correction ? withoutCorrectionMark(piece.text) : piece.text;
    const isCode = isBareCode(piece.text);
    const polished = part && (isCode ? piece.text : polish(wording, this.#conversation.names));
    const goesOn = polished && word?.author === author && message - word.message <= 2;
    const text = goesOn && word ? withYesOrNo(word.said, polished) : polished;
    if (!part || !text) return;
    const fewestWords = Number(part !== "explanation" && this.#pieces[at + 1]?.form !== "code");
    if (!isCode && !/\d/.test(text) && contentWordsOf(text).length < fewestWords) return;
    if (!isAsker && message > this.#shape.questionAt) {
      this.#helpers.add(author);
      this.#awaitsWord = false;
    }
    this.#previousKept = true;
    if (alsoAsked) this.#open.tell(author, text);
    if (!isAsker && !alsoAsked) this.#sayCase(piece, part, author);
    if (isCode) {
      const code = keptCode({ ...piece, form: "code", language: null }, part, author, this.#shape, alsoAsked);
      return keepCode(this.#kept, { ...code, at });
    }
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
        isSure: chance >= SURELY_KEPT,
        at,
      }),
    );
    if (goesOn) this.#word = null;
  }
}
