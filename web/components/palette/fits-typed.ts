/** Whether each typed word begins a word of the label, in any order: 'mon collab' fits 'Collaboration Monitoring'. */
export function matchesTyped(typed: string, label: string): boolean {
  const words = wordsOf(label);
  return wordsOf(typed).every((part) => words.some((word) => word.startsWith(part)));
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
