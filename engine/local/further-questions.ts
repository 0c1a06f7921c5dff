import type { JoinedSentence } from "./join-sentences.ts";
import { polish } from "./polish.ts";
import { type AlsoAsked, sharedWith, subjectOf } from "./statements.ts";
import { isBareYesOrNo, yesOrNo } from "./yes-or-no.ts";

/** What is asked once the first question has its answer, and how it is answered in a word. */

/** How many messages after a further question its answer is looked for; what comes later answers the first again. */
export const FOLLOW_UP_REACH = 3;
/** "One thing, …", "for all who read along: …": told of the whole, wherever it stands. */
const OF_THE_WHOLE =
  /^(?:(?:and )?one (?:(?:more|last|other) )?(?:thing|note)\b|one more\b|addition\b|for (?:all|everyone|everybody|anyone|the record|next time|the next time)\b|in general\b|generally\b|(?:everyone|everybody|all):|p\.?s\b)/i;
/** The same where a message begins with it. */
const ADDS =
  /^(?:\(|(?:also|btw|by the way|fyi|note|remember|and (?:for|please|when|also|once|before|after|always|never|don['’]?t|make sure))\b)/i;

export const addsOn = ({ text, acts }: JoinedSentence, opensMessage: boolean): boolean =>
  OF_THE_WHOLE.test(text) ||
  (opensMessage && ADDS.test(text)) ||
  (acts.step && /^so\b/i.test(text) && text.split(/\s+/).length >= WHOLE_STEP);

/** "So flip it to DD/MM, then …" goes on with what is to be done. */
const WHOLE_STEP = 6;

/** Goes on with what was just said. */
const GOES_ON =
  /^(?:yes|yep|no|nope|not|that|it|they|those|these|this|he|she|because|so|but|or|only|sorry|wait|actually|correction|i (?:do|don['’]?t|can|am|would))\b/i;

const WORDS_OF_ITS_OWN = 8;

/** A new message of somebody else, or after who asked has spoken (`isBroken`), about something else than a further question and its answer. */
export function isApart(
  { text, acts }: JoinedSentence,
  author: string,
  also: AlsoAsked,
  answered: { author: string; words: ReadonlySet<string> },
  isBroken: boolean,
): boolean {
  // Only what goes on with it belongs to a case.
  if (also.isCase) return text.split(/\s+/).length >= WORDS_OF_ITS_OWN && !GOES_ON.test(text);
  if ((author === answered.author && !isBroken) || acts.correction || acts.disagreement || GOES_ON.test(text))
    return false;
  const words = subjectOf(text);
  return sharedWith(words, answered.words) === 0 && sharedWith(words, subjectOf(also.text)) === 0;
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
