import { cleanText } from "../clean-text.ts";
import { polish } from "./polish.ts";
import type { SentencePiece, Talk } from "./read-talk.ts";
import { answersOf, type Kept, sharedWith, subjectOf } from "./statements.ts";
import type { TalkShape } from "./talk-shape.ts";
import { plainText, titleFrom } from "./title.ts";
import { contentWordsOf } from "./words.ts";

export interface TalkTitle {
  title: string;
  /** A person would know from it what the article is about. */
  isClear: boolean;
}

const MOST_CHARACTERS = 110;
const FEWEST_CHARACTERS = 14;
/** Points from which a title speaks for itself. */
const CLEAR = 1.6;
/** How far the asker's words are looked through after the question was put. */
const REACH = 4;
/** A later sentence must be this much better to win over an earlier one. */
const PER_SENTENCE = 0.5;

const ANNOUNCED =
  /\b(?:here(?:'s| is)(?: a| the)? (?:short |quick |little )?(?:guide (?:on|to|for) )?|(?:steps|instructions|guide|tutorial|procedure)(?: on| to| for)? |(?=how to ))(?:how (?:you |to |we )|to )?.+?(?=[,:.]|$)/i;
const DANGLING = /\b(?:it|this|that|these|those|them|they|he|she|there|one|ones|same)\b/gi;
const FIRST_PERSON = /^(?:i|we|my|our|me|you|your|u)\b/i;
const ABOUT_ASKING =
  /^(?:(?:can|may|could) (?:i|we|you|u|any(?:one|body))\b.{0,12}\b(?:ask|help|post)|are (?:you|there any)|(?:is|are|has|have|does|do|anyone) ?any|is (?:any|some)|do(?:es)? (?:you|u|anyone|anybody)\b|did you|have you|what error|where are you|how are you|did i)\b/i;
/** Tells what there is before it tells what is wanted. */
const SETS_THE_SCENE =
  /^(?:say\b|suppose|imagine|let'?s say|currently|here is|follow|am i|so far|being an?\b|(?:i(?:'ve| have)? )?(?:created?|have|use|made|wrote|cloned|installed|added)\b)|\bbut no solutions?\b|searching the (?:internet|web)|[{}]|\b\w+\.\w+\s*\(.*=/i;
const NO_TITLE =
  /^\[[^\]]*\]$|^(?:regardless|unless|except|(?:i )?ran into (?:this|a|an|the)|this (?:is )?(?:the|my) code|then|and|but|or|so|because|also|like|for example|e\.g|i\. ?e|translated|never|had to|would be|x =|export |created? from|isn't|aren't|not|nothing|maybe|just|yes|no|ok)\b|[{}();=]{2,}|\w\(.*["']|left out\)|\b(?:my|to|the|a|an|and|or|of|with|from|against)$/i;

/** What a person would search for: the asker's question, else the trouble reported, else what a write-up announces. */
export function titleOf(
  talk: Talk,
  shape: TalkShape,
  kept: Kept[],
  keywords: string[],
  channelName: string,
): TalkTitle {
  const names = [...new Set(talk.messages.map((message) => message.authorName))];
  const found = shape.questionAt === -1 ? titleOfWriteUp(talk, kept, names) : titleOfQuestion(talk, shape, kept, names);
  if (found) return { title: found.title, isClear: found.points >= CLEAR };
  const words = keywords.slice(0, 3).join(", ");
  const place = plainText(cleanText(channelName)).replace(/^#/, "");
  const title = words ? `About ${words}` : place ? `Talk in #${place}`.slice(0, MOST_CHARACTERS) : "A short talk";
  return { title, isClear: false };
}

interface Scored {
  title: string;
  points: number;
}

function titleOfQuestion(talk: Talk, shape: TalkShape, kept: Kept[], names: string[]): Scored | null {
  const answer = new Set(answersOf(kept).flatMap((item) => [...item.stems]));
  const asked = askedSentences(talk, shape, kept);
  const returning = returningIn(asked.map(({ text }) => text));
  const candidates = asked.map(({ text, asks, reports, before }, index) => {
    const title = titleFrom(withSubject(text, before), names);
    const words = contentWordsOf(title).length;
    const pronouns = title.match(DANGLING)?.length ?? 0;
    const points =
      Math.min(5, words) * 0.5 +
      Math.min(3, sharedWith(subjectOf(title), answer)) * 0.5 +
      Math.min(3, sharedWith(subjectOf(title), returning)) * 0.4 +
      Number(asks) * 1.5 +
      Number(reports) * 1.1 +
      Number(/^(?:how|why|what is|what are|where|which|is there|difference)\b/i.test(title)) * 0.8 -
      Math.min(2, pronouns) * 0.7 -
      Number(title.length > 100) * 0.8 -
      Number(title.endsWith("…")) * 1.5 -
      Number(FIRST_PERSON.test(title)) * 0.8 -
      Number(ABOUT_ASKING.test(title)) * 1.5 -
      Number(SETS_THE_SCENE.test(title)) * 1.2 -
      Math.min(6, index) * PER_SENTENCE;
    return { title, points: isUsable(title) ? points : Number.NEGATIVE_INFINITY };
  });
  const best = candidates.toSorted((a, b) => b.points - a.points)[0];
  return best && best.points > 0 ? best : null;
}

/** Words that come back in what is asked: its subject. */
function returningIn(sentences: string[]): Set<string> {
  const seen = new Set<string>();
  const returning = new Set<string>();
  for (const sentence of sentences)
    for (const word of subjectOf(sentence)) (seen.has(word) ? returning : seen).add(word);
  return returning;
}

interface AskedSentence {
  text: string;
  asks: boolean;
  reports: boolean;
  /** The sentence the asker said before it. */
  before: string;
}

/** What the asker says up to the first answer, whole sentences as they were put together. */
function askedSentences(talk: Talk, shape: TalkShape, kept: Kept[]): AskedSentence[] {
  const joined = kept
    .filter((item) => item.form === "sentence" && !item.alsoAsked)
    .filter((item) => item.part === "question" || item.part === "symptom" || item.part === "context")
    .map((item) => ({
      text: item.text,
      asks: item.part === "question",
      reports: item.part === "symptom",
      at: item.messages[0] ?? 0,
    }));
  const firstAnswer = shape.answers[0]?.message ?? talk.messages.length;
  const last = Math.max(shape.questionAt, Math.min(firstAnswer, shape.questionAt + REACH));
  const raw = talk.pieces
    .filter(
      (piece): piece is SentencePiece =>
        piece.form === "sentence" &&
        talk.messages[piece.message]?.author === shape.asker &&
        piece.message <= last &&
        !piece.acts.smallTalk &&
        !piece.acts.thanks,
    )
    .map((piece) => ({ text: piece.text, asks: piece.acts.question, reports: piece.acts.symptom, at: piece.message }));
  const sentences = joined.length ? joined : raw;
  return sentences.map((item) => {
    const here = raw.findIndex(
      (other) => other.text.slice(0, 20).toLowerCase() === item.text.slice(0, 20).toLowerCase(),
    );
    return { ...item, before: raw[here - 1]?.text ?? "" };
  });
}

/** "Scanners again. They drop off the wifi" → "Scanners drop off the wifi": the short sentence before names the subject. */
function withSubject(text: string, before: string): string {
  const leading = /^(?:they|it|that|this|these)\s+(?=(?!'s|is|are|was)\w)/i.exec(text);
  const subject = before
    .replace(/[.!?:…\s]+$/, "")
    .replace(/^(?:ok|hi|hey|hello|so|also|and|the)\b[,\s]*/i, "")
    .replace(/\b(?:again|too|also|now|today)\b/gi, "")
    .trim();
  const isNoun =
    subject && subject.split(/\s+/).length <= 3 && contentWordsOf(subject).length > 0 && !/[:,`]/.test(subject);
  return leading && isNoun ? `${subject} ${text.slice(leading[0].length)}` : text;
}

/** The heading or first words of somebody who explains unasked; never one of its steps. */
function titleOfWriteUp(talk: Talk, kept: Kept[], names: string[]): Scored | null {
  const opening = talk.pieces.filter((piece): piece is SentencePiece => piece.form === "sentence").slice(0, 3);
  for (const piece of opening) {
    const announced = ANNOUNCED.exec(piece.text)?.[0] ?? /\bhow to\b.+?(?=[,:.]|$)/i.exec(piece.text)?.[0];
    const goal = announced && /\b(?:how (?:you|to|we)|to|on|for)\s+(.+)$/i.exec(announced)?.[1];
    const title = goal && !/^\S+ (?:it|this|that|these|them)\b/i.test(goal) ? titleFrom(`how to ${goal}`, names) : "";
    if (title && isUsable(title)) return { title, points: CLEAR };
  }
  const told = kept.filter((item) => item.form === "sentence" && !item.listed);
  const scored = [...opening.filter((piece) => !piece.acts.smallTalk && !piece.acts.greeting), ...told.slice(0, 4)].map(
    (item, index) => {
      const isStep = "isStep" in item ? item.isStep : item.acts.step;
      const clause = polish(item.text, names).split(/(?<=\w{3}[^,]{18,}), |: |; | – | — | so (?=\w)/)[0] ?? "";
      const title = titleFrom(clause, names);
      const words = contentWordsOf(title).length;
      const points =
        Math.min(5, words) * 0.5 -
        index * PER_SENTENCE -
        Number(isStep) * 2 -
        Number(FIRST_PERSON.test(title)) -
        (title.match(DANGLING)?.length ?? 0) * 0.7;
      return { title, points: isUsable(title) && words >= 2 ? points : Number.NEGATIVE_INFINITY };
    },
  );
  const best = scored.toSorted((a, b) => b.points - a.points)[0];
  return best && best.points > 0 ? best : null;
}

/** Says by itself what it is about. */
function isUsable(title: string): boolean {
  if (/[^\p{ASCII}]{6,}/u.test(title) && /\p{L}{6,}|[\p{Script=Han}\p{Script=Hiragana}]{3,}/u.test(title)) return true;
  const words = contentWordsOf(title);
  return (
    (words.length >= 2 || (words.length === 1 && /^(?:how|why|what)\b/i.test(title) && title.length >= 18)) &&
    title.length >= FEWEST_CHARACTERS &&
    !NO_TITLE.test(title.replace(/[?…]+$/, ""))
  );
}
