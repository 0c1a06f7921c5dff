/** Characters of a question. */
export const LONGEST_QUESTION = 500;
