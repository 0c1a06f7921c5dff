import { createHash } from "node:crypto";

/** Enough to tell words apart, and nothing that could be read: a name that is erased must not be kept here. */
export const hashOfWord = (word: string) => createHash("sha256").update(word).digest("base64url").slice(0, 8);

/** Lower case; numbers and names with them are words like others. A single letter tells nothing. */
export function wordsIn(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length > 1 || /\p{N}/u.test(word));
}
