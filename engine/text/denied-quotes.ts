const DENIED_QUOTE =
  /\b(?:not|no longer|instead of|rather than|nicht(?: mehr)?|(?:an)?statt)\s+["“„»'‘‚]([^"“”„«»]{2,80}?)["”“«'’‘]/giu;

/** Returns the quoted words that the text says do not hold: 'A' in 'it is called "B" now, not "A"'. */
export const findDeniedQuotes = (text: string): string[] =>
  [...text.matchAll(DENIED_QUOTE)].map(([, words = ""]) => words);
