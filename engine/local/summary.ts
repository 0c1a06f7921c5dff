import { headingIn, pointsBack } from "./part-of-sentence.ts";
import { readActs } from "./sentence-acts.ts";
import { answersOf, type Kept, sharedWith, subjectOf } from "./statements.ts";
import { withoutRemarks } from "./title.ts";

const MOST_SENTENCES = 2;
const LONGEST = 320;
/** A question that shares this much with the title says nothing beside it. */
const SAYS_THE_SAME = 0.8;

export interface Summary {
  summary: Kept[];
  /** What is left for the body: no sentence is in both. */
  rest: Kept[];
}

/**
 * One or two sentences that introduce the article: what was wrong or wanted; where the title says that already, what opens the
 * answer, if the rest can be read after it.
 */
export function summaryOf(kept: Kept[], title: string): Summary {
  const asked = kept.filter((item) => item.form === "sentence" && !item.alsoAsked && isAsked(item));
  const answer = new Set(answersOf(kept).flatMap(({ stems }) => [...stems]));
  // "Is something down at the office?" of which the answer says nothing.
  const isLeftOpen = (item: Kept) => item.part === "question" && sharedWith(item.stems, answer) === 0;
  const news = withinLength(
    asked.filter((item) => !isInTitle(item, title) && !isLeftOpen(item)).slice(0, MOST_SENTENCES),
  );
  const rest = kept.filter((item) => !(asked.includes(item) && (isInTitle(item, title) || item.part === "question")));
  const summary = news.length ? news : leadOf(answersOf(kept), title);
  return { summary, rest: rest.filter((item) => !summary.includes(item)) };
}

/** What opens the answer and can be told before the rest of it, which can be read without; empty where there is no such thing. */
function leadOf(answer: Kept[], title: string): Kept[] {
  const [first, second, third] = answer;
  if (!first || !second || !canLead(first) || (pointsBack(first.text) && !namesItsMatter(first.text, title))) return [];
  if (second.form !== "sentence") return [];
  if (first.stems.size >= 2 && !pointsBack(second.text)) return [first];
  // 'No, never by post.' says too little alone, and what points back at it belongs to it.
  const isWhole = canLead(second) && third !== undefined && !pointsBack(third.text);
  return isWhole && first.text.length + second.text.length <= LONGEST ? [first, second] : [];
}

/** What is to be done, and what belongs to a list, stays together in the body. */
const canLead = (item: Kept) =>
  item.form === "sentence" &&
  item.part !== "fix" &&
  !item.isStep &&
  !readActs(item.text).step &&
  !item.listed &&
  item.text.length <= LONGEST &&
  !item.text.endsWith(":") &&
  headingIn(item.text) === null &&
  !OF_ONESELF.test(item.text);

const OF_ONESELF = /(?<![\w./'’-])(?:I|me|my)(?![\w./-])/;
/** 'They do not disappear at once': right below the question that names them. */
const OF_THE_QUESTION = /^(?:they|it|he|she|because)(?:['’]\w+)?\b/i;
/** 'It needs an exclusive lock': right below the trouble that it causes. */
const OF_THE_TROUBLE = /^(?:it|because)(?:['’]\w+)?\b/i;
const namesItsMatter = (text: string, title: string) =>
  title.endsWith("?")
    ? OF_THE_QUESTION.test(text)
    : OF_THE_TROUBLE.test(text) && !/^(?:how|where|when|what|which|difference)\b/i.test(title);

const isAsked = (item: Kept) => item.part === "question" || item.part === "symptom" || item.part === "context";

/** What help is asked for is the title's matter. */
const ASKS_FOR_HELP = /^(?:can|could|would|will) (?:some|any) ?(?:one|body)\b/i;
const ASKS = /\?$|^(?:how|where|when|what|which)\b/i;

function isInTitle(item: Kept, title: string): boolean {
  // 'Why does … take 9 minutes, I changed one line': what comes after the question is the asker's story.
  if (item.part === "question" && item.text.toLowerCase().startsWith(title.toLowerCase().replace(/\?$/, ",")))
    return true;
  if (item.part === "question" && ASKS_FOR_HELP.test(item.text)) return true;
  const words = subjectOf(title);
  // The question with the asker's story around it: "I am curious, when I deploy an image, is it possible to …"
  if (item.part === "question" && ASKS.test(title) && sharedWith(words, item.stems) >= words.size * SAYS_THE_SAME)
    return true;
  const plain = withoutRemarks(item.text);
  const stems = plain === item.text ? item.stems : subjectOf(plain);
  return stems.size > 0 && sharedWith(stems, words) >= stems.size * SAYS_THE_SAME;
}

function withinLength(items: Kept[]): Kept[] {
  let length = 0;
  return items.filter(({ text }, index) => {
    length += text.length;
    return index === 0 || length <= LONGEST;
  });
}
