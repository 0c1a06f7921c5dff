/** True for three words or a question mark, because searches are shorter. Two words suffice if no article matches. */
export const looksLikeQuestion = (typed: string, isFound: boolean): boolean =>
  typed.endsWith("?") || typed.split(/\s+/).length > (isFound ? 2 : 1);
