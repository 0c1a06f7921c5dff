import { findDeniedQuotes } from "../text/denied-quotes.ts";
import { extractContentWords, stemWord } from "../text/words.ts";
import type { AnswerableMessage, CandidateFeatures, IncomingMessage, MessageGap } from "./reply-slots.ts";
import { OpenConversations } from "./reply-slots.ts";
import { SpeakerRegistry } from "./speakers.ts";

/** The input of grouping for one message. */
export interface GroupingMessage {
  author: string;
  authorName: string;
  /** Milliseconds; only differences count. */
  sentAt: number;
  text: string;
}

/** A message may answer this many previous messages. The network was trained with this number, and older answers are rare. */
export const WINDOW_MESSAGES = 60;
const MOST_WORDS = 40;
export const REPLY_FEATURES = 68;
/** Indices of two candidate features that a rule also uses. */
const NAMES_SOMEBODY = 59;
const TIE_TO_CONVERSATION = 61;
/** A message of fewer words need not name what it is about. */
const MANY_WORDS = 6;
/** The least share of its words that such a message has in common with the conversation that it belongs to. */
const SHARED_WORDS = 0.25;
const QUESTION =
  /[?？؟](?:\s|$)|^(?:\S+[:,]\s+)?(?:how|what|why|where|when|which|who|is|are|can|could|does|do|did|any(?:one|body)|has|will|would|should)\b/i;
const ACK =
  /^(?:\S+[:,]\s+|@\S+\s+)?(?:ok(?:ay)?|yes|yeah|yep|yup|no|nope|nah|sure|right|thanks|thank you|thx|ty|cool|nice|great|lol|haha+|hehe?|ah+|oh|hm+|i see|np|exactly|true|same|good|done|that worked|works|perfect|awesome)\b/i;
const GREETING = /^(?:hi|hey|hello|yo|good (?:morning|evening|afternoon)|morning)\b/i;
const FOLLOW_ON =
  /^(?:and|but|or|so|then|also|which|because|cause|cuz|like|to|with|for|in|on|\*|\.\.\.|that|it|this)\b|^[*^]/;
const FRESH_QUESTION = /\b(?:any(?:one|body)|some(?:one|body)|does any|hi all|hello all|guys|question)\b/i;

/**
 * Reads a channel and computes features of the messages that each may answer. Later messages never change an earlier decision.
 */
export class ReplyReader {
  private readonly slots: AnswerableMessage[] = [];
  private readonly speakers = new SpeakerRegistry();
  private readonly documentCounts = new Map<string, number>();
  private readonly lastOfAuthor = new Map<number, AnswerableMessage>();
  private readonly lastAddressing = new Map<number, AnswerableMessage>();
  private documents = 0;
  private readonly conversations = new OpenConversations();
  /** The average pause between two messages of the channel. */
  private paceMs = 60_000;
  /** The average pause between the last few messages. */
  private burstMs = 60_000;
  /** Smoothed share of messages that address a person by name. */
  private namedShare = 0.3;
  private order = 0;
  private lastAt = Number.NaN;
  /** Row 0 is the message itself (a new conversation); row k is the k-th last message. */
  readonly features = new Float32Array((WINDOW_MESSAGES + 1) * REPLY_FEATURES);
  /** The lexical tie (weight of shared words) between the current message and each row. */
  private readonly ties = new Float32Array(WINDOW_MESSAGES + 1);
  /** Weights of the current message's words; rare words of this channel weigh more. */
  private readonly rarity = new Float64Array(MOST_WORDS);
  private current: AnswerableMessage | undefined;
  /** The words that the current message quotes and takes back. */
  private denied: string[] = [];

  /** Fills `features` for the next message; returns the positions it may answer, itself first, then newest first. */
  read(position: number, message: GroupingMessage): number[] {
    const author = this.speakers.numberOf(message);
    if (!Number.isNaN(this.lastAt)) {
      const gap = Math.max(0, message.sentAt - this.lastAt);
      // A geometric mean, so that a single night's silence has little effect.
      this.paceMs = Math.exp(Math.log(this.paceMs) * 0.95 + Math.log(Math.max(1_000, gap)) * 0.05);
      this.burstMs = Math.exp(Math.log(this.burstMs) * 0.7 + Math.log(Math.max(1_000, gap)) * 0.3);
    }
    const words = stemsIn(message.text.slice(0, 2_000)).slice(0, MOST_WORDS);
    const slot: AnswerableMessage = {
      position,
      author,
      sentAt: message.sentAt,
      words,
      wordSet: new Set(words),
      mentions: this.speakers.mentionsIn(message.text, author),
      isQuestion: QUESTION.test(message.text.slice(0, 1_000)),
      isAck: ACK.test(message.text.slice(0, 60)),
      isGreeting: GREETING.test(message.text.slice(0, 20)),
      length: Math.min(message.text.length, 2_000),
      conversation: position,
      order: this.order++,
      answeredByOther: false,
      parentAuthor: -1,
    };
    this.current = slot;
    this.denied = stemsIn(findDeniedQuotes(message.text.slice(0, 2_000)).join(" "));
    for (const [at, word] of words.entries())
      this.rarity[at] = Math.log((this.documents + 20) / ((this.documentCounts.get(word) ?? 0) + 1));
    this.describe(slot, message.text);
    return [position, ...this.slots.map((candidate) => candidate.position).reverse()];
  }

  /**
   * Whether the read message names nobody in the row's conversation and is about something else: it asks and shares no word with
   * it, or tells something in many words of which it shares few.
   */
  beginsAnew(row: number): boolean {
    const tells = (feature: number) => this.features[row * REPLY_FEATURES + feature] !== 0;
    const { current } = this;
    if (!current || tells(NAMES_SOMEBODY)) return false;
    if (current.isQuestion) return !tells(TIE_TO_CONVERSATION);
    const said = this.wordsOf(row);
    const shared = current.words.filter((word) => said.has(word)).length;
    return !current.isAck && current.words.length >= MANY_WORDS && shared < SHARED_WORDS * current.words.length;
  }

  /** Whether the read message takes back quoted words of which the row's conversation has none. */
  correctsAnother(row: number): boolean {
    const said = this.wordsOf(row);
    return this.denied.length > 0 && this.denied.every((word) => !said.has(word));
  }

  private wordsOf(row: number): ReadonlySet<string> {
    const { conversation = -1 } = this.slots.at(-row) ?? {};
    return this.conversations.get(conversation)?.words ?? new Set();
  }

  /** Records the decision about the last read message. */
  settle(parent: number): void {
    const slot = this.current;
    if (!slot) return;
    const answered =
      parent === slot.position ? undefined : this.slots.find((candidate) => candidate.position === parent);
    if (answered) {
      slot.conversation = answered.conversation;
      slot.parentAuthor = answered.author === slot.author ? answered.parentAuthor : answered.author;
      if (answered.author !== slot.author) answered.answeredByOther = true;
    } else if (parent !== slot.position) {
      slot.conversation = parent;
    }
    this.conversations.join(slot);
    for (const word of slot.words) this.documentCounts.set(word, (this.documentCounts.get(word) ?? 0) + 1);
    this.documents++;
    this.namedShare += (Number(slot.mentions.length > 0) - this.namedShare) * 0.04;
    this.slots.push(slot);
    const gone = this.slots.length > WINDOW_MESSAGES ? this.slots.shift() : undefined;
    if (gone) this.conversations.leave(gone);
    this.lastOfAuthor.set(slot.author, slot);
    for (const mentioned of slot.mentions) this.lastAddressing.set(mentioned, slot);
    this.lastAt = slot.sentAt;
    this.current = undefined;
  }

  /** Fills row 0 with the message's own features, and one row for each message that it may answer. */
  private describe(slot: AnswerableMessage, text: string): void {
    const { slots, features, ties } = this;
    const count = slots.length;
    features.fill(0, 0, (count + 1) * REPLY_FEATURES);
    const incoming = this.tellOf(slot, text);
    let bestTie = 0;
    for (let k = 1; k <= count; k++) {
      const candidate = slots[count - k];
      if (!candidate) continue;
      const tie = this.tie(slot, candidate.wordSet);
      ties[k] = tie;
      if (tie > bestTie) bestTie = tie;
    }
    const bestOpenTie = this.conversations.tieBy((words) => this.tie(slot, words));
    this.describeItself(incoming, bestTie, bestOpenTie);
    const between: MessageGap = { byMe: 0, authors: new Map(), conversations: new Set() };
    for (let k = 1; k <= count; k++) {
      const candidate = slots[count - k];
      const open = candidate && this.conversations.get(candidate.conversation);
      if (!candidate || !open) continue;
      this.describeCandidate(incoming, {
        k,
        candidate,
        open,
        between,
        tie: ties[k] ?? 0,
        bestTie,
        bestOpenTie,
      });
      if (candidate.author === slot.author) between.byMe++;
      between.authors.set(candidate.author, (between.authors.get(candidate.author) ?? 0) + 1);
      between.conversations.add(candidate.conversation);
    }
  }

  private tellOf(slot: AnswerableMessage, text: string): IncomingMessage {
    const ownLast = this.lastOfAuthor.get(slot.author);
    const addressing = this.lastAddressing.get(slot.author);
    const previous = this.slots.at(-1);
    return {
      slot,
      ownLast,
      ownIsRecent: ownLast !== undefined && slot.order - ownLast.order <= WINDOW_MESSAGES,
      addressing,
      isAddressed: addressing !== undefined && slot.order - addressing.order <= WINDOW_MESSAGES,
      hasMention: slot.mentions.length > 0,
      followsOn: FOLLOW_ON.test(text),
      fresh: FRESH_QUESTION.test(text),
      previous,
      sincePrevious: previous ? this.tempo(slot, previous.sentAt) : 4,
    };
  }

  private describeItself(incoming: IncomingMessage, bestTie: number, bestOpenTie: number): void {
    const { features, slots } = this;
    const {
      slot,
      ownLast,
      ownIsRecent,
      addressing,
      isAddressed,
      hasMention,
      followsOn,
      fresh,
      previous,
      sincePrevious,
    } = incoming;
    features[0] = 1;
    features[1] = slot.isQuestion ? 1 : 0;
    features[2] = hasMention ? 1 : 0;
    features[3] = ownIsRecent ? 1 : 0;
    features[4] = ownIsRecent && ownLast ? this.tempo(slot, ownLast.sentAt) : 0;
    features[5] = slot.isGreeting ? 1 : 0;
    features[6] = sincePrevious;
    features[7] = slot.isAck ? 1 : 0;
    features[8] = Math.log1p(slot.length) / 6;
    features[9] = followsOn ? 1 : 0;
    features[10] = fresh ? 1 : 0;
    features[11] = isAddressed && addressing && (!ownLast || addressing.order > ownLast.order) ? 1 : 0;
    features[12] = ownIsRecent && slot.isQuestion ? 1 : 0;

    const lastEight = slots.slice(-8);
    features[44] = this.namedShare;
    features[45] = new Set(lastEight.map((candidate) => candidate.conversation)).size / 8;
    features[46] =
      previous && previous.isQuestion && !previous.answeredByOther && previous.author !== slot.author ? 1 : 0;
    features[52] = bestTie;
    features[53] = bestOpenTie;
    features[54] = previous ? this.fast(slot, previous.sentAt) : 4;
    features[55] = previous ? Math.min(8, minutesBetween(previous.sentAt, slot.sentAt)) / 4 : 2;
    features[56] = ownLast === undefined ? 1 : 0;
  }

  private describeCandidate(incoming: IncomingMessage, against: CandidateFeatures): void {
    const { k, candidate, open, between, tie, bestTie, bestOpenTie } = against;
    const { features } = this;
    const { slot, ownLast, ownIsRecent, addressing, hasMention, followsOn, fresh, previous, sincePrevious } = incoming;
    const row = k * REPLY_FEATURES;
    const same = candidate.author === slot.author;
    const toCandidate = slot.mentions.includes(candidate.author);
    const toMe = candidate.mentions.includes(slot.author);
    const nthOfAuthor = between.authors.get(candidate.author) ?? 0;
    const set = (feature: number, value: number | boolean) => {
      features[row + feature] = Number(value);
    };
    set(13, DISTANCES[k] ?? 0);
    set(14, k === 1);
    set(15, this.tempo(slot, candidate.sentAt));
    set(16, same);
    set(17, same && between.byMe === 0);
    set(18, toCandidate);
    set(19, toCandidate && nthOfAuthor === 0);
    set(20, toMe);
    set(21, toMe && addressing === candidate);
    set(22, hasMention && !toCandidate && !same);
    set(23, candidate.mentions.length > 0 && !toMe && !same);
    set(24, hasMention && candidate.mentions.some((mentioned) => slot.mentions.includes(mentioned)));
    set(25, candidate.isQuestion);
    set(26, candidate.isQuestion && !same && !slot.isQuestion);
    set(27, candidate.isQuestion && !candidate.answeredByOther && !same);
    set(28, tie);
    set(29, tie > 0 && tie === bestTie);
    set(30, slot.isAck && !same);
    set(31, slot.isAck && (toMe || candidate.isQuestion));
    set(32, Math.min(3, nthOfAuthor) / 3);
    set(33, Math.min(4, between.byMe) / 4);
    set(34, ownIsRecent && ownLast?.conversation === candidate.conversation);
    set(35, !between.conversations.has(candidate.conversation));
    set(36, candidate.answeredByOther);
    set(37, candidate.parentAuthor === slot.author);
    set(38, ownIsRecent && ownLast?.parentAuthor === candidate.author);
    set(39, candidate.length < 25);
    set(40, slot.length < 25);
    set(41, followsOn && same);
    set(42, slot.isQuestion);
    set(43, slot.isGreeting || fresh);
    set(47, this.namedShare);
    set(48, Math.min(6, minutesBetween(candidate.sentAt, slot.sentAt)) / 3);
    set(49, candidate.conversation === previous?.conversation);
    set(50, slot.isQuestion && same);
    set(51, sincePrevious);
    set(57, this.tempo(slot, open.lastAt));
    set(58, open.authors.has(slot.author));
    set(NAMES_SOMEBODY, hasMention && slot.mentions.some((mentioned) => open.authors.has(mentioned)));
    set(60, Math.log1p(open.size) / 4);
    set(TIE_TO_CONVERSATION, open.tie);
    set(62, open.tie > 0 && open.tie === bestOpenTie);
    set(63, open.authors.size === 1 && !open.authors.has(slot.author));
    set(64, open.lastOrder === candidate.order);
    set(65, open.opener === slot.author);
    set(66, Math.min(4, between.conversations.size) / 4);
    set(67, this.fast(slot, candidate.sentAt));
  }

  /** Silence relative to the channel's usual gap, 0 to 4. */
  private tempo(slot: AnswerableMessage, from: number): number {
    return Math.min(4, Math.log1p(Math.max(0, slot.sentAt - from) / this.paceMs) / 2);
  }

  /** Silence relative to the gap of the last few messages, 0 to 4. */
  private fast(slot: AnswerableMessage, from: number): number {
    return Math.min(4, Math.log1p(Math.max(0, slot.sentAt - from) / this.burstMs) / 2);
  }

  /** Lexical tie by shared words, weighted by rarity. */
  private tie(slot: AnswerableMessage, words: Set<string>): number {
    let sum = 0;
    for (let at = 0; at < slot.words.length; at++) if (words.has(slot.words[at]!)) sum += this.rarity[at]!;
    return Math.min(2, sum / 8);
  }
}

const stemsIn = (text: string) => [...new Set(extractContentWords(text).map(stemWord))];

/** Feature of the distance by the number of messages between. */
const DISTANCES = Array.from({ length: WINDOW_MESSAGES + 1 }, (_, k) => Math.log1p(k) / 4);

/** Logarithm of the minutes between two times. */
const minutesBetween = (from: number, to: number) => Math.log1p(Math.max(0, to - from) / 60_000);
