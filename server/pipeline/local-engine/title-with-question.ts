import { impersonal, isPersonal } from "./impersonal.ts";
import { titleFrom } from "./title.ts";

export interface AskedSentence {
  text: string;
  asks: boolean;
  reports: boolean;
  /** The sentence the asker said before it. */
  before: string;
}

const REFERS = /\b(?:it|this|that|these|those|them)\b/i;
const LONGEST_WITH_QUESTION = 100;

/** "Customer refused a pallet" says too little where the next sentence asks about it: "…: who claims that, us or them?" */
export function withItsQuestion(title: string, asked: AskedSentence[], names: string[]): string {
  const at = asked.findIndex(({ text }) => impersonal(titleFrom(text, names)) === title);
  const [first, next] = [asked[at], asked[at + 1]];
  if (!first || first.asks || !next?.asks || !next.text.endsWith("?") || !REFERS.test(next.text)) return title;
  const said = titleFrom(next.text, names);
  const question = (isPersonal(said) ? impersonal(said) : said).replace(/\?$/, "");
  const both = `${title}: ${question.charAt(0).toLowerCase()}${question.slice(1)}?`;
  return question && both.length <= LONGEST_WITH_QUESTION ? both : title;
}
