import { matterOf } from "./matter-words.ts";
import type { ParsedConversation, SentencePiece } from "./parse-conversation.ts";

/** What the conversation as a whole shows; the detector weighs it, the reasons name it. */
export interface ConversationShape {
  /** Position of the question's message; -1 without one. */
  questionAt: number;
  asker: string;
  /** The platform itself says that its messages belong together. */
  isThread: boolean;
  /** Someone else spoke to the question with substance. */
  isAnswered: boolean;
  answers: SentencePiece[];
  isThanked: boolean;
  isConfirmed: boolean;
  authors: number;
  /** Messages long enough to count as evidence. */
  substantial: number;
}

export function shapeOf(conversation: ParsedConversation, minMessageLength: number): ConversationShape {
  return shapeFrom(conversation, minMessageLength, (substantialAt) => findQuestion(conversation, substantialAt));
}

/**
 * The shape an article is written by. Office messages ask in plain words that no cue knows ("The till doesn't print"): what
 * opens a conversation and is replied to at once is what was asked; what opens it with a rule, a procedure or a list is told.
 */
export function shapeForWriting(conversation: ParsedConversation): ConversationShape {
  const opened = opening(conversation);
  if (opensByTelling(opened)) return shapeFrom(conversation, 0, () => -1);
  const shape = shapeOf(conversation, 0);
  const isBack =
    shape.questionAt !== -1 &&
    shape.asker !== conversation.messages[0]?.author &&
    shape.questionAt <= opened.length + 1;
  const isOn = isAskedOn(conversation, opened, shape);
  if (
    (shape.questionAt !== -1 && !isBack && !isOn) ||
    opensWithWriteUp(conversation) ||
    (!isOn && !isRepliedTo(conversation, opened))
  )
    return shape;
  const best = opened.toSorted((a, b) => askingOf(b) - askingOf(a))[0];
  return shapeFrom(conversation, 0, () => best?.message ?? 0);
}

/** Who began was answered at some length before the question: what began the conversation is what it is about. */
function isAskedOn(conversation: ParsedConversation, opened: SentencePiece[], shape: ConversationShape): boolean {
  const last = opened.at(-1)?.message ?? -1;
  const first = conversation.messages[0]?.author;
  if (last === -1 || shape.questionAt <= last + 1) return false;
  return conversation.pieces.some(
    (piece) =>
      piece.message > last &&
      piece.message < shape.questionAt &&
      conversation.messages[piece.message]?.author !== first &&
      (piece.form === "code" ||
        (!piece.acts.question && !piece.acts.smallTalk && piece.text.split(/\s+/).length >= ANSWERED_WORDS)),
  );
}

/** Words of a sentence that answers. */
const ANSWERED_WORDS = 7;

const askingOf = ({ acts, text }: SentencePiece) =>
  matterOf(text).size + 2 * Number(acts.question) + Number(acts.symptom);

/** What who began says before anybody else does. */
function opening(conversation: ParsedConversation): SentencePiece[] {
  const first = conversation.messages[0]?.author;
  const others = conversation.messages.findIndex(({ author }) => author !== first);
  return conversation.pieces.filter(
    (piece): piece is SentencePiece =>
      piece.form === "sentence" && (others === -1 || piece.message < others) && !piece.acts.smallTalk,
  );
}

const TELLS =
  /^(?:[^.?!:]{4,70}:\s\S|(?:new|current|our|the) (?:rule|policy|process|procedure|convention)\b|(?:from now on|going forward|we decided|decision\b|runbook|how we (?:do|handle|run)\b))/i;
/** "From 1 May: …", "All drivers please note.": a rule for everybody, also where it tells what went wrong. */
const ANNOUNCES =
  /(?:^|[:.!] |^📢 ?|^\p{L}+,? )(?:from|as of|starting|effective(?: from)?) (?:today|tomorrow|now on|next (?:week|month|year|\p{L}+day)|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|tue|wed|thu|fri|sat|sun)\b|(?:the )?\d{1,2}(?:st|nd|rd|th|\.)?\b(?! ?(?:am|pm|:))|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*)|^(?:all|everyone|everybody|team|dear|to all)\b[^.?!]{0,30}\bplease (?:note|read)\b|^📢/iu;
/** Words an opening has at least that tells and does not ask. */
const TOLD_WORDS = 18;

function opensByTelling(opened: SentencePiece[]): boolean {
  const [first] = opened;
  const said = opened.filter(({ message }) => message === first?.message);
  const words = said.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0);
  if (!first || words < TOLD_WORDS || said.some(({ acts }) => acts.question)) return false;
  if (said.slice(0, 2).some(({ text }) => ANNOUNCES.test(text))) return true;
  if (said.some(({ acts }) => acts.symptom)) return false;
  const teaching = said.filter(({ acts, listed }) => acts.step || acts.policy || acts.advice || listed).length;
  return TELLS.test(first.text) && (said.length >= 2 || /[;]|\d[.)] /.test(first.text) || teaching > 0);
}

/** Somebody else answers what was said first, within a few messages and at some length. */
function isRepliedTo(conversation: ParsedConversation, opened: SentencePiece[]): boolean {
  const last = opened.at(-1)?.message ?? -1;
  const asked = opened.filter(({ message }) => message >= last - 2);
  if (asked.length === 0 || asked.length > 4) return false;
  const isAside = ({ acts }: SentencePiece) =>
    acts.announcement || acts.botNoise || ((acts.social || acts.planning) && !acts.question && !acts.symptom);
  if (asked.some(isAside)) return false;
  const words = asked.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0);
  const first = conversation.messages[0]?.author;
  const asks =
    asked.some(({ acts, text }) => acts.question || acts.symptom || IS_TROUBLE.test(text)) ||
    (words <= 25 && conversation.pieces.some((piece) => isContent(piece, conversation, last)));
  if (!asks || words < 4) return false;
  return conversation.pieces.some(
    (piece) =>
      piece.form === "sentence" &&
      piece.message > last &&
      piece.message <= last + 4 &&
      conversation.messages[piece.message]?.author !== first &&
      !piece.acts.question &&
      !piece.acts.smallTalk &&
      piece.text.split(/\s+/).length >= 5,
  );
}

/** The one who began thanks, or says that it works. */
const isContent = (piece: ParsedConversation["pieces"][number], conversation: ParsedConversation, after: number) =>
  piece.form === "sentence" &&
  piece.message > after &&
  conversation.messages[piece.message]?.author === conversation.messages[0]?.author &&
  (piece.acts.thanks || piece.acts.confirmation);

const IS_TROUBLE =
  /\b(?:not|n['’]?t|never|nothing|no longer|wants? to|off by|wrong|late|double|too (?:many|much|long|high|low)|stops?|half|only|again|still|always|every time|instead|forever)\b/i;

function shapeFrom(
  conversation: ParsedConversation,
  minMessageLength: number,
  find: (substantialAt: (index: number) => boolean) => number,
): ConversationShape {
  const { messages } = conversation;
  const substantialAt = (index: number) => (messages[index]?.text.length ?? 0) >= minMessageLength;
  const questionAt = find(substantialAt);
  const asker = messages[questionAt === -1 ? 0 : questionAt]?.author ?? "";
  const answers: SentencePiece[] = [];
  let lastAnswerAt = -1;
  let isThanked = false;
  let isConfirmed = false;
  for (const piece of conversation.pieces) {
    const author = messages[piece.message]?.author;
    if (questionAt === -1 || piece.message <= questionAt) continue;
    if (piece.form === "code") {
      if (author !== asker) lastAnswerAt = piece.message;
      continue;
    }
    if (author !== asker) {
      const speaks =
        !piece.acts.question &&
        !piece.acts.smallTalk &&
        (piece.contentWords.length >= 2 || (piece.message === questionAt + 1 && piece.text.split(/\s+/).length >= 3));
      if (speaks && substantialAt(piece.message)) {
        answers.push(piece);
        lastAnswerAt = piece.message;
      }
    } else if (lastAnswerAt !== -1) {
      if (piece.acts.thanks) isThanked = true;
      if (piece.acts.confirmation) isConfirmed = true;
    }
  }
  return {
    questionAt,
    asker,
    isThread: conversation.isThread,
    isAnswered: answers.length > 0,
    answers,
    isThanked,
    isConfirmed,
    authors: new Set(messages.map((message) => message.author)).size,
    substantial: messages.filter((_, index) => substantialAt(index)).length,
  };
}

const SEEKS =
  /\b(?:i(?:'m| am|m)? (?:trying|looking|getting|seeing|having|stuck|struggling|unable|using|facing|running into|confused|working with)|i (?:want|need|would like|have (?:a|an|some|the|this)|get|got|see|can'?t|cannot|don'?t (?:know|understand)|tried|use|created|upgraded)|we (?:are|have|need|want|use|tried|see|get)|my \w+|when (?:i|we|running|using|trying)|after (?:i|we|upgrading|updating|the))\b/i;

/**
 * Where the conversation's question is. The opening message that asks, or reports a problem, or says what somebody tries; a
 * question back to its author does not take its place. Not "anyone here?", not "how are you". -1 without one.
 */
function findQuestion(conversation: ParsedConversation, substantialAt: (index: number) => boolean): number {
  if (opensWithWriteUp(conversation)) return -1;
  let opened = -1;
  for (const piece of conversation.pieces) {
    if (piece.form !== "sentence" || !substantialAt(piece.message)) continue;
    const { acts } = piece;
    const about =
      conversation.messages[piece.message]?.pieces.reduce(
        (sum, other) => sum + (other.form === "sentence" ? other.contentWords.length : 0),
        0,
      ) ?? 0;
    const real =
      (piece.contentWords.length >= 2 ||
        about >= 4 ||
        (piece.contentWords.length === 1 && piece.text.split(/\s+/).length >= 6)) &&
      !(acts.social && !acts.technical && about < 8) &&
      !acts.smallTalk;
    if (acts.question && real) {
      const turnsBack =
        opened !== -1 && conversation.messages[opened]?.author !== conversation.messages[piece.message]?.author;
      return turnsBack ? opened : piece.message;
    }
    const reports = acts.symptom && (acts.technical || piece.contentWords.length >= 4);
    const seeks =
      (SEEKS.test(piece.text) || piece.message === 0 || piece.contentWords.length >= 5) &&
      piece.contentWords.length >= 3 &&
      !acts.step &&
      !acts.advice &&
      !acts.policy &&
      !acts.status &&
      !acts.scheduling &&
      !acts.planning;
    if (
      opened === -1 &&
      real &&
      (reports || (seeks && piece.message <= 1)) &&
      !acts.announcement &&
      !acts.botNoise &&
      !acts.step
    )
      opened = piece.message;
  }
  return opened !== -1 && isProblem(conversation, opened) ? opened : -1;
}

/** A first message of this length with hardly a question in it is a guide, however it tells it. */
const SURELY_A_GUIDE = 1_200;

/** A long first message that tells and instructs answers questions nobody asked in this conversation. */
function opensWithWriteUp(conversation: ParsedConversation): boolean {
  const pieces = conversation.messages[0]?.pieces ?? [];
  const sentences = pieces.filter((piece) => piece.form === "sentence");
  const length = conversation.messages[0]?.text.length ?? 0;
  if (length < 400 || sentences.length < 5) return false;
  const asking = sentences.filter((piece) => piece.acts.question).length;
  const telling = sentences.filter(
    (piece) => piece.acts.step || piece.acts.advice || piece.acts.policy || piece.acts.explanation,
  ).length;
  const headed = sentences.filter((piece) => piece.listed || /^\*\*[^*]+\*\*/.test(piece.text)).length >= 3;
  return (
    asking <= sentences.length * 0.15 &&
    telling >= sentences.length * (headed && length > SURELY_A_GUIDE ? 0.15 : headed ? 0.25 : 0.4) &&
    !sentences.slice(-2).some((piece) => piece.acts.question)
  );
}

/** An opening without a question counts when it tells of trouble, or when somebody else reacts to it with advice. */
function isProblem(conversation: ParsedConversation, message: number): boolean {
  const opening = conversation.messages[message]?.pieces.filter((piece) => piece.form === "sentence") ?? [];
  if (opening.some((piece) => piece.acts.symptom && piece.acts.technical)) return true;
  const others = conversation.messages
    .slice(message + 1, message + 5)
    .filter((other) => other.author !== conversation.messages[message]?.author);
  return others.some((other) =>
    other.pieces.some(
      (piece) =>
        piece.form === "code" ||
        ((piece.acts.advice ||
          piece.acts.step ||
          ((piece.acts.cause || piece.acts.explanation) && opening.some((said) => said.acts.symptom))) &&
          piece.contentWords.length >= 3 &&
          !piece.acts.scheduling),
    ),
  );
}
