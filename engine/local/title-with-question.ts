import type { AskedSentence } from "./asked-sentences.ts";
import { impersonal } from "./impersonal.ts";
import { matterWordsOf } from "./matter-words.ts";
import { UNCLEAR } from "./needs-reader.ts";
import { capitalised } from "./polish.ts";
import { sharedWith, subjectOf } from "./statements.ts";
import { plainText } from "./title.ts";
import { endingQuestion } from "./title-phrases.ts";
import { LIKELY, type Topic, topicOf, uncapitalised } from "./title-topic.ts";
import { stem } from "./words.ts";

const REFERS = /\b(?:it|this|that|these|those|them)\b/i;
const LONGEST_WITH_QUESTION = 100;
/** Where the question does not hang on what stands before it. */
const LONGEST_BESIDE = 75;

/** "Vaccine fridge says 9.4" is only what there is: with what its asker asks next, "…: do you bin the lot?". */
export function withItsQuestion(
  { title, points, from }: { title: string; points: number; from?: AskedSentence },
  said: { text: string; asks: boolean }[],
  titled: (text: string) => string,
  topics: () => Topic[],
): string {
  if (!from || title.endsWith("?") || ASKED.test(title)) return title;
  const at = said.findIndex(({ text }) => beginningOf(text) === beginningOf(from.text));
  const own = endingQuestion(from.text);
  const next = own
    ? { text: own }
    : said.slice(at, at + 3).find(({ text, asks }, index) => (index > 0 || at === -1) && asks && !TAG.test(text));
  const question = next ? questionIn(next.text, titled) : "";
  if (!ASKS.test(question) || title.toLowerCase().includes(question.replace(/\?$/, "").toLowerCase())) return title;
  const saysLittle = points < UNCLEAR || DULL.test(title);
  const ofTopic = saysLittle && question !== WHAT_TO_DO ? topicOf(question, topics()) : null;
  const most = WHAT_TO_DO === question || REFERS.test(question) ? LONGEST_WITH_QUESTION : LONGEST_BESIDE;
  return ofTopic ?? joined(title, question, most) ?? title;
}

/** How somebody feels about it is not the matter. */
const DULL = /\b(?:complain\w*|annoyed|angry|upset|panic\w*|furious|confused)\b/i;
const WHAT_TO_DO = "what to do";
const beginningOf = (text: string) => text.slice(0, 15).toLowerCase();
const ASKS =
  /^(?:how|what|which|who|whose|when|where|why|is|are|do|does|can|could|should|must|may|will|would|has|have|you|anything)\b/i;
const ASKED = /\b(?:how|what|which|who|when|where) (?:to|do|does|is|are|can)\b/i;
/** Asks nothing that the title does not say. */
const TAG =
  /^(?:(?:so|and|ok|but|or)[, ]+)?(?:true|right|correct|ok(?:ay)?|yes|no|yes ?\/ ?no|(?:has |does )?any ?(?:one|body)\b.*|any (?:idea|clue|hint)s?.*|(?:is (?:it|this|that) )?(?:an? |the |our |my |your )?(?:known )?(?:bug|issue)\b.*|(?:is|was) (?:that|this|it) (?:cos|because|normal|ok|right|the)\b.*|why|why is that|what gives|(?:can|may|does|is|do|are|should) (?:s?he|they|it|we|i|you)|(?:am|are) (?:i|we|you) (?:doing|holding|missing|blind|stupid|wrong|right)\b.*|(?:can|could|should) (?:i|we|you) (?:do|have) (?:it|that|this)\b.*|how (?:do|can|could|should) (?:i|we|you) (?:do|fix|solve) (?:it|that|this)\b.*|is (?:something|anything|somebody|someone)\b.*|really|how come|help|thoughts|(?:do|have|did) you\b.*|what(?:['’]s| is| could be)? (?:wrong|going on|up|the (?:problem|matter)|it))[\s?!.]*$/i;
/** What is asked behind a statement, in few words; "what to do" where it is no more than that. */
function questionIn(text: string, titled: (text: string) => string): string {
  const plain = text
    .replace(/^(?:(?:so|and|ok|but|then|now)[, ]+(?!to\b))+/i, "")
    .replace(/^(?=(?:ok|okay|allowed) to\b)/i, "is it ");
  if (WHAT_NOW.test(plain)) return WHAT_TO_DO;
  const worded = plain.replace(
    /(?:,? \p{Lu}\p{Ll}+ (?:used to|always|normally|usually) [^,?]*|,? or (?:do|does|is|are|can|should|will) [^,?]*)(?=\?|$)/u,
    "",
  );
  return (titled(worded) || impersonal(plainText(worded))).replace(/^is it possible to /i, "can you ");
}
const WHAT_NOW =
  /^(?:what (?:now|next)|now what|now|(?:what|how) (?:do|should|can|must|shall|am)? ?(?:i|we)(?: (?:supposed|have|need) to)? (?:do|handle|proceed)(?: now| first| here| with (?:it|this|that|them|these))*|(?:whoever knows )?what to do(?: now| with (?:it|this|that|them|these))*)(?: please)?[\s?!.]*$/i;

/** "Which one do I send?" names nothing: the word of the sentence before that the answer takes up names it, "NDA: which one to send". */
export function withItsMatter(
  title: string,
  asked: AskedSentence[],
  answer: ReadonlySet<string>,
  topics: () => Topic[],
): string {
  if (
    !POINTS.test(title.replace(/\bis it (?:possible|necessary|enough|ok|okay|worth|safe|allowed|normal)\b/i, "")) ||
    (!/\b(?:ones?|them|those|these)\b/i.test(title) && sharedWith(subjectOf(title), answer) > 1)
  )
    return title;
  const said = asked.map(({ text, before }) => `${before} ${text}`).join(" ");
  const nouns = [...said.matchAll(NOUN)].map(([, first = "", second = ""]) =>
    matterWordsOf(second).length ? `${first} ${second}` : first,
  );
  const taken = nouns.filter(
    (noun) => sharedWith(subjectOf(noun), answer) > 0 && !title.toLowerCase().includes(noun.toLowerCase()),
  );
  const matter =
    taken.find((noun) => /\p{Lu}{2}/u.test(noun)) ??
    taken[0] ??
    (LEAVES_OPEN.test(title) ? ownMatter(title, asked, topics()) : null);
  if (!matter || /^\S+: /.test(title)) return title;
  const both = `${capitalised(matter)}: ${uncapitalised(title)}`;
  return both.length <= LONGEST_WITH_QUESTION ? both : title;
}

/** What its asker names in front of the question, or else what the conversation is about. */
function ownMatter(title: string, asked: AskedSentence[], topics: Topic[]): string | null {
  const own = new Set(matterWordsOf(title).map(stem));
  const isNew = ({ stems }: Topic) => !stems.some((one) => own.has(one));
  const isMany = /\b(?:them|those|these|ones)\b/i.test(title);
  const told = asked
    .map(({ text }) => text.slice(0, text.length - (endingQuestion(text)?.length ?? text.length)))
    .join(" ");
  const named = topics.find(
    (topic) =>
      isNew(topic) &&
      topic.isOpened &&
      isMany === /[^s]s$/.test(topic.text) &&
      told.toLowerCase().includes(topic.text.toLowerCase()),
  );
  return named?.text ?? topics.find((topic) => isNew(topic) && topic.score >= LIKELY)?.text ?? null;
}

/** Without a word in front that it could stand for. */
const LEAVES_OPEN = /^(?!.*: )(?:.*\b(?:ones?|them|those|these|it)\b|.*\bthat\?$)/i;
const POINTS =
  /\b(?:one|ones|it|them|that|those|these|her|him)\b|\b(?:sign|fix|handle|send|use|approve|pay|book|report|claim|return) this\b(?! \w+\b)/i;
/** A noun behind its article. */
const NOUN = /\b(?:an?|the|my|our|their|his|her) (\p{L}[\p{L}\p{N}-]+)(?: (\p{L}[\p{L}\p{N}-]+))?(?=[\s.,!?:;)]|$)/gu;

/** "Is it possible to force push?" is the asker's own remedy, which the answer refuses: what went wrong is the matter. */
export function withItsTrouble(title: string, asked: AskedSentence[], titled: (text: string) => string): string {
  const at = asked.findIndex(({ text, asks }) => asks && titled(text) === title);
  const trouble = asked[at]?.before ?? "";
  const told = titled(trouble.replace(DID, ""));
  return OWN_REMEDY.test(title) && trouble && !trouble.endsWith("?") && matterWordsOf(told).length >= 3
    ? (joined(told, title) ?? title)
    : title;
}

const OWN_REMEDY = /^(?:is it (?:possible|ok|okay|safe|allowed) to|can|may|should|could)\b/i;
/** "I merged the wrong branch" is told of nobody. */
const DID =
  /^(?:(?:oh|ok|so|hi|hey|help|ouch|oops)[\s,!]+|\p{Extended_Pictographic}\s*)*(?:i|we)(?:['’]ve| have)?(?: just| accidentally)? (?=\w+ed\b)/iu;

/** Null where both are too long for a title. */
function joined(told: string, question: string, most = LONGEST_WITH_QUESTION): string | null {
  const asks = question.replace(/\?$/, "");
  const mark = /^(?:how|what|where|when|which) to\b/i.test(asks) ? "" : "?";
  const both = `${told}: ${uncapitalised(asks)}${mark}`;
  return asks && both.length <= most ? both : null;
}
