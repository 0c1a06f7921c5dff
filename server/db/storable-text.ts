/** Replaces NUL characters and lone surrogates, which PostgreSQL cannot store. */
export function toStorableText(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\uFFFD");
}
