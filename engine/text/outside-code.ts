/** Matches text that is not prose: inline code between equal runs of backticks, and web addresses. */
const VERBATIM = /(?<!`)(`{1,3})(?!`)[^\n]{1,2000}?(?<!`)\1(?!`)|https?:\/\/[^\s<>`]*[^\s<>`.,;:!?…)"'’”*_~]/g;
/** A placeholder for inline code or an address. Nobody can type one, because cleaned text has no control characters. */
const STAND_IN = /\u0001(\d+)\u0001/g; // oxlint-disable-line no-control-regex -- part of the placeholder

const asItIs = (verbatim: string) => verbatim;

/**
 * Applies `change` to the prose of a line. Placeholders replace code and addresses meanwhile; `show` converts the
 * originals when they are restored.
 */
export function changeOutsideCode(text: string, change: (prose: string) => string, show = asItIs): string {
  return splitOutsideCode(text, (prose) => [change(prose)], show)[0] ?? "";
}

/** Applies a change that splits the prose of a line, and restores code and addresses in each part. */
export function splitOutsideCode(text: string, change: (prose: string) => string[], show = asItIs): string[] {
  const held: string[] = [];
  const prose = text.replace(VERBATIM, (verbatim) => `\u0001${held.push(verbatim) - 1}\u0001`);
  return change(prose).map((part) => part.replace(STAND_IN, (all, index: string) => show(held[Number(index)] ?? all)));
}
