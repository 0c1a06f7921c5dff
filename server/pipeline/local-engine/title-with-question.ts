import type { AskedSentence } from "./asked-sentences.ts";
import { matterWordsOf } from "./matter-words.ts";
import { capitalised } from "./polish.ts";
import { sharedWith, subjectOf } from "./statements.ts";

const REFERS = /\b(?:it|this|that|these|those|them)\b/i;
const LONGEST_WITH_QUESTION = 100;

/** "Customer refused a pallet" says too little where the next sentence asks about it: "…: who claims that, us or them?" */
export function withItsQuestion(title: string, asked: AskedSentence[], titled: (text: string) => string): string {
  const at = asked.findIndex(({ text }) => titled(text) === title);
  const [first, next] = [asked[at], asked[at + 1]];
  if (!first || first.asks || !next?.asks || !next.text.endsWith("?") || !REFERS.test(next.text)) return title;
  return joined(title, titled(next.text)) ?? title;
}

/** "Which one do I send?" names nothing: the word of the sentence before that the answer takes up names it, "NDA: which one to send". */
export function withItsMatter(title: string, asked: AskedSentence[], answer: ReadonlySet<string>): string {
  if (
    !POINTS.test(title.replace(/^is it (?:possible|necessary)\b/i, "")) ||
    (!/\bones?\b/i.test(title) && sharedWith(subjectOf(title), answer) > 1)
  )
    return title;
  const said = asked.map(({ text, before }) => `${before} ${text}`).join(" ");
  const nouns = [...said.matchAll(NOUN)].map(([, first = "", second = ""]) =>
    matterWordsOf(second).length ? `${first} ${second}` : first,
  );
  const taken = nouns.filter(
    (noun) => sharedWith(subjectOf(noun), answer) > 0 && !title.toLowerCase().includes(noun.toLowerCase()),
  );
  const matter = taken.find((noun) => /\p{Lu}{2}/u.test(noun)) ?? taken[0];
  if (!matter) return title;
  const both = `${capitalised(matter)}: ${title.charAt(0).toLowerCase()}${title.slice(1)}`;
  return both.length <= LONGEST_WITH_QUESTION ? both : title;
}

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
function joined(told: string, question: string): string | null {
  const asks = question.replace(/\?$/, "");
  const both = `${told}: ${asks.charAt(0).toLowerCase()}${asks.slice(1)}?`;
  return asks && both.length <= LONGEST_WITH_QUESTION ? both : null;
}
