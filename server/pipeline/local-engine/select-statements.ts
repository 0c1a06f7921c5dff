import { type Joined, type JoinedSentence, joinSentences } from "./join-sentences.ts";
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
import type { Talk } from "./read-talk.ts";
import { applyCorrection, noteContradiction } from "./settle-corrections.ts";
import {
  type AlsoAsked,
  ANSWERS,
  answersOf,
  type Contradiction,
  type Kept,
  type Part,
  type Selection,
  sentence,
  sharedWith,
  subjectOf,
} from "./statements.ts";
import type { TalkShape } from "./talk-shape.ts";
import { contentWordsOf, stem } from "./words.ts";

/** What a program says at a command was not said to this question. */
const IS_BOT = /bot(?:tu|\d+)?$/i;
/** Two statements that share this much of their words say the same. */
const SAME = 0.8;
/** The asker's word that an advice did not help. */
const DID_NOT_HELP =
  /\b(?:(?:does|did|do|is|was)(?:n't|nt| not) (?:work|help|solve|fix|change|working)|not (?:working|helping)|no luck|no (?:change|difference)|same (?:error|problem|issue|result|thing)|(?:already )?tried (?:that|this|it)|still (?:not|no|the same|doesn't|does not|gets?|getting|fails?|failing|broken|says|have|having|closes|crashes))\b/i;
/** The helper's word that his own advice is none. */
const WITHDRAWS =
  /^(?:(?:oh|ah|hm+|no|wait|sorry|actually|oops)[,.!\s-]+)*(?:(?:that|this|it) (?:wo ?n['’]?t|would ?n['’]?t|will not|does ?n['’]?t|is ?n['’]?t going to) (?:work|help|do)\b|scratch that|never ?mind(?: that)?[.!]*$|forget (?:that|it|what i said)|ignore (?:that|me|my last)|i was wrong\b)/i;
/** How far back that reaches: what was said to it lately. */
const JUST_SAID = 3;
/** How many messages after a further question its answer is looked for; what comes later answers the first again. */
const FOLLOW_UP_REACH = 3;
/** Most sentences that tell what the asker was about. */
const MOST_CONTEXT = 6;

/** Picks what the talk teaches: manners, small talk, other subjects and what was corrected stay out. */
export function selectStatements(talk: Talk, shape: TalkShape): Selection {
  const { names } = talk;
  const pieces = joinSentences(talk);
  const teaching = new Set(
    pieces
      .filter((piece) => piece.form === "code" || (!isNoise(piece) && teaches(piece)))
      .map((piece) => piece.message),
  );
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

  for (const [index, piece] of pieces.entries()) {
    const author = talk.messages[piece.message]?.author ?? "";
    const isAsker = author === shape.asker;
    const next = pieces[index + 1];
    const wasKept: boolean = previousKept;
    previousKept = false;
    if (shape.questionAt !== -1 && piece.message < shape.questionAt && !isAsker) continue;
    if (!isAsker && IS_BOT.test(talk.messages[piece.message]?.authorName ?? "")) continue;
    if (piece.form === "code") {
      const part = partOfCode(piece, isAsker, answered, isConfirmed(pieces, index, talk, shape.asker));
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
        alsoAsked = followUp(piece, names) ?? alsoAsked;
      }
    }
    if (!isAsker && shape.questionAt !== -1 && isOffSubject(piece, author, helpers, said, answered, closed)) continue;
    if (!isAsker && piece.message > shape.questionAt && !piece.acts.question && !piece.acts.smallTalk) {
      answered ||= shape.questionAt !== -1 && piece.contentWords.length >= 2;
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
      piece.acts.disagreement &&
      !isAsker &&
      !piece.acts.correction &&
      noteContradiction(piece, author, talk, pieces.slice(index + 1), kept, contradictions)
    )
      continue;
    if (piece.acts.correction && !isAsker) correcting = piece.message;
    const corrects = correcting === piece.message && !piece.acts.correction && !piece.acts.question;
    const part = partOf(piece, { isAsker, answered, corrects, wasKept, onSubject, next, teaching, shape });
    const text = part && polish(piece.acts.correction ? withoutCorrectionMark(piece.text) : piece.text, names);
    if (!part || !text || (!/\d/.test(text) && contentWordsOf(text).length < Number(part !== "explanation"))) continue;
    if (!isAsker) helpers.add(author);
    if (isBareCode(piece.text)) {
      kept.push(keptCode({ ...piece, form: "code", language: null }, part, author, shape, isAsker ? null : alsoAsked));
      previousKept = true;
      continue;
    }
    kept.push(
      sentence({
        part,
        text,
        messages: piece.sources,
        author,
        isStep: piece.acts.step,
        listed: piece.listed,
        salience: salienceOf(piece, part, sharedWith(subjectOf(piece.text), subject)),
        stems: subjectOf(piece.text),
        alsoAsked: isAsker ? null : alsoAsked,
      }),
    );
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

/** What was advised, and the asker's sentence that it did not help. */
interface Failure {
  advice: Kept;
  said: JoinedSentence;
}

function failedBefore(said: JoinedSentence, kept: Kept[], shape: TalkShape): Failure[] {
  return kept
    .filter(
      (item) =>
        item.author !== shape.asker &&
        ANSWERS.has(item.part) &&
        said.message - (item.messages.at(-1) ?? 0) <= JUST_SAID,
    )
    .map((advice) => ({ advice, said }));
}

/** What did not help goes when something better came after it; when nothing did, the article says that it did not help. */
function withoutFailures(kept: Kept[], failures: Failure[], names: string[]): Kept[] {
  const open = failures.filter(({ advice }) => !advice.confirmed);
  const first = open[0];
  if (!first) return kept;
  const failed = new Set(open.map(({ advice }) => advice));
  const last = open.at(-1) ?? first;
  if (kept.some((item) => ANSWERS.has(item.part) && !failed.has(item) && (item.messages[0] ?? 0) > first.said.message))
    return kept.filter((item) => !failed.has(item));
  const text = polish(last.said.text, names);
  if (!text || kept.some((item) => item.messages.includes(last.said.message))) return kept;
  const word = sentence({
    part: "explanation",
    text,
    messages: last.said.sources,
    author: last.advice.author,
    salience: 3,
  });
  return kept.flatMap((item) => (item === last.advice ? [item, { ...word, alsoAsked: item.alsoAsked }] : [item]));
}

/** "24 months" and the like give way once somebody explains at some length. */
function withoutFirstGuesses(kept: Kept[], teaching: ReadonlySet<number>, shape: TalkShape): Kept[] {
  const isGuess = (item: Kept) =>
    ANSWERS.has(item.part) && item.author !== shape.asker && !item.messages.some((message) => teaching.has(message));
  const explained = kept.filter((item) => ANSWERS.has(item.part) && !isGuess(item));
  const first = explained[0]?.messages[0] ?? 0;
  return explained.length >= 2 && shape.questionAt !== -1
    ? kept.filter((item) => !isGuess(item) || (item.messages[0] ?? 0) > first)
    : kept;
}

/** An article without an answer is none: what answered a later question, else the plain words of the others. */
function answersAtLeast(kept: Kept[], contradictions: Contradiction[], shape: TalkShape, names: string[]): Kept[] {
  if (contradictions.length || answersOf(kept).length) return kept;
  if (kept.some((item) => item.alsoAsked)) return kept.map((item) => ({ ...item, alsoAsked: null }));
  const plain = shape.answers
    .filter((piece) => !isNoise({ ...piece, sources: [] }) && piece.contentWords.length >= 3 && !piece.acts.hedge)
    .flatMap((piece) => {
      const text = polish(piece.text, names);
      return text ? [sentence({ part: "explanation", text, messages: [piece.message], author: "" })] : [];
    });
  return [...kept, ...plain];
}

interface Place {
  isAsker: boolean;
  answered: boolean;
  corrects: boolean;
  wasKept: boolean;
  /** It teaches about what was spoken of before. */
  onSubject: boolean;
  next: Joined | undefined;
  teaching: ReadonlySet<number>;
  shape: TalkShape;
}

function partOf(piece: JoinedSentence, place: Place): Part | null {
  const { isAsker, answered, corrects, wasKept, onSubject, next, teaching, shape } = place;
  if (isNoise(piece)) return null;
  if (corrects && piece.contentWords.length > 0) return "fix";
  if (shape.questionAt === -1) return isAsker || onSubject ? partOfWriteUp(piece, next, isAsker) : null;
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
): boolean {
  if (!answered || piece.acts.correction || piece.acts.disagreement) return false;
  const shared = sharedWith(subjectOf(piece.text), said);
  if (closed) return shared === 0 || (!helpers.has(author) && !teaches(piece));
  const isAside = !teaches(piece) || piece.acts.scheduling || piece.acts.announcement || piece.acts.social;
  return !helpers.has(author) && helpers.size > 0 && shared === 0 && isAside;
}

/** A further question with a subject of its own; "what do I tell them?" only asks for the rest of the answer. */
function followUp(piece: JoinedSentence, names: string[]): AlsoAsked | null {
  const unaddressed = piece.text.replace(/^\S+:\s/, "");
  const isBare =
    contentWordsOf(unaddressed).length === 0 ||
    unaddressed.split(/\s+/).length < 4 ||
    /\b(?:you|u) (?:t?here|around)\b/i.test(unaddressed);
  if (isBare || isNoise(piece) || piece.text.length > 160) return null;
  const text = polish(piece.text, names);
  return text.endsWith("?") && !/^(?:why|really|so)\?$/i.test(text) ? { text, message: piece.message } : null;
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
  shape: TalkShape,
  alsoAsked: AlsoAsked | null,
): Kept {
  return {
    ...sentence({ part, text: piece.text, messages: piece.sources, author, salience: 3, alsoAsked }),
    form: "code",
    language: piece.language,
    isStep: shape.questionAt === -1,
  };
}

function isConfirmed(pieces: Joined[], index: number, talk: Talk, asker: string): boolean {
  return pieces
    .slice(Math.max(0, index - 2), index + 2)
    .some(
      (piece) => piece.form === "sentence" && piece.acts.confirmation && talk.messages[piece.message]?.author === asker,
    );
}

/** Of a long story before the question the sentences that matter; questions stay. */
function briefContext(kept: Kept[]): Kept[] {
  const story = kept.filter((item) => item.form === "sentence" && (item.part === "symptom" || item.part === "context"));
  if (story.length <= MOST_CONTEXT) return kept;
  const best = new Set(story.toSorted((a, b) => b.salience - a.salience).slice(0, MOST_CONTEXT));
  return kept.filter((item) => !story.includes(item) || best.has(item));
}

/** The same said twice is kept once, in its fuller form. */
function withoutRepeats(kept: Kept[]): Kept[] {
  return kept.filter((item, index) =>
    kept.every((other, at) => {
      if (other === item || other.form !== item.form) return true;
      if (other.text === item.text) return at > index;
      if (item.form === "code" || item.stems.size < 3) return true;
      const shared = sharedWith(item.stems, other.stems);
      const repeats = shared / (item.stems.size + other.stems.size - shared) >= SAME;
      return !repeats || item.text.length > other.text.length || (item.text.length === other.text.length && at > index);
    }),
  );
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
