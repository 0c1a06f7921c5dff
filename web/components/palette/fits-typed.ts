/** Words without meaning for the search: 'stop reading a channel' equals 'stop reading channel'. */
const SMALL = new Set(["a", "an", "the", "my", "our", "of", "to", "for", "in", "on", "how", "do", "i", "is", "where"]);

/** Whether each typed word begins a word of the text, in any order: 'mon collab' fits 'Collaboration Monitoring'. */
export function matchesTyped(typed: string, text: string): boolean {
  const words = wordsOf(text);
  return tellingOf(typed).every((part) => beginsOne(words, part));
}

/** Whether any typed word does, for a search that finds nothing with all of them. */
export function matchesSomeTyped(typed: string, text: string): boolean {
  const words = wordsOf(text);
  return tellingOf(typed).some((part) => beginsOne(words, part));
}

function tellingOf(typed: string): string[] {
  const parts = wordsOf(typed);
  const telling = parts.filter((part) => !SMALL.has(part));
  return telling.length > 0 ? telling : parts;
}

/** A typed plural fits the singular, too. */
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
