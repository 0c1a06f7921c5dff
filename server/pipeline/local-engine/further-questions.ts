import type { Joined, JoinedSentence } from "./join-sentences.ts";
import { isNoise } from "./part-of-sentence.ts";
import { polish } from "./polish.ts";
import { type AlsoAsked, ANSWERS, type Kept, sharedWith, subjectOf } from "./statements.ts";
import { contentWordsOf } from "./words.ts";
import { isBareYesOrNo, yesOrNo } from "./yes-or-no.ts";

/** What is asked once the first question has its answer, and how it is answered in a word. */

/** How many messages after a further question its answer is looked for; what comes later answers the first again. */
export const FOLLOW_UP_REACH = 3;
/** Asks without a question mark: "what if the old phone is lost". */
const WHAT_IF = /^(?:and |but |so )?(?:what|how) (?:if|about)\b/i;

/** "Do I lose what he picked". */
const ASKS_FIRST =
  /^(?:and |but |so )?(?:do|does|can|could|may|must|should|will|is|are|how|what|where|when|who|which|why)\b/i;

/** The same piece, as a question where it asks without a mark. */
export function asking(piece: Joined): Joined {
  if (piece.form === "code" || piece.acts.question || !WHAT_IF.test(piece.text)) return piece;
  return { ...piece, acts: { ...piece.acts, question: true } };
}

/** A further question with a subject of its own; "what do I tell them?" only asks for the rest of the answer. */
export function followUp(piece: JoinedSentence, author: string, names: string[]): AlsoAsked | null {
  const unaddressed = piece.text.replace(/^\S+:\s/, "");
  const isBare =
    contentWordsOf(unaddressed).length === 0 ||
    unaddressed.split(/\s+/).length < 4 ||
    /\b(?:you|u) (?:t?here|around)\b/i.test(unaddressed);
  if (isBare || isNoise(piece) || piece.text.length > 160) return null;
  const said = polish(piece.text, names);
  const text = WHAT_IF.test(said) || (piece.acts.question && ASKS_FIRST.test(said)) ? said.replace(/\.$/, "?") : said;
  return text.endsWith("?") && !/^(?:why|really|so)\?$/i.test(text) ? { text, message: piece.message, author } : null;
}

/**
 * Somebody else asks for himself once there is an answer: in a thread about the same, elsewhere in its words. "Is something wrong
 * there?" asks for who began.
 */
export function asksAlong(
  { acts, text }: JoinedSentence,
  kept: readonly Kept[],
  said: ReadonlySet<string>,
  isThread: boolean,
): boolean {
  if (!acts.question) return false;
  const isHisOwn = isThread && /\b(?:i|my|we|our)\b/i.test(text) && kept.some(({ part }) => ANSWERS.has(part));
  return (isHisOwn || kept.some(({ part }) => part === "fix")) && (isThread || sharedWith(subjectOf(text), said) > 0);
}

/** A further question that yes or no may answer: no word of asking in it, no choice. */
const ASKS_POLAR = /^(?!.*\b(?:how|what|which|where|when|why|who|or)\b)/i;

/** "Event id." to "Event id or payment id?": one of what was asked. */
function isChoice({ text }: JoinedSentence, { text: asked }: AlsoAsked): boolean {
  const said = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const words = new Set(asked.toLowerCase().match(/[\p{L}\p{N}]+/gu));
  return / or /i.test(asked) && said.length > 0 && said.length <= 4 && said.every((word) => words.has(word));
}

/** "Yes", or the one of two that were asked about: what comes before the explanation. `isAll`: the sentence says no more. */
export function shortReply(
  piece: JoinedSentence,
  asked: AlsoAsked,
  names: string[],
): { said: string | null; isAll: boolean } {
  if (isChoice(piece, asked)) return { said: polish(piece.text, names), isAll: true };
  const said = ASKS_POLAR.test(asked.text) ? yesOrNo(piece) : null;
  return { said, isAll: said !== null && isBareYesOrNo(piece) };
}
