/**
 * Normalizes a title for a platform: one line, without invisible control characters, at most `longest` UTF-16 units.
 */
export function fitTitle(title: string, longest: number): string {
  const line = title
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return line.slice(0, longest).replace(/[\ud800-\udbff]$/, "") || "Untitled";
}
