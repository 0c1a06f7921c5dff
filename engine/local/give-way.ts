import type { ConversationShape } from "./conversation-shape.ts";
import type { JoinedSentence } from "./join-sentences.ts";
import type { ParsedConversation } from "./parse-conversation.ts";
import { isHeading, isNoise } from "./part-of-sentence.ts";
import { polish, withoutCorrectionMark } from "./polish.ts";
import { ANSWERS, answersOf, type Contradiction, type Kept, sentence, sharedWith } from "./statements.ts";

/** The asker's word that an advice did not help. */
export const DID_NOT_HELP =
  /\b(?:(?:does|did|do|is|was)(?:n't|nt| not) (?:work|help|solve|fix|change|working)|not (?:working|helping)|no luck|no (?:change|difference)|(?:the )?same (?:error|problem|issue|result|thing|version|message)|i (?:did|have)(?: that)?,? (?:but|and it|already)|(?:already )?tried (?:that|this|it)|^(?:i |we )?tried,? (?:now|and|but)\b|(?:^|\b(?:it|it['’]s|that|this|i|i['’]m|but|and|yes|no|nope|same|is|get|got|ran it|did),? )still (?:not|no|the same|doesn't|does not|gets?|getting|fails?|failing|broken|says|have|having|closes|crashes))\b/i;
/** How far back that reaches: what was said to it lately. */
const JUST_SAID = 3;
/** What was advised, and the asker's sentence that it did not help. */
export interface Failure {
  advice: Kept;
  said: JoinedSentence;
}

export function failedBefore(said: JoinedSentence, kept: Kept[], shape: ConversationShape): Failure[] {
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
export function withoutFailures(kept: Kept[], failures: Failure[], names: string[]): Kept[] {
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

/** "Please don't, four people have pulled it" is an answer, however short. */
export const REFUSES = /^(?:please )?(?:do ?n['’]?t|do not|never|not)\b/i;

/** "24 months" and the like give way once somebody explains at some length. */
export function withoutFirstGuesses(kept: Kept[], teaching: ReadonlySet<number>, shape: ConversationShape): Kept[] {
  const isGuess = (item: Kept) =>
    ANSWERS.has(item.part) &&
    item.author !== shape.asker &&
    !item.alsoAsked &&
    !(REFUSES.test(item.text) && item.text.split(/\s+/).length >= 5) &&
    !item.messages.some((message) => teaching.has(message));
  const explained = kept.filter((item) => ANSWERS.has(item.part) && !isGuess(item));
  const first = explained[0]?.messages[0] ?? 0;
  return explained.length >= 2 && shape.questionAt !== -1
    ? kept.filter((item) => !isGuess(item) || (item.messages[0] ?? 0) > first)
    : kept;
}

/** An article without an answer is none: what answered a later question, else the plain words of the others. */
export function answersAtLeast(
  kept: Kept[],
  contradictions: Contradiction[],
  shape: ConversationShape,
  names: string[],
): Kept[] {
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

/** The same said twice is kept once, in its fuller form. */
export function withoutRepeats(kept: Kept[]): Kept[] {
  return kept.filter((item, index) =>
    kept.every((other, at) => {
      if (other === item || other.form !== item.form) return true;
      if (other.text === item.text) return at > index;
      if (item.form === "code" || item.stems.size < 3 || isHeading(item.text)) return true;
      const shared = sharedWith(item.stems, other.stems);
      const repeats = shared / (item.stems.size + other.stems.size - shared) >= SAME;
      return !repeats || item.text.length > other.text.length || (item.text.length === other.text.length && at > index);
    }),
  );
}

/** Two statements that share this much of their words say the same. */
const SAME = 0.8;

/** The helper's word that his own advice is none. */
const WITHDRAWS =
  /^(?:(?:oh|ah|hm+|no|wait|sorry|actually|oops)[,.!\s-]+)*(?:(?:that|this|it) (?:wo ?n['’]?t|would ?n['’]?t|will not|does ?n['’]?t|is ?n['’]?t going to) (?:work|help|do)\b|scratch that|never ?mind(?: that)?[.!]*$|forget (?:that|it|what i said)|ignore (?:that|me|my last)|i was wrong\b)/i;

/** "Scratch that" alone; not "scratch that, it's after the rebate". */
export const withdraws = (piece: JoinedSentence): boolean =>
  WITHDRAWS.test(piece.text) && !(piece.acts.correction && isLong(piece));

/** Words of a correction that says what is so. */
const CORRECTED_WORDS = 4;
const isLong = ({ text }: JoinedSentence) => withoutCorrectionMark(text).split(/\s+/).length >= CORRECTED_WORDS;

/** No correction, or one with what is so in it: not "no wait, 1380 is for trains" where 1380 is what was wrong. */
export function saysWhatIsSo(piece: JoinedSentence, { messages }: ParsedConversation): boolean {
  if (!piece.acts.correction) return true;
  const before = messages.slice(0, piece.message).map(({ text }) => text);
  const isKnown = (number: string) => before.some((text) => text.includes(number));
  return isLong(piece) && !(piece.text.match(/\d{2,}/g) ?? []).some(isKnown);
}

/** What he had just advised goes with it. */
export function withdraw(kept: Kept[], { message }: JoinedSentence, author: string): void {
  const own = kept.findLast((item) => item.author === author && ANSWERS.has(item.part));
  const at = own?.messages.at(-1) ?? -1;
  if (message - at <= JUST_SAID)
    kept.splice(0, kept.length, ...kept.filter((item) => item.author !== author || !item.messages.includes(at)));
}

/** "Found it myself: …", "figured it out". */
export const FOUND_OUT =
  /\b(?:found (?:it|(?:out )?(?:the|what the) (?:problem|reason|cause|issue|culprit|mistake))|figured (?:it|that) out|worked it out|solved it|sorted it|mystery solved|never ?mind,? (?:found|got|figured|solved)|(?:it )?turns out|answer(?:ing)? (?:to )?my(?:self| own question))\b/i;

/** What was just said is no longer so, and what is follows: "it has changed in January, under 14 now". */
export const OUTDATED =
  /^(?:[^.?!]{0,30}\b)?(?:(?:that|this|it|those|these)(?:['’]?s| is| are| was)? (?:the |an? )?(?:old|outdated|last year['’]?s)\b|(?:that|it)(?:['’]s| has)? changed\b).*\d/i;

/** "That's the old schedule, since February it's R3 500": the value that was told before goes. */
export function dropOutdated(kept: Kept[], message: number): void {
  const at = kept.findLastIndex(
    ({ part, text, messages }) => ANSWERS.has(part) && /\d/.test(text) && message - (messages.at(-1) ?? 0) <= JUST_SAID,
  );
  if (at !== -1) kept.splice(at, 1);
}

/** "No, not in the new version" disagrees with what was said just before. */
export const NO_NOT = /^no,? not (?:in|on|with|for|any|the|that|there|here|if|when)\b/i;
