import { startCompany } from "./company.ts";
import type { PlatformType } from "./platforms/platform.ts";

export const SIGNING_SECRET = "stand-in-signing-secret";

/** Starts a company in which every message contains unique words, so that a text with these words quotes that message. */
export function startLifeCompany(tellings: number, platforms: PlatformType[]) {
  let count = 0;
  const inOtherWords = (text: string) => {
    count += 1;
    return marked(text, `zq${count.toString(36).padStart(4, "0")}x`);
  };
  return startCompany({ tellings, platforms, inOtherWords });
}

/** Adds the unique words before the end of each sentence. Code stays unchanged. */
function marked(text: string, mark: string): string {
  return text
    .split(/(```[\s\S]*?```|`[^`]*`)/)
    .map((part) => (part.startsWith("`") ? part : part.replace(/(\p{L}{2,})([.!?])(?=\s|$)/gu, `$1 ${mark}$2`)))
    .join("")
    .replace(/(\p{L}{2,})\s*$/u, `$1 ${mark}`);
}
