/** Words that say nothing about what is meant: 'stop reading a channel' means 'stop reading channel'. */
const SMALL = new Set(["a", "an", "the", "my", "our", "of", "to", "for", "in", "on", "how", "do", "i", "is", "where"]);

/** Whether each typed word begins a word of the text, in any order: 'mon collab' fits 'Collaboration Monitoring'. */
export function matchesTyped(typed: string, text: string): boolean {
  const words = wordsOf(text);
  const parts = wordsOf(typed);
  const telling = parts.filter((part) => !SMALL.has(part));
  return (telling.length > 0 ? telling : parts).every((part) => words.some((word) => word.startsWith(part)));
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll("e-mail", "email")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
