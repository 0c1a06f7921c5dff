import { isBareCode } from "./bare-code.ts";
import type { ConversationShape } from "./conversation-shape.ts";
import type { Joined, JoinedSentence } from "./join-sentences.ts";
import type { ParsedConversation } from "./parse-conversation.ts";
import {
  INSTRUCTS_MACHINES,
  isHeading,
  isNoise,
  partOfAnswer,
  partOfQuestion,
  partOfSolution,
  partOfWriteUp,
  teaches,
} from "./part-of-sentence.ts";
import { type AlsoAsked, ANSWERS, type Kept, type Part, sentence } from "./statements.ts";
import { SURELY_LEFT_OUT } from "./worth-keeping.ts";

/** A remark on what somebody explained is told when it says what to do, or states a rule, an amount or a correction. */
const addsToWriteUp = ({ acts, text }: JoinedSentence) =>
  acts.step || acts.policy || acts.correction || /\d|→|`/.test(text);

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

export function partOf(piece: JoinedSentence, place: Place): Part | null {
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
 * The part that the rules give a sentence, unless an article surely does without it; and the part of one that the rules leave
 * out where an article surely needs it. `isOpen`: it may be told against the rules.
 */
export function partByChance(ruled: Part | null, piece: JoinedSentence, chance: number, isOpen: boolean): Part | null {
  const { acts, text } = piece;
  if (isHeading(text)) return ruled;
  if (ruled) return chance < SURELY_LEFT_OUT && ANSWERS.has(ruled) ? null : ruled;
  if (!isOpen || acts.question || acts.botNoise || INSTRUCTS_MACHINES.test(text)) return null;
  if (acts.cause && !acts.step) return "cause";
  return acts.step || acts.advice ? "fix" : "explanation";
}

/** What the asker found out, told right after saying so. */
export function partOfFinding(piece: JoinedSentence): Part | null {
  const { acts, text } = piece;
  if (isNoise(piece) || acts.question || text.split(/\s+/).length < 5) return null;
  if (acts.cause && !acts.step) return "cause";
  return acts.step || acts.advice || teaches(piece) ? "fix" : "explanation";
}

export function partOfCode(piece: Joined, isAsker: boolean, answered: boolean, confirmed: boolean): Part | null {
  if (/^\W*$/.test(piece.text)) return null;
  if (!isAsker) return "fix";
  if (!answered) return "symptom";
  return confirmed ? "fix" : null;
}

export function keptCode(
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

/** Lines that were sent one by one are one block. */
export function keepCode(kept: Kept[], code: Kept): void {
  const last = kept.at(-1);
  const goesOn =
    last?.form === "code" &&
    last.author === code.author &&
    (code.messages[0] ?? 0) - (last.messages.at(-1) ?? 0) <= 1 &&
    isBareCode(last.text.split("\n").at(-1) ?? "");
  if (!goesOn || last.alsoAsked !== code.alsoAsked) kept.push(code);
  else
    kept.splice(-1, 1, {
      ...last,
      text: `${last.text}\n${code.text}`,
      messages: [...new Set([...last.messages, ...code.messages])],
    });
}

export function isConfirmed(pieces: Joined[], index: number, conversation: ParsedConversation, asker: string): boolean {
  return pieces
    .slice(Math.max(0, index - 2), index + 2)
    .some(
      (piece) =>
        piece.form === "sentence" && piece.acts.confirmation && conversation.messages[piece.message]?.author === asker,
    );
}
