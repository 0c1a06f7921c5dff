/** The byte order mark tells a spreadsheet that the file is UTF-8. */
export const CSV_BYTE_ORDER_MARK = "\uFEFF";

export const formatCsvLine = (cells: readonly string[]): string => `${cells.map(cellOf).join(",")}\r\n`;

/**
 * Formats a cell by RFC 4180. Prefixes an apostrophe if a spreadsheet would run the cell as a formula, which chat text can
 * contain.
 */
function cellOf(text: string): string {
  const harmless = /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}
