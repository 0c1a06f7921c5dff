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
  const between = messages.slice(question + 1, answer);
  const others = between.filter(({ author }) => author !== q.author);
  const did = (message: ReadMessage, act: keyof SentencePiece["acts"]) => message.acts.some((acts) => acts[act]);
  const shared = [...q.stems].filter((word) => a.stems.has(word)).length;
  const asksOf = q.asks === "mark" ? "asked" : q.asks;
  const before = messages[question - 1];
  const after = messages.slice(answer + 1, answer + 4).find(({ author }) => author === q.author);
  const rank = others.length === 0 ? "first" : others.length === 1 ? "second" : "later";
  const apart = Math.min(answer - question, 5);
  const toAsker = a.names.includes(q.author);
  const toThird = a.names.length > 0 && !toAsker;
  const fromThird = q.names.length > 0 && !q.names.includes(a.author);
  const spokeBefore = messages.slice(0, question).some(({ author }) => author === a.author);
  const nearer = between.filter(({ asks, author }) => asks === "mark" && author !== a.author).length;
  const cues = [
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
    `place ${Math.min(1, question)}, spoke before ${spokeBefore}`,
    `opener ${q.opener}, place ${Math.min(1, question)}`,
    `people: ${Math.min(4, new Set(messages.slice(0, answer + 1).map(({ author }) => author)).size)}`,
  ];
  const when = (holds: boolean, name: string) => {
    if (holds) cues.push(name);
  };
  when(toAsker, "names the asker");
  when(toAsker, `names the asker, ${rank}`);
  when(toThird, "names somebody else");
  when(fromThird, "somebody else was asked");
  when(q.names.includes(a.author), "was asked by name");
  when(before?.author === a.author, "asked back");
  when(before?.author === a.author && before.asks === "mark", "asked back after a question");
  when(spokeBefore, "spoke before");
  when(
    others.some(({ author }) => author === a.author),
    "goes on",
  );
  when(others.length > 0 && others.every(({ author }) => author === a.author), "goes on alone");
  when(YES_NO.test(a.text), "yes or no");
  when(YES_NO.test(a.text) && (q.opener === "yes or no" || q.opener === "do you"), "yes or no to such a question");
  when(NOT_KNOWN.test(a.text), "does not know");
  when(HERE.test(a.text), "points to a place");
  when(did(a, "advice"), "advises");
  when(did(a, "step"), "tells a step");
  when(did(a, "step") && q.opener === "how", "tells a step to how");
  when(did(a, "thanks"), "thanks");
  when(did(a, "smallTalk"), "small talk");
  when(did(a, "explanation"), "explains");
  when(did(a, "symptom"), "reports trouble");
  when(did(q, "symptom"), "asked of trouble");
  when(did(q, "thanks"), "asked with thanks");
  when(did(a, "cause"), "names a cause");
  when(/\byou\b/i.test(a.text), "speaks to you");
  when(/\bi\b/i.test(q.text), "asked of oneself");
  when(/\bi\b/i.test(a.text), "answers of oneself");
  when(/\byou\b/i.test(q.text), "asked of you");
  when(/\byou\b/i.test(q.text) && /\bi\b/i.test(a.text), "asked of you, answered of oneself");
  when(after !== undefined && after.acts.some((acts) => acts.thanks || acts.confirmation), "thanked after");
  when(after?.names.includes(a.author) ?? false, "named after");
  return cues;
}

function band(words: number): string {
  return words <= 3 ? "to 3" : words <= 6 ? "to 6" : words <= 12 ? "to 12" : words <= 20 ? "to 20" : "more";
}
