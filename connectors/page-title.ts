/** Normalizes a title for platforms: one line, no invisible control characters, limited in UTF-16 units. */
export function fitTitle(title: string, longest: number): string {
  const line = title
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return line.slice(0, longest).replace(/[\ud800-\udbff]$/, "") || "Untitled";
}
