/** Words that the search ignores: 'stop reading a channel' equals 'stop reading channel'. */
const SMALL = new Set(["a", "an", "the", "my", "our", "of", "to", "for", "in", "on", "how", "do", "i", "is", "where"]);

/**
 * True if each typed word begins a word of the text, in any sequence: 'mon collab' matches 'Collaboration Monitoring'.
 */
export function matchesTyped(typed: string, text: string): boolean {
  const words = wordsOf(text);
  return tellingOf(typed).every((part) => beginsOne(words, part));
}

/** True if at least one typed word begins a word of the text. Used if no text matches all typed words. */
export function matchesSomeTyped(typed: string, text: string): boolean {
  const words = wordsOf(text);
  return tellingOf(typed).some((part) => beginsOne(words, part));
}

function tellingOf(typed: string): string[] {
  const parts = wordsOf(typed);
  const telling = parts.filter((part) => !SMALL.has(part));
  return telling.length > 0 ? telling : parts;
}

/** A typed plural also matches the singular. */
const beginsOne = (words: string[], part: string) => {
  const singular = part.length > 3 ? part.replace(/s$/, "") : part;
  return words.some((word) => word.startsWith(singular));
};

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll("e-mail", "email")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
