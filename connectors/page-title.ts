/** A title as platforms keep it: one line, no invisible controls, at most so many UTF-16 units. */
export function fittingTitle(title: string, longest: number): string {
  const line = title
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return line.slice(0, longest).replace(/[\ud800-\udbff]$/, "") || "Untitled";
}
