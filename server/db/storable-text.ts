/** PostgreSQL stores no NUL and no half of a surrogate pair. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\uFFFD");
}
