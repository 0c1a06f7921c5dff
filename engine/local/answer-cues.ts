import type { ParsedConversation, ParsedMessage, SentencePiece } from "./parse-conversation.ts";
import { Speakers } from "./speakers.ts";
import { contentWordsOf, stem } from "./words.ts";

/** What is known of one message before it is paired with another. */
export interface ReadMessage {
  author: number;
  /** The people it names. */
  names: number[];
  text: string;
  words: number;
  stems: Set<string>;
  asks: Asking;
  acts: SentencePiece["acts"][];
  /** Form of the question: by what word it begins. */
  opener: string;
}

/** Asked with a mark, in words only, by telling what is wanted or wrong, or not at all. */
export type Asking = "mark" | "words" | "implied" | "no";

const IMPLIED =
  /\b(?:i(?:'m| am)? (?:need|want|trying|looking|wish|would like|can'?t|cannot|don'?t (?:know|see|understand)|have (?:a|an|some) (?:problem|issue|question)|having|getting|get|got)|is there|there(?:'s| is) no|need (?:to|help|some)|trying to|wondering|how to|no idea (?:how|why|what)|help)\b/i;
const OPENERS: [string, RegExp][] = [
  ["how", /\bhow\b(?! (?:about|come)\b)/i],
  ["why", /\b(?:why|how come)\b/i],
  ["what", /\b(?:what|whats|what's|which)\b/i],
  ["where", /\b(?:where|when|who)\b/i],
  [
    "anyone",
    /\b(?:any(?:one|body)|some(?:one|body)|(?:can|could|would) (?:you|u)|is there|are there|any (?:way|idea|ideas))\b/i,
  ],
  ["do you", /\b(?:do|did|have|are|were|can|will) (?:you|u|ya)\b|\byou(?:'re| are)?\b/i],
  [
    "yes or no",
    /\b(?:is|are|was|does|do|did|can|could|should|would|will|has|have|am|isn't|doesn't|don't|won't)\b|\bright \?/i,
  ],
];
const YES_NO =
  /^(?:\S+ ?[,:] )?(?:yes|yeah|yep|yup|ya|yea|no|nope|nah|sure|correct|right|probably|maybe|indeed|of course|i think so|it (?:is|does|should|will|can))\b/i;
const NOT_KNOWN = /\b(?:no idea|dunno|don'?t know|idk|not sure|no clue)\b/i;
const HERE = /https?:|\bURL\b|FILEPATH|\/\w+\/|`/;
/** Corpora cut "don't" in two. */
const CUT_IN_TWO = / (?=n't\b|'(?:s|m|re|ve|ll|d)\b)/gi;

export function readMessages(conversation: ParsedConversation): ReadMessage[] {
  const speakers = new Speakers();
  for (const message of conversation.messages) speakers.numberOf(message);
  return conversation.messages.map((message) => readMessage(message, speakers));
}

function readMessage(message: ParsedMessage, speakers: Speakers): ReadMessage {
  const author = speakers.numberOf(message);
  const text = message.text.slice(0, 1_000).replace(CUT_IN_TWO, "");
  const sentences = message.pieces.filter((piece): piece is SentencePiece => piece.form === "sentence");
  const asked = sentences.filter((piece) => piece.acts.question);
  const asks: Asking = /[?？؟]/.test(text)
    ? "mark"
    : asked.length
      ? "words"
      : IMPLIED.test(text) || sentences.some((piece) => piece.acts.symptom)
        ? "implied"
        : "no";
  const said = asked[0]?.text ?? text;
  return {
    author,
    names: speakers.mentionsIn(text, author),
    text,
    words: text.split(/\s+/).length,
    stems: new Set(contentWordsOf(text).map(stem)),
    asks,
    acts: sentences.map((piece) => piece.acts),
    opener: asks === "no" ? "none" : (OPENERS.find(([, pattern]) => pattern.test(said))?.[0] ?? "other"),
  };
}

/** How many messages later an answer may still come. */
export const REACH = 8;

/** Whether `answer` may answer `question` at all. */
export function mayAnswer(messages: ReadMessage[], question: number, answer: number): boolean {
  return answer > question && answer - question <= REACH && messages[question]?.author !== messages[answer]?.author;
}

/** What speaks for and against `answer` answering `question`, by name. Nothing of it is a word of a subject. */
export function answerCues(messages: ReadMessage[], question: number, answer: number): string[] {
  const q = messages[question];
  const a = messages[answer];
  if (!q || !a) return [];
  const others = messages.slice(question + 1, answer).filter(({ author }) => author !== q.author);
  const pair: Pair = { messages, question, answer, q, a, others, rank: RANKS[others.length] ?? "later" };
  const holding = [...whoSpeaks(pair), ...whatIsSaid(pair), ...whatFollows(pair)].filter(([, holds]) => holds);
  return [...placeCues(pair), ...holding.map(([name]) => name)];
}

/** How many others spoke between. */
const RANKS = ["first", "second"];

interface Pair {
  messages: ReadMessage[];
  question: number;
  answer: number;
  q: ReadMessage;
  a: ReadMessage;
  /** What others than the asker said between. */
  others: ReadMessage[];
  rank: string;
}

type Cue = [name: string, holds: boolean];

/** Where the two stand, and how each is worded. */
function placeCues({ messages, question, answer, q, a, others, rank }: Pair): string[] {
  const between = messages.slice(question + 1, answer);
  const shared = [...q.stems].filter((word) => a.stems.has(word)).length;
  const asksOf = q.asks === "mark" ? "asked" : q.asks;
  const apart = Math.min(answer - question, 5);
  const nearer = between.filter(({ asks, author }) => asks === "mark" && author !== a.author).length;
  return [
    `asks: ${q.asks}`,
    `opener: ${q.opener}`,
    `opener ${q.opener}, ${asksOf}, ${rank}`,
    `asks ${q.asks}, answer asks ${a.asks}`,
    `answer asks: ${a.asks}`,
    `rank: ${rank}`,
    `apart: ${apart}`,
    `apart ${apart}, ${rank}`,
    `asker speaks between: ${Math.min(2, between.length - others.length)}`,
    `others ask between: ${Math.min(2, nearer)}`,
    `words asked: ${band(q.words)}`,
    `words answered: ${band(a.words)}`,
    `shared: ${Math.min(3, shared)}`,
    `place: ${Math.min(3, question)}`,
    `place ${Math.min(1, question)}, spoke before ${spokeBefore({ messages, question, a })}`,
    `opener ${q.opener}, place ${Math.min(1, question)}`,
    `people: ${Math.min(4, new Set(messages.slice(0, answer + 1).map(({ author }) => author)).size)}`,
  ];
}

const spokeBefore = ({ messages, question, a }: Pick<Pair, "messages" | "question" | "a">) =>
  messages.slice(0, question).some(({ author }) => author === a.author);

function whoSpeaks(pair: Pair): Cue[] {
  const { messages, question, q, a, others, rank } = pair;
  const before = messages[question - 1];
  const toAsker = a.names.includes(q.author);
  const toThird = a.names.length > 0 && !toAsker;
  const fromThird = q.names.length > 0 && !q.names.includes(a.author);
  return [
    ["names the asker", toAsker],
    [`names the asker, ${rank}`, toAsker],
    ["names somebody else", toThird],
    ["somebody else was asked", fromThird],
    ["was asked by name", q.names.includes(a.author)],
    ["asked back", before?.author === a.author],
    ["asked back after a question", before?.author === a.author && before.asks === "mark"],
    ["spoke before", spokeBefore(pair)],
    ["goes on", others.some(({ author }) => author === a.author)],
    ["goes on alone", others.length > 0 && others.every(({ author }) => author === a.author)],
  ];
}

function whatIsSaid({ q, a }: Pair): Cue[] {
  const did = (message: ReadMessage, act: keyof SentencePiece["acts"]) => message.acts.some((acts) => acts[act]);
  return [
    ["yes or no", YES_NO.test(a.text)],
    ["yes or no to such a question", YES_NO.test(a.text) && (q.opener === "yes or no" || q.opener === "do you")],
    ["does not know", NOT_KNOWN.test(a.text)],
    ["points to a place", HERE.test(a.text)],
    ["advises", did(a, "advice")],
    ["tells a step", did(a, "step")],
    ["tells a step to how", did(a, "step") && q.opener === "how"],
    ["thanks", did(a, "thanks")],
    ["small talk", did(a, "smallTalk")],
    ["explains", did(a, "explanation")],
    ["reports trouble", did(a, "symptom")],
    ["asked of trouble", did(q, "symptom")],
    ["asked with thanks", did(q, "thanks")],
    ["names a cause", did(a, "cause")],
    ["speaks to you", /\byou\b/i.test(a.text)],
    ["asked of oneself", /\bi\b/i.test(q.text)],
    ["answers of oneself", /\bi\b/i.test(a.text)],
    ["asked of you", /\byou\b/i.test(q.text)],
    ["asked of you, answered of oneself", /\byou\b/i.test(q.text) && /\bi\b/i.test(a.text)],
  ];
}

function whatFollows({ messages, answer, q, a }: Pair): Cue[] {
  const after = messages.slice(answer + 1, answer + 4).find(({ author }) => author === q.author);
  return [
    ["thanked after", after !== undefined && after.acts.some((acts) => acts.thanks || acts.confirmation)],
    ["named after", after?.names.includes(a.author) ?? false],
  ];
}

function band(words: number): string {
  return words <= 3 ? "to 3" : words <= 6 ? "to 6" : words <= 12 ? "to 12" : words <= 20 ? "to 20" : "more";
}
