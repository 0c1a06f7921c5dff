import { hasMeaning, isQuestion } from "../language/meanings.ts";
import { extractContentWords } from "../text/words.ts";
import { MOST_TITLE_CHARACTERS } from "./title.ts";
import { capitalizeSentence } from "./trim-sentence.ts";

const MOST_SUGGESTIONS = 3;
/**
 * The most words after the colon of a suggested title such as 'subject: word, word'. The current title contains none of
 * these words.
 */
const MOST_NAMED = 2;
/** The least content words of a suggested title. Nobody would find a title with fewer. */
const LEAST_CONTENT = 2;
/** Numbers that belong to a single case: times of day and order numbers. */
const OWN_NUMBER = /\b\d{1,2}[:.]\d\d\b|\b\d[\d-]{3,}\d\b/;

/**
 * Whether the title describes one person's single case, so that nobody would search for it: "Customer ordered 13:40,
 * wants it tomorrow". A question that names its subject is a good title.
 */
export function describesSingleCase(title: string): boolean {
  if (title.endsWith("…") || OWN_NUMBER.test(title) || hasMeaning(title, "oneCase")) return true;
  return !isQuestion(title) && hasMeaning(title, "refers");
}

interface TitledText {
  title: string;
  /** The article as plain text. Its questions are suggested as titles. */
  text: string;
  /** The text's most frequent words, most frequent first. */
  keywords: string[];
}

/**
 * Suggests up to three other titles: questions in the text, parts of the current title, and the most frequent words.
 */
export function suggestTitles({ title, text, keywords }: TitledText): string[] {
  const asked = text.split(/(?<=[.?!…])\s+|\n+/).filter((sentence) => /[?？]$/.test(sentence));
  const quoted = [...title.matchAll(/["“]([^"“”]+)["”]/g)].map(([, words = ""]) => words);
  const clauses = title.split(/[,;:]\s+|\s[–—-]\s/).filter((clause) => clause !== title);
  const [subject, ...others] = keywords;
  const told = new Set(extractContentWords(title));
  const more = others.filter((word) => !told.has(word)).slice(0, MOST_NAMED);
  const named = subject && more.length > 0 ? [`${subject}: ${more.join(", ")}`] : [];
  const isTitle = (words: string) =>
    words.length <= MOST_TITLE_CHARACTERS &&
    extractContentWords(words).length >= LEAST_CONTENT &&
    !describesSingleCase(words);
  const titles = [...asked, ...quoted, ...clauses, ...named].map((words) => words.trim()).filter(isTitle);
  return [...new Set(titles.map(capitalizeSentence))].filter((one) => one !== title).slice(0, MOST_SUGGESTIONS);
}
