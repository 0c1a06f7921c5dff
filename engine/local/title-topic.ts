import { matterWordsOf } from "./matter-words.ts";
import { nounPhrasesIn } from "./noun-phrases.ts";
import type { ParsedConversation, SentencePiece } from "./parse-conversation.ts";
import { capitalised } from "./polish.ts";
import { stem } from "./words.ts";

/** What a conversation may be about, in one to three words as somebody wrote them. */
export interface Topic {
  text: string;
  /** Stems of its words. */
  stems: readonly string[];
  /** How likely it names the matter: about 1.2 (named once) to 4.5. */
  score: number;
  /** Its opener names it before anybody answers. */
  isOpened: boolean;
}

/** What the conversation is about in few words: named by its opener and taken up by others, the likeliest first. */
export function topicsOf({ pieces, messages, names }: ParsedConversation): Topic[] {
  const opener = messages[0]?.author;
  const reply = messages.findIndex(({ author }) => author !== opener);
  const persons = new Set(names.flatMap((name) => name.toLowerCase().split(/\s+/)));
  const sentences = pieces.filter((piece): piece is SentencePiece => piece.form === "sentence");
  const wordsIn = messages.map(() => new Set<string>());
  for (const { text, message } of sentences) for (const word of matterWordsOf(text)) wordsIn[message]?.add(stem(word));
  const found = new Map<string, Topic>();
  for (const { text, message } of sentences)
    for (const { text: phrase, stems, isDetermined } of nounPhrasesIn(text)) {
      const key = stems.join(" ");
      if (found.has(key) || !mayBeTopic(phrase, persons)) continue;
      const naming = wordsIn.flatMap((words, at) => (stems.some((one) => words.has(one)) ? [at] : []));
      const whole = wordsIn.filter((words) => stems.every((one) => words.has(one))).length;
      const isOpened = reply === -1 || message < reply;
      const score =
        Math.log1p(whole) +
        0.7 * Math.log1p(naming.length) +
        0.6 * Number(new Set(naming.map((at) => messages[at]?.author)).size > 1) +
        0.8 * Number(isOpened) +
        0.25 * (stems.length - 1) +
        0.2 * Number(isDetermined);
      found.set(key, { text: phrase, stems, score, isOpened });
    }
  return [...found.values()].toSorted((a, b) => b.score - a.score);
}

function mayBeTopic(phrase: string, persons: ReadonlySet<string>): boolean {
  const words = phrase.toLowerCase().split(/\s+/);
  return (
    words.length <= 3 &&
    !NO_TOPIC.test(phrase) &&
    matterWordsOf(phrase).length > 0 &&
    !COMMON.has(words.at(-1) ?? "") &&
    words.every((word) => word.length > 1 && !persons.has(word.replace(/['’]s$/, "")))
  );
}

/** Days, months, numbers, names, states and remains of chat. */
const NO_TOPIC =
  /^\d|[<>=\\|*@{}#]|['’]s\b|\b(?:(?:mon|tues?|wed|wednes|thu|thurs?|fri|sat|satur|sun)(?:day)?s?|jan(?:uary)?|feb(?:ruary)?|march|april|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|mrs?|ms|miss|st|yeah|yea|lah|pm|am|zł|max|min|secs?|ten|seconds)\b|\d{3,}|ly$|\p{Ll}ed$/iu;
/** Anybody's case has them. */
const COMMON = new Set(
  `customer customers client clients guest guests patient patients tenant supplier vendor user users colleague colleagues boss manager driver office company team
place thing things way lot bit day days week month year time times morning hour minute hours minutes problem issue question answer idea number
name page button mail email message call list line row case reason rest end start side part
kind display settings site home desk file files link links first second third last new old right left
top bottom`.split(/\s+/),
);

/** From this score on a topic names what the conversation is about. */
const SURE = 3.3;
/** From this one on it says more than a title that says little. */
export const LIKELY = 2.6;
const LONGEST = 100;

/** "Can amend or must cancel?" never says of what: the topic comes first, "Permit: can amend or must cancel?". */
export function withTopic(title: string, topics: Topic[], isWeak: boolean): string {
  const own = new Set(matterWordsOf(title).map(stem));
  const isIn = ({ stems }: Topic) => stems.some((one) => own.has(one));
  const isShort = title.endsWith("?") && own.size <= 2 && !nounPhrasesIn(title).length;
  const best = topics.find((topic) => !isIn(topic) && (topic.isOpened || topic.score >= SURE));
  if (!best || title.includes(": ") || (!isWeak && !isShort) || best.score < (isWeak ? LIKELY : SURE)) return title;
  const named = topics.find(isIn);
  return isShort || best.score > (named?.score ?? 0) ? topicFirst(best.text, title) : title;
}

/** Of a question that leaves open what it asks about: "Extra battery: is it ok to go air?". Null where no topic is likely. */
export function topicOf(question: string, topics: Topic[]): string | null {
  const own = new Set(matterWordsOf(question).map(stem));
  const best = topics.find(
    ({ text, stems, isOpened, score }) =>
      isOpened && score >= NAMED && !stems.some((one) => own.has(one)) && !/\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}/u.test(text),
  );
  return best && own.size + best.stems.length >= FEWEST_WORDS ? topicFirst(best.text, question) : null;
}
const NAMED = 2.35;
const FEWEST_WORDS = 3;

/** Behind a colon; names in capitals stay, "PO", "TermPort". */
export const uncapitalised = (text: string): string =>
  /^(?:\p{Lu}\S*\p{Lu}|\p{Lu}-?\d)/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);

function topicFirst(topic: string, title: string): string {
  const bare = title.replace(/^Fix: /, "");
  const both = `${capitalised(topic)}: ${uncapitalised(bare)}`;
  const asks = /: (?:is|are|do|does|can|should|will|has|have|must|may)\b[^?]*$/.test(both);
  return both.length < LONGEST ? both + (asks ? "?" : "") : title;
}
