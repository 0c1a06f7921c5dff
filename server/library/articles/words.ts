import { createHash } from "node:crypto";

/** A short hash distinguishes words and cannot be read: a name that was erased must not be stored here. */
export const hashWord = (word: string) => createHash("sha256").update(word).digest("base64url").slice(0, 8);

/** Words in lower case, including numbers. A single letter is no word. */
export function splitWords(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length > 1 || /\p{N}/u.test(word));
}
