/** Inline code between equal runs of backticks, and web addresses: none of their characters is prose. */
const VERBATIM = /(?<!`)(`{1,3})(?!`)[^\n]{1,2000}?(?<!`)\1(?!`)|https?:\/\/[^\s<>`]*[^\s<>`.,;:!?…)"'’”*_~]/g;
/** Stands for one verbatim stretch. Cleaned text contains no control character, so that nobody can type it. */
const STAND_IN = /\u0001(\d+)\u0001/g; // oxlint-disable-line no-control-regex -- it is the stand-in

const asItIs = (verbatim: string) => verbatim;

/**
 * Applies `change` to a line in which each stretch of code and each address is one word that no rule knows, and puts them
 * back as they are, or as `show` returns them.
 */
export function outsideCode(text: string, change: (prose: string) => string, show = asItIs): string {
  return outsideCodeAll(text, (prose) => [change(prose)], show)[0] ?? "";
}

/** The same for a change that divides the text. */
export function outsideCodeAll(text: string, change: (prose: string) => string[], show = asItIs): string[] {
  const held: string[] = [];
  const prose = text.replace(VERBATIM, (verbatim) => `\u0001${held.push(verbatim) - 1}\u0001`);
  return change(prose).map((part) => part.replace(STAND_IN, (all, index: string) => show(held[Number(index)] ?? all)));
}
