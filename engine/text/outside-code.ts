/** Matches inline code between equal runs of backticks, and web addresses, which are not prose. */
const VERBATIM = /(?<!`)(`{1,3})(?!`)[^\n]{1,2000}?(?<!`)\1(?!`)|https?:\/\/[^\s<>`]*[^\s<>`.,;:!?…)"'’”*_~]/g;
/** Replaces one verbatim stretch. Cleaned text has no control characters, so nobody can type it. */
const STAND_IN = /\u0001(\d+)\u0001/g; // oxlint-disable-line no-control-regex -- it is the stand-in

const asItIs = (verbatim: string) => verbatim;

/**
 * Applies `change` to a line in which placeholders replace code and addresses, and then restores them, or the results of `show`
 * for them.
 */
export function changeOutsideCode(text: string, change: (prose: string) => string, show = asItIs): string {
  return splitOutsideCode(text, (prose) => [change(prose)], show)[0] ?? "";
}

/** Does the same for a change that splits the text. */
export function splitOutsideCode(text: string, change: (prose: string) => string[], show = asItIs): string[] {
  const held: string[] = [];
  const prose = text.replace(VERBATIM, (verbatim) => `\u0001${held.push(verbatim) - 1}\u0001`);
  return change(prose).map((part) => part.replace(STAND_IN, (all, index: string) => show(held[Number(index)] ?? all)));
}
