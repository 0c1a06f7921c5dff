/** The byte order mark, by which a spreadsheet recognises UTF-8. */
export const CSV_BYTE_ORDER_MARK = "\uFEFF";

export const formatCsvLine = (cells: readonly string[]): string => `${cells.map(cellOf).join(",")}\r\n`;

/**
 * Formats a cell by RFC 4180. A cell that a spreadsheet would run as a formula gets an apostrophe first, because chat text can
 * contain formulas.
 */
function cellOf(text: string): string {
  const harmless = /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}
