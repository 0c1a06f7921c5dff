/**
 * Guesses whether a search text is a question: three words or a question mark. If no article matches, two words are
 * enough.
 */
export const looksLikeQuestion = (typed: string, isFound: boolean): boolean =>
  typed.endsWith("?") || typed.split(/\s+/).length > (isFound ? 2 : 1);
