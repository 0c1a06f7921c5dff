/** Three words or a question mark: whoever looks for a page or an article types less. Two, when no article has them. */
export const readsLikeQuestion = (typed: string, isFound: boolean): boolean =>
  typed.endsWith("?") || typed.split(/\s+/).length > (isFound ? 2 : 1);
