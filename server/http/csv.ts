/** The byte order mark tells a spreadsheet that the file is UTF-8. */
export const CSV_MARK = "\uFEFF";

export const formatCsvLine = (cells: readonly string[]): string => `${cells.map(cellOf).join(",")}\r\n`;

/** RFC 4180. Prefixes an apostrophe to cells that a spreadsheet would run as a formula, because chat text can be one. */
function cellOf(text: string): string {
  const harmless = /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}
