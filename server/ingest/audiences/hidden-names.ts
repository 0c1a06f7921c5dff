import { HIDDEN_CHANNEL_NAME } from "../../../shared/domain/access.ts";

const SPECIAL = /[.*+?^${}()|[\]\\]/g;

/** Hides the names of channels that the reader may not read, in a sentence such as '#board could not be read'. */
export function hideNames(sentence: string, hidden: ReadonlyMap<string, string>): string {
  const names = [...new Set(hidden.values())].filter((name) => name !== "" && sentence.includes(`#${name}`));
  if (names.length === 0) return sentence;
  // Longest names first, so that '#it' does not match in '#it-board'.
  const any = names
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replace(SPECIAL, "\\$&"))
    .join("|");
  const told = sentence.replace(new RegExp(`#(?:${any})(?![\\p{L}\\p{N}_-])`, "gu"), HIDDEN_CHANNEL_NAME);
  return told.replace(/(^|[.!?] )a private/g, "$1A private");
}
