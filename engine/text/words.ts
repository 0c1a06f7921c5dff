import { LANGUAGES } from "../language/meanings.ts";

/** Words that carry grammar or manners, not a subject. Never a tag, never a lexical tie. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  Object.values(LANGUAGES).flatMap(({ stopWords }) => stopWords.split(/\s+/)),
);

const ENDS_IN_MARK = /[.'’_-]$/;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’_+#.-]*/gu;

/** Lower-case words without trailing punctuation, in order. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const match of text.toLowerCase().matchAll(WORD)) {
    let word = match[0];
    if (ENDS_IN_MARK.test(word)) word = word.replace(/[.'’_-]+$/, "");
    if (word.includes("’")) word = word.replaceAll("’", "'");
    if (word) words.push(word);
  }
  return words;
}

export function isContentWord(word: string): boolean {
  return word.length > 1 && !STOP_WORDS.has(word) && !/^\d+$/.test(word);
}

/** The words that say what a text is about. */
export const contentWordsOf = (text: string): string[] => wordsOf(text).filter(isContentWord);

/** Cuts plural and verb endings, so that 'deploys' meets 'deploy'. Crude on purpose: only compared with itself. */
export const stem = (word: string): string => (word.length < 5 ? word : stemOfLong(word));

const stemOfLong = (word: string): string =>
  word
    .replace(/(?:ies)$/, "y")
    .replace(/(?:sses)$/, "ss")
    .replace(/(?<=[a-z]{3})(?:ing|ed|es|s|er|ers)$/, (ending) => (ending === "s" && word.endsWith("ss") ? "s" : ""));
