/** Two to five capitals, a hyphen, three digits: a row of docs/checklist.tsv. */
const ROW_ID = /\b[A-Z]{2,5}-\d{3}\b/g;
/** 'CONF-020..027', 'CONF-020-027', 'CONF-020/021': an id that stands for others. Nothing is expanded. */
const JOINED_IDS = /\b[A-Z]{2,5}-\d{3}\s?(?:\.{2,3}|…|[-–—/,&+])\s?(?:[A-Z]{2,5}-)?\d{3}\b/;
/** A comment that has its line to itself. */
const COMMENTED_LINE = /^\s*(?:\/\/|\*|\/\*).*$/gm;
/** it("…"), test("…"), it.concurrent("…"), it.each(…)("…"): the quote and what it holds. A skipped one proves nothing. */
const TITLE =
  /(?:\b(?:it|test)(?:\.(?!skip|todo|fixme|describe|step|each)\w+)*|\))\(\s*(?:"((?:\\.|[^"\\\n])*)"|'((?:\\.|[^'\\\n])*)'|`((?:\\.|[^`\\])*)`)/g;

/** The titles of a test file that name rows, as they are written. */
export function readTitles(source: string): string[] {
  return [...source.replaceAll(COMMENTED_LINE, "").matchAll(TITLE)]
    .map(([, double, single, template]) => double ?? single ?? template ?? "")
    .filter((title) => title.search(ROW_ID) !== -1);
}

export const idsIn = (title: string): string[] => [...new Set(title.match(ROW_ID))];

export const joinsIds = (title: string): boolean => JOINED_IDS.test(title);
