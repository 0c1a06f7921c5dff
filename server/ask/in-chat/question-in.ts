import { LONGEST_QUESTION } from "../../../shared/domain/ask.ts";

/** Without the name by which our app was called. */
export const questionIn = (text: string): string =>
  text
    .replace(/^\s*@[^\s,:]+[\s,:]*/u, "")
    .trim()
    .slice(0, LONGEST_QUESTION);
