import { LONGEST_QUESTION } from "../../../shared/domain/ask.ts";

/** Removes the mention of our app. */
export const removeMention = (text: string): string =>
  text
    .replace(/^\s*@[^\s,:]+[\s,:]*/u, "")
    .trim()
    .slice(0, LONGEST_QUESTION);
