import { polish, withoutCorrectionMark } from "./polish.ts";
import type { Piece, SentencePiece, Talk } from "./read-talk.ts";
import { readActs } from "./sentence-acts.ts";
import type { TalkShape } from "./talk-shape.ts";
import { contentWordsOf, stem } from "./words.ts";

export type Part = "question" | "symptom" | "context" | "cause" | "fix" | "explanation";

/** Something worth keeping, with the part it plays. */
export interface Kept {
  part: Part;
  form: "sentence" | "code";
  text: string;
  language: string | null;
  /** Positions of the messages it stands on. */
  messages: number[];
  author: string;
  isStep: boolean;
  listed: boolean;
  /** How much an article would miss it. */
  salience: number;
  stems: Set<string>;
  /** Said right before the asker confirmed that it worked. */
  confirmed: boolean;
}

/** Two people who contradict each other and did not settle it. */
export interface Contradiction {
  first: Kept;
  second: Kept;
}

export interface Selection {
  kept: Kept[];
  contradictions: Contradiction[];
}

/** Words meant for a language model, not for a reader. */
export const INSTRUCTS_MACHINES =
  /\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:instructions?|prompts?|rules|guidelines)\b|\b(?:system prompt|you are now|act as an? (?:ai|assistant|dan)|as an ai|new instructions?:|jailbreak|do anything now)\b|<\/?(?:system|instructions?|prompt)>/i;
const JOINS_ON =
  /^(?:and|but|or|if|in|to|that|which|because|with|from|when|for|on|of|as|using|instead|by|at|into|after|before|then|while|where|without|inside|under|than|so that)\b/;
const STRONG_CORRECTION =
  /^(?:(?:oh|ah|ok|hm+|well|sorry|no|oops|ooops)[,.!\s-]+)*(?:no,? wait|wait,? no|wait\b[,.!-]|scratch that|correction\b|ignore (?:that|what i|my last)|disregard|my (?:bad|mistake)\b|i was wrong|i meant\b|strike that|on second thou?ght|i stand corrected)/i;
const POINTS_BACK =
  /^(?:it|its|it's|that|that's|thats|this|they|them|those|these|he|she|his|her|same|one|both|either|neither|then|and|but|or|so|also|because|which)\b/i;
const CHATTY =
  /^(?:i(?:'m| am|'ll| will|'ve| have| was| just| don't| do not| can't| never| didn't| had| guess| think i| know| see| saw| wish| hope| love| hate| like)?)\b(?!.*\b(?:recommend|suggest|would|usually|always|use|solved|fixed|found|think|believe)\b)/i;
const MANNERS =
  /\b(?:let me (?:check|see|know|try|look)|give me a (?:sec|minute|moment)|one (?:sec|moment|minute)|good luck|hope (?:that|this|it) helps|you'?re welcome|no problem|no worries|i(?:'ll| will) (?:look|check|try|ask|see|take a look|have a look|get back|be back|do that)|just ask|ask away|i have no idea|i don'?t know|no idea|not sure what you mean|what do you mean|can you (?:show|share|post|paste|send|elaborate|provide)|could you (?:show|share|post|paste|send|elaborate|provide)|(?:post|paste|share|show) (?:your|the|us|me|some|a) (?:code|error|log|config|output|snippet|example|repo|it)|happy to help|glad (?:it|that|to|i|you)|never ?mind|how are you|nice to (?:meet|see)|long time|format(?:ting)? your code|wrap .{0,20}(?:backtick|```))/i;
const SOLVED_BY_ASKER =
  /\b(?:turn(?:s|ed) out|the (?:problem|issue|reason|cause|culprit|trick|solution|fix) (?:was|is|turned)|fixed (?:it|this|that) by|solved (?:it|this|that)? ?by|i (?:had|have|needed|just needed|forgot|missed|was missing) (?:to|a|an|the|my)|\w+ing .{3,60} (?:fixed|solved|worked|did it|did the trick|helped))\b/i;

/** Picks what the talk teaches: manners, small talk and what was corrected stay out. */
export function selectStatements(talk: Talk, shape: TalkShape): Selection {
  const names = [...new Set(talk.messages.map((message) => message.authorName))];
  const pieces = joinFragments(talk);
  const questionStems = new Set(
    pieces
      .flatMap((piece) => (piece.form === "sentence" && piece.message === shape.questionAt ? piece.contentWords : []))
      .map(stem),
  );
  const kept: Kept[] = [];
  const contradictions: Contradiction[] = [];
  let answered = false;
  let previousKept = true;
  let correcting = -1;
  for (const [index, piece] of pieces.entries()) {
    const author = talk.messages[piece.message]?.author ?? "";
    const isAsker = author === shape.asker;
    const before = shape.questionAt !== -1 && piece.message < shape.questionAt;
    if (before && !isAsker) continue;
    if (piece.form === "code") {
      const part = !isAsker
        ? "fix"
        : answered
          ? confirmsNearby(pieces, index, talk, shape.asker)
            ? "fix"
            : null
          : "symptom";
      if (part) kept.push(keptCode(piece, part, author, shape.questionAt === -1));
      if (!isAsker) answered = true;
      continue;
    }
    if (
      !isAsker &&
      shape.questionAt !== -1 &&
      piece.contentWords.length >= 2 &&
      !piece.acts.question &&
      !piece.acts.smallTalk
    )
      answered = true;
    if (isAsker && answered && (piece.acts.confirmation || piece.acts.thanks)) {
      const last = kept.findLast((item) => item.author !== author);
      if (last) last.confirmed = true;
    }
    if (settle(piece, author, talk, pieces, index, kept, contradictions, shape)) {
      previousKept = false;
      continue;
    }
    if (piece.acts.correction && !isAsker) correcting = piece.message;
    const corrects =
      correcting === piece.message && !piece.acts.correction && !piece.acts.question && piece.contentWords.length > 0;
    const part = corrects ? "fix" : partOf(piece, isAsker, answered, shape, previousKept, pieces[index + 1]);
    if (!part) {
      previousKept = false;
      continue;
    }
    const text = polish(piece.acts.correction ? withoutCorrectionMark(piece.text) : piece.text, names);
    if (
      !text ||
      contentWordsOf(text).length < (part === "question" && text.split(/\s+/).length < 6 ? 2 : 1) ||
      kept.some((item) => item.text === text)
    ) {
      previousKept = false;
      continue;
    }
    const stems = subjectOf(piece.text);
    const meets = [...stems].filter((word) => questionStems.has(word)).length;
    kept.push({
      part,
      form: "sentence",
      text,
      language: null,
      messages: piece.sources,
      author,
      isStep: piece.acts.step,
      listed: piece.listed,
      salience: salienceOf(piece, part, meets),
      stems,
      confirmed: false,
    });
    previousKept = true;
  }
  for (const item of kept) if (item.confirmed) item.salience += 2;
  return { kept, contradictions };
}

type Joined = Piece & { sources: number[] };
type JoinedSentence = SentencePiece & { sources: number[] };

/** Puts a sentence back together that was sent in several messages. */
function joinFragments(talk: Talk): Joined[] {
  const joined: Joined[] = [];
  for (const piece of talk.pieces) {
    const last = joined.at(-1);
    const sameAuthor = last && talk.messages[last.message]?.author === talk.messages[piece.message]?.author;
    if (
      last?.form === "sentence" &&
      piece.form === "sentence" &&
      sameAuthor &&
      !last.listed &&
      !piece.listed &&
      !/[.!?:…)]$/.test(last.text) &&
      JOINS_ON.test(piece.text) &&
      last.text.length + piece.text.length < 300 &&
      !last.acts.smallTalk &&
      !last.acts.greeting
    ) {
      const text = `${last.text} ${piece.text}`;
      joined[joined.length - 1] = {
        ...last,
        text,
        acts: readActs(text),
        contentWords: contentWordsOf(text),
        sources: [...new Set([...last.sources, piece.message])],
      };
    } else joined.push({ ...piece, sources: [piece.message] });
  }
  return joined;
}

function keptCode(piece: Extract<Joined, { form: "code" }>, part: Part, author: string, isStep: boolean): Kept {
  return {
    part,
    form: "code",
    text: piece.text,
    language: piece.language,
    messages: piece.sources,
    author,
    isStep,
    listed: false,
    salience: 3,
    stems: subjectOf(piece.text),
    confirmed: false,
  };
}

/** Words and numbers that tell whether two statements speak of the same. */
function subjectOf(text: string): Set<string> {
  return new Set([...contentWordsOf(text).map((word) => stem(word)), ...(text.match(/\d{2,}/g) ?? [])]);
}

function confirmsNearby(pieces: Joined[], index: number, talk: Talk, asker: string): boolean {
  return pieces
    .slice(Math.max(0, index - 2), index + 2)
    .some(
      (piece) => piece.form === "sentence" && piece.acts.confirmation && talk.messages[piece.message]?.author === asker,
    );
}

/**
 * Lets a correction win over what it corrects, and notes an open contradiction. True when the sentence only corrected
 * or was taken into a contradiction.
 */
function settle(
  piece: JoinedSentence,
  author: string,
  talk: Talk,
  pieces: Joined[],
  index: number,
  kept: Kept[],
  contradictions: Contradiction[],
  shape: TalkShape,
): boolean {
  const stems = subjectOf(piece.text);
  const overlap = (item: Kept) => [...item.stems].filter((word) => stems.has(word)).length;
  if (piece.acts.correction) {
    const own = kept.filter((item) => item.author === author && item.part !== "question").slice(-4);
    const closest = own.toSorted((a, b) => overlap(b) - overlap(a) || kept.indexOf(b) - kept.indexOf(a))[0];
    const strong = STRONG_CORRECTION.test(piece.text);
    const target = strong
      ? closest && overlap(closest) > 0
        ? closest
        : own.at(-1)
      : closest && overlap(closest) > 0
        ? closest
        : undefined;
    if (target) {
      // A command that was posted with the corrected sentence goes with it.
      const at = kept.indexOf(target);
      kept.splice(at, 1);
    }
    return strong && /^\W*$/.test(withoutCorrectionMark(piece.text));
  }
  if (!piece.acts.disagreement || author === shape.asker) return false;
  const rival = kept.findLast(
    (item) =>
      item.author !== author &&
      item.form === "sentence" &&
      item.part !== "question" &&
      item.part !== "symptom" &&
      item.part !== "context" &&
      Math.abs((item.messages.at(-1) ?? 0) - piece.message) <= 4,
  );
  if (!rival) return false;
  const after = pieces.slice(index + 1, index + 8);
  const givesIn = after.some(
    (later) =>
      later.form === "sentence" &&
      talk.messages[later.message]?.author === rival.author &&
      (later.acts.agreement ||
        /\b(?:my bad|my mistake|i was wrong|you'?re right|good (?:point|catch)|stand corrected|didn't know)\b/i.test(
          later.text,
        )),
  );
  if (givesIn) {
    kept.splice(kept.indexOf(rival), 1);
    return false;
  }
  if (piece.contentWords.length < 2) return false;
  const names = [...new Set(talk.messages.map((message) => message.authorName))];
  const text = polish(piece.text, names);
  if (!text) return false;
  kept.splice(kept.indexOf(rival), 1);
  contradictions.push({
    first: rival,
    second: {
      part: "fix",
      form: "sentence",
      text,
      language: null,
      messages: piece.sources,
      author,
      isStep: false,
      listed: false,
      salience: 2,
      stems,
      confirmed: false,
    },
  });
  return true;
}

function partOf(
  piece: JoinedSentence,
  isAsker: boolean,
  answered: boolean,
  shape: TalkShape,
  previousKept: boolean,
  next: Joined | undefined,
): Part | null {
  const { acts, text, contentWords } = piece;
  const words = contentWords.length;
  if (INSTRUCTS_MACHINES.test(text) || acts.botNoise || /^[*^]\s?\w+$/.test(text)) return null;
  if (acts.smallTalk || (acts.thanks && words < 4) || (acts.greeting && words < 2)) return null;
  if (MANNERS.test(text)) return null;
  if (acts.meta && !acts.technical && !acts.advice) return null;
  if (acts.social && !acts.technical && !acts.advice && !acts.policy && !acts.step) return null;
  // "Here is how:" before a list is the title's matter.
  if (text.endsWith(":") && next?.form === "sentence" && next.listed) return null;
  const hasCode = next?.form === "code" && next.message - piece.message <= 1;
  if (shape.questionAt === -1) {
    if (acts.question || (words < 2 && !hasCode)) return null;
    return acts.cause && !acts.step ? "cause" : acts.step || acts.advice ? "fix" : "explanation";
  }
  if (isAsker && !answered) {
    if (acts.question) return words >= 2 || (words === 1 && text.split(/\s+/).length >= 6) ? "question" : null;
    if (words < 2 || (acts.meta && words < 4)) return null;
    return acts.symptom ? "symptom" : "context";
  }
  if (isAsker) {
    if (acts.question) return null;
    if (SOLVED_BY_ASKER.test(text) && words >= 2) return acts.cause ? "cause" : "fix";
    return null;
  }
  if (acts.question) return null;
  const vague = POINTS_BACK.test(text.replace(/^(?:@\S+\s+|yes,?\s+|yeah,?\s+|ok,?\s+)+/i, ""));
  if (vague && !previousKept && words < 3) return null;
  if (
    words < 2 &&
    !(acts.technical && words === 1) &&
    !hasCode &&
    !/`|https?:/.test(text) &&
    !isBriefAnswer(piece, shape)
  )
    return null;
  if (CHATTY.test(text) && !acts.advice && !acts.step && !acts.cause) return null;
  if ((acts.status || acts.scheduling) && !acts.advice && !acts.step && !acts.cause && !acts.technical && !acts.policy)
    return null;
  if (acts.cause && !acts.step) return "cause";
  if (acts.step || acts.advice) return "fix";
  const saysSomething =
    acts.explanation ||
    acts.technical ||
    acts.policy ||
    acts.symptom ||
    words >= 5 ||
    hasCode ||
    /`|https?:|→/.test(text);
  return saysSomething || isBriefAnswer(piece, shape) || (piece.message === shape.questionAt + 1 && words >= 2)
    ? "explanation"
    : null;
}

/** "Five." right after the question is an answer, however short. */
function isBriefAnswer(piece: JoinedSentence, shape: TalkShape): boolean {
  const length = piece.text.split(/\s+/).length;
  return (
    piece.message <= shape.questionAt + 1 &&
    !piece.acts.smallTalk &&
    (length >= 4 || (length >= 2 && /\d|\b(?:yes|no)\b/i.test(piece.text)))
  );
}

function salienceOf(piece: JoinedSentence, part: Part, meetsQuestion: number): number {
  const { acts } = piece;
  const length = Math.min(12, piece.contentWords.length) / 3;
  const brief = piece.text.length > 320 ? -1.5 : 0;
  return (
    length +
    brief +
    meetsQuestion * 0.8 +
    Number(acts.step) * 1.5 +
    Number(acts.advice) * 1.2 +
    Number(acts.cause) * 1.2 +
    Number(acts.explanation) * 0.5 +
    Number(acts.technical) * 0.6 +
    Number(part === "fix") * 0.4 +
    Number(acts.policy) * 0.8 -
    Number(acts.hedge) * 0.8 -
    Number(acts.social) -
    Number(acts.meta) * 0.6 -
    Number(POINTS_BACK.test(piece.text)) * 0.8
  );
}
