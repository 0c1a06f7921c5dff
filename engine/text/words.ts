import { LANGUAGES } from "../language/meanings.ts";

/**
 * Grammatical words such as 'the', and polite words. They never become tags, and they do not show that two texts belong
 * together.
 */
const STOP_WORDS: ReadonlySet<string> = new Set(
  Object.values(LANGUAGES).flatMap(({ stopWords }) => stopWords.split(/\s+/)),
);

/** The grammatical and polite words of all languages. */
export const listStopWords = (): string[] => [...STOP_WORDS];

const ENDS_IN_MARK = /[.'’_-]$/;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’_+#.-]*/gu;

/** Splits a text into lower-case words without trailing punctuation, in order. */
export function splitIntoWords(text: string): string[] {
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

/** Returns the words of a text without stop words. */
export const extractContentWords = (text: string): string[] => splitIntoWords(text).filter(isContentWord);

/**
 * Removes plural and verb endings, so that 'deploys' matches 'deploy'. A rough stem suffices, because stems are only compared
 * with each other.
 */
export const stemWord = (word: string): string => (word.length < 5 ? word : stemOfLong(word));

const stemOfLong = (word: string): string =>
  word
    .replace(/(?:ies)$/, "y")
    .replace(/(?:sses)$/, "ss")
    .replace(/(?<=[a-z]{3})(?:ing|ed|es|s|er|ers)$/, (ending) => (ending === "s" && word.endsWith("ss") ? "s" : ""));

/** Matches short words that only English uses. */
const ENGLISH =
  /^(?:the|and|of|to|is|are|was|be|been|it|its|that|this|these|with|for|from|you|your|we|our|they|their|he|she|i|my|not|don't|can|can't|will|would|should|has|have|had|do|does|did|how|what|which|when|where|who|why|if|then|there|by|at|or|but|only|any|all|yes|after|before|than|because|up|out|into|about|more|must|may|get|use|as|on|an|a|in|no|one)$/;
/** Matches short words of other languages in Latin script that English does not use. */
const FOREIGN =
  /^(?:der|die|das|und|ist|nicht|ein|eine|wir|für|mit|auf|den|dem|wie|le|la|les|des|est|et|une|pour|que|qui|dans|pas|vous|nous|el|los|las|una|es|por|con|para|como|il|che|di|non|per|het|een|voor|niet|van|je|se|og|er|jest|nie|na|os|um|uma|não|com)$/;

/**
 * Whether a model trained on English can process the text. Commands, and texts of one or two words in any language, are
 * accepted.
 */
export function isEnglish(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if ((text.match(/[a-z]/gi)?.length ?? 0) < 0.9 * letters) return false;
  const words = text.toLowerCase().match(/[\p{L}'’]+/gu) ?? [];
  const english = words.filter((word) => ENGLISH.test(word)).length;
  const foreign = words.filter((word) => FOREIGN.test(word)).length;
  return foreign === 0 || english > foreign;
}
