import type { ConversationShape } from "./conversation-shape.ts";
import { asking, followUp, shortReply } from "./further-questions.ts";
import {
  answersAtLeast,
  DID_NOT_HELP,
  type Failure,
  failedBefore,
  JUST_SAID,
  withoutFailures,
  withoutFirstGuesses,
  withoutRepeats,
} from "./give-way.ts";
import { type Joined, type JoinedSentence, joinSentences } from "./join-sentences.ts";
import type { ParsedConversation } from "./parse-conversation.ts";
import {
  isBareCode,
  isNoise,
  partOfAnswer,
  partOfQuestion,
  partOfSolution,
  partOfWriteUp,
  pointsBack,
  salienceOf,
  teaches,
} from "./part-of-sentence.ts";
import { polish, withoutCorrectionMark } from "./polish.ts";
import { applyCorrection, noteContradiction } from "./settle-corrections.ts";
import {
  type AlsoAsked,
  ANSWERS,
  type Contradiction,
  type Kept,
  type Part,
  type Selection,
  sentence,
  sharedWith,
  subjectOf,
} from "./statements.ts";
import { contentWordsOf, stem } from "./words.ts";
import { asksYesOrNo, isBareYesOrNo, withYesOrNo, yesOrNo } from "./yes-or-no.ts";

/** What a program says at a command was not said to this question. */
const IS_BOT = /bot(?:tu|u|\d+)?$/i;
/** The helper's word that his own advice is none. */
const WITHDRAWS =
  /^(?:(?:oh|ah|hm+|no|wait|sorry|actually|oops)[,.!\s-]+)*(?:(?:that|this|it) (?:wo ?n['’]?t|would ?n['’]?t|will not|does ?n['’]?t|is ?n['’]?t going to) (?:work|help|do)\b|scratch that|never ?mind(?: that)?[.!]*$|forget (?:that|it|what i said)|ignore (?:that|me|my last)|i was wrong\b)/i;
/** How many messages after a further question its answer is looked for; what comes later answers the first again. */
const FOLLOW_UP_REACH = 3;
/** Most sentences that tell what the asker was about. */
const MOST_CONTEXT = 6;

/** Picks what the conversation teaches: manners, small talk, other subjects and what was corrected stay out. */
export function selectStatements(conversation: ParsedConversation, shape: ConversationShape): Selection {
  const { names } = conversation;
  const pieces = joinSentences(conversation);
  const teaching = new Set(
    pieces
      .filter((piece) => piece.form === "code" || (!isNoise(piece) && teaches(piece)))
      .map((piece) => piece.message),
  );
  addToldAtLength(teaching, pieces, conversation, shape);
  const subject = new Set(
    pieces.flatMap((piece) =>
      piece.form === "sentence" && piece.message === shape.questionAt ? piece.contentWords.map(stem) : [],
    ),
  );
  const said = new Set(subject);
  const helpers = new Set<string>();
  const kept: Kept[] = [];
  const contradictions: Contradiction[] = [];
  const failures: Failure[] = [];
  let answered = false;
  let closed = false;
  let previousKept = true;
  let correcting = -1;
  let alsoAsked: AlsoAsked | null = null;
  const saidTo = new Set<AlsoAsked>();
  let awaitsWord = shape.questionAt !== -1 && asksYesOrNo(conversation, shape);
  let word: { said: string; message: number; author: string } | null = null;
  const othersSpokeAt = conversation.messages.findIndex((message) => message.author !== shape.asker);

  for (const [index, given] of pieces.entries()) {
    const piece = asking(given);
    const author = conversation.messages[piece.message]?.author ?? "";
    const isAsker = author === shape.asker;
    const next = pieces[index + 1];
    const wasKept: boolean = previousKept;
    previousKept = false;
    if (shape.questionAt !== -1 && piece.message < shape.questionAt && !isAsker) continue;
    if (!isAsker && IS_BOT.test(conversation.messages[piece.message]?.authorName ?? "")) continue;
    if (piece.form === "code") {
      const part = partOfCode(piece, isAsker, answered, isConfirmed(pieces, index, conversation, shape.asker));
      if (part) kept.push(keptCode(piece, part, author, shape, alsoAsked));
      previousKept = part !== null;
      answered ||= !isAsker;
      continue;
    }
    if (alsoAsked && piece.message - alsoAsked.message > FOLLOW_UP_REACH) alsoAsked = null;
    if (isAsker && answered) {
      if (piece.acts.confirmation || piece.acts.thanks) {
        closed = true;
        const last = kept.findLast((item) => item.author !== author);
        if (last) last.confirmed = true;
      }
      if (!closed && !piece.acts.confirmation && DID_NOT_HELP.test(piece.text))
        failures.push(...failedBefore(piece, kept, shape));
      if (piece.acts.question) {
        closed = false;
        alsoAsked = followUp(piece, author, names) ?? alsoAsked;
      }
    }
    if (!isAsker && alsoAsked && alsoAsked.author !== shape.asker && !helpers.has(author)) continue;
    if (!isAsker && !helpers.has(author) && piece.acts.question && kept.some((item) => item.part === "fix")) {
      const also = followUp(piece, author, names);
      if (also) alsoAsked = also;
      if (also) continue;
    }
    if (!isAsker && shape.questionAt !== -1 && isOffSubject(piece, author, helpers, said, answered, closed, teaching))
      continue;
    if (!isAsker && piece.message > shape.questionAt && !piece.acts.question && !piece.acts.smallTalk) {
      answered ||= shape.questionAt !== -1 && (piece.contentWords.length >= 2 || piece.text.split(/\s+/).length >= 10);
    }
    const onSubject = teaches(piece) && sharedWith(subjectOf(piece.text), said) >= 1;
    for (const word of piece.contentWords) said.add(stem(word));
    if (!isAsker && WITHDRAWS.test(piece.text)) {
      const own = kept.findLast((item) => item.author === author && ANSWERS.has(item.part));
      const at = own?.messages.at(-1) ?? -1;
      if (piece.message - at <= JUST_SAID)
        kept.splice(0, kept.length, ...kept.filter((item) => item.author !== author || !item.messages.includes(at)));
      continue;
    }
    if (piece.acts.correction && applyCorrection(piece, author, next, kept)) continue;
    if (
      (piece.acts.disagreement || (NO_NOT.test(piece.text) && kept.some((item) => item.part === "fix"))) &&
      !isAsker &&
      !piece.acts.correction &&
      noteContradiction(piece, author, conversation, pieces.slice(index + 1), kept, contradictions)
    )
      continue;
    if (piece.acts.correction && !isAsker) correcting = piece.message;
    const corrects = correcting === piece.message && !piece.acts.correction && !piece.acts.question;
    if (alsoAsked && !isAsker && piece.message > alsoAsked.message && !saidTo.has(alsoAsked)) {
      const { said, isAll } = shortReply(piece, alsoAsked, names);
      saidTo.add(alsoAsked);
      if (said) word = { said, message: piece.message, author };
      // What follows the word explains it.
      if (said) teaching.add(piece.message);
      if (isAll) continue;
    }
    if (awaitsWord && !isAsker && piece.message > shape.questionAt) {
      const said = yesOrNo(piece);
      if (said) word = { said, message: piece.message, author };
      if (said && isBareYesOrNo(piece)) {
        answered = true;
        continue;
      }
    }
    const afterOthers = othersSpokeAt !== -1 && piece.message > othersSpokeAt;
    const part = partOf(piece, { isAsker, answered, corrects, wasKept, onSubject, afterOthers, next, teaching, shape });
    const polished = part && polish(piece.acts.correction ? withoutCorrectionMark(piece.text) : piece.text, names);
    const goesOn = polished && word?.author === author && piece.message - word.message <= 2;
    const text = goesOn && word ? withYesOrNo(word.said, polished) : polished;
    if (
      !part ||
      !text ||
      (!/\d/.test(text) && contentWordsOf(text).length < Number(part !== "explanation" && next?.form !== "code"))
    )
      continue;
    if (!isAsker && piece.message > shape.questionAt) {
      helpers.add(author);
      awaitsWord = false;
    }
    if (isBareCode(piece.text)) {
      kept.push(keptCode({ ...piece, form: "code", language: null }, part, author, shape, isAsker ? null : alsoAsked));
      previousKept = true;
      continue;
    }
    kept.push(
      sentence({
        part,
        text,
        messages: goesOn && word ? [...new Set([word.message, ...piece.sources])] : piece.sources,
        author,
        isStep: piece.acts.step,
        listed: piece.listed,
        salience: salienceOf(piece, part, sharedWith(subjectOf(piece.text), subject)),
        stems: subjectOf(piece.text),
        alsoAsked: isAsker ? null : alsoAsked,
      }),
    );
    if (goesOn) word = null;
    previousKept = true;
  }
  for (const item of kept) if (item.confirmed) item.salience += 2;
  const answering = answersAtLeast(
    withoutFirstGuesses(withoutFailures(kept, failures, names), teaching, shape),
    contradictions,
    shape,
    names,
  );
  return { kept: withLeadIns(withoutRepeats(briefContext(answering))), contradictions };
}

/** A remark on what somebody explained is told when it says what to do, or states a rule, an amount or a correction. */
const addsToWriteUp = ({ acts, text }: JoinedSentence) =>
  acts.step || acts.policy || acts.correction || /\d|→|`/.test(text);

/** "No, not in the new version" disagrees with what was said just before. */
const NO_NOT = /^no,? not (?:in|on|with|for|any|the|that|there|here|if|when)\b/i;

/** Words that a helper's message has at least to be an explanation, whatever it is about. */
const AT_LENGTH = 12;

const GOES_ON = 4;

/** Who explains at some length, or goes on right after having explained, teaches, whatever the words. */
function addToldAtLength(
  teaching: Set<number>,
  pieces: Joined[],
  conversation: ParsedConversation,
  shape: ConversationShape,
): void {
  const words = new Map<number, number>();
  for (const piece of pieces) {
    if (piece.form === "code" || piece.message <= shape.questionAt || piece.acts.question || isNoise(piece)) continue;
    if (conversation.messages[piece.message]?.author === shape.asker || /^(?:i|we)\b/i.test(piece.text)) continue;
    words.set(piece.message, (words.get(piece.message) ?? 0) + piece.text.split(/\s+/).length);
  }
  if (shape.questionAt === -1) return;
  for (const [message, count] of words) {
    const goesOn =
      teaching.has(message - 1) &&
      conversation.messages[message - 1]?.author === conversation.messages[message]?.author;
    if (count >= (goesOn ? GOES_ON : AT_LENGTH)) teaching.add(message);
  }
}

interface Place {
  isAsker: boolean;
  answered: boolean;
  corrects: boolean;
  wasKept: boolean;
  /** It teaches about what was spoken of before. */
  onSubject: boolean;
  /** Others have spoken already. */
  afterOthers: boolean;
  next: Joined | undefined;
  teaching: ReadonlySet<number>;
  shape: ConversationShape;
}

function partOf(piece: JoinedSentence, place: Place): Part | null {
  const { isAsker, answered, corrects, wasKept, onSubject, afterOthers, next, teaching, shape } = place;
  if (isNoise(piece)) return null;
  if (corrects && piece.contentWords.length > 0) return "fix";
  if (shape.questionAt === -1) {
    const adds = onSubject && (isAsker || addsToWriteUp(piece));
    return (isAsker && !afterOthers) || adds ? partOfWriteUp(piece, next, isAsker) : null;
  }
  if (isAsker) return answered ? partOfSolution(piece) : partOfQuestion(piece);
  return partOfAnswer(piece, teaching.has(piece.message), wasKept, next, shape);
}

/**
 * A newcomer who shares no word with what was said speaks of something else; so does everybody once the asker is
 * content, unless it teaches about the same subject.
 */
function isOffSubject(
  piece: JoinedSentence,
  author: string,
  helpers: ReadonlySet<string>,
  said: ReadonlySet<string>,
  answered: boolean,
  closed: boolean,
  teaching: ReadonlySet<number>,
): boolean {
  if (!answered || piece.acts.correction || piece.acts.disagreement) return false;
  const shared = sharedWith(subjectOf(piece.text), said);
  if (closed) return shared === 0 || (!helpers.has(author) && !teaches(piece));
  const isAside = !teaching.has(piece.message) || piece.acts.announcement;
  return !helpers.has(author) && helpers.size > 0 && shared === 0 && isAside;
}

function partOfCode(piece: Joined, isAsker: boolean, answered: boolean, confirmed: boolean): Part | null {
  if (/^\W*$/.test(piece.text)) return null;
  if (!isAsker) return "fix";
  if (!answered) return "symptom";
  return confirmed ? "fix" : null;
}

function keptCode(
  piece: Extract<Joined, { form: "code" }>,
  part: Part,
  author: string,
  shape: ConversationShape,
  alsoAsked: AlsoAsked | null,
): Kept {
  return {
    ...sentence({ part, text: piece.text, messages: piece.sources, author, salience: 3, alsoAsked }),
    form: "code",
    language: piece.language,
    isStep: shape.questionAt === -1,
  };
}

function isConfirmed(pieces: Joined[], index: number, conversation: ParsedConversation, asker: string): boolean {
  return pieces
    .slice(Math.max(0, index - 2), index + 2)
    .some(
      (piece) =>
        piece.form === "sentence" && piece.acts.confirmation && conversation.messages[piece.message]?.author === asker,
    );
}

/** Of a long story before the question the sentences that matter; questions stay. */
function briefContext(kept: Kept[]): Kept[] {
  const story = kept.filter((item) => item.form === "sentence" && (item.part === "symptom" || item.part === "context"));
  if (story.length <= MOST_CONTEXT) return kept;
  const best = new Set(story.toSorted((a, b) => b.salience - a.salience).slice(0, MOST_CONTEXT));
  return kept.filter((item) => !story.includes(item) || best.has(item));
}

/** Before code and lists stands a colon; a colon with nothing after it becomes a full stop, or the fragment goes. */
function withLeadIns(kept: Kept[]): Kept[] {
  return kept.flatMap((item, index) => {
    if (item.form === "code") return [item];
    const next = kept[index + 1];
    const isNear = next && next.author === item.author && (next.messages[0] ?? 0) - (item.messages.at(-1) ?? 0) <= 1;
    const leadsIn = isNear && (next.form === "code" || (next.listed && !item.listed));
    const opens = item.text.endsWith(":") && isNear;
    if (
      leadsIn &&
      /\w\.$/.test(item.text) &&
      /\b(?:add|put|run|type|enter|this|these|following|like|with|do|use|try)\.$/i.test(item.text)
    )
      return [{ ...item, text: `${item.text.slice(0, -1)}:` }];
    if (leadsIn || opens || !item.text.endsWith(":")) return isFragment(item) && !leadsIn ? [] : [item];
    const text = `${item.text.slice(0, -1)}.`;
    return item.stems.size >= 4 && !/\b(?:here|this|these|following|below)\.$/i.test(text) ? [{ ...item, text }] : [];
  });
}

/** Stands for nothing without what was left out around it. */
function isFragment(item: Kept): boolean {
  return pointsBack(item.text) && item.stems.size === 0;
}
