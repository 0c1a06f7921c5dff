import { hasMeaning, isQuestion } from "../language/meanings.ts";
import { extractContentWords } from "../text/words.ts";
import { MOST_TITLE_CHARACTERS } from "./title.ts";
import { capitalizeSentence } from "./trim-sentence.ts";

const MOST_SUGGESTIONS = 3;
/** Words that the title does not have, behind the subject. */
const MOST_NAMED = 2;
/** A title with fewer words that tell something would be found by nobody. */
const LEAST_CONTENT = 2;
/** Times of day and the numbers of orders. */
const OWN_NUMBER = /\b\d{1,2}[:.]\d\d\b|\b\d[\d-]{3,}\d\b/;

/**
 * Whether the title tells what happened to one person once, so that nobody would search for it: "Customer ordered 13:40, wants it
 * tomorrow". A question that names its subject is a title.
 */
export function tellsOneCase(title: string): boolean {
  if (title.endsWith("…") || OWN_NUMBER.test(title) || hasMeaning(title, "oneCase")) return true;
  return !isQuestion(title) && hasMeaning(title, "refers");
}

interface TitledText {
  title: string;
  /** Plain text, of which the questions are suggested. */
  text: string;
  /** The words that the text says most, first. */
  keywords: string[];
}

/** Up to three other titles, from the text's own questions, from a part of the title and from the words that it says most. */
export function suggestTitles({ title, text, keywords }: TitledText): string[] {
  const asked = text.split(/(?<=[.?!…])\s+|\n+/).filter((sentence) => /[?？]$/.test(sentence));
  const quoted = [...title.matchAll(/["“]([^"“”]+)["”]/g)].map(([, words = ""]) => words);
  const clauses = title.split(/[,;:]\s+|\s[–—-]\s/).filter((clause) => clause !== title);
  const [subject, ...others] = keywords;
  const told = new Set(extractContentWords(title));
  const more = others.filter((word) => !told.has(word)).slice(0, MOST_NAMED);
  const named = subject && more.length > 0 ? [`${subject}: ${more.join(", ")}`] : [];
  const isTitle = (words: string) =>
    words.length <= MOST_TITLE_CHARACTERS && extractContentWords(words).length >= LEAST_CONTENT && !tellsOneCase(words);
  const titles = [...asked, ...quoted, ...clauses, ...named].map((words) => words.trim()).filter(isTitle);
  return [...new Set(titles.map(capitalizeSentence))].filter((one) => one !== title).slice(0, MOST_SUGGESTIONS);
}
